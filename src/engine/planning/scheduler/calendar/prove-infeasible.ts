import { type Frame, type FrameTask, mirrored, NEVER, type Piece } from './frame.ts'
import { type Bounds, createAlonePlacing, earliestOf } from './placing.ts'
import { findOverload } from './prove-overload.ts'

/** The tasks (by number in the frame) that take part in a proof that no schedule exists. */
export type Proof = readonly number[]

/** What every schedule must hold: no task starts or ends earlier than this, whatever else is done. */
export interface Earliest {
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** Per task, the one whose bound pushed it; −1 for its own release. */
  readonly pushedBy: Int32Array
}

/**
 * Looks for a proof that no schedule holds every due; none found means nothing. Each step relaxes the project, so that
 * a proof is one: each task as if it were alone, then all work that must lie between two moments. Dues beyond the
 * horizon of the frame are not looked at.
 */
export function proveInfeasible(frame: Frame, order: readonly number[]): Proof | undefined {
  const isOpen = (at: number): boolean => (frame.tasks[at]?.due ?? NEVER) > frame.horizon
  const needy = frame.tasks.findIndex(({ needs, minutes, fixed }) => {
    return (
      fixed === undefined &&
      minutes > 0 &&
      needs.some(({ resource, units }) => units > (frame.units[resource] ?? 0))
    )
  })
  if (needy >= 0) return [needy]
  const earliest = earliestEnds(frame, order)
  const late = frame.tasks.findIndex(
    ({ fixed, due }, at) => fixed === undefined && !isOpen(at) && (earliest.ends[at] ?? 0) > due,
  )
  if (late >= 0) return chainOf(earliest, late)
  const broken = brokenFixedLink(frame, earliest)
  if (broken !== undefined) return broken
  const latest = latestStarts(frame, order, isOpen)
  const crossed = frame.tasks.findIndex(
    ({ fixed }, at) =>
      fixed === undefined &&
      ((earliest.starts[at] ?? 0) > (latest.starts[at] ?? 0) ||
        (earliest.ends[at] ?? 0) > (latest.ends[at] ?? 0)),
  )
  if (crossed >= 0) return [...new Set([...chainOf(earliest, crossed), ...chainOf(latest, crossed)])]
  const overload = findOverload(frame, { earliest: earliest.starts, latest: latest.ends })
  if (overload === undefined) return undefined
  const { tasks, from, until } = overload
  const before = (at: number): Proof =>
    chainOf(earliest, at, task => (frame.tasks[task]?.release ?? 0) >= from)
  const after = (at: number): Proof => chainOf(latest, at, task => (frame.tasks[task]?.due ?? NEVER) <= until)
  return [...new Set(tasks.flatMap(at => [...before(at), ...after(at)]))]
}

/** Each task as early as its links allow, alone in its open time; beyond the horizon when it does not fit before. */
export function earliestEnds(
  frame: Frame,
  order: readonly number[],
  isOpen: (at: number) => boolean = () => false,
): Earliest {
  const count = frame.tasks.length
  const starts = new Float64Array(count)
  const ends = new Float64Array(count)
  const pushedBy = new Int32Array(count).fill(-1)
  const placeAlone = createAlonePlacing(frame)
  for (const at of order) {
    const task = frame.tasks[at]
    if (task === undefined) continue
    if (task.fixed !== undefined) {
      starts[at] = task.fixed[0]?.start ?? 0
      ends[at] = task.fixed.at(-1)?.end ?? 0
      continue
    }
    if (isOpen(at) && !isPushed(frame, at, { starts, ends })) {
      starts[at] = -NEVER
      ends[at] = -NEVER
      continue
    }
    const bounds = earliestOf(frame, at, { starts, ends })
    pushedBy[at] = pusherOf(frame, at, { starts, ends, bounds })
    const beyond = { start: frame.horizon + 1, end: frame.horizon + 1 }
    const alone = task.minutes === 0 ? bare(bounds) : (aloneEnds(frame, placeAlone, { at, bounds }) ?? beyond)
    starts[at] = alone.start
    ends[at] = Math.max(alone.end, bounds.end)
  }
  return { starts, ends, pushedBy }
}

