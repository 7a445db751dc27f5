import { Temporal } from 'temporal-polyfill'
import type { WorkCapacity } from '../../../contracts/schedule.ts'
import { spansOfParts, windowsAt } from './clock-words.ts'
import { type CalendarFact, type Match, type Outcome, type Rule, rule } from './reading.ts'
import { NUMBER, numberOf } from './words.ts'

const ZONE_WORDS: Readonly<Record<string, string>> = {
  ...{ utc: 'UTC', gmt: 'UTC', cet: 'Europe/Berlin', cest: 'Europe/Berlin', bst: 'Europe/London' },
  ...{
    est: 'America/New_York',
    edt: 'America/New_York',
    et: 'America/New_York',
    eastern: 'America/New_York',
  },
  ...{ cst: 'America/Chicago', cdt: 'America/Chicago', central: 'America/Chicago' },
  ...{ mst: 'America/Denver', mdt: 'America/Denver', mountain: 'America/Denver' },
  ...{ pst: 'America/Los_Angeles', pdt: 'America/Los_Angeles', pacific: 'America/Los_Angeles' },
  ...{ jst: 'Asia/Tokyo', aest: 'Australia/Sydney', aedt: 'Australia/Sydney', eet: 'Europe/Helsinki' },
  ...{ wet: 'Europe/Lisbon', msk: 'Europe/Moscow', hkt: 'Asia/Hong_Kong', sgt: 'Asia/Singapore' },
}

const HOURS = '(?:hours?|hrs?|hr|h)'
const MINUTES = "(?:minutes?|mins?|min|m(?=in\\b)|')"
/** A number that may stand before its unit without a space, as in `2.5h`. */
const HOW_MANY = `(?:\\d+(?:[.,]\\d+)?|${NUMBER})`
const AMOUNT = `(?:${HOW_MANY}(?: and a half| and a quarter)?[ -]?${HOURS}(?: and a half| and a quarter|(?: and)? ?${HOW_MANY}[ -]?(?:${MINUTES})?)?|${HOW_MANY}[ -]?${MINUTES}|half an hour|an hour and a half|a quarter of an hour|three quarters of an hour|half a day|half-days?|(?:a )?(?:full|whole) days?|\\d+h\\d{2})(?![a-z])`
const LIMIT =
  '(?<limit>at most |no more than |not more than |max(?:imum|\\.)?(?: of)? |a maximum of |up to |never more than |limited to )?'

/** Time zones, limits, and how long things take. */
export const zoneRules: readonly Rule[] = [
  rule(
    '(?<![a-z])(?:(?:in|on|at|time ?zone:?|times are) )?(?:the )?(?<iana>(?:africa|america|antarctica|asia|atlantic|australia|europe|indian|pacific)/[a-z_+-]+(?:/[a-z_+-]+)?)(?: time(?: ?zone)?)?',
    ({ groups }) => zoneOf(groups.iana ?? ''),
  ),
  rule('(?<![a-z0-9])(?:utc|gmt) ?(?<offset>[+-]\\d{1,2}(?::\\d{2})?)(?!\\d)', ({ groups }) =>
    offsetZone(groups.offset ?? ''),
  ),
  rule(
    `(?<![a-z])(?<word>${Object.keys(ZONE_WORDS).join('|')})(?<time> (?:standard |daylight |summer )?time)?(?![a-z/])`,
    ({ groups, before }) => abbreviation(groups, before),
  ),
  rule('(?<![a-z])(?<city>[a-z]+(?: [a-z]+)?) time(?: ?zone)?(?![a-z])', ({ groups }) =>
    cityZone(groups.city ?? ''),
  ),
]

const SESSIONS =
  '(?:sessions?|runs?|lessons?|blocks?|slots?|classes|class|workouts?|walks?|swims?|rides?|meetings?|practices?|rehearsals?)'

