import type { ToolCall } from 'soulgate/contracts/tool-call'
import { expect, it } from 'vitest'
import { confirmProof } from './confirm-proof.ts'
import { gateWith } from './gate-fixture.ts'
import { CALM, isRisky, isSlowed, isTooLarge, MAX_SLOWED, type Pace, withAnswer } from './pace.ts'

const call = (facts: Partial<ToolCall>): ToolCall => ({
  ...{
    call_id: 'c',
    tool: 'refund',
    arguments: { amount: 42 },
    description: '',
    definition_hash: 'h',
    digest: 'd',
  },
  ...{ reversibility: 'reversible', claimed: false },
  annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
  ...facts,
})
const gateOf = (facts: Partial<ToolCall> = {}) =>
  gateWith({ gate_id: 'g', subject: { tool_calls: [call(facts)] } })
const gate = gateOf()

/** Answers one after the other, each after so many ms. */
function answer(pace: Pace, afterMs: number, isApproval = true): Pace {
  return withAnswer(pace, gate, { isApproval, nowMs: (pace.lastMs || 1e9) + afterMs })
}

it('slows after three approvals in a row that nobody can have read, and no sooner', () => {
  const two = answer(answer(answer(CALM, 0), 500), 500)
  expect(isSlowed(two, two.lastMs)).toBe(false)
  const three = answer(two, 500)
  expect(isSlowed(three, three.lastMs)).toBe(true)
  expect(isSlowed(three, three.lastMs + 11 * 60_000)).toBe(false)
})

it('ends with one approval that was read, and counts no rejection', () => {
  const slowed = [0, 500, 500, 500].reduce((pace, ms) => answer(pace, ms), CALM)
  const rejected = answer(slowed, 100, false)
  expect(isSlowed(rejected, rejected.lastMs)).toBe(true)
  const read = answer(rejected, 5_000)
  expect(isSlowed(read, read.lastMs)).toBe(false)
  const rejections = [0, 100, 100, 100, 100].reduce((pace, ms) => answer(pace, ms, false), CALM)
  expect(isSlowed(rejections, rejections.lastMs)).toBe(false)
})

it('counts reading from when the card came into view', () => {
  const pace: Pace = { ...CALM, lastMs: 1_000, shown: new Map([['g', 60_000]]) }
  expect(withAnswer(pace, gate, { isApproval: true, nowMs: 60_500 }).tooFast).toBe(1)
  expect(withAnswer(pace, gate, { isApproval: true, nowMs: 65_000 }).tooFast).toBe(0)
})

it('then asks for the amount or the recipient, on risky cards alone', () => {
  const origins = [{ pointer: '/amount', value: '42', meaning: 'amount', source: 'person' as const }]
  const risky = gateOf({ origins })
  expect([isRisky(risky), isRisky(gate)]).toEqual([true, false])
  expect(confirmProof(risky)).toBeUndefined()
  expect(confirmProof(gate, true)).toBeUndefined()
  const proof = confirmProof(risky, true)
  expect(proof?.label).toBe('Type the amount to approve')
  expect([proof?.matches('42'), proof?.matches('41')]).toEqual([true, false])
  expect(confirmProof(gateOf({ reversibility: 'externally_reversible' }), true)?.label).toContain('refund')
})

it('then lets five of them be approved together where one is risky, and as many as one likes otherwise', () => {
  const plain = Array.from({ length: MAX_SLOWED }, () => gate)
  const risky = gateOf({ reversibility: 'irreversible' })
  expect(MAX_SLOWED).toBe(5)
  expect(isTooLarge([...plain, risky], true)).toBe(true)
  expect(isTooLarge([...plain.slice(1), risky], true)).toBe(false)
  expect(isTooLarge([...plain, risky], false)).toBe(false)
  expect(isTooLarge([...plain, gate], true)).toBe(false)
})