/** Whether something that is bounded itself keeps a task from starting before moment 0. */
function isPushed(frame: Frame, at: number, { starts, ends }: Pick<Earliest, 'starts' | 'ends'>): boolean {
  return (frame.incoming[at] ?? []).some(({ from, type, lag }) => {
    if (type === 'FF' || type === 'SF') return false
    return ((type === 'FS' ? ends[from] : starts[from]) ?? 0) + lag >= 0
  })
}

function bare(bounds: Bounds): Bounds {
  const moment = Math.max(bounds.start, bounds.end)
  return { start: moment, end: moment }
}

/** A whole task fits where it fits; a split one fills its open time as if breaks and short blocks did not matter. */
function aloneEnds(
  frame: Frame,
  placeAlone: ReturnType<typeof createAlonePlacing>,
  { at, bounds }: { readonly at: number; readonly bounds: Bounds },
): Bounds | undefined {
  const task = frame.tasks[at]
  if (task === undefined) return undefined
  return task.least === task.minutes ? placeAlone(at, bounds)?.[0] : fillOpenTime(frame, task, bounds.start)
}

function fillOpenTime(frame: Frame, task: FrameTask, from: number): Bounds | undefined {
  const left = { day: new Map<number, number>(), week: new Map<number, number>() }
  let remaining = task.minutes
  let first: number | undefined
  for (const piece of frame.availability[task.availability] ?? []) {
    const start = Math.max(piece.start, from)
    if (start >= piece.end) continue
    const allowed = task.attended ? allowedOn(frame, piece, left) : Number.POSITIVE_INFINITY
    const worked = Math.min(piece.end - start, allowed, remaining)
    if (worked <= 0) continue
    first ??= start
    remaining -= worked
    if (remaining === 0) return { start: first, end: start + worked }
    if (!task.attended) continue
    left.day.set(piece.day, (left.day.get(piece.day) ?? 0) + worked)
    left.week.set(piece.week, (left.week.get(piece.week) ?? 0) + worked)
  }
  return undefined
}

function allowedOn(
  frame: Frame,
  { day, week }: Piece,
  used: { readonly day: ReadonlyMap<number, number>; readonly week: ReadonlyMap<number, number> },
): number {
  const { minutes_per_day: perDay, minutes_per_week: perWeek } = frame.limits
  return Math.min(
    perDay - (frame.takenOfDay[day] ?? 0) - (used.day.get(day) ?? 0),
    perWeek - (frame.takenOfWeek[week] ?? 0) - (used.week.get(week) ?? 0),
  )
}

function pusherOf(
  frame: Frame,
  at: number,
  { starts, ends, bounds }: { starts: Float64Array; ends: Float64Array; bounds: Bounds },
): number {
  for (const { from, type, lag } of frame.incoming[at] ?? []) {
    const point = ((type === 'FS' || type === 'FF' ? ends[from] : starts[from]) ?? 0) + lag
    if (type === 'FS' || type === 'SS' ? point >= bounds.start && point > 0 : point >= bounds.end) return from
  }
  return -1
}

/** What pushes a task, up to one that is bounded enough by itself. */
function chainOf(
  { pushedBy }: Pick<Earliest, 'pushedBy'>,
  at: number,
  isBounded: (task: number) => boolean = () => false,
): Proof {
  const chain: number[] = []
  for (let task = at; task >= 0; task = pushedBy[task] ?? -1) {
    chain.push(task)
    if (isBounded(task)) break
  }
  return chain
}

function brokenFixedLink(frame: Frame, earliest: Earliest): Proof | undefined {
  const { starts, ends } = earliest
  for (const { from, to, type, lag } of frame.links) {
    if (frame.tasks[to]?.fixed === undefined) continue
    const before = (type === 'FS' || type === 'FF' ? ends[from] : starts[from]) ?? 0
    const after = (type === 'FS' || type === 'SS' ? starts[to] : ends[to]) ?? 0
    if (before + lag > after) return [...chainOf(earliest, from), to]
  }
  return undefined
}

/** The same from the other end of time: the latest start and end of each task, where its due bounds it. */
function latestStarts(frame: Frame, order: readonly number[], isOpen: (at: number) => boolean): Earliest {
  const end = frame.horizon
  const found = earliestEnds(mirrored(frame, end), order.toReversed(), isOpen)
  return {
    starts: found.ends.map(time => end - time),
    ends: found.starts.map(time => end - time),
    pushedBy: found.pushedBy,
  }
}
