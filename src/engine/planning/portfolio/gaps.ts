import { Temporal } from 'temporal-polyfill'
import type { Weekday, WeeklyWindow, WorkCalendar } from '../../../contracts/schedule.ts'

/** A stretch in milliseconds. */
export interface Stretch {
  readonly from: number
  readonly until: number
}

/** The open time of each local day. */
export type Gaps = (date: Temporal.PlainDate) => readonly Stretch[]

const WEEKDAYS: readonly Weekday[] = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
]
const BREAK_MS = 15 * 60_000
const DAYS_AHEAD = 60

/** When a week is open, day by day in a zone. */
export function gapsOf(weekly: readonly WeeklyWindow[], timezone: string): Gaps {
  return date =>
    weekly
      .filter(({ day }) => WEEKDAYS.indexOf(day) === date.dayOfWeek - 1)
      .map(({ start, end }) => {
        const until = end <= start ? date.add({ days: 1 }) : date
        return { from: momentOf(date, start, timezone), until: momentOf(until, end, timezone) }
      })
      .sort((left, right) => left.from - right.from)
}

function momentOf(date: Temporal.PlainDate, time: string, timezone: string): number {
  if (time === '24:00') return date.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds
  return date.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(timezone).epochMilliseconds
}

/** Whether a stretch lies in the open time of its day or the day before, exceptions counted. */
export function isWithinWeek(
  { from, until }: Stretch,
  weekly: readonly WeeklyWindow[],
  { timezone, exceptions }: WorkCalendar,
): boolean {
  const date = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timezone).toPlainDate()
  return [date, date.subtract({ days: 1 })].some(day => {
    const exception = exceptions.find(one => one.date === day.toString())
    const weekday = WEEKDAYS[day.dayOfWeek - 1] ?? 'monday'
    const windows = exception?.windows.map(window => ({ ...window, day: weekday }))
    const open = gapsOf(windows ?? weekly, timezone)(day)
    return open.some(span => span.from <= from && until <= span.until)
  })
}

/** The first moment from which so many minutes are free, with a break to what is taken. */
export function findGap(
  gaps: Gaps,
  taken: readonly Stretch[],
  wanted: { readonly from: number; readonly minutes: number; readonly until: number | undefined },
): number | undefined {
  const length = wanted.minutes * 60_000
  let date = Temporal.Instant.fromEpochMilliseconds(wanted.from).toZonedDateTimeISO('UTC').toPlainDate()
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    for (const open of gaps(date)) {
      let at = Math.max(open.from, wanted.from)
      for (;;) {
        const end = at + length
        if (end > open.until || (wanted.until !== undefined && end > wanted.until)) break
        const hit = taken.find(({ from, until }) => from < end + BREAK_MS && at < until + BREAK_MS)
        if (hit === undefined) return at
        at = hit.until + BREAK_MS
      }
    }
    date = date.add({ days: 1 })
  }
  return undefined
}
