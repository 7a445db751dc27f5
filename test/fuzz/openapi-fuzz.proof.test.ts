import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../src/contracts/settings.ts'
import {
  type Answer,
  type Sender,
  startTestServer,
  type TestServer,
} from '../../src/surfaces/api/test-server.ts'
import { fromSchema, type Schema } from './from-schema.ts'
import { gatherIds, type Ids, makeThings } from './things.ts'

/**
 * Every operation of the served OpenAPI document, with bodies, queries and ids made from its own schemas and then bent.
 * More rounds: `FUZZ_ROUNDS=500 vitest run test/fuzz`; another seed: `FUZZ_SEED=7`.
 */
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 8)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const SENDERS: readonly Sender[] = ['admin', 'reviewer', 'member', 'viewer', 'agent']
/** They keep an answer open until something happens; what they stream is tested on its own. */
const STREAMS = /\/events$|\/wait$|\/stream$/

interface Operation {
  readonly method: string
  readonly path: string
  readonly body?: Schema
  readonly query: readonly { readonly name: string; readonly schema: Schema }[]
  readonly status: string
  readonly answer?: Schema
}

let server: TestServer
let document: Schema
let operations: readonly Operation[]

/** Whom webhooks may tell: nobody but this. */
const receiver = createServer((_, response) => response.end())
let host: string

beforeAll(async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const raised = { starts_per_second: 10_000, sign_ins_per_minute: 1000, open_gates_per_key: 10_000 }
  const limits = { ...DEFAULT_SETTINGS.limits, ...raised }
  server = await startTestServer({ settingsSeed: { limits, webhook_hosts: [host] } })
  document = (await server.send('GET', '/openapi.json', { role: 'admin' })).json as Schema
  operations = readOperations(document)
})
afterAll(async () => {
  await server.close()
  receiver.close()
})

describe('the API under requests made from its own document', () => {
  it(
    'answers every operation without a failure of its own, and every refusal as a problem',
    async ({ task }) => {
      const ids = await makeThings(server, host, ROUNDS >= 20)
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      const failures: string[] = []
      let asked = 0
      for (const operation of operations) {
        const validate = operation.answer
          ? ajv.compile({ ...operation.answer, components: document.components })
          : undefined
        for (const request of fc.sample(requestsOf(operation, ids), { numRuns: ROUNDS, seed: SEED })) {
          asked += 1
          const answer = await server.send(operation.method, request.path, {
            role: request.sender,
            ...(request.body === undefined ? {} : { body: request.body }),
          })
          gatherIds(answer.json, ids)
          // The older contract has a document of its own, and tests of its own.
          const isOlder = request.path.includes('contract=1.0')
          const wrong = whatIsWrong(operation, answer, json => isOlder || (validate?.(json) ?? true))
          if (wrong) {
            const note = `${operation.method} ${request.path} as ${request.sender}: ${wrong}`
            failures.push(
              `${note}\n  ${JSON.stringify(request.body)?.slice(0, 600)}\n  ${answer.text.slice(0, 300)}`,
            )
          }
        }
      }
      Object.assign(task.meta, { tried: asked })
      expect(failures.join('\n')).toBe('')
      expect(asked).toBeGreaterThanOrEqual(operations.length * ROUNDS)
      expect(operations.length).toBeGreaterThan(60)
    },
    240_000 + 30_000 * ROUNDS,
  )

  it('keeps working afterwards', async () => {
    expect((await server.send('GET', '/readyz')).status).toBe(200)
    expect((await server.send('GET', '/api/audit/verify', { role: 'admin' })).json.ok).toBe(true)
  })
})

function whatIsWrong(
  operation: Operation,
  answer: Answer,
  fits: (json: unknown) => boolean,
): string | undefined {
  if (answer.status >= 500) return `status ${answer.status}`
  if (answer.status >= 400) {
    const problem = answer.headers.get('content-type')?.startsWith('application/problem+json') ?? false
    if (!problem || typeof answer.json?.code !== 'string')
      return `${answer.status} that is no problem document`
    if (/\bat .*\(?.*:\d+:\d+\)?/.test(answer.text)) return 'a stack in the answer'
    if (answer.status === 400 && !namesField(answer)) return '400 that names no field and says nothing'
    return undefined
  }
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  if (isJson && String(answer.status) === operation.status && !fits(answer.json))
    return 'an answer that its schema refuses'
  return undefined
}

function namesField(answer: Answer): boolean {
  return (answer.json.errors?.length ?? 0) > 0 || String(answer.json.detail ?? '').length > 20
}

function requestsOf(operation: Operation, ids: Ids) {
  const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const known = parameters.map(name =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...(ids.get(name) ?? ['none'])) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('gate_none', '..%2f..%2fetc', '%00', 'a'.repeat(300), '%F0%9F%92%A5'),
      },
    ),
  )
  const query = operation.query.map(({ name, schema }) =>
    fc.option(
      fc
        .oneof(
          { weight: 1, arbitrary: fromSchema(schema, document) },
          { weight: ids.has(name) ? 3 : 0, arbitrary: fc.constantFrom(...(ids.get(name) ?? ['none'])) },
        )
        .map(value => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const),
      { nil: undefined },
    ),
  )
  return fc
    .record({
      sender: fc.constantFrom(...SENDERS),
      values: fc.tuple(...known),
      query: fc.tuple(...query),
      body: operation.body ? fromSchema(operation.body, document) : fc.constant(undefined),
    })
    .map(({ sender, values, query: pairs, body }) => {
      let index = 0
      const path = operation.path.replace(/\{\w+\}/g, () => values[index++] ?? 'none')
      const search = new URLSearchParams(
        pairs
          .filter(pair => pair !== undefined)
          .map(([name, value]): [string, string] => [name ?? '', value ?? '']),
      )
      return { sender, path: search.size > 0 ? `${path}?${search}` : path, body }
    })
}

function readOperations(from: Schema): readonly Operation[] {
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read as it lies
  const paths = from.paths as Record<string, Record<string, any>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(() => !STREAMS.test(path) && path !== '/api/stop')
      .map(([method, operation]) => {
        const [status = '200', done] = Object.entries<Schema>(operation.responses)[0] ?? []
        // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read as it lies
        const answer = (done as any)?.content?.['application/json']?.schema as Schema | undefined
        const body = operation.requestBody?.content?.['application/json']?.schema as Schema | undefined
        const parameters = (operation.parameters ?? []) as { name: string; in: string; schema: Schema }[]
        return {
          method: method.toUpperCase(),
          path,
          status,
          query: parameters.filter(each => each.in === 'query'),
          ...(body === undefined ? {} : { body }),
          ...(answer === undefined ? {} : { answer }),
        }
      }),
  )
}
