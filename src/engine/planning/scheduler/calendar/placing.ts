import { createProfile, type Profile } from '../resource/profile.ts'
import { type Frame, type FrameTask, NEVER, type Piece } from './frame.ts'
import type { Span } from './pieces.ts'

/** Where every task lies: its blocks in order, its first start and its last end. */
export interface Placement {
  readonly blocks: readonly (readonly Span[])[]
  readonly starts: Float64Array
  readonly ends: Float64Array
}

/** What is taken so far, and a search for the next free block. */
interface State {
  readonly frame: Frame
  /** Per day, the person's blocks in order. */
  readonly blocksOfDay: Map<number, Span[]>
  readonly minutesOfDay: Int32Array
  readonly minutesOfWeek: Int32Array
  readonly tasksOfDay: Int32Array
  /** Per week, the days on which there is work. */
  readonly daysOfWeek: Int32Array
  readonly daysOfGroup: Map<number | string, Set<number>>
  readonly profiles: readonly Profile[]
  /** Per kind of open time and piece: the shortest block that found no gap in it. Gaps grow only when a block is given back. */
  readonly tooLong: Map<number, Float64Array>
  readonly need: { duration: number; readonly demands: Int32Array; offset: number }
}

const MAX_TRIALS = 200
/** Where blocks may follow each other at once, so long a pause ends a stretch of work. */
const PAUSE_WITHOUT_BREAKS = 15
/** No task has a block on it. */
const NO_DAY = -2
const NOTHING: readonly Span[] = []

/**
 * Places each task of `order` as early as what is placed before it allows; settled blocks come first. The order must
 * hold the links. Undefined when a task finds no place before the horizon.
 */
export function placeInOrder(frame: Frame, order: Iterable<number>): Placement | undefined {
  const state = emptyState(frame)
  const count = frame.tasks.length
  const blocks: (readonly Span[])[] = Array.from({ length: count }, () => [])
  const starts = new Float64Array(count)
  const ends = new Float64Array(count)
  const settle = (at: number, placed: readonly Span[], bare: number): void => {
    blocks[at] = placed
    starts[at] = placed[0]?.start ?? bare
    ends[at] = placed.at(-1)?.end ?? bare
  }
  for (const [at, task] of frame.tasks.entries()) {
    if (task.fixed === undefined) continue
    for (const [part, piece] of task.fixedPieces.entries())
      take(state, task, { block: piece, lastDay: task.fixedPieces[part - 1]?.day ?? NO_DAY })
    settle(at, task.fixed, task.release)
  }
  for (const at of order) {
    const task = frame.tasks[at]
    if (task === undefined || task.fixed !== undefined) continue
    const bounds = earliestOf(frame, at, { starts, ends })
    if (task.minutes === 0) {
      const moment = Math.max(bounds.start, bounds.end)
      settle(at, [], moment)
      continue
    }
    const placed = place(state, task, bounds)
    if (placed === undefined) return undefined
    settle(at, placed, 0)
  }
  return { blocks, starts, ends }
}

/** Places single tasks alone, as if nothing else had to be done; undefined when one never fits. */
export function createAlonePlacing(
  frame: Frame,
): (at: number, bounds: Bounds) => readonly Span[] | undefined {
  const state = emptyState(frame)
  return (at, bounds) => {
    const task = frame.tasks[at]
    if (task === undefined || task.minutes === 0) return []
    const blocks = place(state, task, bounds)
    if (blocks !== undefined) giveBack(state, task, blocks)
    return blocks
  }
}

/** The first moment at which a task may start, and the first at which it may end. */
export interface Bounds {
  readonly start: number
  readonly end: number
}

