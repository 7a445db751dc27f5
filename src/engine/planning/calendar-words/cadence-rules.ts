import type { TaskRecurrence, Weekday } from '../../../contracts/schedule.ts'
import { DAY_PART, spansOfParts, windowsAt } from './clock-words.ts'
import { type CalendarFact, type Match, type Outcome, type Rule, rule } from './reading.ts'
import { NUMBER, numberOf, WEEKDAY, WEEKDAYS, WEEKEND, WORKDAYS, weekdayOfWord, weekdaysIn } from './words.ts'

const COUNT = `(?:once|twice|thrice|${NUMBER}|\\d+ ?(?:x|×))`
const DAY_GROUP = '(?:week-?ends?|week ?days?|workdays?|working days?)'
const DAY_WORD = `(?:${WEEKDAY}|${DAY_GROUP}(?![a-z]))`
const SEPARATOR = '(?:,? ?(?:and|or|&|\\+)(?: on)? |, ?| ?/ ?| ?- ?| to | through )'
const DAY_LIST = `${DAY_WORD}(?:${SEPARATOR}${DAY_WORD}){0,6}`
const PERIOD = '(?:day|week|month|quarter|year|fortnight|weekend|workday|weekday)'
const NOUN = '(?:[a-z-]+ ){0,3}?'

/** How often something comes back, and on which days. */
export const cadenceRules: readonly Rule[] = [
  rule(
    '(?:on )?the \\d{1,2}(?:st|nd|rd|th)?(?:(?:, | and |, and )(?:on )?(?:the )?\\d{1,2}(?:st|nd|rd|th)?){1,5}(?: day)?,? (?:of )?(?:each|every|the|a) month',
    readMonthDays,
  ),
  rule(
    `(?:on )?the (?<nth>first|second|third|fourth|last|1st|2nd|3rd|4th) (?<day>${WEEKDAY}|weekday|workday|day) (?:of|in) (?:each|every|the|a) (?<period>month|quarter)`,
    readNthWeekday,
  ),
  rule(
    '(?:on )?(?:the (?<date>\\d{1,2})(?:st|nd|rd|th)?|(?:every|each) (?<each>\\d{1,2})(?:st|nd|rd|th))(?: day)? (?:of )?(?:each|every|the|a) month|(?:every|each|once a|once every) month on the (?<on>\\d{1,2})(?:st|nd|rd|th)?',
    readMonthDay,
  ),
  rule(
    `(?<![a-z0-9£$€¥₹]|\\d[.,])(?<least>at least |at most |up to |no more than |max(?:imum|\\.)? |a maximum of |only |about |around )?(?<count>${COUNT})(?:(?: ?- ?| to | or )(?<most>${COUNT}))? ?(?<noun>${NOUN})(?:a|per|each|every|in a|in every|/) ?(?:(?<interval>${NUMBER}|other|second|third) )?(?<period>${PERIOD})s?(?![a-z])`,
    readTimesPer,
  ),
  rule(
    `(?<![a-z])(?:every|each) (?<other>other|second|2nd) (?<days>${DAY_WORD})(?: (?<part>${DAY_PART}))?`,
    readOther,
  ),
  rule(
    `(?<![a-z])(?:every|each|all)(?: single)? (?<days>${DAY_LIST})(?: (?:in the )?(?<part>${DAY_PART}))?`,
    readEveryDays,
  ),
  rule(
    `(?<![a-z])(?:every|each|all)(?: single)? (?:(?<interval>${NUMBER}|other|second|third|fourth) )?(?<period>day|week|fortnight|month|quarter|year|morning|afternoon|evening|night|lunchtime)s?(?![a-z])`,
    readEveryPeriod,
  ),
  rule(
    '(?<![a-z-])(?<word>daily|weekly|monthly|quarterly|yearly|annually|fortnightly|bi-?weekly|bi-?monthly|nightly)(?![a-z])',
    readAdverb,
  ),
  rule(
    `(?<![a-z])(?<only>(?:only|just|exclusively) (?:(?:have|free|available|can|do|work|train|got|possible|manage) ){0,2})?(?:on |at |during )?(?:the )?(?<days>${DAY_GROUP}s?(?![a-z])|${WEEKDAY}(?:${SEPARATOR}${DAY_WORD}){1,6}|${WEEKDAY})(?: (?:in the )?(?<part>${DAY_PART}))?(?<after> only)?`,
    readDays,
  ),
  rule(
    `(?<![a-z0-9])(?<count>${COUNT}) (?:sessions?|lessons?|times|runs|classes|workouts?|rehearsals?|meetings?|appointments?|chapters sessions)(?: in total| in all| altogether| overall)?(?! (?:a|per|each|every))`,
    readTotal,
  ),
]

