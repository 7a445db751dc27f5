import { ProblemError } from './problems.ts'

/** Counts what each key does in a window that refills evenly. */
export interface RateLimit {
  /**
   * Throws a 429 with the seconds to wait when `key` did `perWindow` things within `windowMs`; counts this one.
   * `windowsSaved` (1 when absent) is how many windows' worth a key that was quiet may use at once.
   */
  take(key: string, perWindow: number, what: string, windowsSaved?: number): void
}

const MAX_KEYS = 10_000

/** A token bucket per key, full at first; the keys used longest ago are forgotten. */
export function createRateLimit(clock: { now(): number }, windowMs: number): RateLimit {
  const buckets = new Map<string, { level: number; at: number }>()
  return {
    take(key, perWindow, what, windowsSaved = 1) {
      const now = clock.now()
      const capacity = perWindow * windowsSaved
      const bucket = buckets.get(key) ?? { level: capacity, at: now }
      const refilled = bucket.level + (Math.max(0, now - bucket.at) / windowMs) * perWindow
      const level = Math.min(capacity, refilled)
      buckets.delete(key)
      buckets.set(key, { level: level >= 1 ? level - 1 : level, at: now })
      if (buckets.size > MAX_KEYS) buckets.delete(buckets.keys().next().value ?? key)
      if (level >= 1) return
      const retryAfterSeconds = Math.max(1, Math.ceil(((1 - level) / perWindow) * (windowMs / 1000)))
      const detail = `More than ${perWindow} ${what} per ${windowMs / 1000} s. Wait ${retryAfterSeconds} s and try again.`
      throw new ProblemError(429, 'rate_limited', detail, { retryAfterSeconds })
    },
  }
}
