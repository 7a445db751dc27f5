import { Temporal } from 'temporal-polyfill'
import type { JsonValue } from '../../../contracts/json-value.ts'
import { type PlanConflictConstraint, PlanConstraints, type PlanNode } from '../../../contracts/plan.ts'
import { Moment, TaskSpacing, type Weekday } from '../../../contracts/schedule.ts'
import { hoursText, listText, type NamedConstraint, plural } from './describe-conflict.ts'
import { dayOfMs, dayText } from './moments.ts'
import { spanOfTimes, timeText, WEEKDAYS } from './plan-calendar.ts'
import type { PlanToPlace } from './plan-project.ts'
import { timingOf } from './plan-tree.ts'

/** One way to give a constraint some room: the plan with it, and how it reads. */
export interface Relaxation {
  readonly plan: PlanToPlace
  readonly value: JsonValue
  readonly text: string
}

/** Places a plan and says when it would be done; undefined when it still does not fit. */
export type Fits = (plan: PlanToPlace) => { readonly finish: string | null } | undefined

/**
 * The constraints, each with a value that has been tried and works, or as one that no value helps. They take turns, so
 * that each has had one when time is over.
 */
export function relaxationsOf(
  named: readonly NamedConstraint[],
  plan: PlanToPlace,
  fits: Fits,
): readonly PlanConflictConstraint[] {
  const candidates = named.map(one => candidatesOf(one, plan, fits))
  const turns = Math.max(0, ...candidates.map(({ length }) => length))
  const found = new Map<NamedConstraint, Relaxation>()
  for (let turn = 0; turn < turns; turn += 1)
    for (const [at, one] of named.entries()) {
      const candidate = candidates[at]?.[turn]
      if (candidate === undefined || found.has(one)) continue
      if (fits(candidate.plan) !== undefined) found.set(one, candidate)
    }
  return named.map(one => {
    const helping = found.get(one)
    if (helping === undefined) return { ...one, can_relax: false }
    const message = `${one.message} It would fit if you ${helping.text}.`
    return { ...one, message, can_relax: true, suggestion: helping.value }
  })
}

function withConstraints(plan: PlanToPlace, change: Partial<PlanConstraints>): PlanToPlace {
  return { ...plan, constraints: { ...plan.constraints, ...change } }
}

/** What could be tried for a constraint, the smallest change first. */
export function candidatesOf(
  { constraint_id: id, value }: NamedConstraint,
  plan: PlanToPlace,
  fits: Fits,
): readonly Relaxation[] {
  const [name = '', ...rest] = id.split(':')
  const about = rest.join(':')
  switch (name) {
    case 'deadline':
      return laterDeadline(plan, fits)
    case 'task_deadline':
      return laterTaskDeadline(about, plan, fits)
    case 'not_on_weekdays':
      return allowDay(about, plan)
    case 'only_on_weekdays':
      return moreDays(plan)
    case 'times_of_day':
      return widerTimes(plan)
    case 'sessions_per_week':
      return [1, 2, 3, 4, 5, 6]
        .map(more => Number(value) + more)
        .filter(days => days <= 7)
        .map(days => ({
          plan: withConstraints(plan, { sessions_per_week: days }),
          value: days,
          text: `work on ${days} days a week`,
        }))
    case 'minutes_per_day':
      return moreMinutes(plan, { name: 'minutes_per_day', stands: Number(value), most: 1_440, unit: 'day' })
    case 'minutes_per_week':
      return moreMinutes(plan, {
        name: 'minutes_per_week',
        stands: Number(value),
        most: 10_080,
        unit: 'week',
      })
    case 'tasks_per_day':
      return [1, 2, 4].map(more => {
        const tasks = Number(value) + more
        const text = `do up to ${tasks} tasks a day`
        return { plan: withConstraints(plan, { tasks_per_day: tasks }), value: tasks, text }
      })
    case 'break_minutes':
      return shorterBreaks(Number(value), plan)
    case 'blackout':
      return withoutBlackout(about, plan)
    case 'apart':
      return lessRest(about, plan)
    case 'windows':
      return anyTime(about, plan)
    default:
      return []
  }
}

