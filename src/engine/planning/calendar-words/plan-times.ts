import { Temporal } from 'temporal-polyfill'
import { PlanConstraints } from '../../../contracts/plan.ts'
import type { TaskRecurrence, Weekday, WeeklyWindow, WorkCapacity } from '../../../contracts/schedule.ts'
import { clockText } from './clock-words.ts'
import { dateText, todayOf } from './date-reading.ts'
import type {
  CalendarContext,
  CalendarFinding,
  CalendarProblem,
  CalendarQuestion,
  CalendarReading,
  LengthUnit,
} from './reading.ts'
import { combineWindows, withoutWindows } from './windows.ts'
import { WEEKDAYS } from './words.ts'

/** How often and how long the person means to sit down. */
export interface SessionWish {
  readonly recurrence: Partial<TaskRecurrence>
  readonly days?: readonly Weekday[]
  readonly minutes?: number
  /** So many in all. */
  readonly count?: number
  readonly quote: string
}

/** What a reading asks of a plan. */
export interface PlanTimes {
  readonly constraints: PlanConstraints
  readonly timezone: string
  /** When the plan may be worked on, where times differ between days; otherwise `times_of_day` says it all. */
  readonly weekly?: readonly WeeklyWindow[]
  readonly capacity: Partial<WorkCapacity>
  readonly sessions: readonly SessionWish[]
  /** Of one session, where the words say so and no rhythm stands beside it. */
  readonly sessionMinutes?: number
  /** How words that leave room were taken, for the person to object to. */
  readonly assumptions: readonly string[]
  readonly evidence: readonly { readonly field: string; readonly quote: string; readonly at: number }[]
  readonly questions: readonly CalendarQuestion[]
  readonly problems: readonly CalendarProblem[]
}

type Of<Kind extends CalendarFinding['kind']> = Extract<CalendarFinding, { kind: Kind }>

/**
 * Turns a reading into the constraints of a plan. Two deadlines become a question, and what contradicts itself (no day
 * left, an end before the start) a problem.
 */
export function planTimesOf(reading: CalendarReading, context: CalendarContext): PlanTimes {
  const { findings } = reading
  const all = <Kind extends CalendarFinding['kind']>(kind: Kind): readonly Of<Kind>[] =>
    findings.filter((finding): finding is Of<Kind> => finding.kind === kind)
  const zone = all('timezone')[0]?.timezone ?? context.timezone
  const span = spanOf(all, context)
  const days = daysOf(all)
  const week = weekOf(all, days)
  const capacity = Object.assign({}, ...all('capacity').map(({ limits }) => limits)) as Partial<WorkCapacity>
  const perWeek = all('sessions').map(finding => finding.days_per_week)
  const bound = perWeek.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  )
  const blackouts = all('blackout').map(({ start, end, quote }) => ({ start, end, reason: quote }))
  const constraints = PlanConstraints.parse({
    ...(span.start === undefined ? {} : { start: span.start }),
    ...(span.deadline === undefined ? {} : { deadline: span.deadline }),
    ...(capacity.minutes_per_week === undefined ? {} : { minutes_per_week: capacity.minutes_per_week }),
    ...(capacity.minutes_per_day === undefined ? {} : { minutes_per_day: capacity.minutes_per_day }),
    ...(capacity.tasks_per_day === undefined ? {} : { tasks_per_day: capacity.tasks_per_day }),
    ...(capacity.break_minutes === undefined ? {} : { break_minutes: capacity.break_minutes }),
    ...(bound === undefined || bound === 0 || bound > 21 ? {} : { sessions_per_week: bound }),
    ...(days.forbidden.length === 0 ? {} : { not_on_weekdays: days.forbidden }),
    ...(days.only === undefined ? {} : { only_on_weekdays: days.only }),
    ...(week.times === undefined ? {} : { times_of_day: week.times }),
    ...(blackouts.length === 0 ? {} : { blackouts }),
  })
  const lone = all('sessions').length === 0 ? all('session_minutes')[0]?.minutes : undefined
  return {
    ...{ constraints, timezone: zone, capacity, sessions: sessionsOf(all) },
    ...(week.weekly === undefined ? {} : { weekly: week.weekly }),
    ...(lone === undefined ? {} : { sessionMinutes: lone }),
    assumptions: [...new Set(findings.flatMap(({ taken_as: takenAs }) => takenAs ?? []))],
    evidence: findings.map(({ kind, quote, at }) => ({ field: kind, quote, at })),
    questions: [...reading.questions, ...span.questions],
    problems: [...reading.problems, ...span.problems, ...days.problems, ...week.problems],
  }
}

