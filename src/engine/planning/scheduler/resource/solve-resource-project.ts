import { createSeededRandom } from '../../../../base/random.ts'
import { type SearchProblem, searchExactly } from './clause-learning/search.ts'
import { explainTogether, type SmallContradiction } from './explain-together.ts'
import { type LongestPaths, longestPaths } from './longest-paths.ts'
import { lowerBound, tailsOf } from './lower-bound.ts'
import { placeParts } from './place-parts.ts'
import {
  type Lag,
  makespanOf,
  mirrored,
  type ResourceInstance,
  topologicalOrder,
} from './resource-instance.ts'
import { createOrderSearch } from './search-orders.ts'
import { selectOrders } from './select-orders.ts'

/** When and how a search ends; the engine itself has no clock. */
export interface SolveBudget {
  /** Milliseconds of any origin; only differences count. */
  readonly now: () => number
  readonly milliseconds: number
  readonly seed: number
}

export type ResourceSolution =
  | {
      readonly kind: 'scheduled'
      readonly starts: Int32Array
      readonly makespan: number
      /** No schedule is shorter than this. Equal to the makespan when that is proven to be the best. */
      readonly lowerBound: number
    }
  | { readonly kind: 'contradictory'; readonly because: Contradiction }
  /** The time was over before a schedule or a proof was found. */
  | { readonly kind: 'undecided' }

export type Contradiction =
  | { readonly kind: 'circle'; readonly lags: readonly Lag[] }
  | { readonly kind: 'demand'; readonly activity: number; readonly resource: number }
  /** Lags and resources together, by exhaustive proof; the smallest part of it where there was time to find it. */
  | { readonly kind: 'together'; readonly smallest?: SmallContradiction }

const FIRST_SCHEDULES = 60
const SLICE = 50
/** Larger projects are left to the search over orders: an exact one would not get through them. */
const MAX_FOR_PROOF = 400
const SHARE_OF_PROOF = 0.7

/** The shortest schedule that the budget allows, and whether it is proven to be the shortest; or why there is none. */
export function solveResourceProject(instance: ResourceInstance, budget: SolveBudget): ResourceSolution {
  const paths = longestPaths(instance)
  const contradiction = findContradiction(instance, paths)
  if (contradiction !== undefined) return { kind: 'contradictory', because: contradiction }
  const heads = paths.kind === 'starts' ? paths.earliest : new Int32Array(instance.count)
  const begun = budget.now()
  const isOverAt = (share: number) => () => budget.now() - begun >= budget.milliseconds * share
  const searching = { seed: budget.seed, isOverAt }
  if (topologicalOrder(instance) !== undefined) return solveWithoutCircles(instance, heads, searching)
  const solution = solveWithCircles(instance, heads, searching)
  const isProven = solution.kind === 'contradictory' && solution.because.kind === 'together'
  const smallest = isProven ? smallestPart(instance, searching) : undefined
  if (smallest === undefined) return solution
  return { kind: 'contradictory', because: { kind: 'together', smallest } }
}

/** How often a search for a small proof asks for the time before it is given up. */
const MAX_SMALL_PROOF_LENGTH = 300

function smallestPart(
  instance: ResourceInstance,
  { seed, isOverAt }: Searching,
): SmallContradiction | undefined {
  const isOver = isOverAt(1)
  return explainTogether(instance, {
    isOver,
    isContradictory: part => {
      const paths = longestPaths(part)
      if (paths.kind === 'circle') return true
      const problem = toSearchProblem(part, paths.earliest, horizonOf(part))
      if (problem === undefined) return true
      let asked = 0
      let isFound = false
      const result = searchExactly(problem, {
        random: createSeededRandom(seed),
        isOver: () => isFound || ++asked > MAX_SMALL_PROOF_LENGTH || isOver(),
        onBetter: () => {
          isFound = true
        },
      })
      return !isFound && result.starts === undefined && result.isProven
    },
  })
}

