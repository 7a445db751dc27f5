import { lagLists, type ResourceInstance, topologicalOrder } from './resource-instance.ts'

const MAX_FOR_PAIRS = 400

/** A makespan below which no schedule can be: by lags alone, and by the work that must fit between heads and tails. */
export function lowerBound(instance: ResourceInstance, { heads, tails }: HeadsAndTails): number {
  const { count, durations, demands, resources } = instance
  let bound = 0
  for (let activity = 0; activity < count; activity += 1)
    bound = Math.max(bound, (heads[activity] ?? 0) + (tails[activity] ?? 0))
  for (const [resource, { capacity }] of resources.entries()) {
    const users: Work[] = []
    for (let activity = 0; activity < count; activity += 1) {
      const duration = durations[activity] ?? 0
      const energy = duration * (demands[activity * resources.length + resource] ?? 0)
      if (energy === 0) continue
      users.push({ head: heads[activity] ?? 0, tail: (tails[activity] ?? 0) - duration, energy })
    }
    bound = Math.max(bound, workBound(users, capacity))
  }
  return bound
}

/** Earliest starts, and the longest ways from each start to the end of the project. */
export interface HeadsAndTails {
  readonly heads: Int32Array
  readonly tails: Int32Array
}

interface Work {
  readonly head: number
  /** What must follow its end. */
  readonly tail: number
  readonly energy: number
}

/** For each head and tail: all work that lies between them must fit in, at full capacity. */
function workBound(users: readonly Work[], capacity: number): number {
  const isLarge = users.length > MAX_FOR_PAIRS
  const heads = isLarge ? [0] : [...new Set(users.map(({ head }) => head))]
  const byTail = [...users].sort((left, right) => right.tail - left.tail)
  let bound = 0
  for (const from of heads) {
    let energy = 0
    for (const user of byTail) {
      if (user.head < from) continue
      energy += user.energy
      bound = Math.max(bound, from + Math.ceil(energy / capacity) + user.tail)
    }
  }
  return bound
}

/** The longest way from the start of each activity to the end of the project. */
export function tailsOf(instance: ResourceInstance): Int32Array {
  const tails = Int32Array.from(instance.durations)
  const order = topologicalOrder(instance)
  if (order === undefined) return tails
  const { outgoing } = lagLists(instance)
  for (const activity of order.toReversed())
    for (const { to, lag } of outgoing[activity] ?? [])
      tails[activity] = Math.max(tails[activity] ?? 0, lag + (tails[to] ?? 0))
  return tails
}
