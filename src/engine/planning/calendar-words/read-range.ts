import { Temporal } from 'temporal-polyfill'
import { dateText, todayOf } from './date-reading.ts'
import { CLOCK, DATE } from './date-words.ts'
import { readDate } from './read-date.ts'
import type { CalendarContext, Outcome } from './reading.ts'
import { MONTH, NUMBER, numberOf } from './words.ts'

/** Days from one to another, both included; or why they are none. */
export type RangeReading =
  | {
      readonly kind: 'range'
      readonly first: Temporal.PlainDate
      readonly last: Temporal.PlainDate
      readonly takenAs?: string
    }
  | { readonly kind: 'problem'; readonly outcome: Outcome }

const DAY = '\\d{1,2}(?:st|nd|rd|th)?'
const JOIN = '(?: ?- ?| to | until | till | through | and | up to )'
const SAME_MONTH = new RegExp(
  `^(?:the )?(?<from>${DAY})\\.?${JOIN}(?:the )?(?<to>${DAY})\\.?(?: of)? (?<month>${MONTH})(?:,? (?<year>\\d{4}))?$`,
)
const MONTH_BEFORE = new RegExp(
  `^(?<month>${MONTH}) (?<from>${DAY})${JOIN}(?<to>${DAY})(?:,? (?<year>\\d{4}))?$`,
)
const TWO_DATES = new RegExp(`^(?<from>${DATE})${JOIN}(?<to>${DATE})$`)
const LASTING = new RegExp(
  `^(?:for )?(?:(?<before>${NUMBER}) (?<unitBefore>day|week|month)s? (?:from|starting|beginning)(?: on| with)? (?<fromAfter>${DATE})|(?<from>${DATE}) for (?<after>${NUMBER}) (?<unitAfter>day|week|month)s?)$`,
)

/** A pattern for ranges and single days, without groups. */
export const RANGE = `(?:(?:the )?${DAY}\\.?${JOIN}(?:the )?${DAY}\\.?(?: of)? ${MONTH}(?:,? \\d{4})?|${MONTH} ${DAY}${JOIN}${DAY}(?![\\d])(?:,? \\d{4})?|(?:for )?${NUMBER} (?:day|week|month)s? (?:from|starting|beginning)(?: on| with)? ${DATE}|${DATE} for ${NUMBER} (?:day|week|month)s?|${DATE}${JOIN}${DATE}|(?:all of |the whole of |the rest of )?${DATE})(?! ?(?:${CLOCK}))`

/** Reads a range of days in any of its spellings. */
export function readRange(text: string, context: CalendarContext): RangeReading | undefined {
  const words = text.trim().replace(/^(?:all of|the whole of|the rest of) /, '')
  const short = (SAME_MONTH.exec(words) ?? MONTH_BEFORE.exec(words))?.groups
  if (short !== undefined) {
    const rest = `${short.month}${short.year === undefined ? '' : ` ${short.year}`}`
    const isTurned = Number.parseInt(short.from ?? '', 10) > Number.parseInt(short.to ?? '', 10)
    if (isTurned)
      return {
        kind: 'problem',
        outcome: { problem: 'contradiction', message: `“${words}” ends before it begins.` },
      }
    return between(`${short.from} ${rest}`, `${short.to} ${rest}`, context)
  }
  const lasting = LASTING.exec(words)?.groups
  if (lasting !== undefined) return lastingFrom(lasting, context)
  const two = TWO_DATES.exec(words)?.groups
  if (two !== undefined) return between(withYearOf(two.from ?? '', two.to ?? ''), two.to ?? '', context)
  return undefined
}

/** `3 April to 10 April 2027` says the year of both. */
function withYearOf(from: string, to: string): string {
  const year = /(?<!\d)(?:19|20|21)\d{2}$/.exec(to)?.[0]
  const isSpelled = new RegExp(`(?:${MONTH}|${MONTH} ${DAY})$`).test(from) && /\d/.test(from)
  return year !== undefined && isSpelled && !/\d{4}/.test(from) ? `${from} ${year}` : from
}

function between(from: string, to: string, context: CalendarContext): RangeReading | undefined {
  const first = readDate(from, context)
  const last = readDate(to, context)
  if (first === undefined || last === undefined) return undefined
  for (const reading of [first, last]) {
    if (reading.kind === 'impossible')
      return { kind: 'problem', outcome: { problem: 'impossible_date', message: reading.message } }
    if (reading.kind === 'choice')
      return {
        kind: 'problem',
        outcome: { question: `${reading.question} (in “${from} – ${to}”)`, options: [] },
      }
  }
  if (first.kind !== 'span' || last.kind !== 'span') return undefined
  return ordered(first.span.first, last.span.last, { from, to, context })
}

/** Around the turn of a year the second date without a year is in the next; a stretch that has begun began this year. */
function ordered(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  { from, to, context }: { from: string; to: string; context: CalendarContext },
): RangeReading {
  const compare = Temporal.PlainDate.compare
  const today = todayOf(context)
  const isFree = (text: string): boolean => !/\d{4}/.test(text)
  let [begin, end] = [first, last]
  if (compare(end, begin) < 0 && isFree(to) && isFree(from)) {
    const earlier = begin.subtract({ years: 1 })
    if (compare(earlier, end) <= 0 && compare(end, today) >= 0 && earlier.until(end).days <= 92)
      begin = earlier
    else end = end.add({ years: 1 })
  }
  const takenAs = `“${from} – ${to}” is taken as ${dateText(begin)} to ${dateText(end)}.`
  if (compare(end, begin) < 0)
    return {
      kind: 'problem',
      outcome: { problem: 'contradiction', message: `${dateText(end)} is before ${dateText(begin)}.` },
    }
  if (compare(end, today) < 0)
    return { kind: 'problem', outcome: { problem: 'past', message: `${dateText(end)} is over.` } }
  return { kind: 'range', first: begin, last: end, ...(isFree(from) ? { takenAs } : {}) }
}

function lastingFrom(
  groups: Readonly<Record<string, string | undefined>>,
  context: CalendarContext,
): RangeReading | undefined {
  const reading = readDate(groups.fromAfter ?? groups.from ?? '', context)
  const count = numberOf(groups.before ?? groups.after ?? '')
  const unit = groups.unitBefore ?? groups.unitAfter
  if (reading?.kind !== 'span' || count === undefined) return undefined
  const { first } = reading.span
  const whole = Math.max(1, Math.round(count))
  const end =
    unit === 'month' ? first.add({ months: whole }) : first.add({ days: whole * (unit === 'week' ? 7 : 1) })
  return { kind: 'range', first, last: end.subtract({ days: 1 }) }
}
