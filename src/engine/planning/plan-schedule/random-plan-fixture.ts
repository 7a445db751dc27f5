import { createSeededRandom } from '../../../base/random.ts'
import { PlanConstraints, PlanNode } from '../../../contracts/plan.ts'
import { defaultCalendar } from './plan-calendar.ts'
import type { PlanToPlace } from './plan-project.ts'

export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Santiago',
] as const
export const STARTS = ['2027-03-08', '2027-03-22', '2027-10-18', '2027-06-07'] as const
export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** A plan of its seed: phases and cycles, dependencies at every level, rhythms, words of time, time that is taken. */
export function randomPlan(seed: number): PlanToPlace {
  const random = createSeededRandom(seed)
  const below = (count: number): number => random.uint32() % count
  const chance = (share: number): boolean => random.float() < share
  const timezone = ZONES[below(ZONES.length)] ?? 'UTC'
  const start = STARTS[below(STARTS.length)] ?? '2027-06-07'
  const dateAfter = (days: number): string =>
    new Date(Date.parse(`${start}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  const depends = (ids: readonly string[]) =>
    ids
      .filter(() => chance(1.2 / Math.max(1, ids.length)))
      .map(id => ({ node_id: id, lag_lead_minutes: chance(0.3) ? below(2_880) - 480 : 0 }))
  const nodes: unknown[] = [{ id: 'goal', title: 'Goal', node_type: 'goal', level: 1 }]
  const phases = Array.from({ length: 1 + below(3) }, (_, at) => `phase${at}`)
  for (const [at, id] of phases.entries()) {
    nodes.push({
      ...{ id, parent_id: 'goal', title: id, node_type: 'phase', level: 2 },
      dependencies: depends(phases.slice(0, at)),
      ...(chance(0.2) ? { metadata: { timing: { earliest_start: dateAfter(below(10)) } } } : {}),
    })
    const tasks = Array.from({ length: 1 + below(5) }, (_, task) => `${id}_${task}`)
    for (const [task, taskId] of tasks.entries()) {
      const isRecurring = chance(0.2)
      nodes.push({
        ...{ id: taskId, parent_id: id, title: taskId, node_type: 'task', level: 4 },
        estimated_minutes: isRecurring ? 15 + below(60) : chance(0.2) ? 300 + below(600) : 15 + below(180),
        dependencies: depends(tasks.slice(0, task)),
        ...(isRecurring
          ? { recurrence: { frequency: 'weekly', interval: 1, times: 1 + below(3), count: 1 + below(6) } }
          : {}),
        ...(chance(0.1) ? { metadata: { timing: { deadline: dateAfter(20 + below(60)) } } } : {}),
      })
    }
  }
  const away = dateAfter(below(20))
  return {
    nodes: nodes.map(node => PlanNode.parse(node)),
    constraints: PlanConstraints.parse({
      ...(chance(0.5) ? { deadline: dateAfter(20 + below(70)) } : {}),
      ...(chance(0.3) ? { times_of_day: [{ start: '18:00', end: chance(0.5) ? '21:00' : '22:30' }] } : {}),
      ...(chance(0.3) ? { not_on_weekdays: [DAYS[below(7)]] } : {}),
      ...(chance(0.3) ? { sessions_per_week: 2 + below(4) } : {}),
      ...(chance(0.3) ? { minutes_per_week: 240 + below(900) } : {}),
      ...(chance(0.3) ? { blackouts: [{ start: away, end: away }] } : {}),
    }),
    ...{ calendar: defaultCalendar(timezone), timezone, kept: [], from: start },
    busy: chance(0.3) ? [{ start: `${dateAfter(1)}T09:00`, end: `${dateAfter(1)}T15:00` }] : [],
  }
}
