import type { Lag, ResourceInstance } from './resource-instance.ts'

/** Earliest starts by lags alone, or a circle of lags that asks an activity to start after itself. */
export type LongestPaths =
  | { readonly kind: 'starts'; readonly earliest: Int32Array }
  | { readonly kind: 'circle'; readonly lags: readonly Lag[] }

/** Longest paths from time 0 to each start (Bellman and Ford, with a queue of what changed). */
export function longestPaths({ count, lags }: Pick<ResourceInstance, 'count' | 'lags'>): LongestPaths {
  const outgoing: Lag[][] = Array.from({ length: count }, () => [])
  for (const lag of lags) outgoing[lag.from]?.push(lag)
  const earliest = new Int32Array(count)
  const reachedBy: (Lag | undefined)[] = Array.from({ length: count })
  const steps = new Int32Array(count)
  const isQueued = new Uint8Array(count).fill(1)
  const queue = Array.from({ length: count }, (_, activity) => activity)
  for (let at = 0; at < queue.length; at += 1) {
    const from = queue[at] ?? 0
    isQueued[from] = 0
    for (const lag of outgoing[from] ?? []) {
      const start = (earliest[from] ?? 0) + lag.lag
      if (start <= (earliest[lag.to] ?? 0)) continue
      earliest[lag.to] = start
      reachedBy[lag.to] = lag
      steps[lag.to] = (steps[from] ?? 0) + 1
      if ((steps[lag.to] ?? 0) >= count) {
        const circle = findCircle(reachedBy, lag.to)
        if (circle !== undefined) return { kind: 'circle', lags: circle }
        steps[lag.to] = 0
      }
      if (isQueued[lag.to] === 1) continue
      isQueued[lag.to] = 1
      queue.push(lag.to)
    }
    if (at > 4096) at -= queue.splice(0, at).length
  }
  return { kind: 'starts', earliest }
}

function findCircle(reachedBy: readonly (Lag | undefined)[], from: number): readonly Lag[] | undefined {
  const seen = new Map<number, number>()
  const path: Lag[] = []
  for (let activity = from; ; ) {
    const begun = seen.get(activity)
    if (begun !== undefined) return path.slice(begun).reverse()
    seen.set(activity, path.length)
    const lag = reachedBy[activity]
    if (lag === undefined) return undefined
    path.push(lag)
    activity = lag.from
  }
}
