import type { Random } from '../../../../base/random.ts'
import { createOrderByKeys, type OrderByKeys } from '../order-by-keys.ts'
import { type Frame, mirrored, NEVER } from './frame.ts'
import { type Placement, placeInOrder } from './placing.ts'

/** How good a placement is; smaller is better, the first difference decides. */
export interface Score {
  /** Minutes after dues, and minutes by which settled blocks are too early for what they wait for. */
  readonly late: number
  readonly finish: number
  /** Ends weighted by priority. */
  readonly weighted: number
}

export interface Found {
  readonly placement: Placement
  readonly score: Score
}

export interface SearchLimits {
  readonly random: Random
  readonly restarts: number
  readonly isOver: () => boolean
  /** No placement can finish earlier. */
  readonly earliestFinish: number
}

/** Each priority rule once, justified. Undefined when not even one placement fits before the horizon. */
export function placeByRules(frame: Frame, isOver: () => boolean): Found | undefined {
  const orderBy = createOrderByKeys(frame.tasks.length, frame.links)
  let best: Found | undefined
  for (const keys of priorityRules(frame)) {
    if (best !== undefined && isOver()) break
    const found = tryOrder(frame, orderBy, orderBy(keys))
    if (found !== undefined && isBetter(found, best)) best = found
  }
  return best
}

/** Disturbs the rules and the best order so far, again and again, by a seed. */
export function improve(frame: Frame, first: Found, limits: SearchLimits): Found {
  const orderBy = createOrderByKeys(frame.tasks.length, frame.links)
  const rules = priorityRules(frame)
  let best = first
  for (let restart = 0; restart < limits.restarts; restart += 1) {
    if (limits.isOver() || isAsGoodAsCanBe(best, limits)) break
    const base = restart % 2 === 0 ? best.placement.starts : (rules[(restart >> 1) % rules.length] ?? [])
    const found = tryOrder(frame, orderBy, orderBy(disturbed(base, limits.random)))
    if (found !== undefined && isBetter(found, best)) best = found
  }
  return best
}

function isAsGoodAsCanBe({ score }: Found, { earliestFinish }: SearchLimits): boolean {
  return score.late === 0 && score.finish <= earliestFinish
}

function isBetter({ score }: Found, than: Found | undefined): boolean {
  if (than === undefined) return true
  const { late, finish, weighted } = than.score
  if (score.late !== late) return score.late < late
  if (score.finish !== finish) return score.finish < finish
  return score.weighted < weighted
}

function tryOrder(frame: Frame, orderBy: OrderByKeys, order: Int32Array): Found | undefined {
  const placement = placeInOrder(frame, order)
  if (placement === undefined) return undefined
  const found = { placement, score: scoreOf(frame, placement) }
  const justified = justify(frame, orderBy, found)
  return justified !== undefined && isBetter(justified, found) ? justified : found
}

/** Everything as late as it goes, then as early as it goes, in order of ends and of starts. */
function justify(frame: Frame, orderBy: OrderByKeys, { placement, score }: Found): Found | undefined {
  const turned = mirrored(frame, Math.max(1, score.finish))
  const backwards = createOrderByKeys(turned.tasks.length, turned.links)
  const late = placeInOrder(turned, backwards(placement.ends.map(end => -end)))
  if (late === undefined) return undefined
  const early = placeInOrder(frame, orderBy(late.ends.map(end => -end)))
  return early === undefined ? undefined : { placement: early, score: scoreOf(frame, early) }
}

/** How late a placement is, when it finishes, and what its order is worth. */
export function scoreOf(frame: Frame, { starts, ends }: Placement): Score {
  let late = 0
  let finish = 0
  let weighted = 0
  for (const [at, { due, priority, fixed }] of frame.tasks.entries()) {
    const end = ends[at] ?? 0
    if (fixed === undefined) late += Math.max(0, end - due)
    finish = Math.max(finish, end)
    weighted += end * (1 + priority)
  }
  for (const { from, to, type, lag } of frame.links) {
    if (frame.tasks[to]?.fixed === undefined) continue
    const before = (type === 'FS' || type === 'FF' ? ends[from] : starts[from]) ?? 0
    const after = (type === 'FS' || type === 'SS' ? starts[to] : ends[to]) ?? 0
    late += Math.max(0, before + lag - after)
  }
  return { late, finish, weighted }
}

/** By due seen through all that waits for it; by slack; by priority; by what must follow. */
function priorityRules(frame: Frame): readonly Float64Array[] {
  const { tasks, horizon } = frame
  const { dues, tails } = throughLinks(frame)
  const due = (at: number): number => Math.min(dues[at] ?? NEVER, 2 * horizon - (tails[at] ?? 0))
  const rule = (key: (at: number) => number): Float64Array =>
    Float64Array.from({ length: tasks.length }, (_, at) => key(at))
  const priority = (at: number): number => tasks[at]?.priority ?? 0
  return [
    rule(at => due(at) - priority(at) / 1000),
    rule(at => due(at) - (tasks[at]?.minutes ?? 0) - (tasks[at]?.release ?? 0)),
    rule(at => -priority(at) * 4 * horizon + due(at)),
    rule(at => -(tails[at] ?? 0)),
    rule(at => (tasks[at]?.release ?? 0) + due(at)),
  ]
}

/** The latest end by the dues of what waits, and the minutes that must follow, over all links. */
function throughLinks({ tasks, links }: Frame): {
  readonly dues: Float64Array
  readonly tails: Float64Array
} {
  const dues = Float64Array.from(tasks, ({ due, fixed }) =>
    fixed === undefined ? due : (fixed.at(-1)?.end ?? due),
  )
  const tails = Float64Array.from(tasks, ({ minutes }) => minutes)
  const outgoing: { readonly to: number; readonly lag: number; readonly type: string }[][] = tasks.map(
    () => [],
  )
  for (const { from, to, lag, type } of links) outgoing[from]?.push({ to, lag, type })
  const order = createOrderByKeys(tasks.length, links)(new Float64Array(tasks.length))
  for (const at of order.toReversed()) {
    const minutes = tasks[at]?.minutes ?? 0
    for (const { to, lag, type } of outgoing[at] ?? []) {
      const later = dues[to] ?? NEVER
      const begun = type === 'FS' || type === 'SS' ? later - (tasks[to]?.minutes ?? 0) : later
      const end = begun - lag + (type === 'SS' || type === 'SF' ? minutes : 0)
      dues[at] = Math.min(dues[at] ?? NEVER, later >= NEVER ? NEVER : end)
      tails[at] = Math.max(tails[at] ?? 0, minutes + lag + (tails[to] ?? 0))
    }
  }
  return { dues, tails }
}

function disturbed(keys: ArrayLike<number>, random: Random): Float64Array {
  const result = Float64Array.from(keys)
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const key of result) {
    least = Math.min(least, key)
    most = Math.max(most, key)
  }
  const spread = (most - least) * (0.05 + 0.4 * random.float())
  for (let at = 0; at < result.length; at += 1)
    result[at] = (result[at] ?? 0) + (random.float() - 0.5) * spread
  return result
}
