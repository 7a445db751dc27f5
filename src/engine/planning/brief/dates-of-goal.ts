import * as chrono from 'chrono-node'
import { Temporal } from 'temporal-polyfill'
import { MONTH } from '../calendar-words/calendar-words.ts'
import type { Piece } from './statements.ts'

/** A calendar day, or several, that the words name for certain. */
export interface NamedDate extends Piece {
  readonly date: string
  readonly end_date?: string
  readonly start_time?: string
  readonly end_time?: string
  /** What the words before it say: on that day, until it, or from one day to another. */
  readonly use: 'on' | 'by'
}

interface About {
  readonly now: string
  readonly timezone: string
}

const BY =
  /\b(?:by|before|until|till|no later than|due|not later than|at the latest|latest|deadline(?: is)?:?)(?:\s+(?:the\s+)?(?:end of\s+)?)?$/i

/** A distance (“in two weeks”) is no date that the person named. */
const IS_DATE = new RegExp(`\\b${MONTH}|\\d[./-]\\d`, 'i')

/** Days that are named with day and month, with the times that stand beside them. Today is passed in. */
export function readNamedDates(text: string, about: About): readonly NamedDate[] {
  const today = Temporal.Instant.from(about.now).toZonedDateTimeISO(about.timezone)
  const instant = new Date(`${today.toPlainDateTime().toString().slice(0, 19)}Z`)
  const found = chrono.en.GB.parse(text, { instant, timezone: 0 }, { forwardDate: true })
  return found.flatMap(({ text: words, index, start, end }): readonly NamedDate[] => {
    if (!IS_DATE.test(words) || !start.isCertain('day') || !start.isCertain('month')) return []
    const date = dayOf(start)
    const until = end === null || end === undefined ? date : dayOf(end)
    const hasTime = start.isCertain('hour')
    const before = text.slice(0, index)
    const lead = /^(?:on|at|from|by|before|until|till)\s+/i.exec(words)?.[0] ?? ''
    return [
      {
        ...{
          text: words,
          at: index,
          date,
          use: BY.test(before + lead.trimEnd()) ? ('by' as const) : ('on' as const),
        },
        ...(until > date ? { end_date: until } : {}),
        ...(hasTime ? { start_time: timeOf(start) } : {}),
        ...(hasTime && end?.isCertain('hour') === true ? { end_time: timeOf(end) } : {}),
      },
    ]
  })
}

function dayOf(parts: chrono.ParsedComponents): string {
  const two = (value: number | null): string => String(value ?? 1).padStart(2, '0')
  return `${parts.get('year')}-${two(parts.get('month'))}-${two(parts.get('day'))}`
}

function timeOf(parts: chrono.ParsedComponents): string {
  const two = (value: number | null): string => String(value ?? 0).padStart(2, '0')
  return `${two(parts.get('hour'))}:${two(parts.get('minute'))}`
}

/** Times of day without a date: “from 10:00 to 12:00”, “7 pm”. */
export function readClock(
  text: string,
): { readonly start_time: string; readonly end_time?: string } | undefined {
  const [found] = chrono.en.GB.parse(text, { instant: new Date(0), timezone: 0 })
  if (found === undefined || !found.start.isCertain('hour') || !/\d/.test(found.text)) return undefined
  if (/\b(?:hours?|minutes?|days?|weeks?)\b/i.test(found.text)) return undefined
  const { end } = found
  return {
    start_time: timeOf(found.start),
    ...(end?.isCertain('hour') === true ? { end_time: timeOf(end) } : {}),
  }
}
