import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, defineTool } from '../../agents/agents.ts'
import type { Gate } from '../../contracts/gate.ts'
import { openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'

const refundOf = (simulate: (input: { amount: number }) => unknown) => {
  const refund = defineTool({
    ...{ name: 'refund', description: 'Sends money back.', effect: 'irreversible' },
    input: z.object({ amount: z.number() }),
    simulate,
    execute: () => ({ fee: 4 }),
  })
  const refunds = defineAgent({
    name: 'refunds',
    input: z.object({ amount: z.number() }),
    tools: [refund],
    run: async (context, { amount }) => (await context.call(refund, { amount })).status,
  })
  return { agents: [refunds], tools: [refund] }
}
const fees = refundOf(({ amount }) => ({ fee: amount / 4 }))

let desk: TestSoulgate
afterEach(() => desk.close())

async function ask(): Promise<Gate> {
  const { run_id } = await desk
    .clientOf('member')
    .runs.start({ ...{ kind: 'agent', agent: 'refunds' }, input: { amount: 100 } })
  const reviewer = desk.clientOf('reviewer')
  const waiting = async () => (await reviewer.gates.list({ status: 'pending', run_id })).items
  await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(1)
  return reviewer.gates.get(String((await waiting())[0]?.gate_id))
}
async function open(config: typeof fees): Promise<void> {
  desk = await openTestSoulgate({ soulgate: config })
}
async function confirm(): Promise<void> {
  const { definition_hash } = await desk.client.tools.get('refund')
  await desk.clientOf('reviewer').tools.confirm('refund', { definition_hash })
}
const predicted = async ({ gate_id }: Gate) =>
  (await desk.clientOf('reviewer').gates.changes(gate_id)).calls.map(({ prediction }) => prediction)

describe('a tool with simulate', () => {
  test('predicts nothing until a person has confirmed it, then each call once, in the audit trail', async () => {
    await open(fees)
    expect(await predicted(await ask())).toEqual([])
    await confirm()
    const gate = await ask()
    expect(await predicted(gate)).toEqual([{ value: { fee: 25 } }])
    expect(await predicted(gate)).toEqual([{ value: { fee: 25 } }])
    const events = await desk.clientOf('admin').runs.events(String(gate.run_id))
    const simulated = events.events.filter(({ type }) => type === 'call_simulated')
    expect(simulated.map(({ payload }) => payload)).toMatchObject([
      { gate_id: gate.gate_id, predicted: true },
    ])
  })

  test('holds a call all the same, and says why it predicts nothing', async () => {
    const rates = { fee: 0.03 }
    await open(refundOf(({ amount }) => amount * rates.fee))
    await confirm()
    const gate = await ask()
    expect(gate.status).toBe('pending')
    expect(await predicted(gate)).toEqual([
      { problem: 'ReferenceError: rates is not defined; it may use its argument and nothing from around it' },
    ])
  })

  test('predicts nothing of a call that was proposed before its definition changed', async () => {
    await open(fees)
    await confirm()
    const gate = await ask()
    await desk.clientOf('reviewer').tools.withdraw('refund')
    expect(await predicted(gate)).toEqual([])
  })

  test('predicts nothing of a call that is carried out elsewhere', async () => {
    await open(fees)
    await confirm()
    const held = await desk.client.calls.propose({ tool: 'refund', arguments: { amount: 5 } })
    if (held.gate === undefined) throw new TypeError('the call is not held')
    expect(await predicted(held.gate)).toEqual([])
  })

  test('has its code in its definition, so that other code has to be confirmed again', () => {
    const [one, same, other] = [fees, refundOf(({ amount }) => ({ fee: amount / 4 })), refundOf(() => 1)].map(
      ({ tools }) => tools[0]?.executable.definition.simulation,
    )
    expect(one).toContain('amount / 4')
    expect(same).toBe(one)
    expect(other).not.toBe(one)
    const written = defineTool({
      ...{ name: 'short', description: 'Short.', effect: 'read', input: z.object({}), execute: () => 1 },
      simulate() {
        return 1
      },
    })
    expect(written.executable.definition.simulation).toMatch(/^\(\{ simulate\(\)/)
    expect(() => refundOf(String.raw.bind(undefined) as never)).toThrow('has no source')
  })
})
