const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waits after each failed attempt in milliseconds, as Standard Webhooks recommends: about three days in all. */
export const BACKOFF_SCHEDULE: readonly number[] = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
]

/** How long to wait after so many failed attempts; undefined when it is given up. `jitter` (0–1) adds up to a tenth. */
export function waitAfter(failures: number, jitter: number): number | undefined {
  const step = BACKOFF_SCHEDULE[failures - 1]
  return step === undefined ? undefined : Math.round(step * (1 + jitter / 10))
}