function laterDeadline(plan: PlanToPlace, fits: Fits): readonly Relaxation[] {
  const { deadline: _deadline, ...open } = plan.constraints
  const finish = fits({ ...plan, constraints: open })?.finish
  if (finish === undefined || finish === null) return []
  const day = dayOfMs(Date.parse(finish), plan.timezone)
  const span = Math.max(1, (Date.parse(finish) - Date.parse(plan.from)) / 86_400_000)
  const margins = plan.nodes.length > LARGE ? [0.12, 0.3] : [0, 0.02, 0.05, 0.12]
  return laterDays(
    day,
    margins.map(share => Math.ceil(span * share)),
  ).map(date => ({
    plan: withConstraints(plan, { deadline: date }),
    value: date,
    text: `move the deadline to ${dayText(date)}`,
  }))
}

/** Beyond so many nodes there is time for few trials. */
export const LARGE = 2_000

/** The day found without a deadline; a little later ones, should the search not find the same again. */
function laterDays(day: string, margins: readonly number[]): readonly string[] {
  return margins.map(days => Temporal.PlainDate.from(day).add({ days }).toString())
}

function laterTaskDeadline(nodeId: string, plan: PlanToPlace, fits: Fits): readonly Relaxation[] {
  const without = patchTiming(plan, nodeId, { deadline: undefined })
  const finish = fits(without)?.finish
  if (finish === undefined || finish === null) return []
  const title = plan.nodes.find(({ id }) => id === nodeId)?.title ?? nodeId
  return laterDays(dayOfMs(Date.parse(finish), plan.timezone), [0]).map(date => ({
    plan: patchTiming(plan, nodeId, { deadline: date }),
    value: date,
    text: `let “${title}” be done by ${dayText(date)}`,
  }))
}

/** The plan with the timing of one node changed; undefined takes a field away. */
export function patchTiming(
  plan: PlanToPlace,
  nodeId: string,
  change: Readonly<Record<string, JsonValue | undefined>>,
): PlanToPlace {
  const patched = (node: PlanNode): PlanNode => {
    if (node.id !== nodeId) return node
    const entries = Object.entries({ ...timingOf(node), ...change }).filter(
      ([, value]) => value !== undefined,
    )
    return {
      ...node,
      metadata: { ...node.metadata, timing: JSON.parse(JSON.stringify(Object.fromEntries(entries))) },
    }
  }
  return { ...plan, nodes: plan.nodes.map(patched) }
}

function allowDay(day: string, plan: PlanToPlace): readonly Relaxation[] {
  const weekday = WEEKDAYS.find(one => one === day)
  if (weekday === undefined) return []
  const left = (plan.constraints.not_on_weekdays ?? []).filter(one => one !== weekday)
  return [
    {
      plan: withConstraints(plan, { not_on_weekdays: left }),
      value: weekday,
      text: `allow ${plural(weekday)}`,
    },
  ]
}

function moreDays(plan: PlanToPlace): readonly Relaxation[] {
  const only = plan.constraints.only_on_weekdays ?? []
  const not = plan.constraints.not_on_weekdays ?? []
  const others = WEEKDAYS.filter(day => !only.includes(day) && !not.includes(day))
  const sets: (readonly Weekday[])[] = [...others.map(day => [day]), others]
  return sets
    .filter(days => days.length > 0)
    .map(days => {
      const value = WEEKDAYS.filter(day => only.includes(day) || days.includes(day))
      return {
        plan: withConstraints(plan, { only_on_weekdays: value }),
        value: [...value],
        text: `also allow ${listText(days.map(plural))}`,
      }
    })
}

const EARLIEST = 360
const LATEST = 1_380

