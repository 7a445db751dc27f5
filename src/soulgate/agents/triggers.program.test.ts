import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { ORDERS, REFUND, refunds, SECRET, signed, watched } from '../../../test/soulgate/triggers-fixture.ts'
import { defineAgent, onEvent, webhook } from '../../agents/agents.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefused } from '../../sdk/sdk.ts'
import { openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'

const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const open: TestSoulgate[] = []
afterEach(async () => {
  for (const test of open.splice(0)) await test.close()
})

async function start(soulgate: object, secret: string | null = SECRET): Promise<TestSoulgate> {
  const test = await openTestSoulgate({ soulgate })
  open.push(test)
  if (secret === null) return test
  for (const { agent, name, source } of await test.clientOf('viewer').triggers.list())
    if (source.type === 'webhook') await test.clientOf('admin').triggers.putSecret({ agent, name }, secret)
  return test
}

const Answer = z.looseObject({ run_id: z.string().optional(), detail: z.string().optional() })

interface Sent {
  readonly id?: string
  readonly secret?: string
  readonly late?: number
  readonly to?: string
}

async function post(
  test: TestSoulgate,
  body: unknown,
  { late = 0, to = 'refunds/orders', ...rest }: Sent = {},
) {
  const atMs = test.now().getTime() - late
  const init = { method: 'POST', ...signed(body, { ...rest, atMs }) }
  const answer = await fetch(`${test.url}/api/triggers/${to}/webhook`, init)
  return { status: answer.status, body: Answer.parse(await answer.json()) }
}

async function runsOf(test: TestSoulgate, agent?: string) {
  const { items } = await test.clientOf('viewer').runs.list({ kind: 'agent', limit: 200 })
  return items.filter(run => agent === undefined || run.agent === agent).toReversed()
}

/** Lets everything go on that needs no time, then one pass of the triggers. */
async function settle(test: TestSoulgate, passes = 1): Promise<void> {
  for (let pass = 0; pass < passes; pass += 1) {
    for (let turn = 0; turn < 100; turn += 1) await new Promise(resolve => setImmediate(resolve))
    await test.advance({ seconds: 1 })
  }
}

it('starts one run for each id of a signed delivery; what it says is data, and its call is held', async () => {
  const test = await start(refunds())
  const first = await post(test, REFUND)
  expect(first).toMatchObject({ status: 202, body: { status: 'started' } })
  expect(await post(test, REFUND)).toMatchObject({
    status: 200,
    body: { status: 'duplicate', run_id: first.body.run_id },
  })
  const second = await post(test, { ...REFUND, order: 'o2' }, { id: 'msg_2' })
  expect(second.body.run_id).not.toBe(first.body.run_id)
  await settle(test)
  const runs = await runsOf(test)
  expect(runs.map(({ run_id }) => run_id)).toEqual([first.body.run_id, second.body.run_id])
  expect(runs[0]).toMatchObject({
    trigger_source: 'webhook',
    asked_by: 'agent',
    on_behalf_of: 'system:trigger:refunds/orders',
    status: 'waiting_input',
    input: { order: 'o1', to: 'ana@example.com' },
  })
  const { items } = await test.clientOf('reviewer').gates.list({ status: 'pending' })
  expect(items).toHaveLength(2)
  expect(items[0]?.why_held.map(({ source }) => source)).toContain('provenance')
  expect(await test.clientOf('viewer').triggers.list()).toMatchObject([
    {
      ...ORDERS,
      has_secret: true,
      last_run_id: second.body.run_id,
      path: '/api/triggers/refunds/orders/webhook',
    },
  ])
})

it('answers every request that is not verified alike, and starts nothing', async () => {
  const test = await start(refunds())
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const attempts = [
    await post(test, REFUND, { secret: other }),
    await post(test, REFUND, { late: 301_000 }),
    await post(test, REFUND, { to: 'refunds/nothing' }),
    await post(test, REFUND, { to: 'nobody/orders' }),
  ]
  const unsigned = await fetch(`${test.url}/api/triggers/refunds/orders/webhook`, {
    method: 'POST',
    body: '{}',
  })
  attempts.push({ status: unsigned.status, body: Answer.parse(await unsigned.json()) })
  const paused = await test.clientOf('reviewer').triggers.pause(ORDERS)
  expect(isRefused(paused)).toBe(false)
  attempts.push(await post(test, REFUND))
  for (const { status, body } of attempts) {
    const { instance: _place, ...said } = body
    expect([status, said]).toEqual([401, { ...said, code: 'webhook_not_verified' }])
    expect(said.detail).toBe(attempts[0]?.body.detail)
  }
  expect(await runsOf(test)).toEqual([])
  await test.clientOf('reviewer').triggers.resume(ORDERS)
  expect((await post(test, REFUND)).status).toBe(202)
})

it('takes nothing before an admin stored a secret, and shows one that it made once', async () => {
  const test = await start(refunds(), null)
  expect((await post(test, REFUND)).status).toBe(401)
  expect(await test.clientOf('viewer').triggers.list()).toMatchObject([{ has_secret: false }])
  for (const role of ['viewer', 'member', 'reviewer'] as const)
    await expect(test.clientOf(role).triggers.putSecret(ORDERS)).rejects.toMatchObject({ status: 403 })
  const made = await test.clientOf('admin').triggers.putSecret(ORDERS)
  if (isRefused(made)) throw new Error(made.problem.detail)
  const secret = made.secret ?? ''
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32)
  expect((await post(test, REFUND, { secret })).status).toBe(202)
  await test.clientOf('admin').triggers.putSecret(ORDERS, SECRET)
  expect((await post(test, REFUND, { secret, id: 'msg_2' })).status).toBe(401)
  expect((await post(test, REFUND, { id: 'msg_2' })).status).toBe(202)
  await expect(
    test.clientOf('admin').triggers.putSecret(ORDERS, 'whsec_!!!!!!!!!!!!!!!!!!!!'),
  ).rejects.toMatchObject({ code: 'invalid' })
  const events = await test.soulgate.audit.search(SYSTEM, { types: ['trigger_changed'] }, { limit: 10 })
  expect(events.items).toHaveLength(2)
  expect(JSON.stringify(events.items)).not.toContain(secret.slice(6))
})