/** What the links and its own release ask of a task. */
export function earliestOf(
  frame: Frame,
  at: number,
  { starts, ends }: Pick<Placement, 'starts' | 'ends'>,
): Bounds {
  let start = Math.max(0, frame.tasks[at]?.release ?? 0)
  let end = 0
  for (const { from, type, lag } of frame.incoming[at] ?? []) {
    const point = (type === 'FS' || type === 'FF' ? ends[from] : starts[from]) ?? 0
    if (type === 'FS' || type === 'SS') start = Math.max(start, point + lag)
    else end = Math.max(end, point + lag)
  }
  return { start, end }
}

function emptyState(frame: Frame): State {
  return {
    frame,
    blocksOfDay: new Map(),
    minutesOfDay: Int32Array.from(frame.takenOfDay),
    minutesOfWeek: Int32Array.from(frame.takenOfWeek),
    tasksOfDay: new Int32Array(frame.dayCount),
    daysOfWeek: new Int32Array(frame.weekCount),
    daysOfGroup: new Map(),
    tooLong: new Map(),
    profiles: frame.units.map(units => createProfile(Int32Array.of(units))),
    need: { duration: 0, demands: new Int32Array(1), offset: 0 },
  }
}

/** Starts later until the end is late enough as well. */
function place(state: State, task: FrameTask, bounds: Bounds): readonly Piece[] | undefined {
  let { start } = bounds
  for (let trial = 0; ; trial += 1) {
    const blocks = placeFrom(state, task, start)
    const end = blocks?.at(-1)?.end ?? 0
    if (blocks === undefined || end >= bounds.end) return blocks
    giveBack(state, task, blocks)
    const first = blocks[0]?.start ?? start
    start = trial < MAX_TRIALS ? first + bounds.end - end : Math.max(start, bounds.end - task.minutes)
  }
}

function placeFrom(state: State, task: FrameTask, start: number): readonly Piece[] | undefined {
  const blocks: Piece[] = []
  let from = start
  let remaining = task.minutes
  while (remaining > 0) {
    const lastDay = blocks.at(-1)?.day ?? NO_DAY
    const size = { least: Math.min(task.least, remaining), most: Math.min(task.most, remaining) }
    const slot = findSlot(state, task, { from, ...size, lastDay })
    if (slot === undefined) {
      giveBack(state, task, blocks)
      return undefined
    }
    const length = keepEnoughForNext(task, slot.end - slot.start, remaining)
    const block = { ...slot, end: slot.start + length }
    take(state, task, { block, lastDay })
    blocks.push(block)
    remaining -= length
    from = block.end
  }
  return blocks
}

/** A block is shortened rather than leaving a rest that is too short for a block. */
function keepEnoughForNext(task: FrameTask, length: number, remaining: number): number {
  const rest = remaining - length
  const shorter = length - (task.least - rest)
  return rest > 0 && rest < task.least && shorter >= task.least ? shorter : length
}

interface Taken {
  readonly block: Piece
  /** Day of the task's block before: it counts as a task of that day already. */
  readonly lastDay: number
}

function take(state: State, task: FrameTask, { block, lastDay }: Taken): void {
  count(state, task, { block, lastDay, sign: 1 })
  if (!task.attended) return
  const blocks = state.blocksOfDay.get(block.day) ?? []
  state.blocksOfDay.set(block.day, blocks)
  let at = blocks.length
  while (at > 0 && (blocks[at - 1]?.start ?? 0) > block.start) at -= 1
  blocks.splice(at, 0, block)
}

function giveBack(state: State, task: FrameTask, blocks: readonly Piece[]): void {
  if (blocks.length > 0) state.tooLong.clear()
  for (const [at, block] of blocks.entries()) {
    count(state, task, { block, lastDay: blocks[at - 1]?.day ?? NO_DAY, sign: -1 })
    const ofDay = state.blocksOfDay.get(block.day)
    if (task.attended) ofDay?.splice(ofDay.indexOf(block), 1)
  }
}

