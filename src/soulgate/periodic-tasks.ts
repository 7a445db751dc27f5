import type { Timers } from '../base/clock.ts'

/** One look at what is due; when the signal is aborted, a pass of many steps begins no further one. */
export type Pass = (signal: AbortSignal) => Promise<unknown>

export interface PeriodicTasks {
  /** Makes a pass again and again, each so many milliseconds after the last one ended. */
  every(periodMs: number, pass: Pass): void
  /** Begins no further pass; resolves when those under way have ended, so that nothing is written after it. */
  stop(): Promise<void>
}

/** What a process does from time to time. A pass that fails is reported, and made again at its next time. */
export function createPeriodicTasks(timers: Timers, report: (error: unknown) => void): PeriodicTasks {
  const stopping = new AbortController()
  const cancels = new Map<Pass, () => void>()
  const underWay = new Set<Promise<void>>()
  const plan = (periodMs: number, pass: Pass): void => {
    if (!stopping.signal.aborted)
      cancels.set(
        pass,
        timers.after(periodMs, () => begin(periodMs, pass)),
      )
  }
  const begin = (periodMs: number, pass: Pass): void => {
    const made = pass(stopping.signal)
      .then(() => {}, report)
      .finally(() => {
        underWay.delete(made)
        plan(periodMs, pass)
      })
    underWay.add(made)
  }
  return {
    every: plan,
    stop: async () => {
      stopping.abort()
      for (const cancel of cancels.values()) cancel()
      await Promise.all(underWay)
    },
  }
}
