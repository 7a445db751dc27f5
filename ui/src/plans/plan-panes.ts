import type { Plan } from 'soulgate/contracts/plan'

export const PANES = [
  ['brief', 'Brief'],
  ['outline', 'Outline'],
  ['roadmap', 'Roadmap'],
  ['schedule', 'Schedule'],
  ['chart', 'State chart'],
  ['trace', 'Trace'],
  ['changes', 'Changes'],
] as const
export type Pane = (typeof PANES)[number][0]

/** The side that an address names; without one, the side that the plan is at. */
export function paneOf(named: string | undefined, plan: Pick<Plan, 'state'>): Pane {
  const found = PANES.find(([pane]) => pane === named)?.[0]
  if (found) return found
  if (/SCHED|SEEK|COMPLETE/.test(plan.state)) return 'schedule'
  return /ROADMAP/.test(plan.state) ? 'roadmap' : 'outline'
}