const SHORT_DAYS: Readonly<Record<Weekday, string>> = {
  ...{ monday: 'MO', tuesday: 'TU', wednesday: 'WE', thursday: 'TH', friday: 'FR' },
  ...{ saturday: 'SA', sunday: 'SU' },
}

/** One session on each of these days, every so many weeks. */
function onDays(days: readonly Weekday[], interval = 1): Partial<TaskRecurrence> {
  const byDay = WEEKDAYS.filter(day => days.includes(day))
    .map(day => SHORT_DAYS[day])
    .join(',')
  return { rule: `FREQ=WEEKLY;${interval === 1 ? '' : `INTERVAL=${interval};`}BYDAY=${byDay}` }
}

const ORDER = ['first', 'second', 'third', 'fourth']

function readNthWeekday({ groups }: Match): Outcome | undefined {
  const word = groups.nth ?? ''
  const at = word === 'last' ? -1 : /^\d/.test(word) ? Number(word[0]) : ORDER.indexOf(word) + 1
  const freq = groups.period === 'quarter' ? 'FREQ=MONTHLY;INTERVAL=3' : 'FREQ=MONTHLY'
  const name = groups.day ?? ''
  if (name === 'day') return sessions({ rule: `${freq};BYMONTHDAY=${at}` })
  if (/^w(?:eek|ork)day/.test(name)) return sessions({ rule: `${freq};BYDAY=MO,TU,WE,TH,FR;BYSETPOS=${at}` })
  const day = weekdayOfWord(name)
  if (day === undefined) return undefined
  return sessions({ rule: `${freq};BYDAY=${at < 0 ? '-1' : at}${SHORT_DAYS[day]}` }, [day])
}

function readMonthDay({ groups }: Match): Outcome | undefined {
  const date = Number(groups.date ?? groups.each ?? groups.on)
  if (date < 1 || date > 31) return { problem: 'impossible_date', message: `No month has a day ${date}.` }
  return sessions({ rule: `FREQ=MONTHLY;BYMONTHDAY=${date}` })
}

function readMonthDays({ text }: Match): Outcome | undefined {
  const dates = [...text.matchAll(/\d+/g)].map(([date]) => Number(date))
  const wrong = dates.find(date => date < 1 || date > 31)
  if (wrong !== undefined) return { problem: 'impossible_date', message: `No month has a day ${wrong}.` }
  return sessions({ rule: `FREQ=MONTHLY;BYMONTHDAY=${dates.join(',')}` })
}

function sessions(
  recurrence: Partial<TaskRecurrence>,
  days?: readonly Weekday[],
  more: readonly CalendarFact[] = [],
): Outcome {
  return { facts: [{ kind: 'sessions', recurrence, ...(days === undefined ? {} : { days }) }, ...more] }
}

function timesOf(text: string): number | undefined {
  return numberOf(text.replace(/ ?[x×]$/, ''))
}

function readTimesPer({ groups }: Match): Outcome | undefined {
  const count = timesOf(groups.count ?? '')
  const noun = groups.noun ?? ''
  if (/^and\b/.test(noun)) return undefined
  if (/\b(?:hours?|hrs?|h|minutes?|mins?|tasks?)\b/.test(noun) || isMoney(groups)) return undefined
  if (AMOUNT_OF_WORK.test(noun)) return paceOf(groups)
  if (count === undefined || (/^(?:a|an|the|half)\b/.test(groups.count ?? '') && noun.trim() === ''))
    return undefined
  const most = groups.most === undefined ? undefined : timesOf(groups.most)
  if (most !== undefined && most > count) {
    const options = [count, most].map((times, at) => {
      const outcome = factsPer(times, groups)
      const [fact] = 'facts' in outcome ? outcome.facts : []
      return fact === undefined ? [] : [{ id: `option_${at + 1}`, label: `${times} times`, fact }]
    })
    return { question: `How often exactly: ${count} or ${most} times?`, options: options.flat() }
  }
  if (!Number.isInteger(count) || count < 1 || count > 31)
    return { problem: 'impossible_time', message: `“${count} times” cannot be planned.` }
  return factsPer(count, groups)
}

