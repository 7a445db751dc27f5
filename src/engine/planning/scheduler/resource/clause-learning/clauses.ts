import { addLiteral, type Literals, REASON, type Reason, raise, type Trail } from './trail.ts'

/** What was learned from conflicts: clauses, at least one literal of which holds, each watched at two literals. */
export interface Clauses {
  readonly count: () => number
  /** Keeps a clause of at least two literals and makes its first one true, which the others force. */
  learn(literals: Literals): void
  /** Looks at the clauses that may have become unit when `bound` rose. False on a conflict, written to the trail. */
  wake(bound: number): boolean
  /** Appends to `into` what made the first literal of clause `id` true. */
  explain(id: number, into: Literals): void
  /** Drops the half that served least. Only when everything is propagated at the root. */
  reduce(): void
}

interface Clause {
  /** Pairs of bound and value; the first two pairs are watched. */
  readonly literals: Int32Array
  readonly reason: Reason
  activity: number
}

type Settled = 'kept' | 'moved' | 'failed'

const GROWTH = 1.001
const RESCALE_AT = 1e100

/** An empty set of clauses over the bounds of `trail`. */
export function createClauses(trail: Trail): Clauses {
  const state: State = { trail, clauses: [], watches: emptyWatches(trail), step: 1 }
  return {
    count: () => state.clauses.length,
    learn: literals => {
      state.step *= GROWTH
      const pairs = new Int32Array(literals.size * 2)
      for (let at = 0; at < literals.size; at += 1) {
        pairs[at * 2] = literals.bounds[at] ?? 0
        pairs[at * 2 + 1] = literals.values[at] ?? 0
      }
      raise(trail, pairs[0] ?? 0, pairs[1] ?? 0, keep(state, pairs, state.step).reason)
    },
    wake: bound => wake(state, bound),
    explain: (id, into) => {
      const clause = state.clauses[id]
      if (clause === undefined) return
      bump(state, clause)
      explainFirst(clause.literals, into)
    },
    reduce: () => {
      const open = state.clauses.filter(({ literals }) => !isSatisfied(trail, literals))
      open.sort((left, right) => right.activity - left.activity)
      const half = Math.ceil(open.length / 2)
      const served = open.filter(({ literals }, at) => at < half || literals.length === 4)
      state.clauses = []
      state.watches = emptyWatches(trail)
      for (const { literals, activity } of served) {
        bringOpenForward(trail, literals)
        keep(state, literals, activity)
      }
    },
  }
}

interface State {
  readonly trail: Trail
  clauses: Clause[]
  /** Per bound, the clauses with a watched literal that becomes false when the bound rises. */
  watches: number[][]
  step: number
}

function bump(state: State, clause: Clause): void {
  clause.activity += state.step
  if (clause.activity < RESCALE_AT) return
  for (const other of state.clauses) other.activity /= RESCALE_AT
  state.step /= RESCALE_AT
}

function keep(state: State, literals: Int32Array, activity: number): Clause {
  const id = state.clauses.length
  const clause = { literals, reason: { kind: REASON.clause, data: id, offset: 0 }, activity }
  state.clauses.push(clause)
  for (const at of [0, 2]) state.watches[(literals[at] ?? 0) ^ 1]?.push(id)
  return clause
}

function wake(state: State, bound: number): boolean {
  const list = state.watches[bound] ?? []
  let kept = 0
  let isSound = true
  for (let at = 0; at < list.length; at += 1) {
    const id = list[at] ?? 0
    const clause = state.clauses[id]
    const outcome: Settled = isSound && clause !== undefined ? settle(state, clause, bound) : 'kept'
    if (outcome === 'moved') continue
    list[kept] = id
    kept += 1
    isSound &&= outcome === 'kept'
  }
  list.length = kept
  return isSound
}

/** Finds another literal to watch when the one at `bound` is false; without one the clause is unit and raised. */
function settle(state: State, clause: Clause, bound: number): Settled {
  const { trail, watches } = state
  const { literals } = clause
  if (((literals[0] ?? 0) ^ 1) === bound) {
    if (!isFalse(trail, literals, 0)) return 'kept'
    swapLiterals(literals, 0, 2)
  } else if (!isFalse(trail, literals, 2)) return 'kept'
  if ((trail.value[literals[0] ?? 0] ?? 0) >= (literals[1] ?? 0)) return 'kept'
  for (let at = 4; at < literals.length; at += 2) {
    if (isFalse(trail, literals, at)) continue
    swapLiterals(literals, 2, at)
    watches[(literals[2] ?? 0) ^ 1]?.push(clause.reason.data)
    return 'moved'
  }
  if (raise(trail, literals[0] ?? 0, literals[1] ?? 0, clause.reason)) return 'kept'
  bump(state, clause)
  explainFirst(literals, trail.conflict)
  return 'failed'
}

function emptyWatches(trail: Trail): number[][] {
  return Array.from({ length: trail.boundCount }, () => [])
}

function isFalse(trail: Trail, literals: Int32Array, at: number): boolean {
  return (trail.value[(literals[at] ?? 0) ^ 1] ?? 0) >= 1 - (literals[at + 1] ?? 0)
}

function isSatisfied(trail: Trail, literals: Int32Array): boolean {
  for (let at = 0; at < literals.length; at += 2)
    if ((trail.value[literals[at] ?? 0] ?? 0) >= (literals[at + 1] ?? 0)) return true
  return false
}

/** Two literals that are not false come first; at a propagated root every open clause has them. */
function bringOpenForward(trail: Trail, literals: Int32Array): void {
  let front = 0
  for (let at = 0; at < literals.length && front < 4; at += 2) {
    if (isFalse(trail, literals, at)) continue
    swapLiterals(literals, front, at)
    front += 2
  }
}

function swapLiterals(literals: Int32Array, left: number, right: number): void {
  const bound = literals[left] ?? 0
  const value = literals[left + 1] ?? 0
  literals[left] = literals[right] ?? 0
  literals[left + 1] = literals[right + 1] ?? 0
  literals[right] = bound
  literals[right + 1] = value
}

/** The negations of all literals but the first: together they force the first. */
function explainFirst(literals: Int32Array, into: Literals): void {
  for (let at = 2; at < literals.length; at += 2)
    addLiteral(into, (literals[at] ?? 0) ^ 1, 1 - (literals[at + 1] ?? 0))
}
