import rrule from 'rrule'
import type { TaskRecurrence } from '../../../../contracts/schedule.ts'
import { firstOfMonth, partsOf, weekdayOf } from './zone.ts'

/** Local days between which one occurrence has to lie, the last one excluded. */
export interface OccurrenceDays {
  readonly from: number
  readonly until: number
}

export interface OccurrenceRange {
  readonly from: number
  /** Undefined when nothing ends it. */
  readonly until: number | undefined
  /** On how many days of a range the task could be done at all. */
  readonly countOpenDays: (from: number, until: number) => OpenDays
}

export interface OpenDays {
  /** By the times of an ordinary week. */
  readonly usual: number
  /** Of those, the days that days off and time away leave. */
  readonly left: number
}

export type Occurrences =
  | { readonly kind: 'once' }
  | {
      readonly kind: 'days'
      readonly days: readonly OccurrenceDays[]
      /** Times that days off and time away leave no room for. */
      readonly leftOut: number
    }
  | { readonly kind: 'impossible'; readonly reason: string }

const MOST = 5_000
const DAY_MS = 86_400_000

/**
 * When a task comes back, between two local days. A period that is cut short by the first or the last day asks for its
 * share of the times, rounded, and for no more than it has open days. Where days off or time away leave fewer days than
 * it comes back, it comes back on those; what falls on such a day by a rule is left out.
 */
export function occurrencesOf(
  recurrence: TaskRecurrence | undefined,
  { from, until, countOpenDays }: OccurrenceRange,
): Occurrences {
  if (recurrence === undefined) return { kind: 'once' }
  if (recurrence.rule !== undefined) return byRule(recurrence.rule, { from, until, countOpenDays })
  if (recurrence.frequency === 'none') return { kind: 'once' }
  const { frequency, interval, times, count } = recurrence
  if (until === undefined && count === undefined)
    return { kind: 'impossible', reason: 'it has no end: give `count`, `until` or a deadline' }
  const days: OccurrenceDays[] = []
  let leftOut = 0
  const most = Math.min(count ?? MOST + 1, MOST + 1)
  for (let period = periodOf(frequency, from, 0), at = 0; days.length < most; at += interval) {
    period = periodOf(frequency, from, at)
    if (until !== undefined && period.from >= until) break
    const first = Math.max(period.from, from)
    const last = Math.min(period.until, until ?? period.until)
    const share = (last - first) / (period.until - period.from)
    const { usual, left } = countOpenDays(first, last)
    const isPossible = share < 1 || usual >= times
    const asked = share < 1 ? Math.round(times * share) : times
    const wanted = isPossible ? Math.min(asked, left) : times
    leftOut += Math.min(asked, usual) - Math.min(wanted, usual)
    for (let time = 0; time < wanted && days.length < most; time += 1) days.push({ from: first, until: last })
  }
  if (days.length > MOST) return { kind: 'impossible', reason: `it comes back more than ${MOST} times` }
  return { kind: 'days', days, leftOut }
}

/** The period of a frequency that lies `at` periods after the one with `day` in it. */
function periodOf(frequency: TaskRecurrence['frequency'], day: number, at: number): OccurrenceDays {
  const { year, month } = partsOf(day)
  const months = (size: number): OccurrenceDays => {
    const first = month - ((month - 1) % size) + at * size
    return { from: firstOfMonth(year, first), until: firstOfMonth(year, first + size) }
  }
  switch (frequency) {
    case 'none':
    case 'daily':
      return { from: day + at, until: day + at + 1 }
    case 'weekly': {
      const monday = day - weekdayOf(day) + at * 7
      return { from: monday, until: monday + 7 }
    }
    case 'monthly':
      return months(1)
    case 'quarterly':
      return months(3)
    case 'yearly':
      return months(12)
  }
}

/** Dates by RFC 5545, counted from the first day unless the rule names its own start. */
function byRule(text: string, { from, until, countOpenDays }: OccurrenceRange): Occurrences {
  try {
    const options = rrule.RRule.parseString(text.replace(/^RRULE:/i, ''))
    const rule = new rrule.RRule({
      ...options,
      dtstart: options.dtstart ?? new Date(from * DAY_MS),
      tzid: null,
    })
    if (until === undefined && options.count == null && options.until == null)
      return { kind: 'impossible', reason: 'its rule has no end: add COUNT or UNTIL, or give a deadline' }
    const days = new Set<number>()
    rule.all((date, at) => {
      const day = Math.floor(date.getTime() / DAY_MS)
      if (until !== undefined && day >= until) return false
      if (day >= from) days.add(day)
      return at < MOST
    })
    if (days.size >= MOST) return { kind: 'impossible', reason: `it comes back more than ${MOST} times` }
    const isAway = (day: number): boolean => {
      const { usual, left } = countOpenDays(day, day + 1)
      return usual > 0 && left === 0
    }
    const open = [...days].filter(day => !isAway(day))
    return {
      kind: 'days',
      days: open.map(day => ({ from: day, until: day + 1 })),
      leftOut: days.size - open.length,
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: 'impossible', reason: `its rule cannot be read: ${reason}` }
  }
}