/** What is produced or covered in a period; how many sessions that takes is not said. */
const AMOUNT_OF_WORK =
  /\b(?:books?|pages?|chapters?|words?|lines?|km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|yards?|steps?|laps?|lengths?|kg|kilos?|pounds?|lbs?|grams?|lit(?:er|re)s?|calories|percent|points?|questions?|cards?|flashcards?|exercises?|problems?)\b/
const MONEY =
  /\b(?:euros?|dollars?|bucks|pounds?|quid|francs?|yen|rupees?|pesos?|crowns?|k?r\.?|eur|usd|gbp|chf)\b/

function isMoney({ noun = '' }: Groups): boolean {
  return MONEY.test(noun)
}

/** “500 words a day” is something to do every day; “two books a month” says nothing of days. */
function paceOf({ period = '', interval }: Groups): Outcome | undefined {
  if (interval !== undefined) return undefined
  if (/^w(?:ork|eek)day/.test(period)) return sessions(onDays(WORKDAYS), WORKDAYS)
  return period === 'day' ? sessions({ frequency: 'daily', interval: 1, times: 1 }) : undefined
}

type Groups = Readonly<Record<string, string | undefined>>

function factsPer(times: number, groups: Groups): Outcome {
  const noun = groups.noun ?? ''
  const period = groups.period ?? 'week'
  const word = groups.interval
  const every = word === 'other' || word === 'second' ? 2 : word === 'third' ? 3 : numberOf(word ?? '1')
  const interval = Math.max(1, Math.round(every ?? 1))
  const named = weekdaysIn(noun)
  const days = period === 'weekend' ? WEEKEND : /^w(?:ork|eek)day/.test(period) ? WORKDAYS : named
  const spans = spansOfParts(noun)
  const windows: CalendarFact[] =
    spans.length === 0
      ? []
      : [{ kind: 'windows', windows: windowsAt(spans, days.length > 0 ? days : WEEKDAYS) }]
  const own = days.length > 0 && days.length < 7 ? days : undefined
  if (/^w(?:ork|eek)day/.test(period)) return sessions(onDays(WORKDAYS), WORKDAYS, windows)
  const frequency = frequencyOf(period)
  const isWeekly = frequency === 'weekly' && interval === 1
  const isDaily = frequency === 'daily' && interval === 1
  if (isDaily && times > 1)
    return {
      problem: 'impossible_time',
      message: `Several sessions on one day (${times}) cannot be planned; name one longer session.`,
    }
  if (isWeekly && times > 7)
    return { problem: 'impossible_time', message: `A week has 7 days; ${times} sessions would share days.` }
  if (frequency === 'daily' && interval > 1)
    return sessions({ rule: `FREQ=DAILY;INTERVAL=${interval}` }, undefined, windows)
  const fact: CalendarFact = {
    kind: 'sessions',
    recurrence: { frequency, interval: period === 'fortnight' ? 2 * interval : interval, times },
    ...(own === undefined ? {} : { days: own }),
    ...(isWeekly ? { days_per_week: times } : {}),
  }
  return { facts: [fact, ...windows] }
}

function frequencyOf(period: string): TaskRecurrence['frequency'] {
  switch (period) {
    case 'day':
      return 'daily'
    case 'month':
      return 'monthly'
    case 'quarter':
      return 'quarterly'
    case 'year':
      return 'yearly'
    default:
      return 'weekly'
  }
}

function windowFacts(part: string | undefined, days: readonly Weekday[]): readonly CalendarFact[] {
  const spans = spansOfParts(part ?? '')
  return spans.length === 0 ? [] : [{ kind: 'windows', windows: windowsAt(spans, days) }]
}

/** “Every second Tuesday” may be every other one, or the second of a month. */
function readOther({ groups }: Match): Outcome | undefined {
  const days = weekdaysIn(groups.days ?? '')
  const windows = windowFacts(groups.part, days)
  const everyOther: CalendarFact = { kind: 'sessions', recurrence: onDays(days, 2), days }
  const [day] = days
  if (groups.other === 'other' || days.length !== 1 || day === undefined)
    return { facts: [everyOther, ...windows] }
  const ofMonth: CalendarFact = {
    kind: 'sessions',
    recurrence: { rule: `FREQ=MONTHLY;BYDAY=2${SHORT_DAYS[day]}` },
    days,
  }
  return {
    question: `Every other ${day}, or the second ${day} of each month?`,
    options: [
      { id: 'option_1', label: `Every other ${day}`, fact: everyOther },
      { id: 'option_2', label: `The second ${day} of each month`, fact: ofMonth },
    ],
  }
}

