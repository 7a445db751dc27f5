import { Temporal } from 'temporal-polyfill'
import type { CalendarProject, ProjectTask, Schedule, ScheduledBlock } from '../../../contracts/schedule.ts'
import { instantOf, isOpen, openUntil } from './check-wall-clock.ts'

/** One thing that a schedule breaks. */
export interface ScheduleBreach {
  readonly rule:
    | 'unknown_task'
    | 'work'
    | 'block_length'
    | 'availability'
    | 'blackout'
    | 'busy'
    | 'overlap'
    | 'break'
    | 'consecutive'
    | 'day_minutes'
    | 'week_minutes'
    | 'day_tasks'
    | 'week_days'
    | 'dependency'
    | 'deadline'
    | 'release'
    | 'recurrence_day'
    | 'resource'
    | 'resource_calendar'
    | 'windows'
    | 'settled'
    | 'apart'
  readonly message: string
}

const DAY = 1_440

/** A block with its two instants and what it belongs to. */
interface Work {
  readonly block: ScheduledBlock
  readonly start: Temporal.ZonedDateTime
  readonly end: Temporal.ZonedDateTime
  readonly from: number
  readonly until: number
  readonly task: ProjectTask
  readonly isSettled: boolean
}

/**
 * Checks a finished schedule against its project, block by block on the wall clock. It shares no code with what makes
 * schedules: it turns instants into local times, where the maker turns local times into instants. Tasks that come back
 * are checked for their days and their work; how many there must be is left to the maker.
 */
export function findScheduleBreaches(
  project: CalendarProject,
  schedule: Schedule,
): readonly ScheduleBreach[] {
  const breaches: ScheduleBreach[] = []
  const zone = project.calendar.timezone
  const taskById = new Map(project.tasks.map(task => [task.id, task]))
  const works: Work[] = []
  for (const block of schedule.blocks) {
    const task = taskById.get(block.plan_node_id)
    if (task === undefined)
      breaches.push({ rule: 'unknown_task', message: `There is no task ${block.plan_node_id}.` })
    else works.push(toWork(block, task, project))
  }
  works.sort((left, right) => left.from - right.from)
  const worksById = Map.groupBy(works, ({ task }) => task.id)
  const start = instantOf(project.start, zone, 'start')
  for (const work of works) if (!work.isSettled) breaches.push(...blockBreaches(project, work, start))
  for (const task of project.tasks)
    breaches.push(...taskBreaches(project, task, worksById.get(task.id) ?? []))
  breaches.push(
    ...personBreaches(
      project,
      works.filter(({ task }) => task.attended),
    ),
  )
  breaches.push(...dependencyBreaches(project, worksById), ...resourceBreaches(project, works))
  breaches.push(...spacingBreaches(works))
  return breaches
}

function toWork(block: ScheduledBlock, task: ProjectTask, project: CalendarProject): Work {
  const zone = project.calendar.timezone
  const start = Temporal.Instant.from(block.start).toZonedDateTimeISO(zone)
  const end = Temporal.Instant.from(block.end).toZonedDateTimeISO(zone)
  const isSettled = (task.fixed_blocks ?? []).some(
    fixed =>
      instantOf(fixed.start, zone, 'start') === start.epochMilliseconds &&
      instantOf(fixed.end, zone, 'end') === end.epochMilliseconds,
  )
  return { block, task, start, end, from: start.epochMilliseconds, until: end.epochMilliseconds, isSettled }
}

function nameOf({ block }: Work): string {
  return `“${block.title}” ${block.start}–${block.end}`
}

function blockBreaches(project: CalendarProject, work: Work, start: number): readonly ScheduleBreach[] {
  const found: ScheduleBreach[] = []
  const { task, from, until } = work
  const zone = project.calendar.timezone
  const say = (rule: ScheduleBreach['rule'], what: string): void => {
    found.push({ rule, message: `${nameOf(work)} ${what}.` })
  }
  if (until <= from) say('block_length', 'ends before it begins')
  if (from < start) say('release', 'begins before the project')
  if (task.earliest_start !== undefined && from < instantOf(task.earliest_start, zone, 'start'))
    say('release', `begins before ${task.earliest_start}`)
  for (const deadline of [task.deadline, project.deadline])
    if (deadline !== undefined && until > instantOf(deadline, zone, 'end'))
      say('deadline', `ends after ${deadline}`)
  if (task.windows !== undefined && !isOpen({ timezone: zone, weekly: task.windows, exceptions: [] }, work))
    say('windows', 'lies outside of the times of its task')
  if (!task.attended) return found
  if (!isOpen(project.calendar, work)) say('availability', 'lies outside of the calendar')
  for (const [rule, taken] of [
    ['blackout', project.blackouts],
    ['busy', project.busy],
  ] as const)
    for (const { start: takenFrom, end: takenUntil } of taken)
      if (from < instantOf(takenUntil, zone, 'taken_end') && until > instantOf(takenFrom, zone, 'start'))
        say(rule, `lies in taken time ${takenFrom}–${takenUntil}`)
  return found
}

