import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type AgentDefinition,
  defineAgent,
  defineTool,
  type ToolDefinition,
} from '../../src/agents/agents.ts'
import type { JsonValue } from '../../src/contracts/json-value.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { createSoulgateClient } from '../../src/sdk/sdk.ts'
import { type ConnectedWorker, connectWorker } from '../../src/sdk/worker/worker.ts'
import type { Soulgate } from '../../src/soulgate.ts'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'

const ADMIN: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const Order = z.object({ id: z.string(), customer: z.string() })

interface Desk {
  readonly paid: { readonly key: string; readonly amount: number }[]
  readonly refund: ToolDefinition<{ customer: string; amount: number }, { receipt: string }>
  readonly refunds: AgentDefinition
}

function refundDesk(description = 'Send money back to a customer.'): Desk {
  const paid: { key: string; amount: number }[] = []
  const refund = defineTool({
    ...{ name: 'refund', description, effect: 'irreversible' },
    input: z.object({ customer: z.string(), amount: z.number() }),
    execute: ({ amount }, { idempotencyKey }) => {
      paid.push({ key: idempotencyKey, amount })
      return { receipt: `r${paid.length}` }
    },
  })
  const refunds = defineAgent({
    ...{ name: 'refunds', input: Order },
    run: async (context, order) => {
      const [amount, at] = await context.all([
        context.step('find charge', () => 12),
        context.step('look at the clock', () => 7),
      ])
      const call = await context.call(refund, { customer: order.customer, amount }, { reason: 'It broke.' })
      if (call.status !== 'succeeded') return { refunded: false, note: call.status }
      await context.sleep({ milliseconds: 5 })
      context.emit({ refunded: amount })
      return { refunded: true, note: `${call.output.receipt} ${at} ${context.id('x').slice(0, 2)}` }
    },
  })
  return { paid, refund, refunds }
}

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const item of open.splice(0).reverse()) await item.close()
})

async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer(options)
  open.push(server)
  return server
}

async function workerToken({ soulgate }: TestServer, agents: readonly string[], name = 'desk') {
  const made = await soulgate.access.createToken(ADMIN, { name, role: 'worker', agents })
  if (made.refused) throw new Error(made.detail)
  return { token: made.token, id: made.entry.token_id }
}

function connect(
  { served }: TestServer,
  token: string,
  { refunds, refund }: Desk,
  fetch?: (url: string, init: RequestInit) => Promise<Response>,
): ConnectedWorker {
  const worker = connectWorker({
    ...{ url: served.url, token, agents: [refunds], tools: [refund] },
    ...(fetch === undefined ? {} : { fetch }),
  })
  open.push(worker)
  return worker
}

/** Approves whatever is asked, and says truly whether a call in doubt ran. */
async function drive(server: TestServer, runId: string, { paid }: Desk): Promise<{ doubts: number }> {
  const client = createSoulgateClient({ baseUrl: server.served.url, token: server.tokenOf('reviewer') })
  let doubts = 0
  for (let turn = 0; turn < 1_500; turn += 1) {
    const run = await client.runs.get(runId)
    if (['completed', 'failed', 'cancelled'].includes(run.status)) return { doubts }
    const { items } = await client.gates.list({ status: 'pending', limit: 50 })
    for (const gate of items) {
      const isDoubt = gate.type === 'unknown_outcome'
      if (isDoubt) doubts += 1
      await client.gates.viewed(gate.gate_id, gate.view_digest)
      const happened = {
        decision: 'answer',
        option_id: 'happened',
        option_input: { result: { receipt: 'r1' } },
      }
      const again = { decision: 'approve', option_id: 'run_again' }
      await client.gates.decide(gate.gate_id, {
        ...(isDoubt ? (paid.length > 0 ? happened : again) : { decision: 'approve' }),
        view_digest: gate.view_digest,
        ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
      } as never)
    }
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`Run ${runId} did not end: ${JSON.stringify(await client.runs.get(runId))}`)
}

const PERSON: Principal = { kind: 'person', id: 'person_reviewer', name: 'reviewer', role: 'reviewer' }

async function startRun(soulgate: Soulgate, agent: AgentDefinition): Promise<string> {
  return (await soulgate.start(agent, { id: 'o1', customer: 'c7' })).id
}

async function journalOf(soulgate: Soulgate, runId: string): Promise<JsonValue> {
  const answer = await soulgate.runs.steps(ADMIN, runId)
  if (answer.refused) throw new Error(answer.detail)
  return answer.steps.map(({ seq, name, kind, status, settled }) => [
    seq,
    name,
    kind,
    status,
    settled ?? null,
  ])
}

