import { type Frame, type FrameTask, NEVER, type Piece } from './frame.ts'

/** Between which moments each task must lie. */
export interface TaskWindows {
  readonly earliest: Float64Array
  readonly latest: Float64Array
}

const MAX_MOMENTS = 48
const PAUSE_WITHOUT_BREAKS = 15

/** Few tasks that are too much for the time between two moments, between which all of them must lie. */
interface Overload {
  readonly tasks: readonly number[]
  /** `-NEVER` where no task of the project can lie before. */
  readonly from: number
  /** `NEVER` where no bounded task of the project can lie after. */
  readonly until: number
}

/**
 * Tasks that must all lie between two moments, and for which there is less time, fewer days or fewer resources than
 * they need however they are arranged. Undefined when none are found.
 */
export function findOverload(frame: Frame, windows: TaskWindows): Overload | undefined {
  const movable = frame.tasks.flatMap((task, at) =>
    task.fixed === undefined && task.minutes > 0 ? [at] : [],
  )
  const attended = movable.filter(at => frame.tasks[at]?.attended === true)
  const byPerson = overloadOf({ frame, windows, tasks: attended, pieces: frame.personal })
  if (byPerson !== undefined) return byPerson
  for (const [availability, pieces] of frame.availability.entries()) {
    const tasks = attended.filter(at => frame.tasks[at]?.availability === availability)
    const found = tasks.length < attended.length ? overloadOf({ frame, windows, tasks, pieces }) : undefined
    if (found !== undefined) return found
  }
  for (const tasks of groupsOf(frame, movable).values()) {
    const found = groupOverload(frame, windows, tasks)
    if (found !== undefined) return found
  }
  return resourceOverload(frame, windows, movable)
}

interface Question {
  readonly frame: Frame
  readonly windows: TaskWindows
  readonly tasks: readonly number[]
  readonly pieces: readonly Piece[]
}

/** The widest stretch comes first: what is too much in all is easiest to understand. */
function overloadOf(question: Question): Overload | undefined {
  const { frame, windows, tasks } = question
  const starts = moments(tasks.map(at => windows.earliest[at] ?? 0))
  const ends = moments(tasks.map(at => windows.latest[at] ?? NEVER).filter(end => end <= frame.horizon))
  for (const from of starts) {
    for (const until of ends.toReversed()) {
      if (until <= from) continue
      const inside = tasks.filter(
        at => (windows.earliest[at] ?? 0) >= from && (windows.latest[at] ?? NEVER) <= until,
      )
      if (inside.length === 0 || !isTooMuch(question, inside, { from, until })) continue
      const minutesOf = (at: number): number => frame.tasks[at]?.minutes ?? 0
      const few = fewestOf(inside, minutesOf, some => isTooMuch(question, some, { from, until }))
      return boundsOf(few, { from, until, starts, ends })
    }
  }
  return undefined
}

/** The largest ones that are already too many. */
function fewestOf(
  tasks: readonly number[],
  sizeOf: (at: number) => number,
  areTooMany: (some: readonly number[]) => boolean,
): readonly number[] {
  const largest = [...tasks].sort((left, right) => sizeOf(right) - sizeOf(left))
  let [low, high] = [1, largest.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (areTooMany(largest.slice(0, middle))) high = middle
    else low = middle + 1
  }
  return largest.slice(0, high)
}

/** Where the first or last moment of all bounds the tasks, nothing else has to. */
function boundsOf(
  tasks: readonly number[],
  {
    from,
    until,
    starts,
    ends,
  }: Range & { readonly starts: readonly number[]; readonly ends: readonly number[] },
): Overload {
  return {
    tasks,
    from: from === starts[0] ? -NEVER : from,
    until: until === ends.at(-1) ? NEVER : until,
  }
}

/** All different moments, or an even selection when there are many. */
function moments(times: readonly number[]): readonly number[] {
  const sorted = [...new Set(times)].sort((left, right) => left - right)
  if (sorted.length <= MAX_MOMENTS) return sorted
  const step = (sorted.length - 1) / (MAX_MOMENTS - 1)
  return Array.from({ length: MAX_MOMENTS }, (_, at) => sorted[Math.round(at * step)] ?? 0)
}

interface Range {
  readonly from: number
  readonly until: number
}