function taskBreaches(
  project: CalendarProject,
  task: ProjectTask,
  works: readonly Work[],
): readonly ScheduleBreach[] {
  const own = works.filter(work => !work.isSettled)
  if (task.fixed_blocks !== undefined && task.fixed_blocks.length > 0) {
    const kept = works.filter(work => work.isSettled).length
    if (kept !== task.fixed_blocks.length)
      return [{ rule: 'settled', message: `“${task.id}” was moved, though it is settled.` }]
    if (task.recurrence === undefined) return []
  }
  const isRecurring =
    task.recurrence !== undefined &&
    (task.recurrence.frequency !== 'none' || task.recurrence.rule !== undefined)
  return isRecurring ? recurringBreaches(task, own) : singleBreaches(project, task, own)
}

function singleBreaches(
  { capacity }: CalendarProject,
  task: ProjectTask,
  own: readonly Work[],
): readonly ScheduleBreach[] {
  const found: ScheduleBreach[] = []
  const lengths = own.map(({ from, until }) => (until - from) / 60_000)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (total !== task.estimated_minutes)
    found.push({
      rule: 'work',
      message: `“${task.id}” has ${total} min of blocks instead of ${task.estimated_minutes}.`,
    })
  const longest = Math.min(
    task.max_block_minutes ?? DAY,
    task.attended ? capacity.consecutive_minutes : Number.POSITIVE_INFINITY,
  )
  if (own.length > 1 || task.attended)
    for (const work of own)
      if ((work.until - work.from) / 60_000 > longest && task.splittable !== false)
        found.push({ rule: 'block_length', message: `${nameOf(work)} is longer than ${longest} min.` })
  if (own.length > 1 && task.splittable === false)
    found.push({ rule: 'block_length', message: `“${task.id}” is split into ${own.length} blocks.` })
  if (lengths.filter(length => length < Math.min(task.min_block_minutes, longest)).length > 1)
    found.push({
      rule: 'block_length',
      message: `“${task.id}” has more than one block under ${task.min_block_minutes} min.`,
    })
  return found
}

/** Each occurrence has all its work on days of its own. */
function recurringBreaches(task: ProjectTask, own: readonly Work[]): readonly ScheduleBreach[] {
  const minutesByDay = new Map<string, number>()
  for (const { start, from, until } of own) {
    const day = start.toPlainDate().toString()
    minutesByDay.set(day, (minutesByDay.get(day) ?? 0) + (until - from) / 60_000)
  }
  return [...minutesByDay]
    .filter(([, minutes]) => minutes > task.estimated_minutes)
    .map(([day]) => ({ rule: 'recurrence_day' as const, message: `“${task.id}” comes twice on ${day}.` }))
}

function personBreaches(project: CalendarProject, works: readonly Work[]): readonly ScheduleBreach[] {
  const { capacity } = project
  const found: ScheduleBreach[] = []
  for (const [at, work] of works.entries()) {
    const next = works[at + 1]
    if (next === undefined || (work.isSettled && next.isSettled)) continue
    const gap = (next.from - work.until) / 60_000
    if (gap < 0) found.push({ rule: 'overlap', message: `${nameOf(work)} and ${nameOf(next)} overlap.` })
    else if (gap < capacity.break_minutes)
      found.push({
        rule: 'break',
        message: `Only ${gap} min lie between ${nameOf(work)} and ${nameOf(next)}.`,
      })
  }
  return [...found, ...stretchBreaches(project, works), ...loadBreaches(project, works)]
}

