import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../surfaces/api/test-server.ts'

interface Sent {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[]
}

const SECRET_NAME = 'quarterly-layoffs'
let server: TestServer
let spans: Sent[]
let bodies: string[]
let collector: ReturnType<typeof createServer>

beforeAll(async () => {
  bodies = []
  collector = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      bodies.push(`${request.url} ${request.headers['x-key']} ${Buffer.concat(parts).toString('utf8')}`)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}/v1/traces`
  server = await startTestServer({ traces: { url, headers: { 'x-key': 'k1' }, serviceName: 'gate-test' } })
  const chat = { message: `Write hello into ${SECRET_NAME}.md` }
  const asked = await server.send('POST', '/reasoning/execute', {
    role: 'member',
    body: { goal: `Write hello into ${SECRET_NAME}.md` },
  })
  await server.send('POST', `/api/gates/${asked.json.approval_request.request_id}/decide`, {
    role: 'admin',
    body: { decision: 'approve' },
  })
  await server.send('GET', `/api/runs/${asked.json.run_id}?wait_ms=5000`, { role: 'member' })
  await server.soulgate.runs.settled(asked.json.run_id, 5_000)
  await server.send('POST', '/api/chat', { role: 'member', body: chat, headers: { prefer: 'wait=5' } })
  await server.close()
  spans = bodies.flatMap(body =>
    JSON.parse(body.slice(body.indexOf('{'))).resourceSpans.flatMap(
      (resource: { scopeSpans: { spans: Sent[] }[] }) => resource.scopeSpans.flatMap(scope => scope.spans),
    ),
  )
})
afterAll(() => collector.close())

function span(name: string): Sent {
  const found = spans.find(each => each.name.startsWith(name))
  if (found === undefined) throw new Error(`no span ${name} among ${spans.map(each => each.name).join(', ')}`)
  return found
}

function keysOf(name: string): readonly string[] {
  return span(name).attributes.map(({ key }) => key)
}

test('a run, its tool, its model and the wait of a person arrive at a collector under their standard names', () => {
  expect(bodies[0]).toMatch(/^\/v1\/traces k1 /)
  expect(bodies.join('')).toContain('gate-test')
  expect(keysOf('invoke_agent reasoning')).toEqual(
    expect.arrayContaining(['gen_ai.operation.name', 'gen_ai.conversation.id', 'soulgate.run.id']),
  )
  expect(keysOf('execute_tool write_file')).toContain('gen_ai.tool.call.id')
  expect(keysOf('await_decision tool_approval')).toContain('soulgate.gate.status')
  expect(keysOf('chat ')).toEqual(
    expect.arrayContaining(['gen_ai.provider.name', 'gen_ai.request.model', 'gen_ai.usage.input_tokens']),
  )
})

test('a tool belongs to the execution it ran in', () => {
  const tool = span('execute_tool write_file')
  const parent = spans.find(each => each.spanId === tool.parentSpanId)
  expect([parent?.name, parent?.traceId]).toEqual(['invoke_agent reasoning', tool.traceId])
})

test('nothing that a person or an agent wrote is in them', () => {
  expect(bodies.join('')).not.toContain(SECRET_NAME)
})
