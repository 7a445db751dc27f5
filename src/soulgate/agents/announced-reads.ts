import type { Clock, Timers } from '../../base/clock.ts'

export interface AnnouncedReads {
  announce(): void
  /** Begins no further reading. */
  stop(): void
}

const MIN_GAP_MS = 5_000
const MAX_GAP_MS = 600_000

/**
 * Reads again what a server says has changed: the first time at once, then at intervals that double from 5 seconds to 10
 * minutes until it was quiet that long, never twice at once. A server that announces without end, with something else each
 * time, would otherwise fill the audit chain.
 */
export function createAnnouncedReads(
  { clock, timers }: { readonly clock: Clock; readonly timers: Timers },
  read: () => Promise<unknown>,
): AnnouncedReads {
  let cancel: (() => void) | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  let isStopped = false
  let gapMs = 0
  let lastMs = Number.NEGATIVE_INFINITY
  const begin = (): void => {
    cancel = undefined
    gapMs = clock.now() - lastMs > MAX_GAP_MS ? MIN_GAP_MS : Math.min(gapMs * 2, MAX_GAP_MS)
    lastMs = clock.now()
    underWay = underWay.then(() => (isStopped ? undefined : read()))
  }
  return {
    announce: () => {
      if (isStopped || cancel !== undefined) return
      cancel = timers.after(Math.max(0, lastMs + gapMs - clock.now()), begin)
    },
    stop: () => {
      isStopped = true
      cancel?.()
    },
  }
}
