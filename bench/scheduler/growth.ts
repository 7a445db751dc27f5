import { createSeededRandom } from '../../src/base/random.ts'
import { CalendarProject } from '../../src/contracts/schedule.ts'
import {
  findResourceBreach,
  findScheduleBreaches,
  type Lag,
  type ResourceInstance,
  scheduleCalendarProject,
  solveResourceProject,
} from '../../src/engine/planning/scheduler/scheduler.ts'

/** One size: how long it took, how good it was, and whether it held. */
export interface Grown {
  readonly kind: 'resource project' | 'resource project with maximal lags' | 'calendar project'
  readonly size: number
  readonly seconds_allowed: number
  readonly milliseconds: number
  readonly outcome: string
  readonly breaches: number
}

const RESOURCE_SIZES = [30, 120, 600, 10_000] as const
const LAG_SIZES = [20, 100, 500] as const
const CALENDAR_SIZES = [100, 1_000, 10_000] as const
/** The checker looks at every pair of tasks with a dependency; larger projects are checked in the tests' own time. */
const MAX_CHECKED = 1_000

/** Generated projects of growing size within the same time. */
export function measureGrowth(seconds: number): readonly Grown[] {
  return [
    ...RESOURCE_SIZES.map(size => growResource('resource project', size, seconds)),
    ...LAG_SIZES.map(size => growResource('resource project with maximal lags', size, seconds)),
    ...CALENDAR_SIZES.map(size => growCalendar(size, seconds)),
  ]
}

function growResource(
  kind: 'resource project' | 'resource project with maximal lags',
  size: number,
  seconds: number,
): Grown {
  const instance = makeInstance(size, kind !== 'resource project')
  const begun = performance.now()
  const solution = solveResourceProject(instance, {
    now: () => performance.now(),
    milliseconds: seconds * 1000,
    seed: 1,
  })
  const milliseconds = performance.now() - begun
  const isScheduled = solution.kind === 'scheduled'
  const above = isScheduled ? (100 * (solution.makespan - solution.lowerBound)) / solution.lowerBound : 0
  const outcome = isScheduled
    ? `${above.toFixed(1)} % above the lower bound ${solution.lowerBound}`
    : solution.kind
  const isBroken = isScheduled && findResourceBreach(instance, solution.starts) !== undefined
  return { kind, size, seconds_allowed: seconds, milliseconds, outcome, breaches: isBroken ? 1 : 0 }
}

/** Like the public sets: four resources, durations 1–10, two predecessors each, half of all needs, scarce resources. */
export function makeInstance(size: number, hasMaximalLags: boolean): ResourceInstance {
  const random = createSeededRandom(size)
  const below = (count: number): number => random.uint32() % count
  const width = 4
  const durations = Int32Array.from({ length: size }, () => 1 + below(10))
  const demands = Int32Array.from({ length: size * width }, () => (below(2) === 0 ? 0 : 1 + below(10)))
  const reach = Math.max(5, Math.round(size / 8))
  const lags: Lag[] = []
  for (let to = 1; to < size; to += 1)
    for (let link = 0; link < 2; link += 1) {
      const from = Math.max(0, to - 1 - below(reach))
      lags.push({ from, to, lag: durations[from] ?? 0 })
    }
  for (let link = 0; hasMaximalLags && link < size / 5; link += 1) {
    const to = below(size)
    lags.push({ from: Math.min(size - 1, to + 1 + below(10)), to, lag: -(30 + below(60)) })
  }
  return {
    ...{ count: size, durations, demands, lags },
    names: Array.from({ length: size }, (_, activity) => String(activity)),
    resources: Array.from({ length: width }, (_, at) => ({
      name: `R${at + 1}`,
      capacity: 14 + Math.round(size / 60),
    })),
  }
}

function growCalendar(size: number, seconds: number): Grown {
  const project = makeProject(size)
  const begun = performance.now()
  const result = scheduleCalendarProject(project, {
    now: () => performance.now(),
    milliseconds: seconds * 1000,
    seed: 1,
  })
  const milliseconds = performance.now() - begun
  const isScheduled = result.status === 'scheduled'
  const breaches =
    isScheduled && size <= MAX_CHECKED ? findScheduleBreaches(project, result.schedule).length : 0
  const outcome = isScheduled ? `finished ${result.finish?.slice(0, 10)}` : result.status
  return { kind: 'calendar project', size, seconds_allowed: seconds, milliseconds, outcome, breaches }
}

function makeProject(size: number): CalendarProject {
  const random = createSeededRandom(size)
  const below = (count: number): number => random.uint32() % count
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
  return CalendarProject.parse({
    start: '2026-01-05',
    horizon_days: 9_000,
    calendar: { timezone: 'Europe/Berlin', weekly: days.map(day => ({ day, start: '09:00', end: '17:30' })) },
    tasks: Array.from({ length: size }, (_, at) => ({
      id: `t${at}`,
      estimated_minutes: 15 + below(120),
      dependencies: [...new Set([at - 1 - below(40), at - 1 - below(40)])]
        .filter(from => from >= 0)
        .map(from => ({ node_id: `t${from}` })),
    })),
  })
}
