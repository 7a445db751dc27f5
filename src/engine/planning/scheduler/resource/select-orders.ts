import type { Lag, ResourceInstance } from './resource-instance.ts'

/** Per pair of activities the longest way over all lags, at `from * count + to`; `-Infinity` where there is none. */
export type Distances = Float64Array

/** Floyd and Warshall; for projects whose lags contradict nothing by themselves. */
export function longestDistances({ count, lags }: Pick<ResourceInstance, 'count' | 'lags'>): Distances {
  const distances = new Float64Array(count * count).fill(Number.NEGATIVE_INFINITY)
  for (const { from, to, lag } of lags) {
    const at = from * count + to
    distances[at] = Math.max(distances[at] ?? 0, lag)
  }
  for (let activity = 0; activity < count; activity += 1) distances[activity * count + activity] = 0
  for (let over = 0; over < count; over += 1)
    for (let from = 0; from < count; from += 1) {
      const first = distances[from * count + over] ?? 0
      if (first === Number.NEGATIVE_INFINITY || from === over) continue
      for (let to = 0; to < count; to += 1) {
        const way = first + (distances[over * count + to] ?? 0)
        if (way > (distances[from * count + to] ?? 0)) distances[from * count + to] = way
      }
    }
  return distances
}

/** Beyond so many the pairs would take longer than they save. */
const MAX_ACTIVITIES = 400

/**
 * Two activities that cannot run at once must follow each other; where maximal lags leave only one order, it is made a
 * lag (immediate selection; Brucker, Jurisch and Krämer, 1994), again and again. `contradictory` when some pair is left
 * none. The project itself when it is too large or nothing follows.
 */
export function selectOrders(instance: ResourceInstance): ResourceInstance | 'contradictory' {
  const { count, durations } = instance
  if (count > MAX_ACTIVITIES) return instance
  const distances = longestDistances(instance)
  const pairs = exclusivePairs(instance)
  const selected: Lag[] = []
  for (let isNew = true; isNew; ) {
    isNew = false
    for (const [one, other] of pairs) {
      const isOneFirst = canPrecede(one, other)
      const isOtherFirst = canPrecede(other, one)
      if (isOneFirst && isOtherFirst) continue
      if (!isOneFirst && !isOtherFirst) return 'contradictory'
      const [from, to] = isOneFirst ? [one, other] : [other, one]
      const lag = durations[from] ?? 0
      if ((distances[from * count + to] ?? 0) >= lag) continue
      selected.push({ from, to, lag })
      addDistance(distances, count, { from, to, lag })
      isNew = true
    }
  }
  return selected.length === 0 ? instance : { ...instance, lags: [...instance.lags, ...selected] }

  function canPrecede(first: number, second: number): boolean {
    return (durations[first] ?? 0) + (distances[second * count + first] ?? 0) <= 0
  }
}

/** Pairs that together need more of a resource than there is. */
function exclusivePairs({
  count,
  durations,
  demands,
  resources,
}: ResourceInstance): readonly (readonly [number, number])[] {
  const width = resources.length
  const pairs: (readonly [number, number])[] = []
  for (let one = 0; one < count; one += 1) {
    if (durations[one] === 0) continue
    for (let other = one + 1; other < count; other += 1) {
      const isTooMuch = resources.some(
        ({ capacity }, resource) =>
          (demands[one * width + resource] ?? 0) + (demands[other * width + resource] ?? 0) > capacity,
      )
      if (durations[other] !== 0 && isTooMuch) pairs.push([one, other])
    }
  }
  return pairs
}

function addDistance(distances: Distances, count: number, { from, to, lag }: Lag): void {
  for (let before = 0; before < count; before += 1) {
    const first = (distances[before * count + from] ?? 0) + lag
    if (first === Number.NEGATIVE_INFINITY) continue
    for (let after = 0; after < count; after += 1) {
      const way = first + (distances[to * count + after] ?? 0)
      if (way > (distances[before * count + after] ?? 0)) distances[before * count + after] = way
    }
  }
}
