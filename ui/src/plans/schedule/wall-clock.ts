/**
 * Minutes of a wall clock since 1970: what a clock on the wall of the plan's place shows, counted as if no day were
 * longer or shorter than another. Charts are drawn in it, so that a day is as wide as every other day.
 */
export type WallMinutes = number

export const DAY = 1440
const MINUTE_MS = 60_000
const WITH_OFFSET = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?[+-]\d{2}:?\d{2}/

/** The wall clock of a moment: in its own offset where it has one, else in the time zone. */
export function wallMinutesOf(at: string, timezone: string): WallMinutes {
  const local = WITH_OFFSET.exec(at)?.[1]
  if (local) return Date.parse(`${local}Z`) / MINUTE_MS
  return wallMinutesAt(Date.parse(at), timezone)
}

/** The wall clock at an instant. */
export function wallMinutesAt(ms: number, timezone: string): WallMinutes {
  const parts = clockFor(timezone).formatToParts(ms)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find(each => each.type === type)?.value)
  const at = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return at / MINUTE_MS
}

/** `2026-05-15T18:00`, without an offset: meant in the plan's time zone, where the server finds the instant. */
export function wallText(at: WallMinutes): string {
  return new Date(at * MINUTE_MS).toISOString().slice(0, 16)
}

/** The wall clock of `2026-05-15T18:00`; undefined for what is no time. */
export function wallFrom(text: string): WallMinutes | undefined {
  const ms = Date.parse(`${text}Z`)
  return Number.isNaN(ms) ? undefined : ms / MINUTE_MS
}

export function startOfDay(at: WallMinutes): WallMinutes {
  return Math.floor(at / DAY) * DAY
}

/** 0 is Monday. */
export function weekdayOf(at: WallMinutes): number {
  // 1 January 1970 was a Thursday.
  return (((Math.floor(at / DAY) + 3) % 7) + 7) % 7
}

export function startOfWeek(at: WallMinutes): WallMinutes {
  return startOfDay(at) - weekdayOf(at) * DAY
}

export function startOfMonth(at: WallMinutes): WallMinutes {
  const date = new Date(at * MINUTE_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / MINUTE_MS
}

export function startOfNextMonth(at: WallMinutes): WallMinutes {
  const date = new Date(at * MINUTE_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / MINUTE_MS
}

const FORMATS = {
  day: format({ weekday: 'short', day: 'numeric', month: 'short' }),
  longDay: format({ weekday: 'long', day: 'numeric', month: 'long' }),
  dayOfMonth: format({ day: 'numeric' }),
  shortDate: format({ day: 'numeric', month: 'short' }),
  month: format({ month: 'long', year: 'numeric' }),
  time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
} as const

/** A wall clock in words of the reader's language. */
export function wallWords(at: WallMinutes, form: keyof typeof FORMATS): string {
  return FORMATS[form].format(at * MINUTE_MS)
}

/** `Mon, 4 May, 18:00–19:30`, with both days where they differ. */
export function wallRangeWords(start: WallMinutes, end: WallMinutes): string {
  const isOneDay = startOfDay(start) === startOfDay(Math.max(start, end - 1))
  const to = isOneDay ? wallWords(end, 'time') : `${wallWords(end, 'day')}, ${wallWords(end, 'time')}`
  return `${wallWords(start, 'day')}, ${wallWords(start, 'time')}–${to}`
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' })
}

// Making a formatter costs more than a hundred uses of it.
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockFor(timezone: string): Intl.DateTimeFormat {
  const known = clocks.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    ...{ timeZone: timezone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  })
  clocks.set(timezone, made)
  return made
}
