import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import type { StreamState } from 'soulgate/sdk'
import { client } from './client.ts'
import { type QueryKey, queriesTouchedBy } from './live-queries.ts'

const LiveState = createContext<StreamState>('connecting')

export function useLiveState(): StreamState {
  return use(LiveState)
}

/** The one subscription to events; it marks cached answers stale, gathered over a moment. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const cache = useQueryClient()
  const [state, setState] = useState<StreamState>('connecting')
  useEffect(() => {
    const abort = new AbortController()
    const stale = new Map<string, QueryKey>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      for (const queryKey of stale.values()) void cache.invalidateQueries({ queryKey: [...queryKey] })
      stale.clear()
    }
    const onState = (next: StreamState) => {
      // What happened while nobody listened is unknown, so everything is read again.
      if (next === 'live') void cache.invalidateQueries()
      setState(next)
    }
    newestPosition(abort.signal)
      .then(since =>
        client.stream('/api/events', {
          since,
          signal: abort.signal,
          onState,
          onEvent: event => {
            for (const key of queriesTouchedBy(event)) stale.set(key.join('/'), key)
            timer ??= setTimeout(refresh, 40)
          },
        }),
      )
      .catch(() => !abort.signal.aborted && setState('offline'))
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [cache])
  return <LiveState value={state}>{children}</LiveState>
}

/** Old events change nothing here, so the stream begins behind the newest one that can be read. */
async function newestPosition(signal: AbortSignal): Promise<number> {
  try {
    const { items } = await client.audit.list({ limit: 1 }, { signal })
    return items[0]?.position ?? 0
  } catch {
    return 0
  }
}
