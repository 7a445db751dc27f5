import { describe, expect, it } from 'vitest'
import { BOX, layoutOf, stateName, wayThrough } from './state-layout.ts'

const line = (from: string, outcome: string, to: string) => ({ from, outcome, to })

describe('the chart of a controller', () => {
  const layout = layoutOf([
    line('COLLECT_CONTEXT', 'sufficient_context', 'DRAFT_OUTLINE'),
    line('DRAFT_OUTLINE', 'success', 'VALIDATE_OUTLINE'),
    line('VALIDATE_OUTLINE', 'invalid_retryable', 'DRAFT_OUTLINE'),
    line('VALIDATE_OUTLINE', 'low_confidence', 'DRAFT_OUTLINE'),
    line('VALIDATE_OUTLINE', 'invalid_fatal', 'NEEDS_CLARIFICATION'),
    line('SOMETHING_NEW', 'success', 'SOMETHING_ELSE'),
  ])

  it('lays no state over another, also none it does not know', () => {
    for (const one of layout.states)
      for (const other of layout.states)
        if (one !== other)
          expect(Math.abs(one.x - other.x) >= BOX.width || Math.abs(one.y - other.y) >= BOX.height).toBe(true)
    expect(layout.states).toHaveLength(6)
  })

  it('draws one line for each pair of states, with all outcomes that lead there', () => {
    expect(layout.edges).toHaveLength(5)
    const back = layout.edges.find(edge => edge.from === 'VALIDATE_OUTLINE' && edge.to === 'DRAFT_OUTLINE')
    expect(back?.outcomes).toEqual(['invalid_retryable', 'low_confidence'])
  })

  it('marks the way that was gone, also through states that leave no trace', () => {
    const table = [
      line('DRAFT_OUTLINE', 'success', 'VALIDATE_OUTLINE'),
      line('VALIDATE_OUTLINE', 'uncertain', 'NEEDS_CLARIFICATION'),
      line('NEEDS_CLARIFICATION', 'answered', 'DRAFT_ROADMAP'),
      line('VALIDATE_OUTLINE', 'valid', 'APPROVE_OUTLINE'),
      line('APPROVE_OUTLINE', 'approved', 'DRAFT_ROADMAP'),
    ]
    const way = wayThrough(['DRAFT_OUTLINE', 'DRAFT_OUTLINE', 'VALIDATE_OUTLINE', 'DRAFT_ROADMAP'], table)
    expect([...way.edges]).toEqual([
      'DRAFT_OUTLINE VALIDATE_OUTLINE',
      'VALIDATE_OUTLINE APPROVE_OUTLINE',
      'APPROVE_OUTLINE DRAFT_ROADMAP',
    ])
  })

  it('calls states by words', () => {
    expect(stateName('NEEDS_SCHED_ESCALATION')).toBe('Needs scheduling escalation')
  })
})
