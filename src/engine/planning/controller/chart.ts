import type { PlanState } from '../../../contracts/plan.ts'
import type { PlanChart } from '../../../contracts/requests/plans.ts'
import { OUTCOME_NAMES, OUTCOMES, STATE_NAMES, STATES, TRANSITIONS } from './transitions.ts'

/** The controller as data: every pair of a state and an outcome, `to` null where it is refused. */
export function describeController(): PlanChart {
  return {
    states: STATE_NAMES.map(state => ({ state, ...STATES[state] })),
    outcomes: OUTCOME_NAMES.map(outcome => ({ outcome, text: OUTCOMES[outcome] })),
    transitions: STATE_NAMES.flatMap(state =>
      OUTCOME_NAMES.map(outcome => ({ state, outcome, to: TRANSITIONS[state][outcome] ?? null })),
    ),
    mermaid: drawController(),
  }
}

/** The table as a Mermaid state diagram; outcomes that lead the same way share an arrow. */
export function drawController(): string {
  const lines = STATE_NAMES.flatMap(state => arrowsOf(state))
  const waiting = STATE_NAMES.filter(state => STATES[state].waits)
  const ends = STATE_NAMES.filter(state => STATES[state].ends)
  return [
    'stateDiagram-v2',
    `  [*] --> ${STATE_NAMES[0]}`,
    ...lines,
    ...ends.map(state => `  ${state} --> [*]`),
    '  classDef people stroke-dasharray: 5 5',
    `  class ${waiting.join(',')} people`,
  ].join('\n')
}

function arrowsOf(state: PlanState): readonly string[] {
  const byTarget = new Map<PlanState, string[]>()
  for (const outcome of OUTCOME_NAMES) {
    const to = TRANSITIONS[state][outcome]
    if (to !== undefined) byTarget.set(to, [...(byTarget.get(to) ?? []), outcome])
  }
  return [...byTarget].map(([to, outcomes]) => `  ${state} --> ${to}: ${outcomes.join(', ')}`)
}
