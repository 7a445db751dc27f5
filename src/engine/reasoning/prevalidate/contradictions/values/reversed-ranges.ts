import { type DateSpot, findDates } from '../../../language/language.ts'
import type { Clash } from '../clash.ts'

/** A stretch of time that ends before it begins, or something to be over before the day it is for. */
export function findReversedRange(goal: string): Clash | undefined {
  return clockClash(goal) ?? dayRangeClash(goal) ?? stayClash(goal) ?? overBeforeClash(goal)
}

const clock = String.raw`(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*(am|pm)?`
const clockRange = new RegExp(
  String.raw`\b(?:from|between)\s+${clock}\s*(?:to|until|till|and|[-–])\s*${clock}(?!\s*[\d%])`,
  'i',
)
/** A night may run over midnight; nothing lasts from ten to nine. */
const OVER_MIDNIGHT_MINUTES = 8 * 60

/** “from 10:00 to 9:00”; “from 22:00 to 6:00” is a night. */
function clockClash(goal: string): Clash | undefined {
  const match = clockRange.exec(goal)
  if (match === null) return undefined
  const [text, hour, minute, half, toHour, toMinute, toHalf] = match
  const isClock = [minute, half, toMinute, toHalf].filter(part => part !== undefined).length >= 2
  if (!isClock) return undefined
  const begin = minutesOf(hour, minute, half ?? toHalf)
  const end = minutesOf(toHour, toMinute, toHalf ?? half)
  return begin > end && begin - end <= OVER_MIDNIGHT_MINUTES
    ? { because: 'it would end before it begins', evidence: [text, text] }
    : undefined
}

function minutesOf(hour = '0', minute = '0', half?: string): number {
  const base = half === undefined ? Number(hour) : (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0)
  return base * 60 + Number(minute)
}

const DAY_MS = 86_400_000
/** Without a year, a range over New Year looks reversed: only what is a little reversed surely is. */
const REVERSED_AT_MOST_DAYS = 150

function dayRangeClash(goal: string): Clash | undefined {
  const joint =
    /\bfrom\s+(?<from>[^,;]{3,30}?)\s+(?:to|until|till|through)\s+(?<to>[^,;]{3,30}?)(?=$|[,;.!?]|\s(?:and|but|for|with|in|at|please)\b)/i.exec(
      goal,
    )
  const [from, to] = [
    soleDay(joint?.groups?.from),
    soleDay(joint?.groups?.to, soleDay(joint?.groups?.from)?.date),
  ]
  if (joint === null || from === undefined || to === undefined) return undefined
  const apart = (Date.parse(from.date) - Date.parse(to.date)) / DAY_MS
  const isCertain = /\b\d{4}\b/.test(to.text) && /\b\d{4}\b/.test(from.text)
  return apart > 0 && (isCertain || apart <= REVERSED_AT_MOST_DAYS)
    ? { because: 'it would end before it begins', evidence: [from.text, to.text] }
    : undefined
}

const day = String.raw`(?:the\s+)?(?:\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?[a-z]{3,9}(?:\s+\d{4})?|[a-z]{3,9}\s+\d{1,2}(?:,?\s+\d{4})?|\d{1,2}:\d{2})`
const joint = String.raw`(?:\s+(?:date|time|day|back|out|home))?(?:\s*:\s*|\s+(?:(?:is|on|at|from|by)\s+)?)`
const stay = new RegExp(
  String.raw`\b(?:arriv(?:e|es|ing|al)|check(?:ing)?[- ]in|start(?:s|ing)?|begin(?:s|ning)?|pick(?:ing)?(?:ed)?[- ]?up|collect(?:ing|ion)?|fly(?:ing)? out|go(?:ing)? out|outbound|out)${joint}(?<from>${day})[\s,;]*(?:(?:and|with|then|to|-|–)\s+)?(?:(?:a|the|be)\s+)?(?:depart(?:s|ing|ure)?|leav(?:e|es|ing)|check(?:ing)?[- ]out|end(?:s|ing)?|finish(?:es|ing)?|drop(?:ping)?[- ]?off|return(?:s|ing)?|com(?:e|ing) back|fly(?:ing)? (?:back|home)|back)${joint}(?<to>${day})`,
  'i',
)

/** “arriving 12 April, leaving 9 April”, “starting at 15:00 and ending at 13:30”. */
function stayClash(goal: string): Clash | undefined {
  const { from = '', to = '' } = stay.exec(goal)?.groups ?? {}
  if (from === '') return undefined
  if (from.includes(':') && to.includes(':')) {
    const late = clockMinutes(from) - clockMinutes(to)
    return late > 0 && late <= OVER_MIDNIGHT_MINUTES ? endsFirst(from, to) : undefined
  }
  const begin = soleDay(from)
  const end = soleDay(to, begin?.date)
  if (begin === undefined || end === undefined) return undefined
  const late = (Date.parse(soleDay(from, end.date)?.date ?? begin.date) - Date.parse(end.date)) / DAY_MS
  return late > 0 && late <= REVERSED_AT_MOST_DAYS ? endsFirst(from, to) : undefined
}

function clockMinutes(text: string): number {
  const [hour, minute] = text.split(':')
  return minutesOf(hour, minute)
}

function endsFirst(from: string, to: string): Clash {
  return { because: 'it would end before it begins', evidence: [from, to] }
}

/** The one calendar day of a text; a year that is left out is that of `near`. */
function soleDay(text: string | undefined, near?: string): DateSpot | undefined {
  if (text === undefined || !/\d/.test(text)) return undefined
  const reference = new Date(near === undefined ? 0 : `${near.slice(0, 4)}-01-01T00:00:00Z`)
  const days = findDates(text, reference).filter(day => day.hasDay)
  return days.length === 1 ? days[0] : undefined
}

const bound =
  /\b(?:by|before|no later than|not later than|at the latest (?:on|by)?)\s+(?:the\s+)?(?=\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s+\d)/i
const refersBack =
  /\b(?:have|get|need|want|be|is|are|hand|bring|give|send|return)\b[^,;]{0,12}\b(?:it|them|that|this)\b|\b(?:it|they|this|that)\s+(?:has|have|must|should|needs?|is|are)\b|\bmust be\b/i
const otherThing = /\b(?:then|reminder|remind|draft|deposit|confirm|prepare|announce|invite|also|another)\b/i

/** “on 5 May … have it out by 4 May”, “until 1 May … have it back by 1 April”. */
function overBeforeClash(goal: string): Clash | undefined {
  const match = bound.exec(goal)
  const tail = match === null ? '' : goal.slice(match.index)
  const latest = findDates(tail, new Date(0)).find(day => day.hasDay)
  if (match === null || latest === undefined) return undefined
  const head = goal.slice(0, match.index)
  const cut = Math.max(
    head.lastIndexOf(','),
    head.lastIndexOf(';'),
    head.search(/\b(?:and|but|yet)\b(?!.*\b(?:and|but|yet)\b)/i),
  )
  if (cut < 0 || !refersBack.test(head.slice(cut)) || otherThing.test(head.slice(cut))) return undefined
  const days = findDates(head.slice(0, cut), new Date(0)).filter(day => day.hasDay)
  const [meant] = days
  if (days.length !== 1 || meant === undefined) return undefined
  const late = (Date.parse(meant.date) - Date.parse(latest.date)) / DAY_MS
  return late > 0 && late <= REVERSED_AT_MOST_DAYS
    ? { because: 'it is to be over before the day it is for', evidence: [meant.text, latest.text] }
    : undefined
}
