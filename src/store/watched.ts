import type { Clock } from '../base/clock.ts'

/** What a store tells its listeners after it may have missed notices. */
const ANYTHING = '*'

export interface WatchedOptions<Value> {
  readonly store: { subscribe(listener: (topics: readonly string[]) => void): () => void }
  /** A commit that names one of these topics makes the value stale. */
  readonly topics: readonly string[]
  readonly clock: Clock
  readonly maxAgeMs: number
  readonly read: () => Promise<Value>
}

/** A value read from the store and kept until a commit touches its topic or it grows old. */
export interface Watched<Value> {
  /** As fresh as the last commit this process heard of. Rejects when it must be read and cannot be. */
  get(): Promise<Value>
  /** What was read last, stale or not. */
  last(): Value | undefined
  /** Makes the next `get` read again. */
  invalidate(): void
  close(): void
}

/** Reads at most once at a time; a read that began before an invalidation is never kept as fresh. */
export function watch<Value>(options: WatchedOptions<Value>): Watched<Value> {
  const { store, topics, clock, maxAgeMs, read } = options
  let generation = 0
  let kept: { readonly value: Value; readonly readAtMs: number; readonly generation: number } | undefined
  let reading: { readonly promise: Promise<Value>; readonly generation: number } | undefined

  const invalidate = () => {
    generation += 1
  }
  const isFresh = () => {
    if (kept?.generation !== generation) return false
    const ageMs = clock.now() - kept.readAtMs
    return ageMs >= 0 && ageMs < maxAgeMs
  }
  const readNow = () => {
    const begun = { generation, readAtMs: clock.now() }
    const promise = read()
      .then(value => {
        if (kept === undefined || kept.generation <= begun.generation) kept = { value, ...begun }
        return value
      })
      .finally(() => {
        if (reading?.promise === promise) reading = undefined
      })
    reading = { promise, generation }
    return promise
  }
  const unsubscribe = store.subscribe(changed => {
    if (changed.some(topic => topic === ANYTHING || topics.includes(topic))) invalidate()
  })
  return {
    get: async () => {
      if (kept !== undefined && isFresh()) return kept.value
      return reading?.generation === generation ? reading.promise : readNow()
    },
    last: () => kept?.value,
    invalidate,
    close: unsubscribe,
  }
}