function findContradiction(instance: ResourceInstance, paths: LongestPaths): Contradiction | undefined {
  if (paths.kind === 'circle') return paths
  const { count, resources, demands, durations } = instance
  for (let activity = 0; activity < count; activity += 1) {
    if (durations[activity] === 0) continue
    for (const [resource, { capacity }] of resources.entries())
      if ((demands[activity * resources.length + resource] ?? 0) > capacity)
        return { kind: 'demand', activity, resource }
  }
  return undefined
}

/** Beyond so many activities a whole search would not get through; what the parts give is what there is. */
const MAX_FOR_SEARCH = 2_000
const SHARE_OF_PARTS = 0.4
/** Larger parts are content with the first schedule. */
const MAX_FOR_BEST_PART = 30

interface Searching {
  readonly seed: number
  readonly isOverAt: (share: number) => () => boolean
}

/** Maximal lags: even a first schedule may need search. Large projects are first placed part by part. */
function solveWithCircles(
  instance: ResourceInstance,
  heads: Int32Array,
  searching: Searching,
): ResourceSolution {
  const tails = waysToEnd(instance)
  const bound = lowerBound(instance, { heads, tails: tailsOf(instance) })
  if (instance.count <= MAX_FOR_PROOF) {
    const selected = selectOrders(instance)
    if (selected === 'contradictory') return { kind: 'contradictory', because: { kind: 'together' } }
    return solveByProof(selected, heads, { ...searching, bound })
  }
  const isLast = instance.count > MAX_FOR_SEARCH
  const parts = placeParts(instance, {
    tails,
    random: createSeededRandom(searching.seed),
    isOver: searching.isOverAt(isLast ? 1 : SHARE_OF_PARTS),
    solve: part => solvePart(part, searching),
  })
  if (parts.kind === 'contradictory') return { kind: 'contradictory', because: { kind: 'together' } }
  const found: ResourceSolution =
    parts.kind === 'open' ? { kind: 'undecided' } : scheduledAt(instance, parts.starts, bound)
  if (found.kind === 'scheduled' && (isLast || found.makespan <= bound)) return found
  const better = solveByProof(instance, heads, { ...searching, bound })
  if (found.kind !== 'scheduled') return better
  return better.kind === 'scheduled' && better.makespan < found.makespan ? better : found
}

/** The longest way from each start to the end, whatever circles the lags run in. */
function waysToEnd(instance: ResourceInstance): Int32Array {
  const turned = longestPaths(mirrored(instance))
  if (turned.kind === 'circle') return instance.durations
  return turned.earliest.map((way, activity) => way + (instance.durations[activity] ?? 0))
}

function scheduledAt(instance: ResourceInstance, starts: Int32Array, bound: number): ResourceSolution {
  return { kind: 'scheduled', starts, makespan: makespanOf(instance, starts), lowerBound: bound }
}

/** A schedule of a part, as starts from the moment it begins. */
function solvePart(
  part: ResourceInstance,
  { seed, isOverAt }: Searching,
): Int32Array | 'contradictory' | undefined {
  if (longestPaths(part).kind === 'circle') return 'contradictory'
  const selected = selectOrders(part)
  const paths = selected === 'contradictory' ? undefined : longestPaths(selected)
  if (selected === 'contradictory' || paths?.kind !== 'starts') return 'contradictory'
  const problem = toSearchProblem(selected, paths.earliest, horizonOf(part))
  if (problem === undefined) return 'contradictory'
  const isLate = isOverAt(SHARE_OF_PARTS)
  let isFound = false
  const result = searchExactly(problem, {
    random: createSeededRandom(seed),
    isOver: () => (isFound && part.count > MAX_FOR_BEST_PART) || isLate(),
    onBetter: () => {
      isFound = true
    },
  })
  if (result.starts !== undefined) return result.starts.slice(0, part.count)
  return result.isProven ? 'contradictory' : undefined
}

