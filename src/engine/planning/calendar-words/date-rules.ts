import { Temporal } from 'temporal-polyfill'
import { clockText, readClock } from './clock-words.ts'
import { type DateSpan, dateText, todayOf } from './date-reading.ts'
import { CLOCK, DATE, DATE_AND_CLOCK, DISTANCE } from './date-words.ts'
import { readDate } from './read-date.ts'
import { readRange } from './read-range.ts'
import {
  type CalendarContext,
  type CalendarFact,
  type LengthUnit,
  type Match,
  type Outcome,
  type Rule,
  rule,
} from './reading.ts'
import { numberOf, UNIT } from './words.ts'

const EVENT =
  '(?:exam|race|wedding|launch|marathon|concert|conference|event|interview|trip|presentation|test|competition|tournament|due date|deadline|party|release|opening|flight|hand-?in|submission|meeting)'
const BY =
  '(?:by|until|till|before|no later than|not later than|at the latest(?: on| by)?|latest by|due(?: date)?(?: is| on| by| in| at)?|deadline(?: is|:| of)?(?: on| by| at)?|in time for|ahead of|prior to|(?:ready|finished?|finish|done|completed?|over) (?:for|by|before|on|in)|(?:finished?|done|completed?|ready)(?: it| this| that| everything| all of it)?(?= (?:this|next|today|tomorrow|tonight)(?![a-z]))|submitted? (?:by|on)|through|up to(?: and including)?)'
const START =
  "(?:start(?:ing|s)?|begin(?:ning|s)?|kick(?:ing)? off|commenc(?:e|ing))(?: on| in| at| from| with| only)?|not before|no earlier than|not until|earliest(?: on)?|as of|as from|(?:can't|can not|cannot|won't|will not|unable to|not able to)(?: be able to)?(?: (?:start|begin|get going|get started|work|train|do (?:it|this|anything|much)))(?: it| this| on it)? (?:until|till|before)|from"

/** Deadlines, starts, and lengths of a plan. */
export function dateRules(context: CalendarContext): readonly Rule[] {
  return [
    rule(`(?<![a-z])(?:from|between) (?<range>.{3,60}?)(?=$|[,.;!?)]| and (?:i|we|not|then)\\b)`, match =>
      readPlanRange(match.groups.range ?? '', context),
    ),
    rule(`(?<![a-z])(?:${START}) (?<date>${DATE}|${DISTANCE})(?: on(?:wards)?)?`, match =>
      readStart(match, context),
    ),
    rule(`(?<![a-z])(?<!day )after (?<date>${DATE})`, match => readAfter(match, context)),
    rule(
      `(?<![a-z])(?<prep>${BY}) (?:on |the )?(?<date>${DATE_AND_CLOCK}|${DISTANCE})(?: at the latest)?`,
      match => readDeadline(match, context),
    ),
    rule(
      `(?<![a-z])${EVENT} (?:is|takes place|starts|happens|will be|falls|ends)(?: on| at| in)? (?<date>${DATE_AND_CLOCK})`,
      match => readDeadline(match, context),
    ),
    rule(`(?<![a-z])(?:on )?(?<date>${DATE_AND_CLOCK}),? (?:at the latest|latest)`, match =>
      readDeadline(match, context),
    ),
    rule(`(?<![a-z])by (?<clock>${CLOCK})(?: today)?`, match => readClockToday(match, context)),
    rule(`(?<![a-z])(?:in|within|inside)(?: of)? (?<date>${DISTANCE})(?! (?:a|per|each|of)\\b)`, match =>
      readDeadline(match, context),
    ),
    rule(`(?<![a-z])(?<date>${DISTANCE.slice(0, -1)}) (?:from (?:now|today)|hence))`, match =>
      readDeadline(match, context),
    ),
    rule(LENGTH, readLength),
    rule(
      `(?<![a-z])(?:sometime )?(?:in|during|within|on|over|throughout)? ?(?<date>${DATE_AND_CLOCK})(?![a-z0-9])`,
      match => readWithin(match, context),
    ),
  ]
}