function readEveryDays({ groups }: Match): Outcome | undefined {
  const text = groups.days ?? ''
  const days = weekdaysIn(text)
  if (days.length === 0) return undefined
  const windows = windowFacts(groups.part, days)
  if (/^week-?ends?$/.test(text)) return sessions({ frequency: 'weekly', times: 1 }, days, windows)
  return sessions(onDays(days), days, windows)
}

function readEveryPeriod({ groups, before }: Match): Outcome | undefined {
  const period = groups.period ?? 'day'
  const word = groups.interval
  if (/(?:times|once|twice)\s*$/.test(before)) return undefined
  const every =
    word === 'other' || word === 'second'
      ? 2
      : word === 'third'
        ? 3
        : word === 'fourth'
          ? 4
          : numberOf(word ?? '1')
  const interval = Math.max(1, Math.round(every ?? 1))
  const isPart = /^(?:morning|afternoon|evening|night|lunchtime)/.test(period)
  const frequency = isPart ? 'daily' : frequencyOf(period)
  const scaled = period === 'fortnight' ? 2 * interval : interval
  const recurrence =
    frequency === 'daily' && scaled > 1
      ? { rule: `FREQ=DAILY;INTERVAL=${scaled}` }
      : { frequency, interval: scaled, times: 1 }
  return sessions(recurrence, undefined, windowFacts(isPart ? period : undefined, WEEKDAYS))
}

function readAdverb({ groups }: Match): Outcome | undefined {
  const word = (groups.word ?? '').replace('-', '')
  const option = (id: number, label: string, recurrence: Partial<TaskRecurrence>) => ({
    ...{ id: `option_${id}`, label },
    fact: { kind: 'sessions' as const, recurrence },
  })
  switch (word) {
    case 'biweekly':
      return {
        question: 'Is “biweekly” every two weeks or twice a week?',
        options: [
          option(1, 'Every two weeks', { frequency: 'weekly', interval: 2, times: 1 }),
          option(2, 'Twice a week', { frequency: 'weekly', interval: 1, times: 2 }),
        ],
      }
    case 'bimonthly':
      return {
        question: 'Is “bimonthly” every two months or twice a month?',
        options: [
          option(1, 'Every two months', { frequency: 'monthly', interval: 2, times: 1 }),
          option(2, 'Twice a month', { frequency: 'monthly', interval: 1, times: 2 }),
        ],
      }
    case 'fortnightly':
      return sessions({ frequency: 'weekly', interval: 2, times: 1 })
    case 'nightly':
      return sessions(
        { frequency: 'daily', interval: 1, times: 1 },
        undefined,
        windowFacts('night', WEEKDAYS),
      )
    case 'daily':
      return sessions({ frequency: 'daily', interval: 1, times: 1 })
    case 'weekly':
      return sessions({ frequency: 'weekly', interval: 1, times: 1 })
    case 'monthly':
      return sessions({ frequency: 'monthly', interval: 1, times: 1 })
    case 'quarterly':
      return sessions({ frequency: 'quarterly', interval: 1, times: 1 })
    default:
      return sessions({ frequency: 'yearly', interval: 1, times: 1 })
  }
}

/** Days of the week without “every”: several, or in the plural, or with “only”. */
function readDays({ text, groups, before }: Match): Outcome | undefined {
  if (/(?:this|next|last|past|coming|following) $/.test(before)) return undefined
  const words = groups.days ?? ''
  const days = weekdaysIn(words)
  const isOnly = (groups.only !== undefined && !/\bnot $/.test(before)) || groups.after !== undefined
  const isGroup = new RegExp(`^${DAY_GROUP}s?$`).test(words)
  const isPlural = /days(?![a-z])|'s(?![a-z])/.test(words) || days.length > 1
  const part = groups.part
  if (days.length === 0 || (!isPlural && !isOnly && part === undefined)) return undefined
  if (!isPlural && !isOnly && part !== undefined && !/s$/.test(part)) return undefined
  const windows = windowFacts(part, days)
  const only: CalendarFact = { kind: 'only_days', days }
  const isRange = /-|\bto\b|through/.test(words)
  if (isGroup || isOnly || isRange || /^(?:at|during) /.test(text.trim()))
    return { facts: [only, ...windows] }
  return sessions(onDays(days), days, windows)
}

function readTotal({ groups }: Match): Outcome | undefined {
  const count = timesOf(groups.count ?? '')
  if (count === undefined || !Number.isInteger(count) || count < 2 || count > 5_000) return undefined
  return { facts: [{ kind: 'session_count', count }] }
}
