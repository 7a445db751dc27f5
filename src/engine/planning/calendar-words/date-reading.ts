import { Temporal } from 'temporal-polyfill'
import type { CalendarContext } from './reading.ts'

/** Days that words mean: both ends included. */
export interface DateSpan {
  readonly first: Temporal.PlainDate
  readonly last: Temporal.PlainDate
  /** `edge` for words such as “the end of June”, which are the same after “by” and “before”. */
  readonly unit: 'day' | 'edge' | 'period'
  /** How a date without a year, or one that leaves room, was taken. */
  readonly takenAs?: string
}

export type DateReading =
  | { readonly kind: 'span'; readonly span: DateSpan }
  | {
      readonly kind: 'choice'
      readonly question: string
      readonly options: readonly { readonly label: string; readonly span: DateSpan }[]
    }
  | { readonly kind: 'impossible'; readonly message: string }
  | { readonly kind: 'past'; readonly message: string }

/** A way of reading some words for days. */
export type DateReader = (
  text: string,
  today: Temporal.PlainDate,
  context: CalendarContext,
) => DateReading | undefined

export function todayOf({ now, timezone }: CalendarContext): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate()
}

/** Such as `Friday 15 May 2027`. */
export function dateText(date: Temporal.PlainDate): string {
  return date.toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

/** One day. */
export function day(date: Temporal.PlainDate, takenAs?: string): DateReading {
  return {
    kind: 'span',
    span: { first: date, last: date, unit: 'day', ...(takenAs === undefined ? {} : { takenAs }) },
  }
}

/** All days from one to the day before another. */
export function period(first: Temporal.PlainDate, next: Temporal.PlainDate, takenAs?: string): DateReading {
  const last = next.subtract({ days: 1 })
  return {
    kind: 'span',
    span: { first, last, unit: 'period', ...(takenAs === undefined ? {} : { takenAs }) },
  }
}

/** Words for a day that no calendar has. */
export function impossible(what: string): DateReading {
  return { kind: 'impossible', message: `There is no ${what}.` }
}

/** A day, if there is one. */
export function madeOf(year: number, month: number, date: number): DateReading | undefined {
  try {
    return day(Temporal.PlainDate.from({ year, month, day: date }, { overflow: 'reject' }))
  } catch {
    return undefined
  }
}
