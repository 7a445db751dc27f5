import type { Weekday } from '../../../contracts/schedule.ts'
import {
  clockText,
  DAY_PART,
  readClock,
  readClockSpan,
  spansOfParts,
  type TimeSpan,
  windowsAt,
} from './clock-words.ts'
import { CLOCK } from './date-words.ts'
import { type CalendarFact, type Match, type Outcome, type Rule, rule } from './reading.ts'
import { MONTH, NUMBER, UNIT, WEEKDAY, WEEKDAYS, weekdaysIn } from './words.ts'

const BARE_CLOCK = `(?:${CLOCK}|\\d{1,2}(?:[:.]\\d{2})?(?!\\d))`
const DAYS = `(?:${WEEKDAY}|week-?ends?|week ?days?|workdays?)(?:(?:,? ?(?:and|&|/|-|to|through),? ?|, ?)(?:${WEEKDAY}|week-?ends?)){0,6}`
const DAY_GROUP = 'week-?ends?(?![a-z])'
const NOT_AMOUNT = `(?! ?(?:${UNIT}|times|x\\b|sessions?|of ${MONTH}|${MONTH}|km|pages?|%))`

/** Times of certain days, which are read before the days are. */
export const dayTimeRules: readonly Rule[] = [
  rule(
    `(?<![a-z0-9])(?:on |at )?(?<days>${DAYS}),?:? (?<lead>between |from )?(?<from>${BARE_CLOCK})(?: ?- ?| to | and | until | till )(?<until>${BARE_CLOCK})${NOT_AMOUNT}(?: (?:in the |at )?(?<part>${DAY_PART}))?`,
    readSpan,
  ),
  rule(
    `(?<![a-z])(?<!days? )(?:in the |on )?(?<part>${DAY_PART}),?:? (?<lead>between |from )?(?<from>${BARE_CLOCK})(?: ?- ?| to | and | until | till )(?<until>${BARE_CLOCK})${NOT_AMOUNT}(?: only)?`,
    readSpan,
  ),
  rule(
    `(?<![a-z])(?:only |just )?(?:on |at |in the |during (?:the )?|my )?(?:(?<part>${DAY_PART})(?:,? and|,? or| &|,) (?:on |at |during )?(?:the |my )?(?<days>${DAY_GROUP})|(?<group>${DAY_GROUP})(?:,? and|,? or| &|,) (?:in the |at |during )?(?:the |my )?(?<after>${DAY_PART}))(?: only)?`,
    readPartsAndDays,
  ),
  rule(
    `(?<![a-z])(?:only )?(?<side>after|before|from) (?<hour>\\d{1,2}),? on (?:the )?(?<days>${DAYS})`,
    readBareSide,
  ),
]

/** Times of day. */
export const timeRules: readonly Rule[] = [
  rule(
    `(?<![a-z0-9])(?:on |at )?(?:(?<days>${DAYS}),? )?(?<lead>between |from |working hours:? |office hours:? |hours:? )?(?<from>${BARE_CLOCK})(?: ?- ?| to | and | until | till )(?<until>${BARE_CLOCK})${NOT_AMOUNT}(?: (?:in the |at )?(?<part>${DAY_PART}))?(?:,? (?:on )?(?<after>${DAYS}))?`,
    readSpan,
  ),
  rule(
    `(?<![a-z])(?<not>not |never |nothing |no later than |no earlier than |but not |only )?(?<side>after|before|past|until|from|since|starting at|starting|by) (?<clock>${CLOCK})(?: (?:in the |at )?(?<part>${DAY_PART}))?(?: onwards?)?(?:,? on (?<days>${DAYS}))?`,
    readSide,
  ),
  rule(
    `(?<![a-z])(?:at|@) (?<clock>${BARE_CLOCK})${NOT_AMOUNT}(?: (?:in the |at )?(?<part>${DAY_PART}))?(?:,? on (?<days>${DAYS}))?`,
    readAtTime,
  ),
  rule(
    `(?<![a-z])(?:only |just |preferably |ideally )?(?:in the |at |during (?:the |my )?|on |over )?(?:(?<days>${DAYS}) )?(?<part>${DAY_PART}(?:(?:,| and| or| &) (?:in the )?${DAY_PART}){0,4})(?: only)?`,
    readPart,
  ),
]

const WHOLE_DAY: TimeSpan = { from: 480, until: 1_320 }

/** “Evenings and weekends”: the part of any day, and the whole of some. */
function readPartsAndDays({ groups }: Match): Outcome | undefined {
  const days = weekdaysIn(groups.days ?? groups.group ?? '')
  const spans = spansOfParts(groups.part ?? groups.after ?? '')
  if (days.length === 0 || spans.length === 0) return undefined
  const others = WEEKDAYS.filter(day => !days.includes(day))
  const shown = spans.map(({ from, until }) => `${clockText(from)}–${clockText(until)}`).join(', ')
  return {
    facts: [{ kind: 'windows', windows: [...windowsAt(spans, others), ...windowsAt([WHOLE_DAY], days)] }],
    takenAs: `Possible ${shown}, and on ${days.join(' and ')} ${clockText(WHOLE_DAY.from)}–${clockText(WHOLE_DAY.until)}.`,
  }
}

/** “After 6 on weekdays” is in the evening, “before 8” in the morning. */
function readBareSide({ groups }: Match): Outcome | undefined {
  const hour = Number(groups.hour)
  const isAfter = groups.side !== 'before'
  if (hour < 1 || hour > 23) return undefined
  const from = (isAfter && hour < 10 ? hour + 12 : hour) * 60
  const span = isAfter
    ? { from, until: Math.max(DAY_ENDS, from) }
    : { from: Math.min(DAY_STARTS, from - 60), until: from }
  const days = daysOf(groups.days)
  return {
    facts: [
      { kind: 'windows', windows: windowsAt([span], days) },
      { kind: 'only_days', days },
    ],
    takenAs: `“${groups.side} ${groups.hour}” is taken as ${clockText(span.from)}–${clockText(span.until)}.`,
  }
}

