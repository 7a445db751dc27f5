import type { TaskRecurrence, Weekday, WeeklyWindow } from '../../../contracts/schedule.ts'
import { type CalendarFinding, readCalendarWords } from '../calendar-words/calendar-words.ts'
import { planWeek } from '../plan-schedule/plan-schedule.ts'
import type { PlanSituation } from '../planning-tools.ts'
import type { Playbook } from '../playbooks/playbooks.ts'
import { isMoney } from '../subject/subject.ts'

/** How much time there is and in which rhythm it is used; dates are local days. */
export interface Horizon {
  readonly start: string
  readonly end: string
  readonly weeks: number
  readonly isEndSaid: boolean
  /** Sessions a week of what is practised; undefined where the rhythm is another one. */
  readonly sessions: number
  readonly areSessionsSaid: boolean
  readonly sessionMinutes?: number
  /** A rhythm that is no number a week: every month, every second Tuesday. */
  readonly rhythm?: Partial<TaskRecurrence>
  /** Days of the week that the person named for the sessions. */
  readonly sessionDays?: readonly Weekday[]
  /** Days of the week on which there can be work at all. */
  readonly openDays: readonly Weekday[]
  /** Minutes a week that the calendar and the limits leave. */
  readonly minutesPerWeek: number
  /** At most so much on one day, where the person said so. */
  readonly minutesPerDay?: number
}

const WEEK: readonly Weekday[] = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
]
const DAY_MS = 86_400_000
const DEFAULT_SESSIONS = 3
/** What comes every quarter is planned for a year. */
const MIN_WEEKS: Readonly<Record<string, number>> = { monthly: 26, quarterly: 52, yearly: 156 }
/** Without a calendar: forty hours. */
const FULL_WEEK = 2_400

export function readHorizon(situation: PlanSituation, playbook: Playbook): Horizon {
  const { constraints, calendar, now, timezone } = situation
  const words = [situation.goal, ...situation.clarifications.map(({ answer }) => answer)].join('. ')
  const { findings: all } = readCalendarWords(words, { now: Date.parse(now), timezone })
  const findings = all.filter(finding => !isMoney(words, finding))
  const rhythm = readRhythm(findings)
  const usual = Math.max(playbook.weeks, MIN_WEEKS[rhythm.other?.frequency ?? ''] ?? 0)
  const start = dayOf(constraints.start ?? localDay(now, timezone))
  const said = constraints.deadline === undefined ? undefined : dayOf(constraints.deadline)
  const end = said ?? addDays(start, usual * 7)
  const weeks = Math.max(0.15, (Date.parse(end) - Date.parse(start) + DAY_MS) / DAY_MS / 7)
  const windows = planWeek(calendar, constraints)
  const named = WEEK.filter(day => windows.some(window => window.day === day))
  const openDays = named.length === 0 ? WEEK : named
  const wanted = rhythm.perWeek ?? constraints.sessions_per_week
  const most = Math.min(openDays.length, constraints.sessions_per_week ?? 7)
  const sessions = Math.max(1, Math.min(wanted ?? playbook.sessions ?? DEFAULT_SESSIONS, 21))
  const minutes = findings.flatMap(finding =>
    finding.kind === 'session_minutes' ? [finding.minutes] : [],
  )[0]
  return {
    start,
    end,
    weeks,
    isEndSaid: said !== undefined,
    sessions: wanted === undefined ? Math.min(sessions, most) : sessions,
    areSessionsSaid: wanted !== undefined || rhythm.other !== undefined,
    ...(minutes === undefined ? {} : { sessionMinutes: minutes }),
    ...(rhythm.other === undefined ? {} : { rhythm: rhythm.other }),
    ...(rhythm.days === undefined ? {} : { sessionDays: rhythm.days }),
    openDays,
    minutesPerWeek: minutesOpen(situation, windows, sessions),
    ...(constraints.minutes_per_day === undefined ? {} : { minutesPerDay: constraints.minutes_per_day }),
  }
}

interface ReadRhythm {
  readonly perWeek?: number
  readonly other?: Partial<TaskRecurrence>
  readonly days?: readonly Weekday[]
}

function readRhythm(findings: readonly CalendarFinding[]): ReadRhythm {
  const found = findings.find(({ kind, quote }) => kind === 'sessions' && !/\bwithin\b/i.test(quote))
  if (found?.kind !== 'sessions') return {}
  const { recurrence, days } = found
  const named = days === undefined ? {} : { days }
  const { frequency, interval = 1, times = 1, rule } = recurrence
  if (rule !== undefined || interval > 1) return { other: recurrence, ...named }
  if (frequency === 'daily') return { perWeek: days?.length ?? found.days_per_week ?? 7, ...named }
  if (frequency === 'weekly') return { perWeek: times, ...named }
  if (frequency === undefined || frequency === 'none')
    return found.days_per_week === undefined ? named : { perWeek: found.days_per_week, ...named }
  return { other: recurrence, ...named }
}

function minutesOpen(
  { constraints }: PlanSituation,
  windows: readonly WeeklyWindow[],
  sessions: number,
): number {
  const perDay = WEEK.map(day =>
    Math.min(sumOf(windows.filter(window => window.day === day)), constraints.minutes_per_day ?? 480),
  )
  const days = constraints.sessions_per_week === undefined ? 7 : sessions
  const best = perDay.sort((left, right) => right - left).slice(0, days)
  return Math.min(
    best.reduce((sum, minutes) => sum + minutes, 0),
    constraints.minutes_per_week ?? FULL_WEEK,
  )
}

/** The longest stretch of a day on which the person can work. */
export function longestWindow({ calendar, constraints }: PlanSituation): number {
  const lengths = planWeek(calendar, constraints).map(window => sumOf([window]))
  return Math.min(Math.max(15, ...lengths), constraints.minutes_per_day ?? 480)
}

function sumOf(windows: readonly Pick<WeeklyWindow, 'start' | 'end'>[]): number {
  return windows.reduce((sum, { start, end }) => {
    const length = toMinutes(end) - toMinutes(start)
    return sum + (length > 0 ? length : length + 1440)
  }, 0)
}

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** The local day of a moment of the contract. */
function dayOf(moment: string): string {
  return moment.slice(0, 10)
}

function localDay(now: string, timezone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(new Date(now))
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + Math.round(days) * DAY_MS).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

export function weekdayOf(day: string): Weekday {
  return WEEK[(new Date(Date.parse(day)).getUTCDay() + 6) % 7] ?? 'monday'
}

/** The day from which the last `count` open days up to and with `end` are left. */
export function lastOpenDays(end: string, count: number, openDays: readonly Weekday[]): string {
  let day = end
  let left = count
  for (let back = 0; back < 60; back += 1) {
    day = addDays(end, -back)
    if (openDays.includes(weekdayOf(day))) left -= 1
    if (left <= 0) break
  }
  return day
}
