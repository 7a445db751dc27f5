import { Temporal } from 'temporal-polyfill'

/**
 * A time zone, in minutes since 1970-01-01T00:00Z and days since 1970-01-01 of its own calendar. Where clocks are set
 * forward a local time may not exist, where they are set back it happens twice: `earlier` and `later` say which of the
 * two possible moments is meant.
 */
export interface Zone {
  readonly id: string
  /** First moment of a day; not always midnight. */
  dayStart(day: number): number
  /** The moment of a wall-clock time, given in minutes from midnight up to 1,440. */
  moment(day: number, minutes: number, pick: 'earlier' | 'later'): number
  /** The local day of a moment. */
  dayOf(minute: number): number
  /** Such as `2026-03-29T09:00:00+02:00`. */
  format(minute: number): string
}

/** What a time says in words that a contract has already checked in form. */
export type ReadMoment =
  | { readonly kind: 'moment'; readonly minute: number; readonly note?: string }
  | { readonly kind: 'impossible'; readonly reason: string }

/** How a moment is used: nothing before it, nothing after it, or the two ends of taken time. */
export type MomentUse = 'not_before' | 'not_after' | 'taken_from' | 'taken_until'

const DAY_MINUTES = 1_440
const MS = 60_000

/** The zone of an IANA name, or undefined when there is none of that name. */
export function createZone(id: string): Zone | undefined {
  if (!isZone(id)) return undefined
  const dayStarts = new Map<number, number>()
  const offsetAt = createOffsets(id)
  const dayStart = (day: number): number => {
    const known = dayStarts.get(day)
    if (known !== undefined) return known
    const { minutes, isSteady } = offsetAt(day * DAY_MINUTES)
    const start = isSteady
      ? day * DAY_MINUTES - minutes
      : toMinute(dateOf(day).toZonedDateTime(id).epochMilliseconds)
    dayStarts.set(day, start)
    return start
  }
  const moment: Zone['moment'] = (day, minutes, pick) => {
    if (minutes >= DAY_MINUTES) return dayStart(day + 1)
    const start = dayStart(day)
    if (dayStart(day + 1) - start === DAY_MINUTES) return start + minutes
    const local = dateOf(day).toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
    return toMinute(local.toZonedDateTime(id, { disambiguation: pick }).epochMilliseconds)
  }
  const zoned = (minute: number) => Temporal.Instant.fromEpochMilliseconds(minute * MS).toZonedDateTimeISO(id)
  return {
    id,
    dayStart,
    moment,
    dayOf: minute => {
      const { minutes, isSteady } = offsetAt(minute)
      return isSteady ? Math.floor((minute + minutes) / DAY_MINUTES) : dayOfDate(zoned(minute).toPlainDate())
    },
    format: minute => {
      const { minutes, isSteady } = offsetAt(minute)
      if (!isSteady) return zoned(minute).toString({ timeZoneName: 'never', smallestUnit: 'second' })
      return `${new Date((minute + minutes) * MS).toISOString().slice(0, 19)}${offsetText(minutes)}`
    },
  }
}

interface Offset {
  /** Local time minus UTC. */
  readonly minutes: number
  /** Whether it is the same for more than two days before and after, and whole minutes. */
  readonly isSteady: boolean
}

interface OffsetPeriod {
  readonly from: number
  readonly until: number
  readonly minutes: number
}

