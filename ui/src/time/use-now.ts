import { useSyncExternalStore } from 'react'

interface Ticker {
  readonly subscribe: (listener: () => void) => () => void
  readonly now: () => number
}

/** One timer for each interval, however many places show the time. */
const tickers = new Map<number, Ticker>()

/** The time, again every `everyMs` while the page can be seen. */
export function useNow(everyMs = 1000): number {
  const { subscribe, now } = tickerFor(everyMs)
  return useSyncExternalStore(subscribe, now)
}

function tickerFor(everyMs: number): Ticker {
  const known = tickers.get(everyMs)
  if (known) return known
  const made = createTicker(everyMs)
  tickers.set(everyMs, made)
  return made
}

function createTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let now = Date.now()
  const tick = () => {
    if (document.visibilityState !== 'visible') return
    now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    subscribe: listener => {
      listeners.add(listener)
      timer ??= setInterval(tick, everyMs)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    now: () => {
      // Nobody keeps a ticker up to date that nobody listens to.
      if (timer === undefined && Date.now() - now >= everyMs) now = Date.now()
      return now
    },
  }
}