function solveByProof(
  instance: ResourceInstance,
  heads: Int32Array,
  { seed, isOverAt, bound }: Searching & { readonly bound: number },
): ResourceSolution {
  const isOver = isOverAt(1)
  const problem = toSearchProblem(instance, heads, horizonOf(instance))
  if (problem === undefined) return { kind: 'contradictory', because: { kind: 'together' } }
  const result = searchExactly(problem, { random: createSeededRandom(seed), isOver })
  if (result.starts === undefined)
    return result.isProven ? { kind: 'contradictory', because: { kind: 'together' } } : { kind: 'undecided' }
  const makespan = makespanOf(instance, result.starts)
  const starts = result.starts.slice(0, instance.count)
  return { kind: 'scheduled', starts, makespan, lowerBound: result.isProven ? makespan : bound }
}

function solveWithoutCircles(
  instance: ResourceInstance,
  heads: Int32Array,
  { seed, isOverAt }: { readonly seed: number; readonly isOverAt: (share: number) => () => boolean },
): ResourceSolution {
  const tails = tailsOf(instance)
  const bound = lowerBound(instance, { heads, tails })
  const orders = createOrderSearch(instance, { heads, tails }, createSeededRandom(seed))
  const scheduled = (lower: number): ResourceSolution => {
    const { starts, makespan } = orders.best()
    return { kind: 'scheduled', starts, makespan, lowerBound: lower }
  }
  const isBest = (): boolean => orders.best().makespan <= bound
  const isOver = isOverAt(1)
  orders.advance(FIRST_SCHEDULES, () => isBest() || isOver())
  if (isBest()) return scheduled(bound)
  if (instance.count <= MAX_FOR_PROOF) {
    const { starts: known, makespan } = orders.best()
    const problem = toSearchProblem(instance, heads, makespan - 1)
    if (problem === undefined) return scheduled(makespan)
    const random = createSeededRandom(seed + 1)
    const proof = searchExactly(problem, { random, known, isOver: isOverAt(SHARE_OF_PROOF) })
    if (proof.starts !== undefined) orders.adopt(proof.starts.slice(0, instance.count))
    if (proof.isProven) return scheduled(orders.best().makespan)
  }
  while (!isBest() && !isOver()) orders.advance(SLICE, () => isBest() || isOver())
  return scheduled(bound)
}

/** Adds an activity that starts when all have ended; undefined when nothing can end by `horizon`. */
function toSearchProblem(
  instance: ResourceInstance,
  heads: Int32Array,
  horizon: number,
): SearchProblem | undefined {
  const { count, durations, demands, resources } = instance
  const lags = [...instance.lags]
  const earliest = new Int32Array(count + 1)
  const latest = new Int32Array(count + 1).fill(horizon)
  for (let activity = 0; activity < count; activity += 1) {
    const duration = durations[activity] ?? 0
    lags.push({ from: activity, to: count, lag: duration })
    earliest[activity] = heads[activity] ?? 0
    latest[activity] = horizon - duration
    earliest[count] = Math.max(earliest[count] ?? 0, (earliest[activity] ?? 0) + duration)
  }
  if (earliest.some((start, activity) => start > (latest[activity] ?? 0))) return undefined
  const loads = resources.flatMap(({ capacity }, resource) => {
    const demandOf = (activity: number): number => demands[activity * resources.length + resource] ?? 0
    const activities = Array.from({ length: count }, (_, activity) => activity).filter(
      activity => demandOf(activity) > 0 && (durations[activity] ?? 0) > 0,
    )
    const total = activities.reduce((sum, activity) => sum + demandOf(activity), 0)
    if (total <= capacity) return []
    return [
      {
        activities,
        capacity,
        durations: activities.map(activity => durations[activity] ?? 0),
        demands: activities.map(demandOf),
      },
    ]
  })
  return { earliest, latest, lags, loads, last: count }
}

/** By then every project that can be scheduled at all can be: one activity or its longest lag after another. */
function horizonOf({ count, durations, lags }: ResourceInstance): number {
  const longest = Int32Array.from(durations)
  for (const { from, lag } of lags) longest[from] = Math.max(longest[from] ?? 0, lag)
  let sum = 0
  for (let activity = 0; activity < count; activity += 1) sum += longest[activity] ?? 0
  return sum
}