/** An outcome for a date that has one meaning, several, none, or is over. */
export function settleDate(
  text: string,
  context: CalendarContext,
  factsOf: (span: DateSpan) => readonly CalendarFact[],
): Outcome | undefined {
  const reading = readDate(text, context)
  if (reading === undefined) return undefined
  const today = todayOf(context)
  switch (reading.kind) {
    case 'impossible':
      return { problem: 'impossible_date', message: reading.message }
    case 'past':
      return { problem: 'past', message: reading.message }
    case 'choice':
      return {
        question: reading.question,
        options: reading.options.flatMap(({ label, span }, at) => {
          const [fact] = factsOf(span)
          return fact === undefined ? [] : [{ id: `option_${at + 1}`, label, fact }]
        }),
      }
    case 'span': {
      const { span } = reading
      if (Temporal.PlainDate.compare(span.last, today) < 0) {
        const [fact] = factsOf(span)
        const message = `${dateText(span.last)} is over; today is ${dateText(today)}. Which later day is meant?`
        return { problem: 'past', message, ...(fact === undefined ? {} : { fact }) }
      }
      const facts = factsOf(span)
      return { facts, ...(span.takenAs === undefined ? {} : { takenAs: span.takenAs }) }
    }
  }
}

const BARE_PERIOD = /(?:before|ahead of|prior to)$/

function readDeadline({ text, groups }: Match, context: CalendarContext): Outcome | undefined {
  const { date, clock } = splitClock(groups.date ?? '')
  const prep = groups.prep ?? ''
  const isBefore = BARE_PERIOD.test(prep)
  const time = clock === undefined ? undefined : readClock(clock)
  if (clock !== undefined && time === undefined)
    return { problem: 'impossible_time', message: `There is no time “${clock}”.` }
  const deadlineOf = (last: Temporal.PlainDate): CalendarFact => ({
    kind: 'deadline',
    moment: time === undefined ? last.toString() : momentOf(last, time.minutes),
  })
  const reading = readDate(date, context)
  if (reading?.kind === 'span' && reading.span.unit === 'period' && !/\bend\b/.test(text)) {
    const { first, last } = reading.span
    if (isBefore) return settleDate(date, context, () => [deadlineOf(first.subtract({ days: 1 }))])
    if (/^(?:by|until|till|due|no later|not later|deadline|in time)/.test(prep))
      return whichEdge(date, { first, last, today: todayOf(context) }, deadlineOf)
  }
  return settleDate(date, context, ({ last, unit }) => {
    const isDayBefore = isBefore && unit === 'day' && time === undefined
    return [deadlineOf(isDayBefore ? last.subtract({ days: 1 }) : last)]
  })
}

/** “By May” may mean before May begins or before it ends. */
function whichEdge(
  words: string,
  { first, last, today }: { first: Temporal.PlainDate; last: Temporal.PlainDate; today: Temporal.PlainDate },
  deadlineOf: (date: Temporal.PlainDate) => CalendarFact,
): Outcome {
  const before = first.subtract({ days: 1 })
  const dates = [before, last].filter(date => Temporal.PlainDate.compare(date, today) >= 0)
  if (dates.length === 0)
    return {
      problem: 'past',
      message: `“${words}” is over; today is ${dateText(today)}. Which later day is meant?`,
    }
  if (dates.length === 1) return { facts: [deadlineOf(last)], takenAs: `The end of “${words}” is meant.` }
  return {
    question: `Before “${words}” begins, or before it ends?`,
    options: dates.map((date, at) => ({
      id: `option_${at + 1}`,
      label: dateText(date),
      fact: deadlineOf(date),
    })),
  }
}

function splitClock(text: string): { readonly date: string; readonly clock: string | undefined } {
  const after = new RegExp(`^(.+?)(?:,? at| by|,)? (${CLOCK})$`).exec(text)
  if (after !== null && new RegExp(`^${DATE}$`).test(after[1] ?? ''))
    return { date: after[1] ?? '', clock: after[2] }
  const whole = new RegExp(`^(?:end of (?:the )?day|eod)(?: on| of|,)? (${DATE})$`).exec(text)
  if (whole !== null) return { date: whole[1] ?? '', clock: undefined }
  const first = new RegExp(`^(${CLOCK})(?: on| of|,)? (${DATE})$`).exec(text)
  return first === null ? { date: text, clock: undefined } : { date: first[2] ?? '', clock: first[1] }
}