function stretchBreaches({ capacity }: CalendarProject, works: readonly Work[]): readonly ScheduleBreach[] {
  const pause = capacity.break_minutes > 0 ? capacity.break_minutes : 15
  const found: ScheduleBreach[] = []
  let worked = 0
  let isMoved = false
  for (const [at, work] of works.entries()) {
    const before = works[at - 1]
    const isNew = before === undefined || (work.from - before.until) / 60_000 >= pause
    worked = (isNew ? 0 : worked) + (work.until - work.from) / 60_000
    isMoved = (isNew ? false : isMoved) || !work.isSettled
    if (worked > capacity.consecutive_minutes && isMoved)
      found.push({
        rule: 'consecutive',
        message: `${nameOf(work)} ends ${worked} min of work without a pause.`,
      })
  }
  return found
}

/** Days with work of a group, two and two in order; what is settled may lie as it does. */
function spacingBreaches(works: readonly Work[]): readonly ScheduleBreach[] {
  const groups = Map.groupBy(works, ({ task }) => task.apart?.group)
  return [...groups].flatMap(([group, own]) => {
    if (group === undefined) return []
    const rest = Math.max(...own.map(({ task }) => task.apart?.days ?? 0))
    return own.flatMap((work, at): readonly ScheduleBreach[] => {
      const before = own[at - 1]
      if (before === undefined || (before.isSettled && work.isSettled)) return []
      const [last, day] = [before.start.toPlainDate(), work.start.toPlainDate()]
      const isOneTask = before.task.id === work.task.id && last.equals(day)
      if (isOneTask || last.until(day).days > rest) return []
      return [
        {
          rule: 'apart',
          message: `Less than ${rest} days lie between ${nameOf(before)} and ${nameOf(work)}.`,
        },
      ]
    })
  })
}

function loadBreaches(project: CalendarProject, works: readonly Work[]): readonly ScheduleBreach[] {
  const { capacity } = project
  const minutesOfDay = new Map<string, number>()
  const minutesOfWeek = new Map<string, number>()
  const tasksOfDay = new Map<string, Set<string>>()
  const daysOfWeek = new Map<string, Set<string>>()
  const moved = new Set<string>()
  const add = (map: Map<string, number>, key: string, minutes: number): void => {
    map.set(key, (map.get(key) ?? 0) + minutes)
  }
  for (const { start, from, until, task, isSettled } of works) {
    const day = start.toPlainDate().toString()
    const week = `${start.yearOfWeek}-${start.weekOfYear}`
    add(minutesOfDay, day, (until - from) / 60_000)
    add(minutesOfWeek, week, (until - from) / 60_000)
    const ids = tasksOfDay.get(day) ?? new Set()
    tasksOfDay.set(day, ids.add(task.id))
    daysOfWeek.set(week, (daysOfWeek.get(week) ?? new Set()).add(day))
    if (!isSettled) moved.add(day).add(week)
  }
  for (const { day, week, minutes } of busyWork(project)) {
    add(minutesOfDay, day, minutes)
    add(minutesOfWeek, week, minutes)
  }
  const over = (
    map: ReadonlyMap<string, number>,
    most: number,
    rule: ScheduleBreach['rule'],
  ): ScheduleBreach[] =>
    [...map]
      .filter(([key, value]) => value > most && moved.has(key))
      .map(([key, value]) => ({ rule, message: `${key} has ${value}; ${most} are allowed.` }))
  const counts = new Map([...tasksOfDay].map(([day, ids]) => [day, ids.size]))
  const days = new Map([...daysOfWeek].map(([week, worked]) => [week, worked.size]))
  return [
    ...over(minutesOfDay, capacity.minutes_per_day, 'day_minutes'),
    ...over(minutesOfWeek, capacity.minutes_per_week, 'week_minutes'),
    ...over(counts, capacity.tasks_per_day, 'day_tasks'),
    ...over(days, capacity.days_per_week, 'week_days'),
  ]
}

/** What other plans have taken of the open time of each day; days on which the clocks change are left out. */
function busyWork({ calendar, busy, blackouts }: CalendarProject): readonly BusyDay[] {
  const zone = calendar.timezone
  const minutes = new Map<number, BusyDay>()
  const isBlackedOut = (at: number): boolean =>
    blackouts.some(
      ({ start, end }) => instantOf(start, zone, 'start') <= at && at < instantOf(end, zone, 'taken_end'),
    )
  for (const { start, end } of busy) {
    const until = instantOf(end, zone, 'taken_end')
    for (let at = instantOf(start, zone, 'start'); at < until; at += 60_000) {
      if (minutes.has(at)) continue
      const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
      if (local.hoursInDay !== 24 || openUntil(calendar, local) === undefined || isBlackedOut(at)) continue
      const week = `${local.yearOfWeek}-${local.weekOfYear}`
      minutes.set(at, { day: local.toPlainDate().toString(), week, minutes: 1 })
    }
  }
  return [...minutes.values()]
}

