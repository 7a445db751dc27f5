import type { Random } from '../../../../../base/random.ts'
import { createConflictAnalysis } from './analyze-conflict.ts'
import { type Clauses, createClauses } from './clauses.ts'
import { createTimeTable, type ResourceLoad, type TimeTable } from './time-table.ts'
import {
  addLiteral,
  backTo,
  createTrail,
  openLevel,
  REASON,
  type Reason,
  raise,
  settleRoot,
  type Trail,
} from './trail.ts'

/** Activities with a first and a last start, lags between starts (`start[to] ≥ start[from] + lag`), and resources. */
export interface SearchProblem {
  readonly earliest: Int32Array
  readonly latest: Int32Array
  readonly lags: readonly { readonly from: number; readonly to: number; readonly lag: number }[]
  readonly loads: readonly ResourceLoad[]
  /** The activity whose start is made as small as can be. */
  readonly last: number
}

export interface SearchOptions {
  readonly random: Random
  /** Asked now and then; true ends the search with what it has. */
  readonly isOver: () => boolean
  /** A known schedule, whose choices are tried first. */
  readonly known?: Int32Array
  readonly onBetter?: (starts: Int32Array) => void
}

export interface SearchResult {
  /** True when the best schedule, or the absence of any, is proven. */
  readonly isProven: boolean
  /** Better than `known` when present. */
  readonly starts?: Int32Array
  readonly conflicts: number
}

const FIRST_RESTART = 100
const RESTART_GROWTH = 1.15
const CONFLICTS_BY_START = 300
const MAX_CLAUSES = 4000

/**
 * Exact search by lazy clause generation: every conflict is explained over bounds of starts and learned, so that it is
 * met only once. It proves optimality and the absence of schedules.
 */
export function searchExactly(problem: SearchProblem, options: SearchOptions): SearchResult {
  const state = createState(problem)
  const best: { starts?: Int32Array } = {}
  let saved = options.known
  let restartAfter = FIRST_RESTART
  let isOver = false
  const outcome = (isProven: boolean): SearchResult => ({ isProven, ...best, conflicts: state.conflicts })

  for (;;) {
    const isSound = propagate(state)
    if (!isSound) {
      if (!learn(state)) return outcome(true)
      if ((state.conflicts & 15) === 0 && options.isOver()) return outcome(false)
      if (state.conflicts >= state.restartAt) {
        returnTo(state, 0)
        restartAfter *= RESTART_GROWTH
        state.restartAt = state.conflicts + restartAfter
      }
      continue
    }
    if (state.trail.levelStart.length === 0) settleRootState(state)
    const activity = choose(state, options.random)
    if (activity >= 0) {
      isOver ||= (++state.decisions & 63) === 0 && options.isOver()
      if (isOver) return outcome(false)
      decide(state, activity, saved)
      continue
    }
    const starts = readStarts(state)
    best.starts = starts
    saved = starts
    options.onBetter?.(starts)
    returnTo(state, 0)
    const limit = -((starts[problem.last] ?? 0) - 1)
    if (!raise(state.trail, problem.last * 2 + 1, limit, GIVEN)) return outcome(true)
  }
}

interface State {
  readonly trail: Trail
  readonly clauses: Clauses
  readonly analysis: ReturnType<typeof createConflictAnalysis>
  readonly count: number
  /** Per bound, the lags that start from it. */
  readonly follows: readonly (readonly {
    readonly to: number
    readonly lag: number
    readonly reason: Reason
  }[])[]
  readonly tables: readonly TimeTable[]
  readonly tablesOf: readonly (readonly number[])[]
  readonly isDirty: Uint8Array
  readonly weight: Float64Array
  weightStep: number
  head: number
  conflicts: number
  decisions: number
  restartAt: number
}

const GIVEN: Reason = { kind: REASON.none, data: 0, offset: 0 }

function createState(problem: SearchProblem): State {
  const count = problem.earliest.length
  const root = new Int32Array(count * 2)
  for (let activity = 0; activity < count; activity += 1) {
    root[activity * 2] = problem.earliest[activity] ?? 0
    root[activity * 2 + 1] = -(problem.latest[activity] ?? 0)
  }
  const trail = createTrail(root)
  const clauses = createClauses(trail)
  const follows: { to: number; lag: number; reason: Reason }[][] = Array.from(root, () => [])
  const link = (from: number, to: number, lag: number): void =>
    void follows[from]?.push({ to, lag, reason: { kind: REASON.lag, data: from, offset: lag } })
  for (const { from, to, lag } of problem.lags) {
    link(from * 2, to * 2, lag)
    link(to * 2 + 1, from * 2 + 1, lag)
  }
  const tablesOf: number[][] = Array.from({ length: count }, () => [])
  for (const [at, load] of problem.loads.entries())
    for (const activity of load.activities) tablesOf[activity]?.push(at)
  const weight = new Float64Array(count)
  const state: Omit<State, 'analysis'> = {
    trail,
    clauses,
    count,
    follows,
    tables: problem.loads.map(load => createTimeTable(trail, load)),
    tablesOf,
    isDirty: new Uint8Array(problem.loads.length).fill(1),
    weight,
    weightStep: 1,
    head: 0,
    conflicts: 0,
    decisions: 0,
    restartAt: FIRST_RESTART,
  }
  const bump = (bound: number): void => {
    weight[bound >> 1] = (weight[bound >> 1] ?? 0) + state.weightStep
  }
  // The state is one mutable object; analysis is added to it so that `bump` sees its current step.
  return Object.assign(state, { analysis: createConflictAnalysis(trail, clauses, bump) })
}