function momentOf(date: Temporal.PlainDate, minutes: number): string {
  return minutes >= 1_440 ? date.toString() : `${date.toString()}T${clockText(minutes)}`
}

function readClockToday({ groups }: Match, context: CalendarContext): Outcome | undefined {
  const clock = readClock(groups.clock ?? '')
  if (clock === undefined || !clock.isClear) return undefined
  const today = todayOf(context)
  return {
    facts: [{ kind: 'deadline', moment: momentOf(today, clock.minutes) }],
    takenAs: `“${groups.clock}” is taken as today.`,
  }
}

/** “A week from today” is a day, not a beginning. */
const DISTANCE_BEFORE = new RegExp(`(?:${UNIT}) $`)

function readStart({ text, groups, before }: Match, context: CalendarContext): Outcome | undefined {
  if (text.startsWith('from ') && DISTANCE_BEFORE.test(before)) return undefined
  return settleDate(groups.date ?? '', context, ({ first }) => [{ kind: 'start', moment: first.toString() }])
}

function readAfter({ groups }: Match, context: CalendarContext): Outcome | undefined {
  return settleDate(groups.date ?? '', context, ({ last }) => [
    { kind: 'start', moment: last.add({ days: 1 }).toString() },
  ])
}

function readPlanRange(text: string, context: CalendarContext): Outcome | undefined {
  const range = readRange(text, context)
  if (range?.kind !== 'range') return range?.kind === 'problem' ? range.outcome : undefined
  const { first, last } = range
  return {
    facts: [
      { kind: 'start', moment: first.toString() },
      { kind: 'deadline', moment: last.toString() },
    ],
    ...(range.takenAs === undefined ? {} : { takenAs: range.takenAs }),
  }
}

/** What has a length of its own; “a 3-day trip” says nothing of how long it is prepared. */
const PLAN =
  '(?:courses?|programmes?|programs?|plans?|challenge|projects?|training|schedules?|block|cycle|sprint|season|preparation|budget)'
const LENGTH = `(?<![a-z])(?:(?:for|over|across|lasting)(?: about| the next| the coming| a total of)? )(?<count>[a-z0-9.,]+(?: couple of)?) (?<unit>day|week|fortnight|month|quarter|year)s?(?![a-z])|(?<![a-z0-9])(?<long>[a-z0-9]+)-(?<extent>day|week|month|year)(?= (?:[a-z-]+ ){0,3}${PLAN}(?![a-z]))|(?<![a-z0-9])(?<lasting>[a-z0-9]+) (?<part>day|week|month|year) (?:long )?${PLAN}(?![a-z])`

function readLength({ groups }: Match): Outcome | undefined {
  const unit = groups.unit ?? groups.extent ?? groups.part ?? ''
  const words = groups.count ?? groups.long ?? groups.lasting ?? ''
  const count = numberOf(words)
  if (count === undefined || count <= 0 || count > 1_000 || !isLengthUnit(unit)) return undefined
  return { facts: [{ kind: 'length', unit, count }] }
}

function isLengthUnit(unit: string): unit is LengthUnit {
  return ['day', 'week', 'fortnight', 'month', 'quarter', 'year'].includes(unit)
}

function readWithin({ text, groups }: Match, context: CalendarContext): Outcome | undefined {
  const { date, clock } = splitClock(groups.date ?? '')
  const time = clock === undefined ? undefined : readClock(clock)
  if (clock !== undefined && time === undefined) return undefined
  const isBare = !/^(?:sometime|in|during|within|on|over|throughout)\b/.test(text.trim())
  const isRelative = /^(?:this|next|tomorrow|today|tonight)/.test(date)
  if (isBare && !isRelative && !/\d/.test(date)) return undefined
  if (/^\d{4}$/.test(date) && isBare) return undefined
  const reading = readDate(date, context)
  const isDay = reading?.kind !== 'span' || reading.span.unit !== 'period'
  const today = todayOf(context)
  return settleDate(date, context, ({ first, last }) => {
    const moment = time === undefined ? last.toString() : momentOf(last, time.minutes)
    const deadline: CalendarFact = { kind: 'deadline', moment }
    const isAhead = Temporal.PlainDate.compare(first, today) > 0
    return isDay || !isAhead ? [deadline] : [deadline, { kind: 'start', moment: first.toString() }]
  })
}
