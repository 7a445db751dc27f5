import { remember } from '../../../language/language.ts'
import { readAmounts } from './amounts.ts'
import { readClocks } from './clocks.ts'
import { readDays, readFarDays, readFrequencies, readWeekdays } from './days.ts'
import { type Limit, readLimit } from './limits.ts'
import { type Part, splitParts } from './parts.ts'
import type { ValueReading } from './reading.ts'

/** Which moment of a thing a time tells: its beginning, its end, or simply when it is. */
export type Moment = 'begin' | 'end' | 'whole'

/** A value where it is said. */
export interface SaidValue {
  readonly part: Part
  readonly partAt: number
  readonly reading: ValueReading
  readonly limit: Limit | undefined
  readonly moment: Moment
  /** The words before it say outright that it must, may only or is to be so. */
  readonly mustBe: boolean
  /** “not on Monday”, “not 15”: the value itself is denied. */
  readonly isDenied: boolean
  /** What was so far, or is one of a change: “from 8:15 to 14:30”. */
  readonly isLeft: boolean
  /** What the value is taken by: “per week”, “each”. */
  readonly per: string
}

const times = new Set(['clock', 'day', 'day of month', 'weekday', 'far day', 'frequency'])

export function isTime(kind: string): boolean {
  return times.has(kind)
}

/** The values of a goal in order. */
export const readSaidValues: (goal: string) => readonly SaidValue[] = remember(goal =>
  splitParts(goal).flatMap((part, partAt) => readPartValues(part, partAt)),
)

const anyValue =
  /\d|[°%]|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty|hundred|thousand|dozen|half|mon|tue|wed|thu|fri|sat|sun|noon|midday|midnight|morning|afternoon|evening|night|lunch|breakfast|dinner|dawn|sunrise|sunset|dark|hours|today|tonight|tomorrow|now|week|month|year|day|weekend|weekday|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|spring|summer|autumn|winter|single|pair|couple|christmas|halloween|valentine\S*|boxing|new year\S*|q[1-4]|hour|minute|ly\b|fortnight|mornings|evenings|immediately|asap|once|away)|day/iu

/** Longer parts are no sentences: what stands behind this many characters is not read. */
const MOST_READ = 1_200

/** The values of one part in order. */
export function readPartValues(part: Part, partAt = 0): readonly SaidValue[] {
  const text = part.text.slice(0, MOST_READ)
  if (!anyValue.test(text)) return []
  const days = readDays(text)
  const clocks = readClocks(text).filter(one => !overlapsAny(one, days))
  const told = [...days, ...clocks, ...readWeekdays(text), ...readFarDays(text), ...readFrequencies(text)]
  const amounts = readAmounts(text).flatMap(one => asAmount(text, one, told))
  const spans = [told, amounts].flatMap(found =>
    joinSpans(
      text,
      [...found].sort((one, other) => one.start - other.start),
    ),
  )
  return spans.map(reading => sayValue(part, partAt, reading))
}

const measuring =
  /\b(?:capped|limited|sits?|stays?|stands?|remains?|set|kept|held|priced|fixed|pegged|cap|reads?)\s+at\s$|\b(?:to|than)\s$/i

/** “at 8” may be an hour or a number; an hour that cannot be anything else is no amount. */
function asAmount(text: string, one: ValueReading, told: readonly ValueReading[]): readonly ValueReading[] {
  const clash = told.find(other => one.start < other.end && other.start < one.end)
  if (clash === undefined) return [one]
  const isSame = clash.kind === 'clock' && clash.text === one.text && clash.shifts.length > 1
  if (!isSame) return []
  return [measuring.test(text.slice(0, one.start)) ? one : { ...one, kind: 'bare' }]
}

function overlapsAny(one: ValueReading, others: readonly ValueReading[]): boolean {
  return others.some(other => one.start < other.end && other.start < one.end)
}

const joining = /^\s*(?:-|–|to|through|until|till)\s*(?:the\s+)?$/i
const between = /\bbetween\s+(?:the\s+)?$/i

/** “between 8 and 10”, “from 3 to 6 August”, “10:00–11:00”: two values that are the ends of one. */
function joinSpans(text: string, found: readonly ValueReading[]): readonly ValueReading[] {
  const joined: ValueReading[] = []
  for (const one of found) {
    const last = joined.at(-1)
    const link = last === undefined ? '' : text.slice(last.end, one.start)
    const isSpan =
      last !== undefined &&
      (joining.test(link) ||
        (/^\s*and\s*(?:the\s+)?$/i.test(link) && between.test(text.slice(0, last.start))))
    if (last === undefined || !isSpan || !isRising(text, last, one)) joined.push(one)
    else joined[joined.length - 1] = spanOf(text, last, one)
  }
  return joined
}

const changing =
  /\b(?:change|raise|lower|increase|reduce|decrease|cut|drop|bring|bump|lift|switch|move|shift|postpone|push|reschedule|extend|shorten|correct|turn|adjust|scale|up|down|rename|update)\w*\b[^,;.]*\bfrom\s+(?:the\s+)?$/i

function isRising(text: string, one: ValueReading, other: ValueReading): boolean {
  if (
    one.kind !== other.kind &&
    one.kind !== '' &&
    one.kind !== 'bare' &&
    !(one.kind === 'day of month' && other.kind === 'day')
  )
    return false
  if (changing.test(text.slice(0, one.start))) return false
  const shift = Math.max(...other.shifts)
  return one.kind !== other.kind || one.lowest <= other.highest + shift
}

