import type { ParsedComponents } from 'chrono-node'
import * as chrono from 'chrono-node/en'
import { remember } from './remember.ts'
import { findSpots, type SpotKind } from './spots.ts'

/** A point or span of time named in a text. Dates are `YYYY-MM-DD`, times `HH:MM`; both in the given zone. */
export interface DateSpot {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly date: string
  readonly time?: string
  readonly endDate?: string
  readonly endTime?: string
  /** Whether a day was said or follows from the words (“tomorrow”), rather than only a time of day. */
  readonly hasDay: boolean
}

/** Dates and times in a text, relative ones read from `now`; future readings are preferred for bare weekdays. */
export function findDates(text: string, now: Date): readonly DateSpot[] {
  return datesAt(`${now.getTime()} ${text}`)
}

/** One goal is read many times on its way, always at the same moment. */
const datesAt: (momentAndText: string) => readonly DateSpot[] = remember(momentAndText => {
  const cut = momentAndText.indexOf(' ')
  return readDates(momentAndText.slice(cut + 1), new Date(Number(momentAndText.slice(0, cut))))
})

function readDates(text: string, now: Date): readonly DateSpot[] {
  const reference = { instant: now, timezone: 'UTC' }
  const read = chrono.parse(hideOtherValues(text), reference, { forwardDate: true }).map(result => {
    const start = result.index
    const startTime = readTime(result.start)
    const endTime = result.end === null || result.end === undefined ? undefined : readTime(result.end)
    return {
      text: result.text,
      start,
      end: start + result.text.length,
      date: readDate(result.start),
      hasDay:
        result.start.isCertain('day') || result.start.isCertain('weekday') || result.start.isCertain('month'),
      ...(startTime === undefined ? {} : { time: startTime }),
      ...(result.end ? { endDate: readDate(result.end) } : {}),
      ...(endTime === undefined ? {} : { endTime }),
    }
  })
  return read.filter(({ date }) => Number(date.slice(0, 4)) < MAX_YEAR)
}

const MAX_YEAR = 2200
const neverDates: ReadonlySet<SpotKind> = new Set([
  'url',
  'email',
  'iban',
  'glob',
  'path',
  'extension',
  'host',
  'handle',
  'identifier',
  'money',
  'percent',
])
const timeUnits = /^(?:sec|min|h(?:r|our)|day|week|month|year)/

/** Blanks out ids, paths and the like of equal length, so that no digits of theirs are read as a day. */
function hideOtherValues(text: string): string {
  let hidden = text
  for (const spot of findSpots(text)) {
    const isMeasure = spot.kind === 'quantity' && !timeUnits.test(spot.unit ?? '')
    const isGrouped = spot.kind === 'number' && spot.text.includes(',')
    if (neverDates.has(spot.kind) || isMeasure || isGrouped)
      hidden = hidden.slice(0, spot.start) + '\u00a4'.repeat(spot.end - spot.start) + hidden.slice(spot.end)
  }
  return hidden
}

function readDate(part: ParsedComponents): string {
  const two = (value: number | null): string => String(value ?? 1).padStart(2, '0')
  return `${String(part.get('year') ?? 1970).padStart(4, '0')}-${two(part.get('month'))}-${two(part.get('day'))}`
}

function readTime(part: ParsedComponents): string | undefined {
  if (!part.isCertain('hour')) return undefined
  const two = (value: number | null): string => String(value ?? 0).padStart(2, '0')
  return `${two(part.get('hour'))}:${two(part.get('minute'))}`
}