function count(state: State, task: FrameTask, { block, lastDay, sign }: Taken & { sign: 1 | -1 }): void {
  const { start, end, day, week } = block
  const from = Math.max(0, start)
  for (const { resource, units } of end > from ? task.needs : []) {
    state.need.duration = end - from
    state.need.demands[0] = sign * units
    state.profiles[resource]?.take(from, state.need)
  }
  for (const group of day === lastDay ? [] : groupsOf(task)) {
    const days = state.daysOfGroup.get(group) ?? new Set()
    if (sign > 0) days.add(day)
    else days.delete(day)
    state.daysOfGroup.set(group, days)
  }
  if (!task.attended) return
  state.minutesOfDay[day] = (state.minutesOfDay[day] ?? 0) + sign * (end - start)
  state.minutesOfWeek[week] = (state.minutesOfWeek[week] ?? 0) + sign * (end - start)
  if (day !== lastDay) countTaskOfDay(state, { day, week, sign })
}

function groupsOf({ group, apart }: FrameTask): readonly (number | string)[] {
  return [...(group >= 0 ? [group] : []), ...(apart === undefined ? [] : [apart.group])]
}

function countTaskOfDay(
  state: State,
  { day, week, sign }: { readonly day: number; readonly week: number; readonly sign: 1 | -1 },
): void {
  const before = state.tasksOfDay[day] ?? 0
  state.tasksOfDay[day] = before + sign
  if (before === 0 || before + sign === 0) state.daysOfWeek[week] = (state.daysOfWeek[week] ?? 0) + sign
}

interface Wanted {
  readonly from: number
  readonly least: number
  readonly most: number
  readonly lastDay: number
}

function findSlot(state: State, task: FrameTask, wanted: Wanted): Piece | undefined {
  const pieces = state.frame.availability[task.availability] ?? []
  let tooLong = state.tooLong.get(task.availability)
  for (let at = firstEndingAfter(pieces, wanted.from); at < pieces.length; at += 1) {
    const piece = pieces[at]
    if (piece === undefined || piece.end - Math.max(piece.start, wanted.from) < wanted.least) continue
    if (task.attended && wanted.least >= (tooLong?.[at] ?? NEVER)) continue
    const most = Math.min(wanted.most, allowedOf(state, task, { piece, lastDay: wanted.lastDay }))
    if (most < wanted.least) continue
    const slot = findInPiece(state, task, { piece, from: wanted.from, least: wanted.least, most })
    if (slot !== undefined) return { ...slot, day: piece.day, week: piece.week }
    if (!task.attended || task.needs.length > 0 || wanted.from > piece.start) continue
    tooLong ??= new Float64Array(pieces.length).fill(NEVER)
    tooLong[at] = wanted.least
    state.tooLong.set(task.availability, tooLong)
  }
  return undefined
}

function firstEndingAfter(pieces: readonly Piece[], time: number): number {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.end ?? 0) > time) high = middle
    else low = middle + 1
  }
  return low
}

/** Minutes that may still be worked on the day and in the week of a piece; 0 when another task is too many. */
function allowedOf(
  state: State,
  task: FrameTask,
  { piece: { day, week }, lastDay }: { readonly piece: Piece; readonly lastDay: number },
): number {
  if (task.group >= 0 && day !== lastDay && state.daysOfGroup.get(task.group)?.has(day) === true) return 0
  if (task.apart !== undefined && day !== lastDay && isTooNear(state, task.apart, day)) return 0
  if (!task.attended) return Number.POSITIVE_INFINITY
  const { limits } = state.frame
  const tasks = state.tasksOfDay[day] ?? 0
  if (day !== lastDay && tasks >= limits.tasks_per_day) return 0
  if (tasks === 0 && (state.daysOfWeek[week] ?? 0) >= limits.days_per_week) return 0
  return Math.min(
    limits.minutes_per_day - (state.minutesOfDay[day] ?? 0),
    limits.minutes_per_week - (state.minutesOfWeek[week] ?? 0),
  )
}