it('shows no trigger to an agent’s key, and lets it change none', async () => {
  const test = await start(refunds())
  await expect(test.client.triggers.list()).rejects.toMatchObject({ status: 403 })
  await expect(test.client.triggers.pause(ORDERS)).rejects.toMatchObject({ status: 403 })
  await expect(test.client.triggers.putSecret(ORDERS)).rejects.toMatchObject({ status: 403 })
  await expect(test.clientOf('member').triggers.pause(ORDERS)).rejects.toMatchObject({ status: 403 })
})

it('says 400 to a signed delivery that does not fit, starts nothing for one that is ignored, and reads no more than 1 MiB', async () => {
  const test = await start(refunds())
  const unfit = await post(test, { type: 'refund', order: 7, to: 'ana@example.com' })
  expect(unfit).toMatchObject({
    status: 400,
    body: { code: 'invalid', detail: expect.stringContaining('order') },
  })
  expect((await post(test, 'no json')).status).toBe(400)
  expect(await post(test, { ...REFUND, type: 'ping' })).toMatchObject({
    status: 200,
    body: { status: 'ignored' },
  })
  expect((await post(test, { ...REFUND, order: 'x'.repeat(1_100_000) })).status).toBe(413)
  expect(await runsOf(test)).toEqual([])
  const [trigger] = await test.clientOf('viewer').triggers.list()
  expect(trigger?.last_error).toContain('A signed delivery was refused')
  expect((await post(test, REFUND)).status).toBe(202)
})