it('executes an agent on a worker beside the server, and writes the journal that it writes in process', async () => {
  const here = refundDesk()
  const there = refundDesk()
  const inProcess = await start({ agents: [here.refunds], tools: [here.refund] })
  const remote = await start()
  const { token } = await workerToken(remote, ['refunds'])
  const worker = connect(remote, token, there)
  expect((await worker.ready).map(({ name, status }) => [name, status])).toEqual([
    ['refund', 'carried'],
    ['refunds', 'carried'],
  ])

  const first = await startRun(inProcess.soulgate, here.refunds)
  const second = await startRun(remote.soulgate, there.refunds)
  await drive(inProcess, first, here)
  await drive(remote, second, there)

  const result = await remote.soulgate.run(there.refunds, second).result()
  expect(result).toEqual({ status: 'completed', output: { refunded: true, note: 'r1 7 x_' } })
  expect(await inProcess.soulgate.run(here.refunds, first).result()).toEqual(result)
  expect(await journalOf(remote.soulgate, second)).toEqual(await journalOf(inProcess.soulgate, first))
  expect(there.paid).toHaveLength(1)
}, 60_000)

it('takes a call back on the worker that carries its tool, under a key of its own', async () => {
  const server = await start()
  const { token } = await workerToken(server, ['labels'])
  const labels = new Set<string>()
  const undone: string[] = []
  const label = defineTool({
    ...{ name: 'label', description: 'Puts a label on a thing.', effect: 'reversible' },
    input: z.object({ text: z.string() }),
    execute: ({ text }) => {
      labels.add(text)
      return { text }
    },
    undo: ({ text }, { idempotencyKey }) => {
      undone.push(idempotencyKey)
      labels.delete(text)
    },
  })
  const agent = defineAgent({
    ...{ name: 'labels', input: Order },
    run: async (context, { id }) => (await context.call(label, { text: id }, { reason: 'New.' })).status,
  })
  const worker = connectWorker({ url: server.served.url, token, agents: [agent], tools: [label] })
  open.push(worker)
  await worker.ready
  const runId = await startRun(server.soulgate, agent)
  await drive(server, runId, refundDesk())
  expect([...labels]).toEqual(['o1'])
  const client = createSoulgateClient({ baseUrl: server.served.url, token: server.tokenOf('reviewer') })
  const [call] = (await client.runs.get(runId)).calls ?? []
  expect(await client.calls.undo(call?.call_id ?? '')).toMatchObject({ undone: [call?.call_id] })
  expect([...labels]).toEqual([])
  expect(undone).toEqual([`undo:${call?.call_id}`])
}, 60_000)

it('ends a run as if its worker had never died, at whichever message it dies', async () => {
  const told: number[] = []
  for (let kill = 1; kill <= 14; kill += 1) {
    const server = await start()
    const { token } = await workerToken(server, ['refunds'])
    const desk = refundDesk()
    const victim = mortal(kill)
    connect(server, token, desk, victim.fetch)
    victim.died.then(() => connect(server, token, desk))
    const runId = await startRunWhenKnown(server, desk)
    const { doubts } = await drive(server, runId, desk)
    told.push(doubts)
    const run = await server.soulgate.run(desk.refunds, runId).result()
    expect(run, `killed at ${kill}`).toMatchObject({ status: 'completed' })
    expect(desk.paid, `killed at ${kill}`).toHaveLength(1)
    const { events } = (await server.soulgate.runs.events(ADMIN, runId, 0, 500)) as {
      events: readonly { type: string }[]
    }
    const consumed = events.filter(({ type }) => type === 'grant_consumed').length
    expect(consumed, `killed at ${kill}`).toBeGreaterThanOrEqual(1)
    for (const item of open.splice(0).reverse()) await item.close()
  }
  expect(told.length).toBe(14)
}, 180_000)

/** A worker’s network until its nth request; then the process is gone, and the server is told as if by silence. */
function mortal(kill: number) {
  const death = Promise.withResolvers<void>()
  let requests = 0
  let isDead = false
  let session: { url: string; headers: RequestInit['headers'] } | undefined
  const die = async (): Promise<void> => {
    isDead = true
    if (session)
      await fetch(session.url, { method: 'DELETE', ...(session.headers ? { headers: session.headers } : {}) })
    death.resolve()
  }
  return {
    died: death.promise,
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      if (isDead) return silence(init)
      requests += 1
      const isLast = requests === kill
      const isSent = isLast && kill % 2 === 0
      if (url.includes('/exchange')) session = { url: url.replace('/exchange', ''), headers: init.headers }
      if (isLast && !isSent) {
        await die()
        return silence(init)
      }
      const response = await fetch(url, init)
      if (!isSent) return response
      await die()
      return silence(init)
    },
  }
}

/** Nothing ever comes back to a process that is gone. */
function silence({ signal }: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(new Error('gone'))
    signal?.addEventListener('abort', () => reject(new Error('gone')), { once: true })
  })
}

it('sends again what a cut connection loses, and does nothing twice', async () => {
  const server = await start()
  const { token } = await workerToken(server, ['refunds'])
  const desk = refundDesk()
  let requests = 0
  connect(server, token, desk, async (url, init) => {
    requests += 1
    if (!url.includes('/exchange')) return fetch(url, init)
    if (requests % 3 === 0) throw new TypeError('the connection was cut on the way there')
    const response = await fetch(url, init)
    if (requests % 3 === 1) throw new TypeError('the connection was cut on the way back')
    return response
  })
  const runId = await startRunWhenKnown(server, desk)
  const { doubts } = await drive(server, runId, desk)
  expect(await server.soulgate.run(desk.refunds, runId).result()).toMatchObject({ status: 'completed' })
  expect({ doubts, paid: desk.paid.length }).toEqual({ doubts: 0, paid: 1 })
}, 60_000)