/** The reading after the person has chosen one of a question's options; unchanged when there is no such option. */
export function answerCalendarQuestion(
  reading: CalendarReading,
  { question_id: id, option_id: optionId }: { readonly question_id: string; readonly option_id: string },
): CalendarReading {
  const question = reading.questions.find(one => one.id === id)
  const option = question?.options.find(one => one.id === optionId)
  if (question === undefined || option === undefined) return reading
  const { quote, at } = question
  const finding: CalendarFinding = { ...option.fact, quote, at, taken_as: `“${quote}”: ${option.label}.` }
  return {
    ...reading,
    findings: [...reading.findings, finding].sort((left, right) => left.at - right.at),
    questions: reading.questions.filter(one => one !== question),
  }
}

type All = <Kind extends CalendarFinding['kind']>(kind: Kind) => readonly Of<Kind>[]

interface PlanSpan {
  readonly start: string | undefined
  readonly deadline: string | undefined
  readonly questions: readonly CalendarQuestion[]
  readonly problems: readonly CalendarProblem[]
}

function spanOf(all: All, context: CalendarContext): PlanSpan {
  const start = all('start')
    .map(({ moment }) => moment)
    .sort()[0]
  const named = all('deadline')
  const [first] = named
  const distinct = new Set(named.map(({ moment }) => moment))
  const questions: CalendarQuestion[] =
    distinct.size > 1 && first !== undefined
      ? [
          {
            ...{ id: 'which_deadline', quote: first.quote, at: first.at },
            question: 'By which day must everything be done?',
            options: [...distinct].map((moment, at) => ({
              ...{ id: `option_${at + 1}`, label: moment },
              fact: { kind: 'deadline' as const, moment },
            })),
          },
        ]
      : []
  const latest = [...distinct].sort().at(-1)
  const [length] = all('length')
  const begin = start === undefined ? todayOf(context) : Temporal.PlainDate.from(start.slice(0, 10))
  const deadline = latest ?? (length === undefined ? undefined : endOf(begin, length).toString())
  const problems: CalendarProblem[] = []
  const end = first ?? length
  if (
    deadline !== undefined &&
    start !== undefined &&
    end !== undefined &&
    deadline.slice(0, 10) < start.slice(0, 10)
  )
    problems.push({
      ...{ code: 'contradiction', quote: end.quote, at: end.at },
      message: `The end (${dateText(Temporal.PlainDate.from(deadline.slice(0, 10)))}) is before the start (${dateText(begin)}).`,
    })
  return { start, deadline, questions, problems }
}

function endOf(
  begin: Temporal.PlainDate,
  { unit, count }: { unit: LengthUnit; count: number },
): Temporal.PlainDate {
  const days: Readonly<Record<LengthUnit, number>> = {
    ...{ day: 1, week: 7, fortnight: 14, month: 30, quarter: 91, year: 365 },
  }
  const months: Readonly<Partial<Record<LengthUnit, number>>> = { month: 1, quarter: 3, year: 12 }
  const inMonths = months[unit]
  const end =
    inMonths !== undefined && Number.isInteger(count)
      ? begin.add({ months: inMonths * count })
      : begin.add({ days: Math.round(days[unit] * count) })
  return end.subtract({ days: 1 })
}

interface PlanDays {
  readonly only: Weekday[] | undefined
  readonly forbidden: Weekday[]
  readonly left: readonly Weekday[]
  readonly problems: readonly CalendarProblem[]
}

