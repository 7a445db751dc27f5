import type { CalendarProject, ProjectTask, Weekday } from '../../../contracts/schedule.ts'
import { WEEKDAYS } from './plan-calendar.ts'

/**
 * The project with sessions of a week on days that lie well apart, as people would choose them; the same project where
 * nothing comes back several times a week. It narrows only: a schedule of it is one of the project.
 */
export function withSpreadSessions(project: CalendarProject): CalendarProject {
  const { calendar, capacity } = project
  const open = WEEKDAYS.filter(day => calendar.weekly.some(window => window.day === day))
  const isBound = capacity.days_per_week < open.length
  const days = isBound ? spreadDays(open, capacity.days_per_week) : open
  const isSpread = project.tasks.some(task => timesOf(task) >= 2 && timesOf(task) < open.length)
  if (!isSpread) return project
  return {
    ...project,
    calendar: { ...calendar, weekly: calendar.weekly.filter(({ day }) => days.includes(day)) },
    tasks: project.tasks.map(task => spreadTask(task, project, days)),
  }
}

/** How often a week; 0 for what comes back otherwise. */
function timesOf({ recurrence }: ProjectTask): number {
  const isWeekly = recurrence?.rule === undefined && recurrence?.frequency === 'weekly'
  return isWeekly && recurrence.interval === 1 ? recurrence.times : 0
}

function spreadTask(task: ProjectTask, { calendar }: CalendarProject, days: readonly Weekday[]): ProjectTask {
  const times = timesOf(task)
  if (times < 2) return task
  const windows = task.windows ?? calendar.weekly
  const own = days.filter(day => windows.some(window => window.day === day))
  if (times >= own.length) return task
  const chosen = spreadDays(own, times)
  return { ...task, windows: windows.filter(({ day }) => chosen.includes(day)) }
}

/** So many of the days, as far apart in the week as can be. */
export function spreadDays(days: readonly Weekday[], count: number): readonly Weekday[] {
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