export const limitRules: readonly Rule[] = [
  rule(
    `(?<![a-z0-9])(?<count>\\d{1,2}|${NUMBER}) (?<amount>${AMOUNT})[ -](?:long )?${SESSIONS} (?:a|per|each|every) (?<period>week|month)(?![a-z])`,
    readSessionsOf,
  ),
  rule(
    `${LIMIT}(?<amount>${AMOUNT})(?: of [a-z]+| [a-z]+)?,? ?(?:a|per|each|every|/) ?(?<period>day|week|weekday|workday|morning|evening|night|afternoon|session|run|lesson|time)(?![a-z])`,
    readPerPeriod,
  ),
  rule(`${LIMIT}(?<count>${NUMBER}) (?:tasks?|things|items) (?:a|per|each|every) day`, readTasks),
  rule(
    `(?:with |leave |leaving |keep |keeping )?(?:at least |a )?(?<amount>${AMOUNT})(?:(?: long| of)? (?:breaks?|pauses?|rests?|gaps?|free)(?: (?:between|after)(?: (?:the|each|every|any|two))?(?: [a-z]+)?)?| (?:between|after) (?:the |each |every |any |all |two )?(?:sessions?|tasks?|blocks?|meetings?|lessons?|classes|workouts?|them))`,
    readBreak,
  ),
]

export const amountRules: readonly Rule[] = [
  rule(
    `(?<![a-z0-9])(?<lead>for |lasting |of |takes? |about |around |roughly )?(?<amount>${AMOUNT})(?<noun>[ -](?:long )?(?:sessions?|runs?|lessons?|blocks?|slots?|practice|classes|workouts?|meetings?|training|walks?|each|at a time|every time|per session))?(?! (?:barrier|mark|record|target|goal|pb|personal best)(?![a-z]))`,
    readAmount,
  ),
]

function zoneOf(text: string): Outcome {
  const name = text
    .split('/')
    .map(part =>
      part.replace(/(^|[_-])([a-z])/g, (_, mark: string, letter: string) => mark + letter.toUpperCase()),
    )
    .join('/')
  if (!isZone(name)) return { problem: 'unknown_timezone', message: `“${name}” is no time zone.` }
  return { facts: [{ kind: 'timezone', timezone: name }] }
}

function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

function offsetZone(offset: string): Outcome {
  const [hours = '0', minutes = '00'] = offset.split(':')
  const sign = hours.startsWith('-') ? '-' : '+'
  const name = `${sign}${hours.replace(/[+-]/, '').padStart(2, '0')}:${minutes}`
  if (!isZone(name)) return { problem: 'unknown_timezone', message: `There is no offset UTC${offset}.` }
  return { facts: [{ kind: 'timezone', timezone: name }] }
}

function abbreviation({ word = '', time }: Match['groups'], before: string): Outcome | undefined {
  const isWord = /^(?:et|est|central|eastern|mountain|pacific|wet)$/.test(word)
  const isAfterClock = /\d ?(?:am|pm)? ?$|(?:time ?zone|in|times are|at) $/.test(before)
  if (time === undefined && (isWord ? !/\d ?(?:am|pm)? ?$/.test(before) : !isAfterClock)) return undefined
  const zone = ZONE_WORDS[word]
  if (zone === undefined) return undefined
  const takenAs = `“${word.toUpperCase()}” is taken as ${zone}.`
  return { facts: [{ kind: 'timezone', timezone: zone }], takenAs }
}

const ZONES = Intl.supportedValuesOf('timeZone')

/** “Berlin time”: the zone whose last part is the city. */
function cityZone(words: string): Outcome | undefined {
  const parts = words.split(' ')
  for (const city of [parts.join('_'), parts.at(-1) ?? '']) {
    const zone = ZONES.find(name => name.toLowerCase().split('/').at(-1) === city)
    if (zone !== undefined && city.length > 2) return { facts: [{ kind: 'timezone', timezone: zone }] }
  }
  return undefined
}

const HALF_DAY = 240
const WHOLE_DAY = 480

/** Minutes of an amount of time. */
function minutesOf(text: string): number | undefined {
  const words = text.trim()
  if (/^half[ -](?:a )?days?$/.test(words)) return HALF_DAY
  if (/^(?:a )?(?:full|whole) days?$/.test(words)) return WHOLE_DAY
  if (words === 'half an hour') return 30
  if (words === 'an hour and a half') return 90
  if (words === 'a quarter of an hour') return 15
  if (words === 'three quarters of an hour') return 45
  const compact = /^(\d+)h(\d{2})$/.exec(words)
  if (compact !== null) return Number(compact[1]) * 60 + Number(compact[2])
  const minutes = new RegExp(`^(${HOW_MANY})[ -]?(?:${MINUTES})$`).exec(words)
  if (minutes !== null) return rounded(numberOf(minutes[1] ?? ''))
  const hours = new RegExp(
    `^(${HOW_MANY})(?<before> and a half| and a quarter)?[ -]?${HOURS}(?:(?<after> and a half| and a quarter)|(?: and)? ?(?<more>${HOW_MANY})[ -]?(?:${MINUTES})?)?$`,
  ).exec(words)
  if (hours === null) return undefined
  const part = hours.groups?.before ?? hours.groups?.after ?? ''
  const extra = part.endsWith('half') ? 0.5 : part.endsWith('quarter') ? 0.25 : 0
  const whole = numberOf(hours[1] ?? '')
  if (whole === undefined) return undefined
  return rounded((whole + extra) * 60 + (numberOf(hours.groups?.more ?? '0') ?? 0))
}

