import type { Clock } from '../../base/clock.ts'

const FAILURES_TO_OPEN = 5
const OPEN_MS = 10_000
const REMEMBERED_ANSWERS = 200

/**
 * A circuit breaker with the latencies of what went through it: after five failures in a row nothing is asked for
 * ten seconds, then one request tries, and its answer decides.
 */
export interface Circuit {
  /** False while it is open, or while another request is the one that tries. */
  mayAsk(): boolean
  succeeded(tookMs: number): void
  failed(because: string): void
  isOpen(): boolean
  lastFailure(): string | undefined
  /** The 95th percentile of the last answers, in ms; undefined before the first. */
  p95Ms(): number | undefined
  /** How many answers that is over, at most 200. */
  answers(): number
}

export function createCircuit(clock: Clock): Circuit {
  const tookMs: number[] = []
  let failures = 0
  let openedAt: number | undefined
  let isTrying = false
  let last: string | undefined
  return {
    mayAsk: () => {
      if (openedAt === undefined) return true
      // A clock that was set back must not keep it open for ever.
      const passedMs = Math.abs(clock.now() - openedAt)
      if (passedMs < OPEN_MS || isTrying) return false
      isTrying = true
      return true
    },
    succeeded: ms => {
      failures = 0
      openedAt = undefined
      isTrying = false
      last = undefined
      tookMs.push(ms)
      if (tookMs.length > REMEMBERED_ANSWERS) tookMs.shift()
    },
    failed: because => {
      failures += 1
      last = because
      if (isTrying || failures >= FAILURES_TO_OPEN) openedAt = clock.now()
      isTrying = false
    },
    isOpen: () => openedAt !== undefined,
    lastFailure: () => last,
    answers: () => tookMs.length,
    p95Ms: () => [...tookMs].sort((a, b) => a - b)[Math.ceil(0.95 * tookMs.length) - 1],
  }
}
