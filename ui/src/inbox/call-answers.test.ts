import type { ToolCall } from 'soulgate/contracts/tool-call'
import { describe, expect, it } from 'vitest'
import { areComplete, decisionOf, idsWith, NO_ANSWERS, withAnswer, withEdit } from './call-answers.ts'
import { decisionFor } from './decision-draft.ts'
import { gateWith } from './gate-fixture.ts'

const call = (id: string): ToolCall => ({
  ...{
    call_id: id,
    tool: 'write_file',
    arguments: { path: id },
    description: '',
    reversibility: 'reversible',
  },
  annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
  ...{ claimed: false, definition_hash: 'h', digest: 'd' },
})
const gate = gateWith({
  gate_id: 'gate_1',
  subject: { tool_calls: ['c1', 'c2', 'c3'].map(call) },
  options: [
    { id: 'approve', label: 'Approve', decision: 'approve' },
    { id: 'edit', label: 'Edit and approve', decision: 'approve' },
    { id: 'reject', label: 'Reject', decision: 'reject' },
  ],
})
const bodyOf = (answers: Parameters<typeof decisionOf>[1], input = {}) => {
  const decision = decisionOf(gate, answers, input)
  return decision && decisionFor(gate, decision.option, decision.input)
}

describe('answers call by call', () => {
  it('are taken back by giving the same one again', () => {
    const once = withAnswer(NO_ANSWERS, 'c1', 'approve')
    expect(withAnswer(once, 'c1', 'approve')).toEqual({})
    expect(idsWith(withAnswer(once, 'c1', 'reject'), 'reject')).toEqual(['c1'])
  })

  it('become one decision that approves some, edits one and rejects another', () => {
    const answers = withEdit(withAnswer(withAnswer(NO_ANSWERS, 'c1', 'approve'), 'c3', 'reject'), 'c2', {
      path: 'other',
    })
    expect(bodyOf(answers, { reason: 'not that' })).toMatchObject({
      ...{ decision: 'approve', option_id: 'approve', reason: 'not that' },
      approved_calls: expect.toSatisfy((ids: string[]) => ids.toSorted().join() === 'c1,c2'),
      edited_arguments: { c2: { path: 'other' } },
    })
    expect(bodyOf(answers)?.calls).toBeUndefined()
  })

  it('leave open what has none', () => {
    expect(bodyOf(withAnswer(NO_ANSWERS, 'c2', 'reject'))).toMatchObject({
      decision: 'reject',
      calls: ['c2'],
    })
    expect(bodyOf(withAnswer(NO_ANSWERS, 'c2', 'approve'))).toMatchObject({
      ...{ decision: 'approve', calls: ['c2'], approved_calls: ['c2'] },
    })
  })

  it('carry the typed word only where something is to run', () => {
    const rejected = withAnswer(NO_ANSWERS, 'c1', 'reject')
    expect(bodyOf(rejected, { confirm: 'write_file' })?.confirm).toBeUndefined()
    expect(bodyOf(withAnswer(rejected, 'c2', 'approve'), { confirm: 'write_file' })?.confirm).toBe(
      'write_file',
    )
  })

  it('wait until an edit fits', () => {
    expect(areComplete(NO_ANSWERS)).toBe(false)
    expect(areComplete(withEdit(NO_ANSWERS, 'c1', undefined))).toBe(false)
    expect(areComplete(withEdit(NO_ANSWERS, 'c1', { path: 'x' }))).toBe(true)
  })
})