function daysOf(text: string | undefined): readonly Weekday[] {
  const days = weekdaysIn(text ?? '')
  return days.length === 0 ? WEEKDAYS : days
}

function readSpan({ groups }: Match): Outcome | undefined {
  const from = groups.from ?? ''
  const until = groups.until ?? ''
  const isTime = /[:.]\d|[ap]\.?m|h\b|o'clock|noon|midday|midnight/.test(`${from} ${until}`)
  const isNamed = [groups.lead, groups.days, groups.after, groups.part].some(word => word !== undefined)
  if (!isTime && !isNamed) return undefined
  const isImpossible = [from, until].some(clock => readClock(clock) === undefined)
  if (isImpossible)
    return isTime
      ? { problem: 'impossible_time', message: `“${from} to ${until}” are no times of a day.` }
      : undefined
  const days = daysOf(groups.days ?? groups.after)
  const spans = readClockSpan(from, until, groups.part)
  const [first, second] = spans
  if (first === undefined) return undefined
  const windows = (span: TimeSpan): CalendarFact => ({
    kind: 'windows',
    windows: windowsAt([ended(span)], days),
  })
  if (second !== undefined)
    return {
      question: `Is “${from} to ${until}” in the morning or in the evening?`,
      options: [first, second].map((span, at) => ({
        id: `option_${at + 1}`,
        label: `${clockText(span.from)}–${clockText(span.until)}`,
        fact: windows(span),
      })),
    }
  const only: CalendarFact[] = days.length < 7 ? [{ kind: 'only_days', days }] : []
  return { facts: [windows(first), ...only] }
}

function ended({ from, until }: TimeSpan): TimeSpan {
  return { from, until: until === 0 ? 1_440 : until }
}

const DAY_STARTS = 360
const DAY_ENDS = 1_380

/** After, before and until a time; “not after” turns round. */
function readSide({ groups }: Match): Outcome | undefined {
  const side = groups.side ?? ''
  const clock = readClock(groups.clock ?? '')
  if (clock === undefined)
    return { problem: 'impossible_time', message: `There is no time “${groups.clock}”.` }
  const minutes = halved(clock.minutes, clock.isClear, groups.part)
  const not = groups.not?.trim()
  const isTurned = not !== undefined && not !== 'only' && !not.startsWith('no ')
  const isAfter = /after|past|from|since|starting/.test(side)
  if (side === 'by' && not === undefined) return undefined
  const isFrom = not === 'no earlier than' || (not !== 'no later than' && isAfter !== isTurned)
  const span = isFrom ? { from: minutes, until: 1_440 } : { from: 0, until: minutes }
  const awake = isFrom
    ? { from: span.from, until: Math.max(DAY_ENDS, Math.min(1_440, span.from + 60)) }
    : { from: Math.min(DAY_STARTS, Math.max(0, span.until - 120)), until: span.until }
  if (awake.until <= awake.from) return undefined
  const days = daysOf(groups.days)
  return { facts: [{ kind: 'windows', windows: windowsAt([awake], days) }] }
}

function halved(minutes: number, isClear: boolean, part: string | undefined): number {
  return !isClear && minutes < 720 && /evening|night|afternoon/.test(part ?? '') ? minutes + 720 : minutes
}

function readAtTime({ groups }: Match): Outcome | undefined {
  const text = groups.clock ?? ''
  const clock = readClock(text)
  if (clock === undefined) return { problem: 'impossible_time', message: `There is no time “${text}”.` }
  const days = groups.days === undefined ? {} : { days: weekdaysIn(groups.days) }
  const part = groups.part
  const minutes = halved(clock.minutes, clock.isClear, part)
  const at = (value: number): CalendarFact => ({ kind: 'at_time', time: clockText(value % 1_440), ...days })
  if (clock.isClear || part !== undefined || minutes >= 540) return { facts: [at(minutes)] }
  return {
    question: `Is “at ${text}” in the morning or in the evening?`,
    options: [minutes, minutes + 720].map((value, index) => ({
      id: `option_${index + 1}`,
      label: clockText(value),
      fact: at(value),
    })),
  }
}

/** “Four nights” are counted, not a time of day. */
const IS_COUNTED = new RegExp(`(?:^|[^a-z0-9])(?:\\d+|${NUMBER})[ -]?$`)

function readPart({ text, groups, before }: Match): Outcome | undefined {
  const part = groups.part ?? ''
  if (IS_COUNTED.test(before)) return undefined
  const isPhrase = /^(?:only|just|preferably|ideally|in|at|during|on|over|after|before)\b/.test(text.trim())
  const isPlural = /s(?![a-z])|only$/.test(text.trim())
  if (!isPhrase && !isPlural && groups.days === undefined && !/after work|before work/.test(part))
    return undefined
  const spans = spansOfParts(part)
  if (spans.length === 0) return undefined
  const days = daysOf(groups.days)
  const shown = spans.map(({ from, until }) => `${clockText(from)}–${clockText(until)}`).join(', ')
  const only: CalendarFact[] = days.length < 7 ? [{ kind: 'only_days', days }] : []
  return {
    facts: [{ kind: 'windows', windows: windowsAt(spans, days) }, ...only],
    takenAs: `“${part}” is taken as ${shown}.`,
  }
}