/** The offset of a zone around a moment; the clock changes on both sides are looked up once. */
function createOffsets(id: string): (minute: number) => Offset {
  const periods: OffsetPeriod[] = []
  const find = (minute: number): OffsetPeriod => {
    const at = Temporal.Instant.fromEpochMilliseconds(minute * MS).toZonedDateTimeISO(id)
    const before = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
    const after = at.getTimeZoneTransition('next')
    const period = {
      from: before === null ? Number.NEGATIVE_INFINITY : before.epochMilliseconds / MS,
      until: after === null ? Number.POSITIVE_INFINITY : after.epochMilliseconds / MS,
      minutes: at.offsetNanoseconds / 60_000_000_000,
    }
    periods.push(period)
    return period
  }
  let last: OffsetPeriod | undefined
  return minute => {
    const isWithin = ({ from, until }: OffsetPeriod): boolean => from <= minute && minute < until
    if (last === undefined || !isWithin(last)) last = periods.find(isWithin) ?? find(minute)
    const { from, until, minutes } = last
    const isFar = minute - from > 2 * DAY_MINUTES && until - minute > 2 * DAY_MINUTES
    return { minutes, isSteady: isFar && Number.isInteger(minutes) }
  }
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  const hours = String(Math.floor(size / 60)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${hours}:${String(size % 60).padStart(2, '0')}`
}

/**
 * Reads a moment as a person wrote it. A date alone is its first moment where something begins, its last where
 * something ends. A local time that does not exist moves forward by the missing hour; one that happens twice is its
 * first, except as the end of taken time. Seconds are rounded to the stricter side.
 */
export function readMoment(text: string, zone: Zone, use: MomentUse): ReadMoment {
  try {
    if (text.length === 10) return wholeDay(text, zone, use)
    const written = text.replace(' ', 'T')
    if (written.includes('[')) return exact(Temporal.ZonedDateTime.from(written).epochMilliseconds, use)
    if (/(Z|[+-]\d{2}:?\d{2})$/.test(written))
      return exact(Temporal.Instant.from(written).epochMilliseconds, use)
    return local(Temporal.PlainDateTime.from(written, { overflow: 'reject' }), zone, use)
  } catch (error) {
    return {
      kind: 'impossible',
      reason: error instanceof RangeError ? `“${text}” is no time` : String(error),
    }
  }
}

/** The days since 1970-01-01 of a date such as `2026-05-15`. */
export function dayOfText(text: string): number {
  return dayOfDate(Temporal.PlainDate.from(text))
}

/** Monday is 0. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

/** Weeks from Monday to Sunday, counted through. */
export function weekOf(day: number): number {
  return Math.floor((day + 3) / 7)
}

/** Year, month (from 1) and day of the month. */
export function partsOf(day: number): {
  readonly year: number
  readonly month: number
  readonly date: number
} {
  const { year, month, day: date } = dateOf(day)
  return { year, month, date }
}

/** The day of a year and a month, which may run over its 12. */
export function firstOfMonth(year: number, month: number): number {
  return Math.floor(Date.UTC(year, month - 1, 1) / 86_400_000)
}

function isZone(id: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(id)
    return true
  } catch {
    return false
  }
}

function dateOf(day: number): Temporal.PlainDate {
  return new Temporal.PlainDate(1970, 1, 1).add({ days: day })
}

function dayOfDate({ year, month, day }: Temporal.PlainDate): number {
  return Math.floor(Date.UTC(year, month - 1, day) / 86_400_000)
}

function toMinute(milliseconds: number): number {
  return Math.ceil(milliseconds / MS)
}

function wholeDay(text: string, zone: Zone, use: MomentUse): ReadMoment {
  const day = dayOfText(text)
  const isStart = use === 'not_before' || use === 'taken_from'
  return { kind: 'moment', minute: zone.dayStart(isStart ? day : day + 1) }
}

function exact(milliseconds: number, use: MomentUse): Extract<ReadMoment, { kind: 'moment' }> {
  const isRoundedUp = use === 'not_before' || use === 'taken_until'
  const minutes = milliseconds / MS
  return { kind: 'moment', minute: isRoundedUp ? Math.ceil(minutes) : Math.floor(minutes) }
}

function local(written: Temporal.PlainDateTime, zone: Zone, use: MomentUse): ReadMoment {
  const earlier = written.toZonedDateTime(zone.id, { disambiguation: 'earlier' })
  const later = written.toZonedDateTime(zone.id, { disambiguation: 'later' })
  if (earlier.epochMilliseconds === later.epochMilliseconds) return exact(earlier.epochMilliseconds, use)
  const isTwice = earlier.toPlainDateTime().equals(written)
  const isLater = !isTwice || use === 'taken_until'
  const meant = isLater ? later : earlier
  const what = isTwice ? 'happens twice' : 'does not exist'
  const shown = meant.toString({ timeZoneName: 'never', smallestUnit: 'minute' })
  const note = `${written.toString({ smallestUnit: 'minute' })} ${what} in ${zone.id}, where the clocks are changed; ${shown} is meant.`
  return { ...exact(meant.epochMilliseconds, use), note }
}
