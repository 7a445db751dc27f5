import type { WorkCalendar } from '../../../../contracts/schedule.ts'
import { dayOfText, weekdayOf, type Zone } from './zone.ts'

/** A stretch of time, in minutes. Lists of them are sorted and do not touch. */
export interface Span {
  readonly start: number
  readonly end: number
}

const WEEKDAYS = [...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']]
const DAY_MINUTES = 1_440

/**
 * When a calendar is open between two days, the last one excluded. Where the clocks are changed a window is never
 * longer than the wall clock says: a start that happens twice is its second, an end that happens twice its first.
 */
export function openSpans(
  calendar: WorkCalendar,
  zone: Zone,
  days: { from: number; until: number },
): readonly Span[] {
  const weekly = weeklyWindows(calendar.weekly)
  const exceptions = new Map(
    calendar.exceptions.map(({ date, windows }) => [dayOfText(date), windows.map(toMinutes)] as const),
  )
  const spans: Span[] = []
  for (let day = days.from - 1; day < days.until; day += 1) {
    for (const window of exceptions.get(day) ?? weekly[weekdayOf(day)] ?? []) {
      const start = zone.moment(day, window.start, 'later')
      const isOverMidnight = window.end > DAY_MINUTES
      const end = isOverMidnight
        ? zone.moment(day + 1, window.end - DAY_MINUTES, 'earlier')
        : zone.moment(day, window.end, 'earlier')
      if (end > start) spans.push({ start, end })
    }
  }
  return merged(spans)
}

/** Windows by weekday, Monday first, in minutes from midnight; over midnight they end beyond 1,440. */
function weeklyWindows(windows: WorkCalendar['weekly']): readonly Span[][] {
  const byDay: Span[][] = Array.from({ length: 7 }, () => [])
  for (const window of windows) byDay[WEEKDAYS.indexOf(window.day)]?.push(toMinutes(window))
  return byDay
}

function toMinutes({ start, end }: { readonly start: string; readonly end: string }): Span {
  const from = minutesOf(start)
  const until = minutesOf(end)
  return { start: from, end: until <= from ? until + DAY_MINUTES : until }
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** Sorted, with what overlaps or touches made one. */
export function merged(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  for (const span of [...spans].sort((left, right) => left.start - right.start)) {
    const last = result.at(-1)
    if (last === undefined || span.start > last.end) result.push(span)
    else if (span.end > last.end) result[result.length - 1] = { start: last.start, end: span.end }
  }
  return result
}

/** What lies in both. */
export function intersected(left: readonly Span[], right: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  let other = 0
  for (const { start, end } of left) {
    while (other < right.length && (right[other]?.end ?? 0) <= start) other += 1
    for (let at = other; at < right.length; at += 1) {
      const span = right[at]
      if (span === undefined || span.start >= end) break
      result.push({ start: Math.max(start, span.start), end: Math.min(end, span.end) })
    }
  }
  return result
}

/** What of the first list the second one leaves. */
export function without(spans: readonly Span[], taken: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  let other = 0
  for (const { start, end } of spans) {
    let from = start
    while (other < taken.length && (taken[other]?.end ?? 0) <= start) other += 1
    for (let at = other; at < taken.length; at += 1) {
      const span = taken[at]
      if (span === undefined || span.start >= end) break
      if (span.start > from) result.push({ start: from, end: span.start })
      from = Math.max(from, span.end)
    }
    if (from < end) result.push({ start: from, end })
  }
  return result
}