/** Whether something alike lies on the day, or on one that is to stay free of it. */
function isTooNear(state: State, { group, days }: NonNullable<FrameTask['apart']>, day: number): boolean {
  const taken = state.daysOfGroup.get(group)
  if (taken === undefined) return false
  for (let near = day - days; near <= day + days; near += 1) if (taken.has(near)) return true
  return false
}

interface Room {
  readonly piece: Piece
  readonly from: number
  readonly least: number
  readonly most: number
}

/** The first stretch of a piece that is free for the person and of every resource. */
function findInPiece(state: State, task: FrameTask, room: Room): Span | undefined {
  const near = task.attended ? blocksNear(state, room.piece.day) : []
  let from = Math.max(room.piece.start, room.from)
  while (from + room.least <= room.piece.end) {
    const free = task.attended
      ? freeOfBlocks(state, near, { ...room, from })
      : { start: from, end: Math.min(room.piece.end, from + room.most) }
    if (free === undefined || task.needs.length === 0) return free
    const open = freeOfResources(state, task, free)
    if (open.start === free.start && open.end - open.start >= room.least) return open
    from = open.start > free.start ? open.start : Math.max(open.end, free.start + 1)
  }
  return undefined
}

/** The person's blocks of a day and its neighbours, in order. */
function blocksNear({ blocksOfDay }: State, day: number): readonly Span[] {
  const own = blocksOfDay.get(day) ?? NOTHING
  const before = blocksOfDay.get(day - 1) ?? NOTHING
  const after = blocksOfDay.get(day + 1) ?? NOTHING
  if (before.length + after.length === 0) return own
  return [...before, ...own, ...after].sort((left, right) => left.start - right.start)
}

/** The first stretch between blocks that keeps the breaks, and the pause after long work where there are no breaks. */
function freeOfBlocks(
  state: State,
  near: readonly Span[],
  { piece, from, least, most }: Room,
): Span | undefined {
  const { break_minutes: gap, consecutive_minutes: longest } = state.frame.limits
  const pause = gap > 0 ? gap : PAUSE_WITHOUT_BREAKS
  let start = from
  let at = 0
  for (;;) {
    while (at < near.length && (near[at]?.end ?? 0) + gap <= start) at += 1
    if (start + least > piece.end) return undefined
    const next = near[at]
    const worked = gap > 0 ? 0 : workedNear(near, { at: at - 1, step: -1, edge: start, pause })
    let end = Math.min(piece.end, start + most, start + longest - worked)
    if (next !== undefined) {
      end = Math.min(end, next.start - gap)
      const after = gap > 0 ? 0 : workedNear(near, { at, step: 1, edge: end, pause })
      if (after > 0 && worked + end - start + after > longest) end = Math.min(end, next.start - pause)
    }
    if (end - start >= least) return { start, end }
    if (worked > 0) start = Math.max(start + 1, (near[at - 1]?.end ?? start) + pause)
    else if (next === undefined) return undefined
    else start = Math.max(start + 1, next.end + gap)
  }
}

/** Work that follows on `edge` in one direction without a pause. */
function workedNear(
  near: readonly Span[],
  { at, step, edge, pause }: { at: number; step: 1 | -1; edge: number; pause: number },
): number {
  let worked = 0
  let from = edge
  for (let place = at; ; place += step) {
    const block = near[place]
    if (block === undefined) return worked
    const distance = step > 0 ? block.start - from : from - block.end
    if (distance >= pause) return worked
    worked += block.end - block.start
    from = step > 0 ? block.end : block.start
  }
}

/** The first moment at which every resource is free for the whole stretch, or the part of it that is free at once. */
function freeOfResources(state: State, task: FrameTask, wanted: Span): Span {
  let { start, end } = wanted
  for (const { resource, units } of task.needs) {
    const profile = state.profiles[resource]
    if (profile === undefined) continue
    state.need.duration = 1
    state.need.demands[0] = units
    start = Math.max(start, profile.firstFit(start, state.need))
    end = Math.min(end, profile.freeUntil(start, state.need))
  }
  return { start, end }
}
