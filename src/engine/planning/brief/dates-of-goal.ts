import type { ParsedComponents } from 'chrono-node'
import * as chrono from 'chrono-node/en'
import { Temporal } from 'temporal-polyfill'
import { MONTH } from '../calendar-words/calendar-words.ts'
import type { Piece } from './statements.ts'

/** A calendar day, or several, that the words name for certain. */
export interface NamedDate extends Piece {
  readonly date: string
  readonly end_date?: string
  readonly start_time?: string
  readonly end_time?: string
  /** More days of the same: “9, 16 and 23 January”. */
  readonly more?: readonly string[]
  /** What the words before it say: on that day, until it, or from one day to another. */
  readonly use: 'on' | 'by'
}

interface About {
  readonly now: string
  readonly timezone: string
}

const BY =
  /\b(?:by|before|until|till|no later than|due(?: on)?|not later than|at the latest|latest|deadline(?: is)?:?)(?:\s+(?:the\s+)?(?:end of\s+)?)?$/i

/** A distance (“in two weeks”) is no date that the person named. */
export const IS_DATE = new RegExp(`\\b${MONTH}|\\d[./-]\\d`, 'i')

/** Days that are named with day and month, with the times that stand beside them. Today is passed in. */
export function readNamedDates(text: string, about: About): readonly NamedDate[] {
  const today = Temporal.Instant.from(about.now).toZonedDateTimeISO(about.timezone)
  const instant = new Date(`${today.toPlainDateTime().toString().slice(0, 19)}Z`)
  const found = chrono.GB.parse(text, { instant, timezone: 0 }, { forwardDate: true })
  return found.flatMap(({ text: words, index, start, end }): readonly NamedDate[] => {
    const listed = listBefore(text, index, words)
    if (!IS_DATE.test(words) || !start.isCertain('day') || !start.isCertain('month')) return []
    const date = dayOf(start)
    const until = end === null || end === undefined ? date : dayOf(end)
    const hasTime = start.isCertain('hour')
    const before = text.slice(0, index)
    if (listed !== undefined) return listedDates(listed, { start, end })
    const lead = /^(?:on|at|from|by|before|until|till)\s+/i.exec(words)?.[0] ?? ''
    return [
      {
        ...{
          text: words,
          at: index,
          date,
          use:
            BY.test(before + lead.trimEnd()) || /\b(?:until|till)\b/i.test(words)
              ? ('by' as const)
              : ('on' as const),
        },
        ...(until > date ? { end_date: until } : {}),
        ...(hasTime ? { start_time: timeOf(start) } : {}),
        ...(hasTime && end?.isCertain('hour') === true ? { end_time: timeOf(end) } : {}),
      },
    ]
  })
}

const DAY_LIST =
  /(?<![\d.])(?<days>\d{1,2}(?:st|nd|rd|th)?(?:,\s*\d{1,2}(?:st|nd|rd|th)?)*,?\s*(?:and|&)\s*)$/i

interface Listed {
  readonly text: string
  readonly at: number
  readonly days: readonly number[]
}

/** “9, 16 and” before “23 January”: the days of a list whose month stands at its end. */
function listBefore(text: string, index: number, words: string): Listed | undefined {
  const month = new RegExp(
    `^(?:\\d{1,2}(?:st|nd|rd|th)?,?\\s*(?:and|&)\\s*)?\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}`,
    'i',
  )
  if (!month.test(words)) return undefined
  const first = /^\d{1,2}(?:st|nd|rd|th)?,?\s*(?:and|&)\s*/i.exec(words)?.[0] ?? ''
  const before = text.slice(0, index) + first
  const list = DAY_LIST.exec(before)?.groups?.days
  if (list === undefined) return undefined
  const at = before.length - list.length
  return { text: text.slice(at, index + words.length), at, days: (list.match(/\d{1,2}/g) ?? []).map(Number) }
}

function listedDates(
  { text, at, days }: Listed,
  { start, end }: { readonly start: ParsedComponents; readonly end?: ParsedComponents | null | undefined },
): readonly NamedDate[] {
  const last = end === null || end === undefined || end.get('day') === start.get('day') ? start : end
  const month = dayOf(last).slice(0, 8)
  const all = [
    ...new Set([...days.map(day => `${month}${String(day).padStart(2, '0')}`), dayOf(last)]),
  ].sort()
  const [date = dayOf(last), ...more] = all
  const hasTime = start.isCertain('hour')
  return [
    {
      ...{ text, at, date, more, use: 'on' as const },
      ...(hasTime ? { start_time: timeOf(start) } : {}),
      ...(hasTime && end?.isCertain('hour') === true ? { end_time: timeOf(end) } : {}),
    },
  ]
}

function dayOf(parts: ParsedComponents): string {
  const two = (value: number | null): string => String(value ?? 1).padStart(2, '0')
  return `${parts.get('year')}-${two(parts.get('month'))}-${two(parts.get('day'))}`
}

function timeOf(parts: ParsedComponents): string {
  const two = (value: number | null): string => String(value ?? 0).padStart(2, '0')
  return `${two(parts.get('hour'))}:${two(parts.get('minute'))}`
}

/** Times of day without a date: “from 10:00 to 12:00”, “7 pm”. */
export function readClock(
  text: string,
): { readonly start_time: string; readonly end_time?: string } | undefined {
  const [found, next] = chrono.GB.parse(text, { instant: new Date(0), timezone: 0 })
  if (found === undefined || !found.start.isCertain('hour') || !/\d/.test(found.text)) return undefined
  if (/\b(?:hours?|minutes?|days?|weeks?)\b/i.test(found.text)) return undefined
  const isEnd = next?.start.isCertain('hour') === true && /\b(?:ends?|until|till|closes?)\b/i.test(text)
  const end = found.end ?? (isEnd ? next?.start : undefined)
  return {
    start_time: timeOf(found.start),
    ...(end?.isCertain('hour') === true ? { end_time: timeOf(end) } : {}),
  }
}
