import { createSeededRandom } from '../../../base/random.ts'
import { CalendarProject } from '../../../contracts/schedule.ts'

/** Everything of a tiny project lies on this grid, so that trying all places of the grid is trying all schedules. */
const GRID = 30
const DAYS = 3

/** At most four whole tasks on three days in UTC, tightly limited. */
export function tinyProject(seed: number): CalendarProject {
  const random = createSeededRandom(seed)
  const below = (count: number): number => random.uint32() % count
  const chance = (share: number): boolean => random.float() < share
  const time = (slot: number): string =>
    `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`
  const types = ['FS', 'SS', 'FF', 'SF'] as const
  const hasBreaks = chance(0.5)
  const weekly = (['monday', 'tuesday', 'wednesday'] as const)
    .filter(() => chance(0.8))
    .map(day => {
      const from = 16 + below(6)
      return { day, start: time(from), end: time(from + 3 + below(6)) }
    })
  const tasks = Array.from({ length: 2 + below(3) }, (_, at) => ({
    id: `t${at}`,
    estimated_minutes: GRID * (1 + below(5)),
    splittable: false,
    dependencies: Array.from({ length: at }, (_, from) => from)
      .filter(() => chance(0.3))
      .map(from => ({
        node_id: `t${from}`,
        type: types[below(4)],
        lag_lead_minutes: chance(0.5) ? GRID * (below(10) - 3) : 0,
      })),
    ...(chance(0.5) ? { deadline: `2026-06-0${1 + below(3)}T${time(20 + below(12))}` } : {}),
    ...(chance(0.2) ? { earliest_start: `2026-06-0${1 + below(2)}T${time(16 + below(8))}` } : {}),
    ...(chance(0.2) ? { resources: [{ resource_id: 'tool' }] } : {}),
    ...(chance(0.15) ? { attended: false } : {}),
  }))
  return CalendarProject.parse({
    start: '2026-06-01',
    deadline: '2026-06-03',
    calendar: { weekly: weekly.length > 0 ? weekly : [{ day: 'monday', start: '09:00', end: '12:00' }] },
    capacity: {
      minutes_per_day: GRID * (4 + below(6)),
      minutes_per_week: GRID * (6 + below(14)),
      tasks_per_day: 1 + below(4),
      break_minutes: hasBreaks ? GRID : 0,
      consecutive_minutes: hasBreaks ? GRID * (3 + below(6)) : 1_440,
      days_per_week: chance(0.3) ? 1 + below(2) : 7,
    },
    resources: [{ id: 'tool' }],
    tasks,
  })
}

/** Whether any schedule of a tiny project exists, by trying all places of the grid. */
export function hasAnySchedule(project: CalendarProject): boolean {
  const slots = DAYS * 48
  const open = openSlots(project, slots)
  const starts: number[] = []
  const place = (at: number): boolean => {
    const task = project.tasks[at]
    if (task === undefined) return true
    for (let start = 0; start + task.estimated_minutes / GRID <= slots; start += 1) {
      starts[at] = start
      if (fits(project, starts.slice(0, at + 1), open) && place(at + 1)) return true
    }
    return false
  }
  return place(0)
}

function slotOf(moment: string | undefined, fallback: number): number {
  if (moment === undefined) return fallback
  return Math.round((Date.parse(`${moment}Z`) - Date.parse('2026-06-01T00:00Z')) / (GRID * 60_000))
}

function openSlots({ calendar }: CalendarProject, slots: number): readonly boolean[] {
  const days = ['monday', 'tuesday', 'wednesday']
  const open: boolean[] = Array.from({ length: slots }, () => false)
  for (const { day, start, end } of calendar.weekly) {
    const offset = days.indexOf(day) * 48
    const from = slotOf(`2026-06-01T${start}`, 0)
    const until = slotOf(`2026-06-01T${end}`, 0)
    for (let slot = from; slot < until; slot += 1) open[offset + slot] = true
  }
  return open
}

/** Whether the last of the placed tasks agrees with everything before it. */
function fits(project: CalendarProject, starts: readonly number[], open: readonly boolean[]): boolean {
  const { tasks, capacity } = project
  const lengthOf = (at: number): number => (tasks[at]?.estimated_minutes ?? 0) / GRID
  const at = starts.length - 1
  const task = tasks[at]
  const start = starts[at] ?? 0
  const end = start + lengthOf(at)
  if (task === undefined || start < slotOf(task.earliest_start, 0) || end > slotOf(task.deadline, DAYS * 48))
    return false
  if (task.attended) {
    for (let slot = start; slot < end; slot += 1) if (open[slot] !== true) return false
    if (end - start > capacity.consecutive_minutes / GRID) return false
  }
  for (const { node_id: id, type, lag_lead_minutes: lag } of task.dependencies) {
    const before = Number(id.slice(1))
    const point = (starts[before] ?? 0) + (type === 'FS' || type === 'FF' ? lengthOf(before) : 0)
    if ((type === 'FS' || type === 'SS' ? start : end) < point + lag / GRID) return false
  }
  const others = starts.slice(0, -1).map((from, other) => ({ other, from, until: from + lengthOf(other) }))
  for (const { other, from, until } of others) {
    const both = task.attended && tasks[other]?.attended === true
    const gap = both ? capacity.break_minutes / GRID : 0
    const isShared = task.resources.length > 0 && (tasks[other]?.resources.length ?? 0) > 0
    if (both && start < until + gap && from < end + gap) return false
    if (isShared && start < until && from < end) return false
  }
  const working = [
    ...others.filter(({ other }) => tasks[other]?.attended === true),
    ...(task.attended ? [{ from: start, until: end }] : []),
  ]
  const ofDay = [0, 1, 2].map(day => working.filter(({ from }) => Math.floor(from / 48) === day))
  const minutes = ofDay.map(list => list.reduce((sum, { from, until }) => sum + (until - from) * GRID, 0))
  return (
    ofDay.every(list => list.length <= capacity.tasks_per_day) &&
    ofDay.filter(list => list.length > 0).length <= capacity.days_per_week &&
    minutes.every(sum => sum <= capacity.minutes_per_day) &&
    minutes.reduce((sum, of) => sum + of, 0) <= capacity.minutes_per_week
  )
}