function daysOf(all: All): PlanDays {
  const named = all('only_days')
  const ofSessions = all('sessions')
  const isEachBound = named.length > 0 || ofSessions.every(({ days }) => days !== undefined)
  const bound = isEachBound ? [...named, ...ofSessions].flatMap(({ days }) => days ?? []) : []
  const only = bound.length === 0 ? undefined : WEEKDAYS.filter(day => bound.includes(day))
  const forbiddenBy = all('forbidden_days')
  const forbidden = WEEKDAYS.filter(day => forbiddenBy.some(({ days }) => days.includes(day)))
  const left = (only ?? WEEKDAYS).filter(day => !forbidden.includes(day))
  const last = forbiddenBy.at(-1) ?? named.at(-1)
  const problems: CalendarProblem[] =
    left.length > 0 || last === undefined
      ? []
      : [{ code: 'contradiction', message: 'No day of the week is left.', quote: last.quote, at: last.at }]
  return { only: only?.length === 7 ? undefined : only, forbidden, left, problems }
}

interface PlanWeek {
  readonly times: { start: string; end: string }[] | undefined
  readonly weekly: readonly WeeklyWindow[] | undefined
  readonly problems: readonly CalendarProblem[]
}

const MIN_SESSION = 60

function weekOf(all: All, { left }: PlanDays): PlanWeek {
  const minutes = all('session_minutes')[0]?.minutes ?? MIN_SESSION
  const atTimes = all('at_time').map(({ time, days }) => windowsFrom(time, minutes, days ?? WEEKDAYS))
  const given = [...all('windows').map(({ windows }) => windows), ...atTimes]
  const forbidden = all('forbidden_windows')
  if (given.length === 0 && forbidden.length === 0)
    return { times: undefined, weekly: undefined, problems: [] }
  const whole = WEEKDAYS.map(day => ({ day, start: '00:00', end: '24:00' }))
  const open = given.length === 0 ? whole : combineWindows(given)
  const kept = withoutWindows(
    open,
    forbidden.flatMap(({ windows }) => windows),
  ).filter(({ day }) => left.includes(day))
  const last = forbidden.at(-1) ?? all('windows').at(-1) ?? all('at_time').at(-1)
  if (kept.length === 0 && last !== undefined) {
    const message = 'No time of the week is left.'
    return {
      times: undefined,
      weekly: undefined,
      problems: [{ code: 'contradiction', message, quote: last.quote, at: last.at }],
    }
  }
  const perDay = left.map(day => JSON.stringify(kept.filter(window => window.day === day).map(timesOnly)))
  const isSame = new Set(perDay).size === 1
  const [day] = left
  if (isSame && day !== undefined)
    return {
      times: kept.filter(window => window.day === day).map(timesOnly),
      weekly: undefined,
      problems: [],
    }
  return { times: undefined, weekly: kept, problems: [] }
}

function timesOnly({ start, end }: WeeklyWindow): { start: string; end: string } {
  return { start, end }
}

function windowsFrom(time: string, minutes: number, days: readonly Weekday[]): readonly WeeklyWindow[] {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  const start = hours * 60 + rest
  const end = clockText(Math.min(1_440, start + minutes))
  return days.map(day => ({ day, start: time, end }))
}

/** Each rhythm with the duration that stands nearest to it. */
function sessionsOf(all: All): readonly SessionWish[] {
  const durations = all('session_minutes')
  const count = all('session_count')[0]?.count
  return all('sessions').map(({ recurrence, days, quote, at }) => {
    const nearest = [...durations].sort((left, right) => Math.abs(left.at - at) - Math.abs(right.at - at))[0]
    return {
      recurrence: { ...recurrence, ...(count === undefined ? {} : { count }) },
      ...(days === undefined ? {} : { days }),
      ...(nearest === undefined ? {} : { minutes: nearest.minutes }),
      ...(count === undefined ? {} : { count }),
      quote,
    }
  })
}
