import * as chrono from 'chrono-node'
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
  const { hidden, spoken } = hideSpokenTimes(hideOtherValues(text), now)
  const read = chrono.parse(hidden, reference, { forwardDate: true }).map(result => {
    const opening = result.end ? undefined : openingOfSpan(hidden, result)
    if (opening !== undefined) return opening
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
  const near = read.filter(({ date }) => Number(date.slice(0, 4)) < MAX_YEAR)
  return [...near, ...spoken].toSorted((left, right) => left.start - right.start)
}

const MAX_YEAR = 2200
const HOURS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const SPOKEN_TIME = new RegExp(
  String.raw`\b(?:(?<part>half|quarter|five|ten|twenty) (?<side>past|to) )(?<hour>${HOURS.join('|')}|\d{1,2})(?:\s+(?:in the )?(?<half>morning|afternoon|evening|am|pm)|\s+at night)?\b`,
  'gi',
)
const MINUTES: Readonly<Record<string, number>> = { half: 30, quarter: 15, five: 5, ten: 10, twenty: 20 }

/** “half past seven in the evening”: a time of day as people say it. */
function hideSpokenTimes(
  text: string,
  now: Date,
): { readonly hidden: string; readonly spoken: readonly DateSpot[] } {
  const spoken = [...text.matchAll(SPOKEN_TIME)].map((match): DateSpot => {
    const { part = '', side = '', hour = '', half = '' } = match.groups ?? {}
    const said = HOURS.includes(hour.toLowerCase()) ? HOURS.indexOf(hour.toLowerCase()) + 1 : Number(hour)
    const isLate = /afternoon|evening|pm/i.test(half) && said < 12
    const minutes = MINUTES[part.toLowerCase()] ?? 0
    const total = (said + (isLate ? 12 : 0)) * 60 + (side.toLowerCase() === 'to' ? -minutes : minutes)
    const two = (value: number): string => String(value).padStart(2, '0')
    return {
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      date: now.toISOString().slice(0, 10),
      time: `${two(Math.floor(total / 60) % 24)}:${two(total % 60)}`,
      hasDay: false,
    }
  })
  const hidden = text.replace(SPOKEN_TIME, said => '\u00a4'.repeat(said.length))
  return { hidden, spoken }
}

/** “from the 3rd to the 6th of January”: the day before “to” is in the month behind it. */
function openingOfSpan(text: string, result: chrono.ParsedResult): DateSpot | undefined {
  const before = text.slice(0, result.index)
  const match =
    /(?:from\s+)?(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?\s*(?:to|until|till|through|-|–)\s*(?:the\s+)?$/i.exec(
      before,
    )
  const day = Number(match?.groups?.day ?? 0)
  const last = result.start.get('day') ?? 0
  if (match === null || !result.start.isCertain('month') || day < 1 || day >= last) return undefined
  const endDate = readDate(result.start)
  const end = result.index + result.text.length
  return {
    text: text.slice(match.index, end),
    start: match.index,
    end,
    date: `${endDate.slice(0, 8)}${String(day).padStart(2, '0')}`,
    endDate,
    hasDay: true,
  }
}

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

function readDate(part: chrono.ParsedComponents): string {
  const two = (value: number | null): string => String(value ?? 1).padStart(2, '0')
  return `${String(part.get('year') ?? 1970).padStart(4, '0')}-${two(part.get('month'))}-${two(part.get('day'))}`
}

function readTime(part: chrono.ParsedComponents): string | undefined {
  if (!part.isCertain('hour')) return undefined
  const two = (value: number | null): string => String(value ?? 0).padStart(2, '0')
  return `${two(part.get('hour'))}:${two(part.get('minute'))}`
}