function isTooMuch({ frame, pieces }: Question, inside: readonly number[], { from, until }: Range): boolean {
  const { limits } = frame
  const tasks = inside.flatMap(at => frame.tasks[at] ?? [])
  const minutes = tasks.reduce((sum, task) => sum + task.minutes, 0)
  const blocks = tasks.reduce((sum, task) => sum + Math.ceil(task.minutes / task.most), 0)
  const perDay = new Map<number, { week: number; open: number }>()
  let withBreaks = 0
  for (const piece of pieces) {
    const open = Math.min(piece.end, until) - Math.max(piece.start, from)
    if (open <= 0) continue
    withBreaks += open + limits.break_minutes
    const day = perDay.get(piece.day) ?? { week: piece.week, open: 0 }
    perDay.set(piece.day, { ...day, open: day.open + workable(frame, open) })
  }
  if (minutes + blocks * limits.break_minutes > withBreaks) return true
  const perWeek = new Map<number, number[]>()
  for (const [day, { week, open }] of perDay) {
    const allowed = Math.max(0, Math.min(open, limits.minutes_per_day - (frame.takenOfDay[day] ?? 0)))
    perWeek.set(week, [...(perWeek.get(week) ?? []), allowed])
  }
  let capacity = 0
  let days = 0
  for (const [week, ofDays] of perWeek) {
    const longest = ofDays.sort((left, right) => right - left).slice(0, limits.days_per_week)
    const open = longest.reduce((sum, allowed) => sum + allowed, 0)
    days += longest.length
    capacity += Math.max(0, Math.min(open, limits.minutes_per_week - (frame.takenOfWeek[week] ?? 0)))
  }
  return minutes > capacity || tasks.length > days * limits.tasks_per_day
}

/** The most work that fits into an open stretch with its breaks, whatever the blocks. */
function workable(frame: Frame, open: number): number {
  const { break_minutes: gap, consecutive_minutes: longest } = frame.limits
  const pause = gap > 0 ? gap : PAUSE_WITHOUT_BREAKS
  let most = 0
  for (let blocks = 1; (blocks - 1) * pause < open; blocks += 1) {
    const work = Math.min(blocks * longest, open - (blocks - 1) * pause)
    if (work <= most && blocks > 1) break
    most = Math.max(most, work)
  }
  return most
}

function groupsOf(frame: Frame, tasks: readonly number[]): ReadonlyMap<number, number[]> {
  const groups = new Map<number, number[]>()
  for (const at of tasks) {
    const group = frame.tasks[at]?.group ?? -1
    if (group < 0) continue
    const members = groups.get(group) ?? []
    members.push(at)
    groups.set(group, members)
  }
  return groups
}

/** Occurrences of one task lie on different days. */
function groupOverload(frame: Frame, windows: TaskWindows, members: readonly number[]): Overload | undefined {
  const byRange = new Map<string, number[]>()
  for (const at of members) {
    const key = `${windows.earliest[at]} ${frame.tasks[at]?.due}`
    byRange.set(key, [...(byRange.get(key) ?? []), at])
  }
  for (const same of byRange.values()) {
    const task = frame.tasks[same[0] ?? 0]
    if (task === undefined || task.due > frame.horizon) continue
    const from = Math.min(...same.map(at => windows.earliest[at] ?? 0))
    const open = countOpenDays(frame, task, { from, until: task.due })
    if (same.length > open) return { tasks: same.slice(0, open + 1), from, until: task.due }
  }
  return undefined
}

/** Days on which the task could be done, of each week no more than may have work. */
function countOpenDays(frame: Frame, task: FrameTask, { from, until }: Range): number {
  const daysOfWeek = new Map<number, Set<number>>()
  for (const piece of frame.availability[task.availability] ?? []) {
    if (Math.min(piece.end, until) - Math.max(piece.start, from) < task.least) continue
    daysOfWeek.set(piece.week, (daysOfWeek.get(piece.week) ?? new Set()).add(piece.day))
  }
  const most = task.attended ? frame.limits.days_per_week : 7
  return [...daysOfWeek.values()].reduce((sum, days) => sum + Math.min(days.size, most), 0)
}

/** Units times minutes of all that must lie between two moments, against what the resource has in all that time. */
function resourceOverload(
  frame: Frame,
  windows: TaskWindows,
  movable: readonly number[],
): Overload | undefined {
  for (const [resource, units] of frame.units.entries()) {
    const unitsOf = (at: number): number =>
      frame.tasks[at]?.needs.reduce((sum, need) => sum + (need.resource === resource ? need.units : 0), 0) ??
      0
    const users = movable.filter(at => unitsOf(at) > 0)
    const starts = moments(users.map(at => windows.earliest[at] ?? 0))
    const ends = moments(users.map(at => windows.latest[at] ?? NEVER).filter(end => end <= frame.horizon))
    const workOf = (at: number): number => unitsOf(at) * (frame.tasks[at]?.minutes ?? 0)
    for (const from of starts) {
      for (const until of ends.toReversed()) {
        if (until <= from) continue
        const inside = users.filter(
          at => (windows.earliest[at] ?? 0) >= from && (windows.latest[at] ?? NEVER) <= until,
        )
        const isTooMuch = (some: readonly number[]): boolean =>
          some.reduce((sum, at) => sum + workOf(at), 0) > units * (until - from)
        if (isTooMuch(inside))
          return boundsOf(fewestOf(inside, workOf, isTooMuch), { from, until, starts, ends })
      }
    }
  }
  return undefined
}
