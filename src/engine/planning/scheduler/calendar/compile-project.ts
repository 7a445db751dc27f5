import type {
  CalendarProject,
  ProjectProblem,
  ProjectTask,
  TakenTime,
  WorkCalendar,
} from '../../../../contracts/schedule.ts'
import { findDependencyProblems } from './dependencies.ts'
import { type CompiledTask, expandOccurrences } from './expand-occurrences.ts'
import { type FrameTask, type Link, NEVER } from './frame.ts'
import { merged, type Span } from './pieces.ts'
import { createZone, type MomentUse, readMoment, type Zone } from './zone.ts'

/** A project whose references hold and whose times are minutes from its start. */
export interface CompiledProject {
  readonly project: CalendarProject
  readonly zone: Zone
  /** Minutes since 1970 of the project's start. */
  readonly origin: number
  readonly tasks: readonly CompiledTask[]
  readonly links: readonly Link[]
  /** Every task after those it waits for. */
  readonly order: readonly number[]
  readonly blackouts: readonly Span[]
  readonly busy: readonly Span[]
  readonly zoneOf: (calendar: WorkCalendar) => Zone
  /** What a person should know of how times were understood. */
  readonly notes: readonly string[]
  /** How often days off or time away leave no day for what comes back. */
  readonly leftOut: number
}

export type Compilation =
  | { readonly kind: 'compiled'; readonly compiled: CompiledProject }
  | { readonly kind: 'invalid'; readonly problems: readonly ProjectProblem[] }

interface Reading {
  readonly zone: Zone
  readonly origin: number
  readonly problems: ProjectProblem[]
  readonly notes: Set<string>
  leftOut: number
}

const MAX_TASKS = 50_000
const MAX_LINKS = 500_000

/**
 * Checks what a contract cannot: references, circles, zones, calendars, times; and expands what comes back. `zones`
 * keeps what was worked out of time zones for the next project.
 */
export function compileProject(project: CalendarProject, zones: Map<string, Zone> = new Map()): Compilation {
  const problems = [...findDependencyProblems(project)]
  readZones(project, zones, problems)
  const zone = zones.get(project.calendar.timezone)
  if (zone === undefined) return { kind: 'invalid', problems }
  const notes = new Set<string>()
  const start = readOne(
    { zone, origin: 0, problems, notes, leftOut: 0 },
    { text: project.start, path: 'start', use: 'not_before' },
  )
  if (start === undefined) return { kind: 'invalid', problems }
  const reading: Reading = { zone, origin: start, problems, notes, leftOut: 0 }
  const deadline = readDeadline(reading, project.deadline, 'deadline')
  findCalendarProblem(project, problems)
  const blackouts = readTaken(reading, project.blackouts, 'blackouts')
  const busy = readTaken(reading, project.busy, 'busy')
  if (problems.length > 0) return { kind: 'invalid', problems }
  const away = blackouts.map(({ start: from, end }) => ({ start: from + start, end: end + start }))
  const tasks: CompiledTask[] = []
  const ranges: { readonly from: number; readonly until: number }[] = []
  for (const [at, source] of project.tasks.entries()) {
    const from = tasks.length
    tasks.push(...compileTask(reading, source, { at, project, deadline, blackouts: away }))
    ranges.push({ from, until: tasks.length })
    if (tasks.length > MAX_TASKS) problems.push(tooMany(`more than ${MAX_TASKS} occurrences of tasks`))
    if (problems.length > 0) return { kind: 'invalid', problems }
  }
  const links = expandLinks(project, ranges)
  if (links.length > MAX_LINKS)
    return {
      kind: 'invalid',
      problems: [tooMany(`more than ${MAX_LINKS} dependencies between occurrences`)],
    }
  return {
    kind: 'compiled',
    compiled: {
      ...{ project, zone, origin: start, tasks, links, blackouts, busy },
      order: orderOf(tasks.length, links),
      zoneOf: calendar => zones.get(calendar.timezone) ?? zone,
      notes: [...notes],
      leftOut: reading.leftOut,
    },
  }
}

/** How often something does not come back because days off or time away leave no day for it. */
export function countLeftOut(project: CalendarProject): number {
  const compilation = compileProject(project)
  return compilation.kind === 'compiled' ? compilation.compiled.leftOut : 0
}

function tooMany(what: string): ProjectProblem {
  return { code: 'too_many', message: `The project has ${what}. Split it, or let less come back.` }
}

