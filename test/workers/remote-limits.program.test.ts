import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Principal } from '../../src/contracts/principal.ts'
import { connectWorker } from '../../src/sdk/worker/worker.ts'
import { type AgentDefinition, type AgentLimits, defineAgent } from '../../src/soulgate.ts'
import { startTestServer } from '../../src/surfaces/api/test-server.ts'

const ADMIN: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
type Order = { readonly n: number; readonly customer: string }

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const item of open.splice(0).reverse()) await item.close()
})

/** A server with one remote worker that carries the agents. */
async function withWorker(agents: readonly AgentDefinition[]) {
  const server = await startTestServer()
  open.push(server)
  const names = agents.map(({ name }) => name)
  const made = await server.soulgate.access.createToken(ADMIN, {
    ...{ name: 'desk', role: 'worker', agents: names },
  })
  if (made.refused) throw new Error(made.detail)
  const worker = connectWorker({ url: server.served.url, token: made.token, agents })
  open.push(worker)
  await worker.ready
  return server.soulgate
}

/**
 * The first runs work until so many of them work at once, and all a moment longer, so that one too many is seen; `most` are
 * those at once, in all and of one customer.
 */
function desk(limits: AgentLimits<Order>, together = 1) {
  const most = { all: 0, customer: 0 }
  const working: string[] = []
  const began: number[] = []
  const agent = defineAgent({
    ...{ name: 'desk', input: z.object({ n: z.number(), customer: z.string() }), limits },
    run: async (context, { n, customer }) => {
      await context.step('work', async () => {
        began.push(performance.now())
        working.push(customer)
        most.all = Math.max(most.all, working.length)
        most.customer = Math.max(most.customer, working.filter(other => other === customer).length)
        do await new Promise(resolve => setTimeout(resolve, 60))
        while (most.all < together)
        working.splice(working.indexOf(customer), 1)
      })
      return n
    },
  })
  return { agent, most, began }
}

async function runMany(limits: AgentLimits<Order>, customers: readonly string[], together?: number) {
  const { agent, most, began } = desk(limits, together)
  const soulgate = await withWorker([agent])
  const runs = await Promise.all(customers.map((customer, n) => soulgate.start(agent, { n, customer })))
  for (const [n, run] of runs.entries())
    expect(await run.result()).toEqual({ status: 'completed', output: n })
  return { most, began }
}

it('runs no more at once on a remote worker than its agent allows', async () => {
  expect((await runMany({ concurrency: 2 }, ['a', 'b', 'c', 'd', 'e'], 2)).most.all).toBe(2)
}, 60_000)

it('runs one at a time on a remote worker for each value of the field that its agent names', async () => {
  const customers = ['a', 'a', 'b', 'a', 'b', 'b']
  const { most } = await runMany({ perKey: { key: 'customer' } }, customers, 2)
  expect(most).toEqual({ all: 2, customer: 1 })
}, 60_000)

it('begins no more on a remote worker in a stretch of time than its agent allows', async () => {
  const { began } = await runMany({ rate: { limit: 2, period: { seconds: 2 } } }, ['a', 'b', 'c'])
  expect((began[2] ?? 0) - (began[0] ?? 0)).toBeGreaterThan(1_500)
}, 60_000)

it('cancels a run of a remote worker that is not done at its deadline', async () => {
  const agent = defineAgent({
    ...{ name: 'slow', input: z.object({}), limits: { deadline: { seconds: 1 } } },
    run: context => context.receive('never'),
  })
  const run = await (await withWorker([agent])).start(agent, {})
  expect(await run.result()).toMatchObject({ status: 'cancelled' })
}, 60_000)

it('tries steps of a remote worker again as its agent says once for all of them', async () => {
  let tries = 0
  const agent = defineAgent({
    ...{ name: 'patient', input: z.object({}) },
    steps: { retry: { maxAttempts: 3, initialInterval: { milliseconds: 10 } } },
    run: context =>
      context.step('look', () => {
        tries += 1
        if (tries < 3) throw new TypeError('not yet')
        return tries
      }),
  })
  const run = await (await withWorker([agent])).start(agent, {})
  expect(await run.result()).toEqual({ status: 'completed', output: 3 })
}, 60_000)

it('refuses to carry an agent whose limit is a function, which the server cannot call', () => {
  const { agent } = desk({ perKey: { key: ({ customer }) => customer } })
  const options = { url: 'http://127.0.0.1:1', token: 'x', agents: [agent] }
  expect(() => connectWorker(options)).toThrow(/Name a field of its input/)
})

it('sends its token in the clear to no other machine, unless it is told that the network is safe', async () => {
  const sent: string[] = []
  const fetch = async (url: string) => {
    sent.push(url)
    return new Response('{}', { status: 403 })
  }
  const options = { url: 'http://soulgate.example', token: 'x', agents: [desk({}).agent], fetch }
  expect(() => connectWorker(options)).toThrow(/plain http.*Use https/)
  expect(() => connectWorker({ ...options, url: 'ftp://soulgate.example' })).toThrow(/no address of a server/)
  expect(sent).toEqual([])
  await connectWorker({ ...options, allowPlainHttp: true }).stopped
  expect(sent).toEqual(['http://soulgate.example/api/worker/sessions'])
})

it('says of what the protocol does not carry that it does not, at the line that calls it', async () => {
  const agent = defineAgent({
    name: 'careful',
    input: z.object({}),
    run: async context => {
      const said = async (work: () => unknown) => {
        try {
          return await work()
        } catch (error) {
          return String(error)
        }
      }
      const document = { subject: { document: {} }, why: 'It reaches far.' }
      return [
        await said(() => context.propose([{ tool: 'read_file', input: { path: 'a' } }])),
        await said(() => context.standardGate('checkpoint', document)),
        await said(() => context.emit('final_plan', { plan: {} })),
        await said(() => context.step('ask', () => 1, { kind: 'model' })),
        await said(() => context.step('ask', () => 1, { usage: () => ({ costUsd: 1 }) })),
      ]
    },
  })
  const run = await (await withWorker([agent])).start(agent, {})
  const refused = (what: RegExp) =>
    expect.stringMatching(
      new RegExp(`${what.source}.*which a worker cannot tell. Run this agent in the program`),
    )
  expect(await run.result()).toEqual({
    status: 'completed',
    output: [
      refused(/`propose`/),
      refused(/standard type checkpoint/),
      refused(/event of type final_plan/),
      refused(/`kind`/),
      refused(/`usage`/),
    ],
  })
}, 60_000)
