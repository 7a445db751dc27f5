import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approve,
  approveEdited,
  ignore,
  openTestSoulgate,
  reject,
  steer,
  type TestSoulgate,
} from '../testing/testing.ts'
import { CallNotRun, createSoulgateClient, type GatePolicy, gated, OutcomeUnknown, runGated } from './sdk.ts'
import { pause } from './stream.ts'

let world: TestSoulgate
beforeAll(async () => {
  world = await openTestSoulgate()
})
afterAll(() => world.close())

const DECLARED = {
  description: 'Send money back to a customer.',
  input_schema: {
    type: 'object',
    properties: { customer: { type: 'string' }, amount: { type: 'number' } },
    required: ['customer', 'amount'],
  },
}

function refunds() {
  const ran: { customer: string; amount: number }[] = []
  const refund = async (args: { customer: string; amount: number }) => {
    ran.push(args)
    return { refunded: args.amount }
  }
  const behind = (policy: Partial<GatePolicy<[{ customer: string; amount: number }]>> = {}) =>
    gated(refund, { soulgate: world.client, name: 'refund', declare: DECLARED, ...policy })
  return { ran, behind }
}

const TWENTY = { customer: 'c_1', amount: 20 }

describe('a gated function', () => {
  test('waits for a person, runs once with what was approved, and reports its result', async () => {
    const { ran, behind } = refunds()
    const refund = behind()
    const result = refund(TWENTY)
    const gate = await world.reviewer.waitForGate()
    expect(gate.subject).toMatchObject({ tool_calls: [{ tool: 'refund', arguments: TWENTY }] })
    expect(ran).toEqual([])
    await world.reviewer.answer(gate, approve())
    expect(await result).toEqual({ refunded: 20 })
    expect(ran).toEqual([TWENTY])
    const callId = 'tool_calls' in gate.subject ? (gate.subject.tool_calls[0]?.call_id ?? '') : ''
    expect(await world.client.calls.get(callId)).toMatchObject({
      status: 'succeeded',
      result: { success: true, output: { refunded: 20 } },
    })
  })

  test('whose effect nobody knows is not reported as either, and not run again under its key', async () => {
    const { reviewer, client } = world
    const call = { tool: 'refund', arguments: TWENTY }
    const attempts: unknown[] = []
    const ask = () =>
      runGated(client, call, {
        idempotencyKey: 'in-doubt',
        run: args => {
          attempts.push(args)
          throw new OutcomeUnknown('the bank hung up.')
        },
      })
    const first = ask()
    await reviewer.answer(await reviewer.waitForGate(), approve())
    const outcome = await first
    expect(outcome).toMatchObject({ status: 'unknown', message: expect.stringContaining('the bank hung up') })
    expect(await client.calls.get(outcome.call_id ?? '')).toMatchObject({ status: 'started' })
    expect(await ask()).toMatchObject({ status: 'unknown' })
    expect(attempts).toHaveLength(1)
  })

  test('runs with the arguments of the reviewer, and says that they were changed', async () => {
    const { ran, behind } = refunds()
    world.reviewer.script(approveEdited({ amount: 5 }))
    const outcome = await behind().ask(TWENTY)
    expect(outcome).toMatchObject({
      status: 'succeeded',
      edited: true,
      output: { refunded: 5 },
      arguments: { customer: 'c_1', amount: 5 },
    })
    expect(ran).toEqual([{ customer: 'c_1', amount: 5 }])
  })

  test('is not run when a person says no or says what to do instead; the asker can read why', async () => {
    const { ran, behind } = refunds()
    world.reviewer.script(reject('She was refunded yesterday.'), steer('Offer a voucher.'))
    const rejected = behind()(TWENTY)
    await expect(rejected).rejects.toThrow('She was refunded yesterday.')
    await expect(rejected).rejects.toBeInstanceOf(CallNotRun)
    const steered = await behind().ask(TWENTY)
    expect(steered).toMatchObject({ status: 'steered', instructions: 'Offer a voucher.' })
    expect(steered.message).toContain('Offer a voucher.')
    expect(ran).toEqual([])
  })

  test('says what people said as a sentence of its own', async () => {
    const { behind } = refunds()
    world.reviewer.script(reject('no'), steer('Ask the customer'))
    expect((await behind().ask(TWENTY)).message).toMatch(/They said: no\. Do not try the same again\.$/)
    expect((await behind().ask(TWENTY)).message).toMatch(/asks for this instead: Ask the customer\.$/)
  })

  test('is refused by a guideline without anybody being asked', async () => {
    const { ran, behind } = refunds()
    const admin = world.clientOf('admin')
    const rule = await admin.guardrails.create({
      name: 'no refunds today',
      category: 'custom',
      condition: { tools: ['refund'] },
      action: { type: 'tool_restriction', tools_denied: ['refund'] },
    })
    const before = world.reviewer.seen.length
    const outcome = await behind().ask(TWENTY)
    expect(outcome).toMatchObject({ status: 'denied', why: [{ source: 'guardrail' }] })
    expect(world.reviewer.seen).toHaveLength(before)
    expect(ran).toEqual([])
    await admin.guardrails.remove(rule.id)
  })

  test('names the argument that does not fit', async () => {
    const { behind } = refunds()
    const loose = behind() as unknown as { ask(args: object): Promise<unknown> }
    expect(await loose.ask({ customer: 'c_1', amount: 'much' })).toMatchObject({
      status: 'invalid',
      errors: [{ field: 'arguments.amount' }],
    })
    await expect(loose.ask({ when: new Date() })).rejects.toThrow('the argument.when')
  })

  test('gives the error of a tool that failed, and the audit has it', async () => {
    world.reviewer.script(approve())
    const fail = gated(
      function break_it() {
        throw new RangeError('no such customer')
      },
      { soulgate: world.client },
    )
    await expect(fail({})).rejects.toThrow(RangeError)
  })

  test('takes functions of several arguments by the names that they are given', async () => {
    world.reviewer.script(approveEdited({ amount: 7 }))
    const pay = gated((to: string, amount: number) => `${to}:${amount}`, {
      ...{ soulgate: world.client, name: 'pay', parameters: ['to', 'amount'] },
    })
    expect(await pay('ada', 100)).toBe('ada:7')
  })

  test('is released at once, without a gate, when a reviewer has confirmed that it only reads', async () => {
    const declare = {
      description: 'Count things.',
      annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
      reversibility: 'read_only' as const,
    }
    const count = gated(() => 3, { soulgate: world.client, name: 'count_things', declare })
    world.reviewer.script(approve())
    await count({})
    const seen = world.reviewer.seen.length
    const { definition_hash } = await world.client.tools.get('count_things')
    await world.clientOf('reviewer').tools.confirm('count_things', { definition_hash })
    expect(await count({})).toBe(3)
    expect(world.reviewer.seen).toHaveLength(seen)
  })
})

