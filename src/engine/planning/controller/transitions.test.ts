import { describe, expect, it } from 'vitest'
import type { PlanState } from '../../../contracts/plan.ts'
import { describeController, drawController } from './chart.ts'
import {
  nextState,
  OUTCOME_NAMES,
  type PlanOutcome,
  STATE_NAMES,
  STATES,
  TRANSITIONS,
  WAYS_BACK,
} from './transitions.ts'

const pairs = STATE_NAMES.flatMap(state => OUTCOME_NAMES.map(outcome => [state, outcome] as const))

describe('the table of the controller', () => {
  it('answers each pair of a state and an outcome, or refuses it', () => {
    for (const [state, outcome] of pairs) {
      const to = TRANSITIONS[state][outcome]
      const from = WAYS_BACK[outcome]?.[0]
      if (to === undefined) expect(() => nextState(state, outcome, from)).toThrow(/no such pair/)
      else expect(nextState(state, outcome, from)).toBe(to)
    }
  })

  it('leads back from a question only to where the plan stood', () => {
    for (const [outcome, from = []] of Object.entries(WAYS_BACK) as [PlanOutcome, PlanState[]][]) {
      for (const state of STATE_NAMES) {
        const move = () => nextState('NEEDS_CLARIFICATION', outcome, state)
        if (from.includes(state)) expect(move()).toBe(TRANSITIONS.NEEDS_CLARIFICATION[outcome])
        else expect(move).toThrow(/no such pair/)
      }
      expect(() => nextState('NEEDS_CLARIFICATION', outcome)).toThrow(/no such pair/)
    }
  })

  it('uses every outcome and reaches every state', () => {
    const used = new Set(STATE_NAMES.flatMap(state => Object.keys(TRANSITIONS[state])))
    expect([...used].toSorted()).toEqual([...OUTCOME_NAMES].toSorted())
    expect([...reachable('COLLECT_CONTEXT')].toSorted()).toEqual([...STATE_NAMES].toSorted())
  })

  it('lets nothing leave its two ends, and something leave every other state', () => {
    for (const state of STATE_NAMES)
      expect(Object.keys(TRANSITIONS[state]).length === 0).toBe(STATES[state].ends)
  })

  it.each([
    'VALIDATE_OUTLINE',
    'VALIDATE_ROADMAP',
    'VALIDATE_SCHEDULE',
    'SEEK_APPROVAL',
  ] as const)('has no way to COMPLETE around %s', state => {
    expect(reachable('COLLECT_CONTEXT', state).has('COMPLETE')).toBe(false)
  })

  it('comes to COMPLETE by the approval of a person only, and out of every wait by people only', () => {
    const into = pairs.filter(([state, outcome]) => TRANSITIONS[state][outcome] === 'COMPLETE')
    expect(into).toEqual([['SEEK_APPROVAL', 'approved']])
    const byPeople: readonly PlanOutcome[] = ['sufficient_context', 'success', 'valid']
    for (const state of STATE_NAMES.filter(name => STATES[name].waits)) {
      for (const outcome of byPeople) expect(TRANSITIONS[state][outcome]).toBeUndefined()
    }
  })

  it('is drawn and told as it is', () => {
    const chart = describeController()
    expect(chart.transitions).toHaveLength(STATE_NAMES.length * OUTCOME_NAMES.length)
    for (const { state, outcome, to } of chart.transitions) {
      expect(to).toBe(TRANSITIONS[state][outcome as PlanOutcome] ?? null)
    }
    expect(drawController()).toContain('SEEK_APPROVAL --> COMPLETE: approved')
  })
})

/** Every state to which a way leads, without entering `closed`; after a question the way back is where it came from. */
function reachable(from: PlanState, closed?: PlanState): ReadonlySet<PlanState> {
  const found = new Map<string, readonly [PlanState, PlanState | undefined]>([[from, [from, undefined]]])
  for (const [state, cameFrom] of found.values()) {
    for (const [outcome, to] of Object.entries(TRANSITIONS[state]) as [PlanOutcome, PlanState][]) {
      const back = WAYS_BACK[outcome]
      if (to === closed || (back && !(cameFrom && back.includes(cameFrom)))) continue
      const next = to === 'NEEDS_CLARIFICATION' && state !== to ? state : cameFrom
      found.set(`${to} ${next}`, [to, to === 'NEEDS_CLARIFICATION' ? next : undefined])
    }
  }
  return new Set([...found.values()].map(([state]) => state))
}