function spanOf(text: string, one: ValueReading, other: ValueReading): ValueReading {
  const late = other.shifts.find(shift => other.highest + shift >= one.lowest) ?? 0
  return {
    text: text.slice(one.start, other.end),
    start: one.start,
    end: other.end,
    kind: other.kind,
    lowest: one.lowest,
    highest: other.highest + late,
    factor: other.factor,
    isSpan: true,
    shifts: one.shifts,
  }
}

const perWords =
  /^\s*(?:per|a|an|\/)\s+(?<what>\p{L}+)|^\s*(?:(?:at|in|on|for|to|of)\s+)?(?<each>each|every)\b|^\s*(?<alone>each|apiece|daily|weekly|monthly|yearly|hourly|every)\b/iu
const left =
  /\b(?:from|instead of|rather than|not|since|was|were|than the|of the|out of|off the)\s+(?:the\s+)?$/i
const deniedBefore = /\b(?:not|never|cannot|mustn['’]t|isn['’]t|can['’]t|no)\b(?:\s+\p{L}+){0,4}?\s*$/iu

function sayValue(part: Part, partAt: number, reading: ValueReading): SaidValue {
  const before = part.text.slice(0, reading.start)
  const after = part.text.slice(reading.end)
  const time = isTime(reading.kind)
  const limit = isThroughout(reading, before)
    ? undefined
    : (readLimit({ before, after, isTime: time, isCommand: part.isCommand }) ?? lastUntil(part, before, time))
  return {
    part,
    partAt,
    reading,
    limit,
    moment: time && !isNotUntil(limit, before) ? momentOf(before, after) : 'whole',
    mustBe:
      obliging.test(before) ||
      /^[^,;.]{0,20}\b(?:only|exclusively|(?:is|are) (?:required|a must))\b/i.test(after),
    isDenied: limit === undefined && deniedBefore.test(before.slice(-60)),
    isLeft: limit === undefined && reading.lowest === reading.highest && left.test(before),
    per: time ? '' : perOf(after),
  }
}

const obliging =
  /\b(?:must|has to|have to|having to|needs? to|should|shall|ought to|(?:may|can|could|will|is|are) (?:\w+ )?(?:not|only|never)|cannot|(?:is|are)(?: only| never| not)? (?:to|allowed|supposed|required|meant)|only|mak(?:e|ing) (?:\w+ )?sure|ensur(?:e|ing)|see to it|as long as|provided|insists?|requires?|demands?|being|stays|remains|never|nobody|no one|nothing|with\b.*\b(?:beginning|ending|opening|closing|falling))\b|n['’]t\b/i
const until = /\b(?:until|till|through(?: to)?|up to)\s+(?:at \w+ )?(?:the\s+)?(?:\w+ of\s+)?$/i

/** “the weather over three days” */
function isThroughout({ kind }: ValueReading, before: string): boolean {
  const isOver = kind === 'duration' && /\bover\s+(?:the\s+)?$/i.test(before)
  return (
    isOver &&
    !/\b(?:not?|never|for|is|be|lasts?|last|takes?|take|runs?|run|of|well|just|goes?|going|go|anything|n['’]t)\s+(?:\w+\s+)?over\s+(?:the\s+)?$/i.test(
      before,
    )
  )
}

/** “nobody may check in until 15:00” tells when it begins. */
function isNotUntil(limit: Limit | undefined, before: string): boolean {
  return limit?.side === 'lowest' && until.test(before) && (negated.test(before) || waiting.test(before))
}

const negated = /\b(?:no|not|never|cannot|nobody|no one|none|nothing|without)\b|n['’]t\b/i

const waiting = /\b(?:hold|held|holding|wait|waiting|withhold|embargo)\b/i

/** “It has to stay valid until …” is at least until. */
function lastUntil(part: Part, before: string, time: boolean): Limit | undefined {
  const isLasting = time && until.test(before) && obliging.test(part.text) && !part.isCommand
  return isLasting ? { side: 'lowest', isStrict: false } : undefined
}

function perOf(after: string): string {
  const { what, alone, each } = perWords.exec(after)?.groups ?? {}
  if (each !== undefined) return 'each'
  if (alone !== undefined) return alone.toLowerCase()
  return (what ?? '').toLowerCase()
}

const beginnings =
  /\b(?:start|begin|open|commence|pick(?:ing|ed)?[- ]?up|check(?:ing|ed|s)?[- ]?in|outbound|first day|from|as of|kick(?:s|ing)? off)\w*/gi
const endings =
  /\b(?:end|expir|due|deadline|extend|prolong|last until|run until|home|finish|over|clos|return|check(?:ing|ed|s)?[- ]?out|leav|depart|until|till|through|valid|drop[- ]?off|last day|terminat|cancel|stop|out by|done|conclud|run to|lapse)\w*/gi

/** “5 May as the start date” */
const momentBehind =
  /^\s*(?:as|for|is|being)\s+(?:the|its|their|his|her|my|our)\s+(?:(?<begin>start|begin|opening|first|pick-?up|check-?in)|(?<end>end|last|closing|final|return|drop-?off|check-?out|due|deadline))/i

/** The nearest word of beginning or ending before a time. */
function momentOf(before: string, after: string): Moment {
  const behind = momentBehind.exec(after)?.groups
  if (behind?.begin !== undefined) return 'begin'
  if (behind?.end !== undefined) return 'end'
  const near = before.slice(-70)
  const begin = [...near.matchAll(beginnings)].at(-1)?.index ?? -1
  const end = [...near.matchAll(endings)].at(-1)?.index ?? -1
  if (begin < 0 && end < 0) return 'whole'
  return begin > end ? 'begin' : 'end'
}