it('takes what GitHub and Stripe sign, each delivery once', async () => {
  const secret = 'a secret that both sides know'
  const agent = defineAgent({
    name: 'hooks',
    input: z.object({ id: z.string() }),
    triggers: { github: webhook({ signature: 'github' }), stripe: webhook({ signature: 'stripe' }) },
    run: async (_context, { id }) => id,
  })
  const test = await start({ agents: [agent] }, secret)
  const body = '{"id":"evt_1"}'
  const hex = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const send = async (name: string, headers: Record<string, string>) =>
    (await fetch(`${test.url}/api/triggers/hooks/${name}/webhook`, { method: 'POST', body, headers })).status
  const github = { 'x-hub-signature-256': `sha256=${hex(body)}` }
  expect([
    await send('github', github),
    await send('github', { ...github, 'x-github-delivery': 'again' }),
  ]).toEqual([202, 200])
  const t = Math.floor(test.now().getTime() / 1000)
  const stripe = (at: number) => ({ 'stripe-signature': `t=${at},v1=${hex(`${at}.${body}`)}` })
  expect([await send('stripe', stripe(t)), await send('stripe', stripe(t - 1))]).toEqual([202, 200])
  expect(await send('github', stripe(t))).toBe(401)
  await settle(test)
  expect(await runsOf(test)).toHaveLength(2)
})