async function startRunWhenKnown({ soulgate }: TestServer, { refunds }: Desk): Promise<string> {
  for (;;) {
    if ((await soulgate.runs.agents()).some(({ name }) => name === 'refunds'))
      return startRun(soulgate, refunds)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

it('lets the token of a worker carry the agents that it names, and nothing else', async () => {
  const server = await start()
  const { token, id } = await workerToken(server, ['other'])
  const ask = async (method: string, path: string, body?: unknown, text?: string) => {
    const response = await fetch(`${server.served.url}${path}`, {
      ...{ method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
      ...(method === 'GET' ? {} : { body: text ?? JSON.stringify(body ?? {}) }),
    })
    return { status: response.status, body: JSON.parse((await response.text()) || '{}') }
  }
  for (const path of [
    '/api/runs',
    '/api/gates',
    '/api/tools',
    '/api/tokens',
    '/api/events',
    '/api/sessions',
    '/api/workers',
  ])
    expect((await ask('GET', path)).status, path).toBe(403)
  expect((await ask('POST', '/api/calls', { tool: 'refund', arguments: {} })).status).toBe(403)
  expect((await ask('POST', '/api/gates/gate_1/decide', { decision: 'approve' })).status).toBe(403)

  const hello = { protocol: 1, agents: [{ name: 'refunds', version: '1' }], tools: [] }
  const opened = await ask('POST', '/api/worker/sessions', hello)
  expect(opened.status).toBe(201)
  expect(opened.body.definitions).toMatchObject([{ name: 'refunds', status: 'refused' }])
  const exchange = `/api/worker/sessions/${opened.body.session_id}/exchange`
  const lease = { run_id: 'run_1', lease_token: 1 }
  const forged = await ask('POST', exchange, {
    ...{ received: 0, wait_ms: 0 },
    messages: [
      { seq: 1, type: 'operations', ...lease, operations: [{ operation: 1, kind: 'now' }] },
      { seq: 2, type: 'worked', ...lease, operation: 1, attempt: 1, answer: { ok: true, value: 1 } },
      { seq: 3, type: 'tool_result', task_id: 'task_1', outcome: { success: true, output: 1 } },
      {
        seq: 4,
        type: 'late_result',
        tool: 'refund',
        run_id: 'run_1',
        idempotency_key: 'k',
        outcome: { success: true, output: 1 },
      },
      { seq: 6, type: 'tool_result', task_id: 'task_1', outcome: { success: true, output: 1 } },
    ],
  })
  expect(forged.body.refused.map(({ code }: { code: string }) => code)).toEqual([
    ...['lease_lost', 'lease_lost', 'unknown_task', 'unknown_task', 'out_of_order'],
  ])
  expect((await ask('POST', exchange, undefined, '{"received":0,')).status).toBe(400)
  const gates = [{ seq: 5, type: 'gate_decided', gate_id: 'g', decision: 'approve' }]
  expect((await ask('POST', exchange, { received: 0, messages: gates, wait_ms: 0 })).status).toBe(400)
  expect(
    (await ask('POST', exchange, undefined, `{"received":0,"x":"${'a'.repeat(20_000_000)}"}`)).status,
  ).toBe(413)

  const waiting = ask('POST', exchange, { received: 0, messages: [], wait_ms: 8_000 })
  const startedAt = performance.now()
  await server.soulgate.access.revokeToken(ADMIN, id)
  expect((await waiting).status).toBe(404)
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  expect((await ask('POST', exchange, { received: 0, messages: [], wait_ms: 0 })).status).toBe(401)
}, 60_000)

it('leaves a changed definition to a person, and the name to the worker that brought it first', async () => {
  const server = await start()
  const { token } = await workerToken(server, ['refunds'])
  const { token: other } = await workerToken(server, ['refunds'], 'stranger')
  await connect(server, token, refundDesk()).ready
  expect(await connect(server, other, refundDesk()).ready).toMatchObject([
    { status: 'refused' },
    { status: 'refused' },
  ])
  const changed = await connect(server, token, refundDesk('Send all the money.')).ready
  expect(changed).toMatchObject([{ name: 'refund', status: 'waiting' }, { status: 'carried' }])
  const { definitions } = await server.soulgate.workers.list()
  const [waiting] = definitions.find(({ name }) => name === 'refund')?.waiting ?? []
  const about = { kind: 'tool', name: 'refund', definition_hash: waiting?.definition_hash ?? '' } as const
  expect(await server.soulgate.workers.confirm({ ...PERSON, role: 'member' }, about)).toMatchObject({
    code: 'forbidden',
  })
  expect(await server.soulgate.workers.confirm(PERSON, about)).toMatchObject({ definition: { waiting: [] } })
  const { workers } = await server.soulgate.workers.list()
  expect(workers.flatMap(item => item.definitions).filter(({ status }) => status === 'waiting')).toEqual([])
}, 60_000)