/** An hour more at the end, at the start, at both; then two. */
function widerTimes(plan: PlanToPlace): readonly Relaxation[] {
  const times = plan.constraints.times_of_day ?? []
  return [
    [0, 60],
    [60, 0],
    [60, 60],
    [120, 60],
    [120, 120],
    [240, 120],
  ].map(([before = 0, after = 0]) => {
    const value = times.map(time => {
      const { from, until } = spanOfTimes(time)
      const start = Math.min(from, Math.max(EARLIEST, from - before))
      const end = Math.max(until, Math.min(LATEST, until + after))
      return { start: timeText(start), end: timeText(end) }
    })
    const shown = listText(value.map(({ start, end }) => `${start}–${end}`))
    return { plan: withConstraints(plan, { times_of_day: value }), value, text: `work ${shown}` }
  })
}

function moreMinutes(
  plan: PlanToPlace,
  limit: {
    readonly name: 'minutes_per_day' | 'minutes_per_week'
    readonly stands: number
    readonly most: number
    readonly unit: string
  },
): readonly Relaxation[] {
  const { name, stands, most, unit } = limit
  return [1.25, 1.5, 2, 3, 4].flatMap(factor => {
    const minutes = Math.ceil((stands * factor) / 30) * 30
    if (minutes > most) return []
    return [
      {
        plan: withConstraints(plan, { [name]: minutes }),
        value: minutes,
        text: `work up to ${hoursText(minutes)} a ${unit}`,
      },
    ]
  })
}

function shorterBreaks(stands: number, plan: PlanToPlace): readonly Relaxation[] {
  return [Math.floor(stands / 2), 0]
    .filter((minutes, at, all) => minutes < stands && all.indexOf(minutes) === at)
    .map(minutes => ({
      plan: withConstraints(plan, { break_minutes: minutes }),
      value: minutes,
      text: minutes === 0 ? 'work without breaks between blocks' : `make breaks of ${minutes} minutes`,
    }))
}

function withoutBlackout(about: string, plan: PlanToPlace): readonly Relaxation[] {
  const blackouts = plan.constraints.blackouts ?? []
  const left = blackouts.filter(({ start, end }) => `${start}:${end}` !== about)
  if (left.length === blackouts.length) return []
  const gone = blackouts.find(({ start, end }) => `${start}:${end}` === about)
  const days = gone === undefined ? about : `${dayText(gone.start)} to ${dayText(gone.end)}`
  return [
    { plan: withConstraints(plan, { blackouts: left }), value: null, text: `work from ${days} after all` },
  ]
}

/** A day of rest less, and so on down to none. */
function lessRest(nodeId: string, plan: PlanToPlace): readonly Relaxation[] {
  const node = plan.nodes.find(({ id }) => id === nodeId)
  const apart = node === undefined ? undefined : timingOf(node).apart
  if (node === undefined || apart === undefined) return []
  return Array.from({ length: apart.days }, (_, less) => apart.days - 1 - less).map(days => ({
    plan: patchTiming(plan, nodeId, { apart: { ...apart, days } }),
    value: { ...apart, days },
    text: `leave ${days === 1 ? '1 day' : `${days} days`} of rest between two times of “${node.title}”`,
  }))
}

const ANY_TIME = WEEKDAYS.map(day => ({ day, start: '00:00', end: '24:00' }))

function anyTime(nodeId: string, plan: PlanToPlace): readonly Relaxation[] {
  const title = plan.nodes.find(({ id }) => id === nodeId)?.title ?? nodeId
  return [
    {
      plan: patchTiming(plan, nodeId, { windows: ANY_TIME }),
      value: null,
      text: `let “${title}” lie at any time that the calendar has`,
    },
  ]
}

/** What giving a constraint room comes to: the constraints with it, the timing of nodes, or why it cannot be. */
export type Relaxed =
  | {
      readonly constraints: PlanConstraints
      readonly nodes?: Readonly<Record<string, { timing: JsonValue }>>
      readonly text: string
    }
  | { readonly problem: string }

