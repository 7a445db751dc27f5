import type { GateOption } from 'soulgate/contracts/gate'
import { describe, expect, it } from 'vitest'
import { gateWith } from './gate-fixture.ts'
import { approvalOf, labelOf, optionsOf } from './verdict-options.ts'

const option = (id: string, label: string, decision: GateOption['decision']): GateOption => ({
  id,
  label,
  decision,
})

describe('the ways to answer', () => {
  it('are called the same on every card, with what the gate calls them behind', () => {
    expect(labelOf(option('approve', 'Approve', 'approve'))).toEqual({ word: 'Approve' })
    expect(labelOf(option('steer', 'Steer: say what to do instead', 'steer'))).toEqual({ word: 'Steer' })
    expect(labelOf(option('continue', 'Go on, concerns noted', 'skip'))).toEqual({
      ...{ word: 'Approve', more: 'Go on, concerns noted' },
    })
    expect(labelOf(option('reject', 'Reject and roll back', 'reject'))).toEqual({
      word: 'Reject and roll back',
    })
    expect(labelOf(option('abort', 'Abort', 'reject'))).toEqual({ word: 'Reject', more: 'Abort' })
    expect(labelOf(option('skip', 'Skip the questions', 'skip'))).toEqual({ word: 'Skip the questions' })
  })

  it('leave out what takes a whole document, which its own room sends', () => {
    const taking = (brief: object) => ({
      ...option('brief', 'Correct the brief', 'steer'),
      input_schema: { type: 'object', properties: { brief } },
    })
    const said = taking({ type: 'string' })
    const approve = option('approve', 'Approve', 'approve')
    const gate = gateWith({ gate_id: 'a', options: [approve, taking({ type: 'object' }), said] })
    expect(optionsOf(gate)).toEqual([approve, said])
  })

  it('have one that A is the key of, also where going on is all that there is to approve', () => {
    const goOn = option('continue', 'Go on, concerns noted', 'skip')
    const skip = option('skip', 'Leave it', 'skip')
    expect(approvalOf(gateWith({ gate_id: 'a', options: [skip, goOn] }))).toBe(goOn)
    expect(approvalOf(gateWith({ gate_id: 'b', options: [skip] }))).toBeUndefined()
  })
})
