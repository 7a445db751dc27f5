import type { Weekday, WeeklyWindow } from '../../../contracts/schedule.ts'
import { numberOf, WEEKDAYS } from './words.ts'

/** Times of a day, in minutes from midnight. */
export interface TimeSpan {
  readonly from: number
  readonly until: number
}

/** A part of a day: what it is called, and when it is taken to be. */
export interface DayPart {
  readonly words: RegExp
  readonly span: TimeSpan
}

const DAY_END = 1_440

/** Where nobody says more, parts of the day are these. */
const DAY_PARTS: readonly DayPart[] = [
  { words: /(?<![a-z])(?:early mornings?|before work)/, span: { from: 300, until: 480 } },
  { words: /(?<![a-z])(?:late evenings?|late at night)/, span: { from: 1_200, until: 1_380 } },
  {
    words: /(?<![a-z])(?:lunch(?:[- ]?times?| breaks?| hours?|es)?|noons?|middays?)/,
    span: { from: 720, until: 840 },
  },
  { words: /(?<![a-z])(?:after work)/, span: { from: 1_050, until: 1_320 } },
  { words: /(?<![a-z])(?:forenoons?|mornings?)/, span: { from: 420, until: 720 } },
  { words: /(?<![a-z])(?:afternoons?)/, span: { from: 780, until: 1_080 } },
  { words: /(?<![a-z])(?:evenings?)/, span: { from: 1_080, until: 1_320 } },
  { words: /(?<![a-z])(?:nights?)/, span: { from: 1_200, until: 1_440 } },
]

/** A pattern for any part of a day, without groups. */
export const DAY_PART = `(?:${DAY_PARTS.map(({ words }) => words.source).join('|')})(?![a-z])`

/** All parts of the day that words name, as one list of times. */
export function spansOfParts(text: string): readonly TimeSpan[] {
  let rest = text
  const spans: TimeSpan[] = []
  for (const { words, span } of DAY_PARTS) {
    const pattern = new RegExp(words.source, 'g')
    if (!pattern.test(rest)) continue
    spans.push(span)
    rest = rest.replace(pattern, ' ')
  }
  return spans.sort((left, right) => left.from - right.from)
}

/** Windows at the same times of some days, or of all. */
export function windowsAt(
  spans: readonly TimeSpan[],
  days: readonly Weekday[] = WEEKDAYS,
): readonly WeeklyWindow[] {
  return days.flatMap(day =>
    spans.map(({ from, until }) => ({ day, start: clockText(from), end: clockText(until) })),
  )
}

/** `24:00` for the end of a day. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** A clock time as written, before anybody knows which half of the day is meant. */
export interface Clock {
  readonly minutes: number
  /** Written with am, pm, or so that only one half is possible. */
  readonly isClear: boolean
}

/** Minutes from midnight of a clock time such as `6 pm`, `18:00`, `7.30 am`, `noon`; undefined for what is none. */
export function readClock(text: string): Clock | undefined {
  const words = text.trim()
  if (words === 'noon' || words === 'midday') return { minutes: 720, isClear: true }
  if (/^(?:close|end) of business$|^[ce]ob$/.test(words)) return { minutes: 1_020, isClear: true }
  if (words === 'midnight') return { minutes: DAY_END, isClear: true }
  const spoken = spokenClock(words)
  if (spoken !== undefined) return spoken
  const parts = /^(\d{1,2})(?:[:.](\d{2}))? ?(am|a\.m\.|pm|p\.m\.|o'clock|h(?:ours)?)?$/.exec(words)
  if (parts === null) return undefined
  const [, hourText = '', minuteText, half = ''] = parts
  const hours = Number(hourText)
  const minutes = Number(minuteText ?? 0)
  if (hours > 24 || minutes > 59 || (hours === 24 && minutes > 0)) return undefined
  if (/^[ap]/.test(half)) {
    if (hours < 1 || hours > 12) return undefined
    const base = hours % 12
    return { minutes: (half.startsWith('p') ? base + 12 : base) * 60 + minutes, isClear: true }
  }
  const isWrittenFully = minuteText !== undefined || half.startsWith('h')
  return {
    minutes: hours * 60 + minutes,
    isClear: hours > 12 || hours === 0 || (isWrittenFully && hourText.length === 2),
  }
}

/** `half past six`, `quarter to 7`, `six o'clock`: which half of the day is left open. */
function spokenClock(words: string): Clock | undefined {
  const parts = /^(?:a )?(?<part>half|quarter) (?<side>past|to) (?<hour>\w+)$/.exec(words)?.groups
  if (parts !== undefined) {
    const hour = numberOf(parts.hour ?? '')
    if (hour === undefined || hour < 1 || hour > 12) return undefined
    const minutes = parts.part === 'half' ? 30 : 15
    return { minutes: hour * 60 + (parts.side === 'to' ? -minutes : minutes), isClear: false }
  }
  const named = /^(?<hour>[a-z]+) (?<half>o'clock|am|pm)$/.exec(words)?.groups
  const hour = numberOf(named?.hour ?? '')
  if (named === undefined || hour === undefined || hour < 1 || hour > 12) return undefined
  const half = named.half
  if (half === "o'clock") return { minutes: hour * 60, isClear: false }
  return { minutes: (hour % 12) * 60 + (half === 'pm' ? 720 : 0), isClear: true }
}

/** Both readings of two clock times; one when the words leave no doubt. */
export function readClockSpan(from: string, until: string, hint = ''): readonly TimeSpan[] {
  const half = /am|a\.m\./.test(until) ? 'am' : /pm|p\.m\./.test(until) ? 'pm' : ''
  const isBare = !/[ap]\.?m/.test(from)
  const start = readClock(from)
  const end = readClock(until)
  if (start === undefined || end === undefined) return []
  const noon = 720
  const shifted = (clock: Clock, by: number): number => (clock.minutes % DAY_END) + by
  if (half !== '' && isBare) {
    const late = start.minutes < noon ? start.minutes + noon : start.minutes
    if (half === 'pm' && start.minutes <= noon && late < end.minutes)
      return [{ from: late, until: end.minutes }]
    return [{ from: start.minutes, until: end.minutes }]
  }
  if (start.isClear && end.isClear) return [{ from: start.minutes, until: end.minutes }]
  if (start.isClear) {
    const isAfter = end.minutes > start.minutes
    return [{ from: start.minutes, until: isAfter ? end.minutes : shifted(end, noon) }]
  }
  if (end.isClear) return [{ from: start.minutes, until: end.minutes }]
  if (/evening|night|afternoon/.test(hint))
    return [{ from: shifted(start, start.minutes < noon ? noon : 0), until: shifted(end, noon) }]
  if (/morning/.test(hint)) return [{ from: start.minutes, until: end.minutes }]
  if (end.minutes <= start.minutes) return [{ from: start.minutes, until: end.minutes + noon }]
  const isDaytime = start.minutes >= 540 || end.minutes >= noon
  const early = { from: start.minutes, until: end.minutes }
  if (isDaytime) return [early]
  return [early, { from: start.minutes + noon, until: end.minutes + noon }]
}