it('remembers over a restart which deliveries it took, and forgets a trigger that the configuration has no more', async () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-triggers-'))
  const home = { home: join(root, 'home'), storePath: join(root, 'soulgate.db') }
  try {
    const before = await openTestSoulgate({ soulgate: { ...refunds(), ...home } })
    await before.clientOf('admin').triggers.putSecret(ORDERS, SECRET)
    const first = await post(before, REFUND)
    await before.clientOf('reviewer').triggers.pause(ORDERS)
    await before.close()
    const after = await openTestSoulgate({ soulgate: { ...refunds(), ...home } })
    expect((await post(after, REFUND)).status).toBe(401)
    await after.soulgate.triggers.setStatus(SYSTEM, ORDERS, 'active')
    expect(await post(after, REFUND)).toMatchObject({
      status: 200,
      body: { status: 'duplicate', run_id: first.body.run_id },
    })
    await after.close()
    const without = await openTestSoulgate({ soulgate: { ...refunds({}), ...home } })
    expect(await without.soulgate.triggers.list()).toEqual([])
    expect((await post(without, REFUND, { id: 'msg_2' })).status).toBe(401)
    await without.close()
    const back = await openTestSoulgate({ soulgate: { ...refunds(), ...home } })
    expect((await post(back, REFUND, { id: 'msg_2' })).status).toBe(202)
    await back.close()
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

it('starts one run for each event of the agent that it listens to, with what came of that run', async () => {
  const test = await start({ agents: watched() })
  const started = []
  for (const n of [1, 2, 3]) started.push(await test.clientOf('reviewer').start('first', { n }))
  await settle(test, 3)
  const runs = await runsOf(test, 'second')
  expect(runs.map(({ input }) => Object(input).after).toSorted()).toEqual(
    started.map(({ id }) => id).toSorted(),
  )
  expect(runs[0]).toMatchObject({ trigger_source: 'event', asked_by: 'agent', status: 'completed' })
  expect(new Set(runs.map(({ input }) => Object(input).output.n))).toEqual(new Set([1, 2, 3]))
  const ended = { agent: 'second', name: 'ended' }
  await test.clientOf('reviewer').triggers.pause(ended)
  await test.clientOf('reviewer').start('first', { n: 4 })
  await settle(test, 2)
  await test.clientOf('reviewer').triggers.resume(ended)
  await test.clientOf('reviewer').start('first', { n: 5 })
  await settle(test, 3)
  expect((await runsOf(test, 'second')).map(({ input }) => Object(input).output.n)).toHaveLength(4)
})

it('lets no agent start itself, and ends a circle of agents that start each other', async () => {
  const named = (name: string, other: string) =>
    defineAgent({
      name,
      input: z.object({}),
      triggers: { again: onEvent('run_completed', { agent: other, input: () => ({}) }) },
      run: async () => null,
    })
  expect(() => named('ping', 'ping')).toThrow(/its own runs without end/)
  const listener = defineAgent({
    name: 'listener',
    input: z.object({}),
    triggers: { all: onEvent('run_completed', { input: () => ({}) }) },
    run: async () => null,
  })
  const test = await start({ agents: [named('ping', 'pong'), named('pong', 'ping')] })
  await test.clientOf('reviewer').start('ping', {})
  await settle(test, 25)
  expect(await runsOf(test)).toHaveLength(9)
  const errors = (await test.clientOf('viewer').triggers.list()).map(({ last_error }) => last_error ?? '')
  expect(errors.join()).toContain('8 runs led to it')
  const alone = await start({ agents: [listener] })
  await alone.clientOf('reviewer').start('listener', {})
  await settle(alone, 4)
  expect(await runsOf(alone)).toHaveLength(1)
})

it('writes down why an event started nothing, and goes on with the next', async () => {
  const [first] = watched()
  const second = defineAgent({
    name: 'second',
    input: z.object({ n: z.number() }),
    triggers: {
      ended: onEvent('run_completed', {
        input: ({ run }) => {
          const { n } = Object(run?.output)
          if (n === 1) throw new Error('no ones here')
          return { n: n === 2 ? Object('two') : n }
        },
      }),
    },
    run: async () => null,
  })
  const test = await start({ agents: [first, second] })
  const errors: string[] = []
  for (const n of [1, 2, 3]) {
    await test.clientOf('reviewer').start('first', { n })
    await settle(test, 3)
    errors.push((await test.clientOf('viewer').triggers.list())[0]?.last_error ?? '')
  }
  expect(errors[0]).toContain('no ones here')
  expect(errors[1]).toContain('does not fit agent second')
  expect(errors[2]).toBe('')
  expect((await runsOf(test, 'second')).map(({ input }) => input)).toEqual([{ n: 3 }])
})

it('puts no more questions before people than a key may, loses no event over it, and tells a sender to come back', async () => {
  const { agents, tools } = refunds({
    orders: webhook({ payload: z.object({}), input: () => ({ order: 'o', to: 'ana@example.com' }) }),
    ended: onEvent('run_completed', {
      input: ({ run_id }) => ({ order: `${run_id}`, to: 'ana@example.com' }),
    }),
  })
  const idle = defineAgent({ name: 'idle', input: z.object({}), run: async () => null })
  const test = await start({ agents: [...agents, idle], tools })
  const { version } = await test.clientOf('admin').settings.get()
  const limits = { open_gates_per_key: 2, starts_per_second: 10_000 }
  await test.soulgate.settings.update(SYSTEM, { version, limits })
  for (let count = 0; count < 5; count += 1) {
    await (await test.client.start('idle', {})).result()
    await settle(test)
  }
  await settle(test, 3)
  const waiting = async () => (await test.clientOf('reviewer').gates.list({ status: 'pending' })).items
  expect(await waiting()).toHaveLength(2)
  const [, ended] = (await test.clientOf('viewer').triggers.list()).toSorted((a, b) =>
    a.name < b.name ? 1 : -1,
  )
  expect(ended?.last_error).toMatch(/2 questions before people already/)
  for (const { gate_id } of await waiting())
    await test.clientOf('reviewer').gates.decide(gate_id, { decision: 'reject' })
  await settle(test, 3)
  expect(await waiting()).toHaveLength(2)
  const gates = await waiting()
  expect(new Set(gates.map(({ session_id }) => session_id)).size).toBe(2)
  for (const { gate_id } of gates)
    await test.clientOf('reviewer').gates.decide(gate_id, { decision: 'reject' })
  await settle(test, 3)
  expect(await waiting()).toHaveLength(1)
  const sent = []
  for (const id of ['msg_1', 'msg_2', 'msg_3']) {
    sent.push((await post(test, {}, { id })).status)
    await settle(test)
  }
  expect(sent).toEqual([202, 202, 429])
  for (const { gate_id } of await waiting())
    await test.clientOf('reviewer').gates.decide(gate_id, { decision: 'reject' })
  await settle(test)
  expect((await post(test, {}, { id: 'msg_3' })).status).toBe(202)
})
