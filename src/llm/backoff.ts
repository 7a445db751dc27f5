import type { Timers } from '../base/clock.ts'
import type { Random } from '../base/random.ts'

const FIRST_MS = 500
const MAX_MS = 20_000

/** Exponential backoff with full jitter: anywhere between nothing and the doubled wait. `failures` counts from 1. */
export function backoffMs(failures: number, random: Random): number {
  return Math.round(random.float() * Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1)))
}

/** Waits, or stops waiting when the signal says so. */
export function pause(
  ms: number,
  { timers, signal }: { readonly timers: Timers; readonly signal: AbortSignal },
) {
  return new Promise<void>(resolve => {
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = timers.after(ms, end)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