function readZones(project: CalendarProject, zones: Map<string, Zone>, problems: ProjectProblem[]): void {
  const calendars = [
    { path: 'calendar', calendar: project.calendar },
    ...project.resources.flatMap(({ calendar }, at) =>
      calendar === undefined ? [] : [{ path: `resources.${at}.calendar`, calendar }],
    ),
  ]
  for (const { path, calendar } of calendars) {
    const zone = zones.get(calendar.timezone) ?? createZone(calendar.timezone)
    if (zone !== undefined) zones.set(calendar.timezone, zone)
    else
      problems.push({
        code: 'unknown_timezone',
        path: `${path}.timezone`,
        message: `“${calendar.timezone}” is no time zone. Use an IANA name such as Europe/Berlin.`,
      })
  }
}

interface Written {
  readonly text: string
  readonly path: string
  readonly use: MomentUse
}

const FIRST_MINUTE = 0
const LAST_MINUTE = Date.UTC(2200, 0, 1) / 60_000

/** Minutes since the origin; undefined after noting what is wrong. */
function readOne(
  { zone, origin, problems, notes }: Reading,
  { text, path, use }: Written,
): number | undefined {
  const read = readMoment(text, zone, use)
  if (read.kind === 'impossible') {
    problems.push({ code: 'impossible_time', path, message: `${path}: ${read.reason}.` })
    return undefined
  }
  if (read.minute < FIRST_MINUTE || read.minute > LAST_MINUTE) {
    problems.push({
      code: 'impossible_time',
      path,
      message: `${path}: “${text}” is not between 1970 and 2200.`,
    })
    return undefined
  }
  if (read.note !== undefined) notes.add(read.note)
  return read.minute - origin
}

function readDeadline(reading: Reading, text: string | undefined, path: string): number | undefined {
  if (text === undefined) return undefined
  const minute = readOne(reading, { text, path, use: 'not_after' })
  if (minute === undefined || minute > 0) return minute
  const start = reading.zone.format(reading.origin)
  reading.problems.push({
    code: 'deadline_in_the_past',
    path,
    message: `${path}: the deadline ${text} is over before the project can begin (${start}). Set a later one.`,
  })
  return minute
}

function readTaken(reading: Reading, taken: readonly TakenTime[], path: string): readonly Span[] {
  const spans = taken.flatMap(({ start: from, end: until }, at) =>
    readSpan(reading, { from, until }, `${path}.${at}`),
  )
  return merged(spans)
}

function readSpan(
  reading: Reading,
  { from, until }: { readonly from: string; readonly until: string },
  path: string,
): readonly Span[] {
  const start = readOne(reading, { text: from, path: `${path}.start`, use: 'taken_from' })
  const end = readOne(reading, { text: until, path: `${path}.end`, use: 'taken_until' })
  if (start === undefined || end === undefined) return []
  if (end > start) return [{ start, end }]
  const message = `${path}: it ends (${until}) before it has begun (${from}).`
  reading.problems.push({ code: 'impossible_time', path, message })
  return []
}

function findCalendarProblem({ calendar, tasks }: CalendarProject, problems: ProjectProblem[]): void {
  const isOpen = calendar.weekly.length > 0 || calendar.exceptions.some(({ windows }) => windows.length > 0)
  const isNeeded = tasks.some(({ attended, estimated_minutes: minutes, fixed_blocks: fixed }) => {
    return attended && minutes > 0 && fixed === undefined
  })
  if (isOpen || !isNeeded) return
  const message =
    'The calendar is never open. Give `calendar.weekly` at least one window, such as monday 09:00–17:00.'
  problems.push({ code: 'impossible_calendar', path: 'calendar.weekly', message })
}

interface TaskPlace {
  readonly at: number
  readonly project: CalendarProject
  readonly deadline: number | undefined
  readonly blackouts: readonly Span[]
}