test.each([
  [
    'harmless',
    {
      reversibility: 'read_only',
      annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
    },
  ],
  ['another act', { display: { act: 'Look at the account of {to}' } }],
] as const)('a gated function does not run as what another key declared in its name (as %s), confirmed or not', async (what, forged) => {
  const admin = world.clientOf('admin')
  const { token } = await admin.tokens.create({ name: `forger-${what.length}`, role: 'agent' })
  const forger = createSoulgateClient({ baseUrl: world.url, token })
  const name = `wire_as_${what.replace(' ', '_')}`
  const input_schema = { type: 'object', properties: { to: { type: 'string' } } }
  const honest = {
    annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
  }
  const declaration = { name, description: 'Send money.', input_schema }
  const { definition_hash } = await forger.tools.declare({
    ...{ ...declaration, ...honest, reversibility: 'irreversible', prerequisites: [], produces: [] },
    ...forged,
  })
  const ran: unknown[] = []
  const wire = () =>
    gated((args: object) => void ran.push(args), {
      ...{ soulgate: createSoulgateClient({ baseUrl: world.url, token: world.agentKey }), name },
      declare: { description: declaration.description, input_schema },
    })({ to: 'c7' })
  await expect(wire()).rejects.toThrow('declared by another agent')
  await world.clientOf('reviewer').tools.confirm(name, { definition_hash })
  await expect(wire()).rejects.toThrow('declared by another agent')
  expect(ran).toEqual([])
})