/** Applies what a person chose for a constraint; `to` is the value, otherwise the one that was suggested. */
export function applyRelaxation(
  constraints: PlanConstraints,
  constraint: PlanConflictConstraint,
  to: JsonValue | undefined,
): Relaxed {
  const value = to ?? constraint.suggestion ?? null
  const [name = '', ...rest] = constraint.constraint_id.split(':')
  const about = rest.join(':')
  const changed = (change: Partial<PlanConstraints>, text: string): Relaxed => ({
    constraints: { ...constraints, ...change },
    text,
  })
  switch (name) {
    case 'deadline':
      return dateOrProblem(value, deadline => changed({ deadline }, `The deadline is ${dayText(deadline)}.`))
    case 'task_deadline':
      return dateOrProblem(value, deadline => ({
        ...{ constraints, nodes: { [about]: { timing: { deadline } } } },
        text: `Its deadline is ${dayText(deadline)}.`,
      }))
    case 'apart': {
      const apart = TaskSpacing.safeParse(value)
      if (!apart.success) return { problem: 'Give the group and its days of rest.' }
      const nodes = { [about]: { timing: { apart: apart.data } } }
      return { constraints, nodes, text: `${apart.data.days} days of rest lie between two times.` }
    }
    case 'windows': {
      const timing = { windows: ANY_TIME.map(window => ({ ...window })) }
      return {
        constraints,
        nodes: { [about]: { timing } },
        text: 'It may lie at any time that the calendar has.',
      }
    }
    case 'not_on_weekdays': {
      const left = (constraints.not_on_weekdays ?? []).filter(day => day !== about)
      return changed({ not_on_weekdays: left }, `${about[0]?.toUpperCase()}${about.slice(1)}s are allowed.`)
    }
    case 'blackout': {
      const left = (constraints.blackouts ?? []).filter(({ start, end }) => `${start}:${end}` !== about)
      return changed({ blackouts: left }, `Work is possible from ${about.replace(':', ' to ')}.`)
    }
    default:
      return applyLimit(constraints, name, value)
  }
}

function dateOrProblem(value: JsonValue, use: (date: string) => Relaxed): Relaxed {
  const parsed = Moment.safeParse(value)
  return parsed.success ? use(parsed.data) : { problem: 'Give a date such as 2027-05-29.' }
}

interface Limit {
  readonly field: keyof PlanConstraints
  readonly text: string
  readonly side?: 'At least'
  readonly least?: number
}

const LIMITS: Readonly<Record<string, Limit>> = {
  tasks_per_day: { field: 'tasks_per_day', text: 'tasks a day' },
  break_minutes: {
    field: 'break_minutes',
    text: 'minutes between two blocks',
    side: 'At least',
    least: 0,
  },
  sessions_per_week: { field: 'sessions_per_week', text: 'days a week' },
  minutes_per_day: { field: 'minutes_per_day', text: 'minutes a day' },
  minutes_per_week: { field: 'minutes_per_week', text: 'minutes a week' },
}

function applyLimit(constraints: PlanConstraints, name: string, value: JsonValue): Relaxed {
  const limit = LIMITS[name]
  if (limit !== undefined) {
    const isNumber = typeof value === 'number' && Number.isInteger(value) && value >= (limit.least ?? 1)
    if (!isNumber) return { problem: `Give a whole number of ${limit.text}.` }
    return {
      constraints: { ...constraints, [limit.field]: value },
      text: `${limit.side ?? 'At most'} ${value} ${limit.text}.`,
    }
  }
  if (name === 'only_on_weekdays' && Array.isArray(value)) {
    const days = WEEKDAYS.filter(day => value.includes(day))
    if (days.length > 0)
      return {
        constraints: { ...constraints, only_on_weekdays: days },
        text: `Possible on ${listText(days.map(plural))}.`,
      }
  }
  if (name === 'times_of_day' && Array.isArray(value)) {
    const parsed = PlanConstraints.shape.times_of_day.safeParse(value)
    const times = parsed.success ? (parsed.data ?? []) : []
    if (times.length > 0)
      return {
        constraints: { ...constraints, times_of_day: times },
        text: `Possible ${listText(times.map(({ start, end }) => `${start}–${end}`))}.`,
      }
  }
  return { problem: `“${name}” cannot be relaxed so. Change the plan instead.` }
}
