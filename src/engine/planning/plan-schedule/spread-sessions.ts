import type { CalendarProject, ProjectTask, Weekday, WeeklyWindow } from '../../../contracts/schedule.ts'
import { WEEKDAYS } from './plan-calendar.ts'

/**
 * The project with the sessions of a week on days that lie well apart, each on its own, as people would choose them; the
 * same project where less than two sessions share their weeks. It narrows tasks only: a schedule of it is one of the
 * project, whose calendar says what counts as work of other plans.
 */
export function withSpreadSessions(project: CalendarProject): CalendarProject {
  const { calendar, capacity } = project
  const open = WEEKDAYS.filter(day => calendar.weekly.some(window => window.day === day))
  const groups = [...Map.groupBy(project.tasks.filter(isSession), weeksOf).values()]
  const shared = groups.filter(tasks => tasks.reduce((sum, task) => sum + timesOf(task), 0) >= 2)
  if (shared.length === 0 || open.length < 2) return project
  const isBound = capacity.days_per_week < open.length
  const days = isBound ? spreadDays(open, capacity.days_per_week) : open
  const windowsById = new Map(shared.flatMap(tasks => [...spreadGroup(tasks, calendar.weekly, days)]))
  const onDays = (task: ProjectTask): ProjectTask['windows'] =>
    task.attended && isBound
      ? (task.windows ?? calendar.weekly).filter(({ day }) => days.includes(day))
      : task.windows
  return {
    ...project,
    tasks: project.tasks.map(task => {
      const windows = windowsById.get(task.id) ?? onDays(task)
      return windows === undefined ? task : { ...task, windows }
    }),
  }
}

/** How often a week; 0 for what comes back otherwise. */
function timesOf({ recurrence }: ProjectTask): number {
  const isWeekly = recurrence?.rule === undefined && recurrence?.frequency === 'weekly'
  return isWeekly && recurrence.interval === 1 ? recurrence.times : 0
}

function isSession(task: ProjectTask): boolean {
  return timesOf(task) > 0 && task.attended && (task.fixed_blocks ?? []).length === 0
}

/** Sessions that begin and end together share their weeks. */
function weeksOf({ earliest_start: start, deadline, recurrence }: ProjectTask): string {
  return JSON.stringify([start, deadline, recurrence?.until, recurrence?.count])
}

/** Each session takes the days that have least of the others, as far apart as they go. */
function spreadGroup(
  tasks: readonly ProjectTask[],
  weekly: readonly WeeklyWindow[],
  days: readonly Weekday[],
): ReadonlyMap<string, WeeklyWindow[]> {
  const wanted = tasks.reduce((sum, task) => sum + timesOf(task), 0)
  const pool = wanted < days.length ? spreadDays(days, wanted) : days
  const load = new Map<Weekday, number>()
  const windowsById = new Map<string, WeeklyWindow[]>()
  for (const task of tasks) {
    const windows = task.windows ?? weekly
    const own = pool.filter(day => windows.some(window => window.day === day))
    const chosen = leastLoaded(own, timesOf(task), load)
    if (chosen.length < timesOf(task)) continue
    for (const day of chosen) load.set(day, (load.get(day) ?? 0) + task.estimated_minutes)
    windowsById.set(
      task.id,
      windows.filter(({ day }) => chosen.includes(day)),
    )
  }
  return windowsById
}

function leastLoaded(
  days: readonly Weekday[],
  count: number,
  load: ReadonlyMap<Weekday, number>,
): readonly Weekday[] {
  const inOrder = [...days].sort((left, right) => (load.get(left) ?? 0) - (load.get(right) ?? 0))
  const most = load.get(inOrder[count - 1] ?? 'monday') ?? 0
  return spreadDays(
    days.filter(day => (load.get(day) ?? 0) <= most),
    Math.min(count, days.length),
  )
}

/** So many of the days, as far apart in the week as can be. */
function spreadDays(days: readonly Weekday[], count: number): readonly Weekday[] {
  let best: { readonly days: readonly Weekday[]; readonly cost: number } | undefined
  for (const chosen of choices(days, count)) {
    const at = chosen.map(day => WEEKDAYS.indexOf(day))
    const gaps = at.map((day, index) => (at[index + 1] ?? (at[0] ?? 0) + 7) - day)
    const cost = gaps.reduce((sum, gap) => sum + gap * gap, 0)
    if (best === undefined || cost < best.cost) best = { days: chosen, cost }
  }
  return best?.days ?? days
}

function choices(days: readonly Weekday[], count: number): readonly (readonly Weekday[])[] {
  if (count === 0) return [[]]
  return days.flatMap((day, at) => choices(days.slice(at + 1), count - 1).map(rest => [day, ...rest]))
}
