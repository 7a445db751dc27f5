import type { PlanCalendar, PlanConstraints } from '../../../contracts/plan.ts'
import type { Weekday, WeeklyWindow } from '../../../contracts/schedule.ts'

export const WEEKDAYS: readonly Weekday[] = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
]
const OFFICE = { start: '09:00', end: '17:00' }

/** Monday to Friday from nine to five: what stands until the request or the words say otherwise. */
export function defaultCalendar(timezone: string): PlanCalendar {
  return {
    timezone,
    weekly: WEEKDAYS.slice(0, 5).map(day => ({ day, ...OFFICE })),
    exceptions: [],
  }
}

/**
 * The times of the week in which a plan may be worked on. The standing default gives way to days and times that are
 * named; a calendar that somebody gave is only narrowed by them.
 */
export function planWeek(calendar: PlanCalendar, constraints: PlanConstraints): readonly WeeklyWindow[] {
  const { only_on_weekdays: only, not_on_weekdays: not = [], times_of_day: times } = constraints
  const isAllowed = (day: Weekday): boolean => (only?.includes(day) ?? true) && !not.includes(day)
  if (isDefault(calendar)) {
    const days = only ?? (times === undefined ? WEEKDAYS.slice(0, 5) : WEEKDAYS)
    return WEEKDAYS.filter(day => days.includes(day) && isAllowed(day)).flatMap(day =>
      (times ?? [OFFICE]).map(({ start, end }) => ({ day, start, end })),
    )
  }
  const left = calendar.weekly.filter(({ day }) => isAllowed(day))
  return times === undefined ? left : left.flatMap(window => times.flatMap(time => shared(window, time)))
}

function isDefault(calendar: PlanCalendar): boolean {
  const { weekly } = defaultCalendar(calendar.timezone)
  const key = (windows: readonly WeeklyWindow[]): string =>
    windows
      .map(({ day, start, end }) => `${day} ${start} ${end}`)
      .sort()
      .join()
  return calendar.weekly.length === 0 || key(calendar.weekly) === key(weekly)
}

const DAY = 1_440

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A time of day as text; beyond 24:00 it is one of the next day. */
export function timeText(minutes: number): string {
  const within = minutes > DAY ? minutes - DAY : minutes
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}

/** From and until in minutes; an end at or before its start lies on the next day. */
export function spanOfTimes({ start, end }: { readonly start: string; readonly end: string }): {
  readonly from: number
  readonly until: number
} {
  const from = minutesOf(start)
  const until = minutesOf(end)
  return { from, until: until > from ? until : until + DAY }
}

function shared(window: WeeklyWindow, time: { start: string; end: string }): readonly WeeklyWindow[] {
  const one = spanOfTimes(window)
  const other = spanOfTimes(time)
  const from = Math.max(one.from, other.from)
  const until = Math.min(one.until, other.until)
  return until > from ? [{ day: window.day, start: timeText(from), end: timeText(until) }] : []
}
