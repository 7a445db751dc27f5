/** `start[to] ≥ start[from] + lag`; a negative lag is a maximal one seen from the other side. */
export interface Lag {
  readonly from: number
  readonly to: number
  readonly lag: number
}

/**
 * A resource-constrained project in whole units of time: activities by number, each running once without a break and
 * holding its demands meanwhile. The makespan is the latest end.
 */
export interface ResourceInstance {
  readonly count: number
  readonly names: readonly string[]
  readonly durations: Int32Array
  readonly resources: readonly { readonly name: string; readonly capacity: number }[]
  /** Demand of activity `a` for resource `r` at `a * resources.length + r`. */
  readonly demands: Int32Array
  readonly lags: readonly Lag[]
}

/** What an instance says of the lags of each activity. */
export interface LagLists {
  readonly incoming: readonly (readonly Lag[])[]
  readonly outgoing: readonly (readonly Lag[])[]
}

export function lagLists({ count, lags }: ResourceInstance): LagLists {
  const incoming: Lag[][] = Array.from({ length: count }, () => [])
  const outgoing: Lag[][] = Array.from({ length: count }, () => [])
  for (const lag of lags) {
    incoming[lag.to]?.push(lag)
    outgoing[lag.from]?.push(lag)
  }
  return { incoming, outgoing }
}

/** The same project running backwards: each end becomes a start. */
export function mirrored(instance: ResourceInstance): ResourceInstance {
  const { durations, lags } = instance
  return {
    ...instance,
    lags: lags.map(({ from, to, lag }) => ({
      from: to,
      to: from,
      lag: lag + (durations[to] ?? 0) - (durations[from] ?? 0),
    })),
  }
}

/** The latest end of a schedule. */
export function makespanOf({ count, durations }: ResourceInstance, starts: Int32Array): number {
  let latest = 0
  for (let activity = 0; activity < count; activity += 1)
    latest = Math.max(latest, (starts[activity] ?? 0) + (durations[activity] ?? 0))
  return latest
}

/** Every activity after those that have a lag to it; undefined when the lags run in a circle. */
export function topologicalOrder({ count, lags }: ResourceInstance): Int32Array | undefined {
  const open = new Int32Array(count)
  const next: number[][] = Array.from({ length: count }, () => [])
  for (const { from, to } of lags) {
    open[to] = (open[to] ?? 0) + 1
    next[from]?.push(to)
  }
  const order = new Int32Array(count)
  let size = 0
  for (let activity = 0; activity < count; activity += 1) if (open[activity] === 0) order[size++] = activity
  for (let at = 0; at < size; at += 1) {
    for (const activity of next[order[at] ?? 0] ?? []) {
      const left = (open[activity] ?? 0) - 1
      open[activity] = left
      if (left === 0) order[size++] = activity
    }
  }
  return size === count ? order : undefined
}
