import { Temporal } from 'temporal-polyfill'

/** Milliseconds of a moment of the contract: as a start a date alone is its first moment, as an end its last. */
export function momentToMs(text: string, timezone: string, use: 'start' | 'end'): number | undefined {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
      const date = Temporal.PlainDate.from(text).add({ days: use === 'end' ? 1 : 0 })
      return date.toZonedDateTime(timezone).epochMilliseconds
    }
    const written = text.replace(' ', 'T')
    if (written.includes('[')) return Temporal.ZonedDateTime.from(written).epochMilliseconds
    if (/(Z|[+-]\d{2}:?\d{2})$/.test(written)) return Temporal.Instant.from(written).epochMilliseconds
    return Temporal.PlainDateTime.from(written).toZonedDateTime(timezone).epochMilliseconds
  } catch {
    return undefined
  }
}

/** Such as `2027-05-15T18:00:00+02:00`. */
export function msToMoment(ms: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(timezone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

/** The local day of a moment, such as `2027-05-15`. */
export function dayOfMs(ms: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate().toString()
}

/** As people write a day: `Saturday 15 May 2027`. */
export function dayText(date: string): string {
  const parts = Temporal.PlainDate.from(date.slice(0, 10))
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return parts.toLocaleString('en-GB', options).replace(',', '')
}

/** Whether there is a time zone of that name. */
export function isTimezone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