function compileTask(reading: Reading, source: ProjectTask, place: TaskPlace): readonly CompiledTask[] {
  const { at, project } = place
  const path = `tasks.${at}`
  const own = readDeadline(reading, source.deadline, `${path}.deadline`)
  const release =
    source.earliest_start === undefined
      ? 0
      : readOne(reading, { text: source.earliest_start, path: `${path}.earliest_start`, use: 'not_before' })
  const due = Math.min(own ?? NEVER, place.deadline ?? NEVER)
  const fixed = source.fixed_blocks
    ?.flatMap(({ start, end }, block) =>
      readSpan(reading, { from: start, until: end }, `${path}.fixed_blocks.${block}`),
    )
    .sort((left, right) => left.start - right.start)
  const resourceAt = new Map(project.resources.map(({ id }, resource) => [id, resource] as const))
  const single: CompiledTask = {
    ...{ source, minutes: source.estimated_minutes, attended: source.attended, priority: source.priority },
    release: Math.max(0, release ?? 0),
    due,
    dueFrom: due === NEVER ? 'none' : own === due ? 'deadline' : 'project_deadline',
    ...blockSizes(source, project),
    needs: source.resources.map(({ resource_id: id, units }) => ({
      resource: resourceAt.get(id) ?? 0,
      units,
    })),
    group: -1,
    apart: spacingOf(source, project),
    fixed: fixed === undefined || fixed.length === 0 ? undefined : fixed,
  }
  const { recurrence } = source
  const until =
    recurrence?.until === undefined
      ? undefined
      : readOne(reading, { text: recurrence.until, path: `${path}.recurrence.until`, use: 'not_after' })
  const found = expandOccurrences(single, { ...reading, ...place, until })
  if (found.kind === 'expanded') {
    reading.leftOut += found.leftOut
    if (found.note !== undefined) reading.notes.add(found.note)
    return found.tasks
  }
  const message = `${path}.recurrence of “${source.id}”: ${found.reason}.`
  reading.problems.push({ code: 'impossible_recurrence', path: `${path}.recurrence`, message })
  return []
}

/** The most that one task of its group asks for. */
function spacingOf({ apart }: ProjectTask, { tasks }: CalendarProject): FrameTask['apart'] {
  if (apart === undefined) return undefined
  const alike = tasks.flatMap(({ apart: other }) => (other?.group === apart.group ? [other.days] : []))
  return { group: apart.group, days: Math.max(...alike) }
}

/** Blocks are split where one would be too long, or where the task allows it. */
function blockSizes(task: ProjectTask, { capacity }: CalendarProject): { least: number; most: number } {
  const minutes = task.estimated_minutes
  const longest = task.attended ? Math.min(capacity.consecutive_minutes, capacity.minutes_per_day) : minutes
  const most = Math.min(task.max_block_minutes ?? longest, longest)
  const isSplit = task.splittable ?? (task.attended && minutes > most)
  if (!isSplit) return { least: minutes, most: minutes }
  return { least: Math.min(task.min_block_minutes, most, minutes), most: Math.min(most, minutes) }
}

/**
 * A dependency holds between all occurrences of both tasks. Between two that come back alike and equally often, each
 * occurrence waits for the one of its turn.
 */
function expandLinks(
  { tasks }: CalendarProject,
  ranges: readonly { readonly from: number; readonly until: number }[],
): readonly Link[] {
  const indexById = new Map(tasks.map(({ id }, at) => [id, at] as const))
  const links: Link[] = []
  for (const [at, task] of tasks.entries()) {
    for (const { node_id: id, type, lag_lead_minutes: lag } of task.dependencies) {
      const source = ranges[indexById.get(id) ?? -1] ?? { from: 0, until: 0 }
      const target = ranges[at] ?? { from: 0, until: 0 }
      const before = tasks[indexById.get(id) ?? -1]
      if (before !== undefined && isSameTurn(before, task) && sizeOf(source) === sizeOf(target)) {
        for (let turn = 0; turn < sizeOf(source); turn += 1)
          links.push({ from: source.from + turn, to: target.from + turn, type, lag })
        continue
      }
      for (let from = source.from; from < source.until; from += 1)
        for (let to = target.from; to < target.until && links.length <= MAX_LINKS; to += 1)
          links.push({ from, to, type, lag })
    }
  }
  return links
}

function sizeOf({ from, until }: { readonly from: number; readonly until: number }): number {
  return until - from
}

/** Whether two tasks come back alike. */
function isSameTurn({ recurrence: one }: ProjectTask, { recurrence: other }: ProjectTask): boolean {
  if (one === undefined || other === undefined) return false
  if (one.rule !== undefined || other.rule !== undefined) return one.rule === other.rule
  const isRecurring = one.frequency !== 'none'
  return (
    isRecurring &&
    one.frequency === other.frequency &&
    one.interval === other.interval &&
    one.times === other.times
  )
}

function orderOf(count: number, links: readonly Link[]): readonly number[] {
  const open = new Int32Array(count)
  const next: number[][] = Array.from({ length: count }, () => [])
  for (const { from, to } of links) {
    open[to] = (open[to] ?? 0) + 1
    next[from]?.push(to)
  }
  const order: number[] = []
  for (let at = 0; at < count; at += 1) if (open[at] === 0) order.push(at)
  for (let at = 0; at < order.length; at += 1) {
    for (const to of next[order[at] ?? 0] ?? []) {
      open[to] = (open[to] ?? 0) - 1
      if (open[to] === 0) order.push(to)
    }
  }
  return order
}