function propagate(state: State): boolean {
  const { trail, follows, clauses, isDirty } = state
  for (;;) {
    while (state.head < trail.size) {
      const bound = trail.bound[state.head] ?? 0
      state.head += 1
      for (const { to, lag, reason } of follows[bound] ?? []) {
        if (raise(trail, to, (trail.value[bound] ?? 0) + lag, reason)) continue
        addLiteral(trail.conflict, bound, trail.value[bound] ?? 0)
        return false
      }
      if (!clauses.wake(bound)) return false
      for (const table of state.tablesOf[bound >> 1] ?? []) isDirty[table] = 1
    }
    const next = isDirty.indexOf(1)
    if (next < 0) return true
    isDirty[next] = 0
    if (state.tables[next]?.propagate() === false) return false
  }
}

/** Learns from a conflict and goes back. False when the conflict holds without any decision. */
function learn(state: State): boolean {
  const { trail, analysis } = state
  state.conflicts += 1
  const level = analysis.analyze()
  if (level < 0) return false
  state.weightStep *= 1.05
  if (state.weightStep > 1e100) {
    for (let at = 0; at < state.count; at += 1) state.weight[at] = (state.weight[at] ?? 0) / 1e100
    state.weightStep /= 1e100
  }
  returnTo(state, level)
  const { clause } = analysis
  if (clause.size === 1) raise(trail, clause.bounds[0] ?? 0, clause.values[0] ?? 0, GIVEN)
  else state.clauses.learn(clause)
  return true
}

function returnTo(state: State, level: number): void {
  backTo(state.trail, level)
  state.head = Math.min(state.head, state.trail.size)
  state.isDirty.fill(0)
}

function settleRootState(state: State): void {
  settleRoot(state.trail)
  state.head = 0
  if (state.clauses.count() > MAX_CLAUSES + state.conflicts / 20) state.clauses.reduce()
}

/** The activity to fix next, −1 when all are fixed: by earliest start at first, later by its part in conflicts. */
function choose(state: State, random: Random): number {
  const { value } = state.trail
  const byStart = state.conflicts < CONFLICTS_BY_START
  let chosen = -1
  let bestKey = Number.POSITIVE_INFINITY
  let bestLatest = 0
  for (let activity = 0; activity < state.count; activity += 1) {
    const earliest = value[activity * 2] ?? 0
    const latest = -(value[activity * 2 + 1] ?? 0)
    if (earliest === latest) continue
    const key = byStart ? earliest : -(state.weight[activity] ?? 0)
    if (key > bestKey || (key === bestKey && latest >= bestLatest)) continue
    chosen = activity
    bestKey = key
    bestLatest = latest
  }
  if (chosen >= 0 && !byStart && (random.uint32() & 63) === 0) return anyOpen(state, random)
  return chosen
}

function anyOpen(state: State, random: Random): number {
  const { value } = state.trail
  const offset = random.uint32() % state.count
  for (let step = 0; step < state.count; step += 1) {
    const activity = (offset + step) % state.count
    if (value[activity * 2] !== -(value[activity * 2 + 1] ?? 0)) return activity
  }
  return -1
}

/** Fixes one side of an activity where the best schedule so far has it, otherwise at its earliest start. */
function decide(state: State, activity: number, saved: Int32Array | undefined): void {
  const { trail } = state
  const earliest = trail.value[activity * 2] ?? 0
  const latest = -(trail.value[activity * 2 + 1] ?? 0)
  const wanted = state.conflicts < CONFLICTS_BY_START ? earliest : (saved?.[activity] ?? earliest)
  openLevel(trail)
  if (wanted <= earliest || wanted > latest) raise(trail, activity * 2 + 1, -earliest, GIVEN)
  else if (wanted < latest) raise(trail, activity * 2 + 1, -wanted, GIVEN)
  else raise(trail, activity * 2, wanted, GIVEN)
}

function readStarts(state: State): Int32Array {
  return Int32Array.from({ length: state.count }, (_, activity) => state.trail.value[activity * 2] ?? 0)
}
