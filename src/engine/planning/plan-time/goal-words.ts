import type { PlanBrief, PlanCalendar, PlanConstraints } from '../../../contracts/plan.ts'
import { Weekday } from '../../../contracts/schedule.ts'
import {
  type BriefEdit,
  changedConstraints,
  constraintsOfBrief,
  differencesOf,
  editBrief,
  readBrief,
} from '../brief/brief.ts'
import { defaultCalendar } from '../plan-schedule/plan-schedule.ts'
import type { BriefChange, PlanTime, TimeWords } from '../planning-tools.ts'
import { timeWordsOf } from './read-time-words.ts'

const WEEKDAYS = Weekday.options

interface About {
  readonly now: string
  readonly timezone: string
}

/** A goal's words as a brief; dates that are events are no deadlines, and hours of work no length of a session. */
export function readGoalWords(text: string, about: About, given?: PlanBrief): TimeWords {
  if (given !== undefined) return takeGiven(given, about.timezone)
  const { brief, times } = readBrief(text, about)
  const words = timeWordsOf(text, times, about)
  const said = words.constraints.deadline?.slice(0, 10)
  const isPeriod = said !== undefined && brief.deadline === undefined && brief.events.length === 0
  const whole: PlanBrief = isPeriod ? { ...brief, deadline: { date: said } } : brief
  const deadline = brief.deadline === undefined ? undefined : words.constraints.deadline
  const calendar = words.calendar ?? calendarFor(whole, about.timezone)
  return {
    ...words,
    brief: whole,
    ...(calendar === undefined ? {} : { calendar }),
    constraints: { ...constraintsOfBrief(whole), ...(deadline === undefined ? {} : { deadline }) },
  }
}

function takeGiven(brief: PlanBrief, timezone: string): TimeWords {
  const calendar = calendarFor(brief, timezone)
  return {
    ...{ brief, constraints: constraintsOfBrief(brief), understood: [], rest: '', unclear: [] },
    ...(calendar === undefined ? {} : { calendar }),
  }
}

/** The usual week with the days that a rhythm names or needs; undefined where it has them. */
function calendarFor({ rhythms, limits }: PlanBrief, timezone: string): PlanCalendar | undefined {
  const usual = defaultCalendar(timezone)
  if (limits.weekly !== undefined) return { ...usual, weekly: limits.weekly }
  const off = limits.not_on_weekdays ?? []
  const wanted = rhythms.flatMap(({ days, per }) => days ?? (per === 'day' ? WEEKDAYS : []))
  const missing = WEEKDAYS.filter(
    day => wanted.includes(day) && !off.includes(day) && !usual.weekly.some(window => window.day === day),
  )
  const [hours] = usual.weekly
  // Times of day that were said hold on every day of the usual week as they are.
  if (missing.length === 0 || hours === undefined || limits.times_of_day !== undefined) return undefined
  return { ...usual, weekly: [...usual.weekly, ...missing.map(day => ({ ...hours, day }))] }
}

/** What a correction makes of a brief and of the constraints that stand. */
export function editStanding(
  { brief, constraints }: Parameters<PlanTime['editBrief']>[0],
  words: string,
  about: About,
): BriefChange {
  return changeOf({ brief, constraints }, editBrief(brief, words, about), about)
}

/** What a brief that a person filled in by hand makes of the one that stands. */
export function replaceStanding(
  { brief, constraints }: Parameters<PlanTime['replaceBrief']>[0],
  next: PlanBrief,
  about: About,
): BriefChange {
  const done = differencesOf(brief, next)
  return changeOf({ brief, constraints }, { brief: next, done, missed: [] }, about)
}

function changeOf(
  { brief, constraints }: { readonly brief: PlanBrief; readonly constraints: PlanConstraints },
  edit: BriefEdit,
  { timezone }: About,
): BriefChange {
  const before = calendarFor(brief, timezone)
  const calendar = calendarFor(edit.brief, timezone)
  const isSame = JSON.stringify(before) === JSON.stringify(calendar)
  return {
    ...edit,
    constraints: changedConstraints(constraints, { from: brief, to: edit.brief }),
    is_work_changed: JSON.stringify(partsOf(brief)) !== JSON.stringify(partsOf(edit.brief)),
    ...(isSame ? {} : { calendar: calendar ?? defaultCalendar(timezone) }),
  }
}

/** “Push everything by one week” is a later beginning and end, not an end in one week. */
export function readFeedback(
  standing: Parameters<PlanTime['readFeedback']>[0],
  words: string,
  about: About,
): TimeWords | undefined {
  const edit = editStanding(standing, words, about)
  if (edit.done.length === 0 || edit.missed.length > 0 || edit.is_work_changed) return undefined
  const before: Readonly<Record<string, unknown>> = standing.constraints
  const changed = Object.entries(edit.constraints).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  )
  const constraints: PlanConstraints = Object.fromEntries(changed)
  const known = new Set((standing.constraints.blackouts ?? []).map(away => JSON.stringify(away)))
  const away = constraints.blackouts?.filter(one => !known.has(JSON.stringify(one)))
  return {
    constraints: { ...constraints, ...(away === undefined ? {} : { blackouts: away }) },
    ...{ understood: edit.done, rest: '', unclear: [] },
  }
}

function partsOf({ limits: _limits, deadline: _deadline, ...parts }: PlanBrief): unknown {
  return parts
}