interface BusyDay {
  readonly day: string
  readonly week: string
  readonly minutes: number
}

function dependencyBreaches(
  project: CalendarProject,
  worksById: ReadonlyMap<string, readonly Work[]>,
): readonly ScheduleBreach[] {
  const taskById = new Map(project.tasks.map(task => [task.id, task]))
  const found: ScheduleBreach[] = []
  const spanOf = (id: string) => {
    const own = worksById.get(id) ?? []
    return {
      own,
      from: Math.min(...own.map(({ from }) => from)),
      until: Math.max(...own.map(({ until }) => until)),
    }
  }
  for (const task of project.tasks) {
    const after = spanOf(task.id)
    for (const { node_id: id, type, lag_lead_minutes: lag } of task.dependencies) {
      const before = spanOf(id)
      const target = taskById.get(id)
      const isRecurring = task.recurrence !== undefined || target?.recurrence !== undefined
      if (before.own.length === 0 || after.own.length === 0 || (isRecurring && type !== 'FS')) continue
      const turns = turnsOf(before.own, after.own)
      if (isRecurring && isSameRhythm(task, target) && turns !== undefined) {
        const broken = turns.filter(({ from, until }) => from < until + lag * 60_000)
        if (broken.length > 0)
          found.push({ rule: 'dependency', message: `“${task.id}” does not wait for “${id}” in its turn.` })
        continue
      }
      const point = type === 'FS' || type === 'FF' ? before.until : before.from
      const waiting = type === 'FS' || type === 'SS' ? after.from : after.until
      if (waiting < point + lag * 60_000)
        found.push({
          rule: 'dependency',
          message: `“${task.id}” does not wait for “${id}” (${type} ${lag}).`,
        })
    }
  }
  return found
}

function isSameRhythm({ recurrence: one }: ProjectTask, target: ProjectTask | undefined): boolean {
  const other = target?.recurrence
  if (one === undefined || other === undefined) return false
  const key = ({ rule, frequency, interval, times }: typeof one): string =>
    rule ?? `${frequency} ${interval} ${times}`
  return key(one) === key(other)
}

/** The days of both tasks side by side: where one ends and where the other begins; undefined when they differ in number. */
function turnsOf(
  before: readonly Work[],
  after: readonly Work[],
): readonly { readonly from: number; readonly until: number }[] | undefined {
  const days = (works: readonly Work[]): readonly (readonly Work[])[] => [
    ...Map.groupBy(works, ({ start }) => start.toPlainDate().toString()).values(),
  ]
  const [first, second] = [days(before), days(after)]
  if (first.length !== second.length) return undefined
  return second.map((works, at) => ({
    from: Math.min(...works.map(({ from }) => from)),
    until: Math.max(...(first[at] ?? []).map(({ until }) => until)),
  }))
}

function resourceBreaches(project: CalendarProject, works: readonly Work[]): readonly ScheduleBreach[] {
  const found: ScheduleBreach[] = []
  for (const { id, units, calendar } of project.resources) {
    const users = works.flatMap(work => {
      const need = work.task.resources.filter(({ resource_id: resource }) => resource === id)
      const used = need.reduce((sum, { units: wanted }) => sum + wanted, 0)
      return used > 0 ? [{ work, used }] : []
    })
    for (const { work } of users) {
      const together = users.filter(({ work: other }) => other.from <= work.from && work.from < other.until)
      const used = together.reduce((sum, { used: of }) => sum + of, 0)
      if (used > units && together.some(({ work: { isSettled } }) => !isSettled))
        found.push({
          rule: 'resource',
          message: `${used} of “${id}” are used at ${work.block.start}, of ${units}.`,
        })
      if (calendar !== undefined && !work.isSettled && !isOpen(calendar, work))
        found.push({ rule: 'resource_calendar', message: `${nameOf(work)} lies where “${id}” is closed.` })
    }
  }
  return found
}