describe('time', () => {
  test('a call that nobody answers for seven days has not run, and that takes no seven days', async () => {
    const slow = await openTestSoulgate({ settings: { gate_ttl_seconds: 7 * 86_400 } })
    const ran: unknown[] = []
    const asked = gated((args: object) => ran.push(args), { soulgate: slow.client, name: 'wipe' }).ask({})
    slow.reviewer.script(ignore())
    await slow.reviewer.waitForGate()
    await slow.advance({ days: 6, hours: 23 })
    expect((await slow.client.gates.list({ status: 'pending' })).items).toHaveLength(1)
    await slow.advance({ hours: 1 })
    expect(await asked).toMatchObject({ status: 'expired' })
    const again = gated((args: object) => ran.push(args), { soulgate: slow.client, name: 'wipe' }).ask({})
    slow.reviewer.script(ignore())
    await slow.reviewer.waitForGate()
    await slow.advance({ days: 7 })
    expect(await again).toMatchObject({ status: 'expired' })
    expect(ran).toEqual([])
    await slow.close()
  })

  test('a caller that waits only so long is told that it still waits, and goes on under the same key', async () => {
    const { ran, behind } = refunds()
    const policy = { idempotencyKey: () => 'order-7' }
    const first = await behind({ ...policy, waitMs: 0 }).ask(TWENTY)
    expect(first).toMatchObject({ status: 'pending' })
    const gate = await world.reviewer.waitForGate()
    await world.reviewer.answer(gate, approve())
    const second = await behind(policy).ask(TWENTY)
    expect(second).toMatchObject({ status: 'succeeded', repeated: false, gate_id: gate.gate_id })
    // A third life finds that it was run, and what it gave.
    const third = await behind(policy).ask(TWENTY)
    expect(third).toMatchObject({ status: 'succeeded', repeated: true, output: { refunded: 20 } })
    expect(ran).toEqual([TWENTY])
  })

  test('what an earlier life began and never reported is unknown and not run again', async () => {
    const { ran, behind } = refunds()
    world.reviewer.script(approve())
    const call = { tool: 'refund', arguments: TWENTY }
    const asked = await world.client.calls.propose(call, 'order-8')
    const gate = await world.client.gates.wait(asked.gate?.gate_id ?? '', 10)
    const grant = gate.grants?.[0]
    await world.client.grants.consume(grant?.grant_id ?? '', grant?.digest ?? '')
    const policy = { idempotencyKey: () => 'order-8' }
    expect(await behind({ ...policy, patienceMs: 100 }).ask(TWENTY)).toMatchObject({ status: 'unknown' })
    // It lives after all, and reports while somebody waits for it.
    const waiting = behind(policy).ask(TWENTY)
    await world.client.grants.result(grant?.grant_id ?? '', { success: true, output: { refunded: 20 } })
    expect(await waiting).toMatchObject({ status: 'succeeded', repeated: true, output: { refunded: 20 } })
    expect(ran).toEqual([])
  })

  test('asked for three times at once under one key runs once, and all three get its result', async () => {
    const ends = Promise.withResolvers<void>()
    let runs = 0
    const slow = gated(
      async (args: { amount: number; customer: string }) => {
        runs += 1
        await ends.promise
        return { refunded: args.amount }
      },
      { soulgate: world.client, name: 'refund', idempotencyKey: () => 'order-10', patienceMs: 300 },
    )
    world.reviewer.script(approve())
    const asked = [slow.ask(TWENTY), slow.ask(TWENTY), slow.ask(TWENTY)]
    const early = await Promise.race([...asked, pause(600, undefined)])
    ends.resolve()
    expect(early).toBeUndefined()
    const outcomes = await Promise.all(asked)
    expect(outcomes.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(runs).toBe(1)
  })

  test('a grant that died while its holder was away is asked for anew', async () => {
    const { ran, behind } = refunds()
    const policy = { idempotencyKey: () => 'order-9' }
    await behind({ ...policy, waitMs: 0 }).ask(TWENTY)
    await world.reviewer.answer(await world.reviewer.waitForGate(), approve())
    await world.advance({ hours: 1 })
    world.reviewer.script(approve())
    expect(await behind(policy).ask(TWENTY)).toMatchObject({ status: 'succeeded', repeated: false })
    expect(ran).toEqual([TWENTY])
  })

  test('waiting ends when the caller gives up; nothing has run', async () => {
    const { ran, behind } = refunds()
    const giveUp = new AbortController()
    const asked = behind({ signal: giveUp.signal }).ask(TWENTY)
    await world.reviewer.waitForGate()
    giveUp.abort(new Error('shutting down'))
    await expect(asked).rejects.toThrow('shutting down')
    expect(ran).toEqual([])
  })
})

describe('a server that is away', () => {
  test('lets nothing run', async () => {
    const ran: unknown[] = []
    const soulgate = createSoulgateClient({ baseUrl: 'http://127.0.0.1:1', token: 'x' })
    const wipe = gated(() => ran.push(1), { soulgate, name: 'wipe', patienceMs: 0 })
    await expect(wipe({})).rejects.toMatchObject({ code: 'unreachable' })
    expect(ran).toEqual([])
  })

  test('is asked again until it is back, also while people are waited for', async () => {
    let isAway = false
    const soulgate = createSoulgateClient({
      ...{ baseUrl: world.url, token: world.agentKey },
      fetch: (url, init) => (isAway ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)),
    })
    const asked = runGated(
      soulgate,
      { tool: 'later', arguments: {} },
      { run: () => 'done', onGate: () => (isAway = true) },
    )
    const gate = await world.reviewer.waitForGate()
    await world.reviewer.answer(gate, approve())
    isAway = false
    expect(await asked).toMatchObject({ status: 'succeeded', output: 'done' })
  })

  test('is polled where events cannot be streamed', async () => {
    const soulgate = createSoulgateClient({
      ...{ baseUrl: world.url, token: world.agentKey },
      fetch: (url, init) =>
        url.includes('/events') ? Promise.resolve(new Response('no', { status: 403 })) : fetch(url, init),
    })
    const asked = gated(() => 'polled', { soulgate, name: 'poll_me' })({})
    await world.reviewer.answer(await world.reviewer.waitForGate(), approve())
    expect(await asked).toBe('polled')
  })
})
