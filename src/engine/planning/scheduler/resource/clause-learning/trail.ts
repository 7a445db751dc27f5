/**
 * The bounds of the start times and how they came about. Activity `i` has two bounds, both only ever raised: `2i` is
 * its earliest start, `2i + 1` the negated latest start. “Bound b is at least v” is the only kind of literal; its
 * negation is “bound b ^ 1 is at least 1 − v”.
 */
export interface Trail {
  readonly boundCount: number
  /** Current value of each bound. */
  readonly value: Int32Array
  /** Newest entry of each bound; −1 while it stands at its root value. */
  readonly newest: Int32Array
  /** Per entry: its bound, its value, the value before it, and the entry before it of the same bound. */
  bound: Int32Array
  raisedTo: Int32Array
  raisedFrom: Int32Array
  previous: Int32Array
  /** Why: what kind of reason, and what the kind needs to name it. */
  reason: Int32Array
  reasonData: Int32Array
  reasonOffset: Int32Array
  size: number
  /** Entry at which each decision level begins, level 1 first. */
  readonly levelStart: number[]
  readonly poolStart: number[]
  /** Explanations that a propagator wrote down: pairs of bound and value. */
  pool: Int32Array
  poolSize: number
  /** The literals, all true, that contradict each other; read when a propagation failed. */
  readonly conflict: Literals
}

/** A growing list of literals that is reused instead of being made anew. */
export interface Literals {
  bounds: Int32Array
  values: Int32Array
  size: number
}

/** Kinds of reasons: chosen or given; a lag from another bound; a learned clause; a list in the pool. */
export const REASON = { none: 0, lag: 1, clause: 2, pool: 3 } as const

const FIRST_CAPACITY = 1 << 12

/** A trail whose bounds stand at `root`. */
export function createTrail(root: Int32Array): Trail {
  const boundCount = root.length
  return {
    boundCount,
    value: Int32Array.from(root),
    newest: new Int32Array(boundCount).fill(-1),
    ...entryArrays(FIRST_CAPACITY),
    size: 0,
    levelStart: [],
    poolStart: [],
    pool: new Int32Array(FIRST_CAPACITY),
    poolSize: 0,
    conflict: createLiterals(),
  }
}

export function createLiterals(): Literals {
  return { bounds: new Int32Array(64), values: new Int32Array(64), size: 0 }
}

export function addLiteral(literals: Literals, bound: number, value: number): void {
  const at = literals.size
  if (at === literals.bounds.length) {
    literals.bounds = grown(literals.bounds)
    literals.values = grown(literals.values)
  }
  literals.bounds[at] = bound
  literals.values[at] = value
  literals.size = at + 1
}

/** A reason and what names it; `data` and `offset` mean what the kind says. */
export interface Reason {
  readonly kind: number
  readonly data: number
  readonly offset: number
}

/**
 * Raises a bound. False when that leaves its activity no start: then `conflict` holds the opposite bound alone, and the
 * caller adds the reason. Values at or below the current one change nothing.
 */
export function raise(trail: Trail, bound: number, value: number, reason: Reason): boolean {
  const before = trail.value[bound] ?? 0
  if (value <= before) return true
  const opposite = trail.value[bound ^ 1] ?? 0
  if (value + opposite > 0) {
    trail.conflict.size = 0
    addLiteral(trail.conflict, bound ^ 1, 1 - value)
    return false
  }
  const at = trail.size
  if (at === trail.bound.length) growEntries(trail)
  trail.bound[at] = bound
  trail.raisedTo[at] = value
  trail.raisedFrom[at] = before
  trail.previous[at] = trail.newest[bound] ?? -1
  trail.reason[at] = reason.kind
  trail.reasonData[at] = reason.data
  trail.reasonOffset[at] = reason.offset
  trail.newest[bound] = at
  trail.value[bound] = value
  trail.size = at + 1
  return true
}

/** Begins a decision level. */
export function openLevel(trail: Trail): void {
  trail.levelStart.push(trail.size)
  trail.poolStart.push(trail.poolSize)
}

/** Takes back everything above `level`. */
export function backTo(trail: Trail, level: number): void {
  const start = trail.levelStart[level]
  if (start === undefined) return
  for (let at = trail.size - 1; at >= start; at -= 1) {
    const bound = trail.bound[at] ?? 0
    trail.value[bound] = trail.raisedFrom[at] ?? 0
    trail.newest[bound] = trail.previous[at] ?? -1
  }
  trail.size = start
  trail.poolSize = trail.poolStart[level] ?? 0
  trail.levelStart.length = level
  trail.poolStart.length = level
}

/** Keeps what holds without any decision as given: it needs no reasons any more. Only at level 0. */
export function settleRoot(trail: Trail): void {
  for (let at = 0; at < trail.size; at += 1) trail.newest[trail.bound[at] ?? 0] = -1
  trail.size = 0
  trail.poolSize = 0
}

/** The entry that first made `bound ≥ value` true, or −1 when that held at the root. */
export function entryOf(trail: Trail, bound: number, value: number): number {
  let at = trail.newest[bound] ?? -1
  while (at >= 0 && (trail.raisedFrom[at] ?? 0) >= value) at = trail.previous[at] ?? -1
  return at
}

/** Writes a literal of an explanation into the pool. */
export function addToPool(trail: Trail, bound: number, value: number): void {
  if (trail.poolSize + 2 > trail.pool.length) trail.pool = grown(trail.pool)
  trail.pool[trail.poolSize] = bound
  trail.pool[trail.poolSize + 1] = value
  trail.poolSize += 2
}

function growEntries(trail: Trail): void {
  trail.bound = grown(trail.bound)
  trail.raisedTo = grown(trail.raisedTo)
  trail.raisedFrom = grown(trail.raisedFrom)
  trail.previous = grown(trail.previous)
  trail.reason = grown(trail.reason)
  trail.reasonData = grown(trail.reasonData)
  trail.reasonOffset = grown(trail.reasonOffset)
}

function entryArrays(capacity: number) {
  return {
    bound: new Int32Array(capacity),
    raisedTo: new Int32Array(capacity),
    raisedFrom: new Int32Array(capacity),
    previous: new Int32Array(capacity),
    reason: new Int32Array(capacity),
    reasonData: new Int32Array(capacity),
    reasonOffset: new Int32Array(capacity),
  }
}

function grown(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2)
  larger.set(array)
  return larger
}