function rounded(minutes: number | undefined): number | undefined {
  return minutes === undefined ? undefined : Math.round(minutes)
}

function readPerPeriod({ groups }: Match): Outcome | undefined {
  const minutes = minutesOf(groups.amount ?? '')
  const period = groups.period ?? ''
  const isLimit = groups.limit !== undefined
  if (minutes === undefined || minutes < 1) return undefined
  const limits = (change: Partial<WorkCapacity>): CalendarFact => ({ kind: 'capacity', limits: change })
  const session: CalendarFact = { kind: 'session_minutes', minutes }
  if (period === 'week') {
    if (minutes > 10_080) return { problem: 'impossible_time', message: 'A week has 168 hours.' }
    return { facts: [limits({ minutes_per_week: minutes })] }
  }
  if (/session|run|lesson|time/.test(period)) return { facts: [session] }
  if (minutes > 1_440) return { problem: 'impossible_time', message: 'A day has 24 hours.' }
  const day = limits({ minutes_per_day: minutes })
  if (isLimit) return { facts: [day] }
  return { facts: [session, day, ...sessionsOf(period)] }
}

/** “One hour a day” is a session on every day. */
function sessionsOf(period: string): readonly CalendarFact[] {
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
  if (/^w(?:eek|ork)day/.test(period))
    return [{ kind: 'sessions', recurrence: { rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' }, days: weekdays }]
  const spans = spansOfParts(period)
  const windows: CalendarFact[] = spans.length === 0 ? [] : [{ kind: 'windows', windows: windowsAt(spans) }]
  return [{ kind: 'sessions', recurrence: { frequency: 'daily', interval: 1, times: 1 } }, ...windows]
}

/** “Three 20 minute sessions a week”. */
function readSessionsOf({ groups }: Match): Outcome | undefined {
  const times = numberOf(groups.count ?? '')
  const minutes = minutesOf(groups.amount ?? '')
  if (times === undefined || minutes === undefined || !Number.isInteger(times) || times < 1) return undefined
  const isWeekly = groups.period === 'week'
  if (times > (isWeekly ? 7 : 31) || minutes < 1 || minutes > 1_440) return undefined
  const recurrence = { frequency: isWeekly ? ('weekly' as const) : ('monthly' as const), interval: 1, times }
  return {
    facts: [
      { kind: 'sessions', recurrence, ...(isWeekly ? { days_per_week: times } : {}) },
      { kind: 'session_minutes', minutes },
    ],
  }
}

function readTasks({ groups }: Match): Outcome | undefined {
  const count = numberOf(groups.count ?? '')
  if (count === undefined || count < 1 || count > 1_000) return undefined
  return { facts: [{ kind: 'capacity', limits: { tasks_per_day: Math.floor(count) } }] }
}

function readBreak({ groups }: Match): Outcome | undefined {
  const minutes = minutesOf(groups.amount ?? '')
  if (minutes === undefined || minutes > 720) return undefined
  return { facts: [{ kind: 'capacity', limits: { break_minutes: minutes } }] }
}

/** A time to beat is no length of a session. */
const TO_BEAT = /(?:under|below|sub|(?:less|faster|quicker) than|inside|beat)[ -]$/

function readAmount({ groups, before }: Match): Outcome | undefined {
  if (groups.lead === undefined && TO_BEAT.test(before)) return undefined
  const minutes = minutesOf(groups.amount ?? '')
  if (minutes === undefined || minutes < 1) return undefined
  if (minutes > 1_440)
    return { problem: 'impossible_time', message: 'A session longer than a day cannot be planned.' }
  const text = groups.amount ?? ''
  const isDay = /day/.test(text)
  const more = isDay ? { takenAs: `“${text.trim()}” is taken as ${minutes / 60} hours.` } : {}
  return { facts: [{ kind: 'session_minutes', minutes }], ...more }
}
