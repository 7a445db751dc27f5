import { Temporal } from 'temporal-polyfill'
import type { WorkCalendar } from '../../../contracts/schedule.ts'

/** Two moments in the zone of a project. */
export interface WallClockSpan {
  readonly start: Temporal.ZonedDateTime
  readonly end: Temporal.ZonedDateTime
}

/** Milliseconds of a moment as the contract explains it. */
export function instantOf(text: string, zone: string, use: 'start' | 'end' | 'taken_end'): number {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const date = Temporal.PlainDate.from(text).add({ days: use === 'start' ? 0 : 1 })
    return date.toZonedDateTime(zone).epochMilliseconds
  }
  if (text.includes('[')) return Temporal.ZonedDateTime.from(text).epochMilliseconds
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(text))
    return Temporal.Instant.from(text.replace(' ', 'T')).epochMilliseconds
  const local = Temporal.PlainDateTime.from(text.replace(' ', 'T'))
  const compatible = local.toZonedDateTime(zone, { disambiguation: 'compatible' })
  if (use !== 'taken_end') return compatible.epochMilliseconds
  return local.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds
}

const WEEKDAYS = [...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']]
const DAY = 1_440

/** Whether a block lies within the open wall-clock times of a calendar, minute by minute at each change of window. */
export function isOpen(calendar: WorkCalendar, { start, end }: WallClockSpan): boolean {
  let at = start.withTimeZone(calendar.timezone)
  const last = end.withTimeZone(calendar.timezone)
  for (let guard = 0; guard < 1_000; guard += 1) {
    if (Temporal.ZonedDateTime.compare(at, last) >= 0) return true
    const until = openUntil(calendar, at)
    if (until === undefined) return false
    if (until <= 0) return false
    at = at.add({ minutes: until })
  }
  return false
}

/** Minutes for which a calendar stays open from a moment on by the wall clock; undefined when it is closed. */
export function openUntil(calendar: WorkCalendar, at: Temporal.ZonedDateTime): number | undefined {
  const minute = at.hour * 60 + at.minute
  const today = windowsOn(calendar, at.toPlainDate()).map(({ from, until }) => ({ from, until }))
  const yesterday = windowsOn(calendar, at.toPlainDate().subtract({ days: 1 })).map(({ from, until }) => ({
    from: from - DAY,
    until: until - DAY,
  }))
  const open = [...today, ...yesterday].filter(({ from, until }) => from <= minute && minute < until)
  if (open.length === 0) return undefined
  const longest = Math.max(...open.map(({ until }) => until))
  const closes = Math.min(longest, DAY)
  const midnight = at.toPlainDate().add({ days: 1 }).toZonedDateTime(at.timeZoneId)
  const local = at.toPlainDate().toPlainDateTime().add({ minutes: closes })
  const end = closes === DAY ? midnight : local.toZonedDateTime(at.timeZoneId, { disambiguation: 'earlier' })
  const change = at.getTimeZoneTransition('next')
  const isChanged = change !== null && change.epochMilliseconds < end.epochMilliseconds
  const until = isChanged && change !== null ? change.epochMilliseconds : end.epochMilliseconds
  return Math.round((until - at.epochMilliseconds) / 60_000)
}

function windowsOn(
  calendar: WorkCalendar,
  date: Temporal.PlainDate,
): readonly { from: number; until: number }[] {
  const exceptions = calendar.exceptions.filter(exception => exception.date === date.toString())
  const exception = exceptions.at(-1)
  const windows =
    exception?.windows ?? calendar.weekly.filter(({ day }) => WEEKDAYS.indexOf(day) === date.dayOfWeek - 1)
  return windows.map(({ start, end }) => {
    const from = minutesOf(start)
    const until = minutesOf(end)
    return { from, until: until > from ? until : until + DAY }
  })
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}
