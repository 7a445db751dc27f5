import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineAgent, defineGateType, defineTool } from '../../agents/agents.ts'
import type { Gate } from '../../contracts/gate.ts'
import { isRefused } from '../../sdk/sdk.ts'
import { openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'

const effects: string[] = []
const send = defineTool({
  name: 'send_note',
  description: 'Sends a note.',
  input: z.object({ text: z.string() }),
  effect: 'irreversible',
  execute: async ({ text }) => {
    effects.push(text)
    return text
  },
})
const review = defineGateType({
  name: 'note_review',
  title: 'Review a note',
  fields: z.object({ text: z.string() }),
  options: { yes: { label: 'Yes', outcome: 'approve' }, no: { label: 'No', outcome: 'reject' } },
  approvals: 2,
  within: { hours: 3 },
})
const OPEN = { yes: { label: 'Yes', outcome: 'approve' }, no: { label: 'No', outcome: 'reject' } } as const

const Input = z.object({ by: z.enum(['call', 'typed', 'plain', 'limited', 'unlimited call']) })
const sender = defineAgent({
  name: 'sender',
  input: Input,
  tools: [send],
  run: async (context, { by }) => {
    if (by === 'call') return context.call(send, { text: 'late' }, { within: { hours: 1 } })
    if (by === 'unlimited call') return context.call(send, { text: 'later' })
    if (by === 'typed') return context.gate(review, { text: 'late' })
    const within = by === 'limited' ? { within: { hours: 1 } } : {}
    return context.gate('look', { title: 'Look at it', choices: OPEN, ...within })
  },
})

let test: TestSoulgate
beforeEach(async () => {
  effects.length = 0
  test = await openTestSoulgate({ soulgate: { agents: [sender], tools: [send] } })
})
afterEach(() => test.close())

async function startAt(by: z.infer<typeof Input>['by']) {
  const run = await test.soulgate.start(sender, { by })
  const reviewer = test.clientOf('reviewer')
  for (;;) {
    const [gate] = (await reviewer.gates.list({ status: 'pending' })).items
    if (gate) return { run, gate, reviewer }
    await new Promise(resolve => setImmediate(resolve))
  }
}

const decide = (gate: Gate) =>
  test.clientOf('reviewer').gates.decide(gate.gate_id, {
    ...{ decision: 'approve', view_digest: gate.view_digest },
    ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
  })

describe('a time limit that the agent set', () => {
  it.each([
    'call',
    'typed',
    'limited',
  ] as const)('of a gate (%s) answers `expired` to the agent', async by => {
    const { run, gate } = await startAt(by)
    await test.advance({ hours: 4 })
    expect(await run.result()).toEqual({
      status: 'completed',
      output: { status: 'expired', gateId: gate.gate_id },
    })
    expect(effects).toEqual([])
  })

  it('is not taken back: a late approval runs nothing, and nobody reopens the gate', async () => {
    const { run, gate, reviewer } = await startAt('call')
    await test.advance({ hours: 2 })
    await expect(decide(gate)).rejects.toThrow(/kept as late; its run went on without it/)
    await expect(reviewer.gates.reopen(gate.gate_id)).rejects.toThrow(/expired, and run .* went on/)
    expect(await run.result()).toMatchObject({ output: { status: 'expired' } })
    expect(effects).toEqual([])
  })

  it('makes no decision of one approval out of two', async () => {
    const { run, gate, reviewer } = await startAt('typed')
    await decide(gate)
    expect(await reviewer.gates.get(gate.gate_id)).toMatchObject({ approvals: { have: 1, need: 2 } })
    await test.advance({ hours: 4 })
    expect(await run.result()).toMatchObject({ output: { status: 'expired' } })
  })
})

describe('where the agent set no time limit', () => {
  it('a gate of its own waits for people as long as it takes', async () => {
    const { run, gate, reviewer } = await startAt('plain')
    await test.advance({ days: 3 })
    expect(await reviewer.gates.get(gate.gate_id)).toMatchObject({ status: 'pending' })
    await decide(gate)
    expect(await run.result()).toMatchObject({ output: { status: 'decided', choice: 'yes' } })
  })

  it('a call whose gate expired by the settings waits until somebody reopens it', async () => {
    const { run, gate, reviewer } = await startAt('unlimited call')
    await test.advance({ days: 3 })
    expect(await reviewer.runs.get(run.id)).toMatchObject({
      ...{ status: 'waiting_input', waiting_reason: 'gate_expired' },
    })
    const again = await reviewer.gates.reopen(gate.gate_id)
    if (isRefused(again)) throw new TypeError(again.problem.detail)
    await decide(again)
    expect(await run.result()).toMatchObject({ output: { status: 'succeeded' } })
    expect(effects).toEqual(['later'])
  })
})
