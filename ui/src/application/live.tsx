import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import type { StreamState } from 'soulgate/sdk'
import { refreshGates } from '../queue/gate-cache.ts'
import { client } from './client.ts'
import { type QueryKey, queriesTouchedBy } from './live-queries.ts'
import { notifyOf } from './notifications.ts'
import { useFirstSeq } from './session.tsx'

const LiveState = createContext<StreamState>('connecting')

/** What comes within so much time after a reading is read together; the first event after a pause is read at once. */
const GATHER_MS = 40

export function useLiveState(): StreamState {
  return use(LiveState)
}

/** The one subscription to events; it marks cached answers stale, and reads again the gates that events name. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const cache = useQueryClient()
  const first = useFirstSeq()
  const [state, setState] = useState<StreamState>('connecting')
  useEffect(() => {
    const abort = new AbortController()
    const stale = new Map<string, QueryKey>()
    const gateIds = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let readAt = Number.NEGATIVE_INFINITY
    const refresh = () => {
      timer = undefined
      readAt = performance.now()
      // The card first: a browser asks a server only so many things at a time.
      if (gateIds.size > 0) void refreshGates(cache, new Set(gateIds))
      for (const queryKey of stale.values()) void cache.invalidateQueries({ queryKey: [...queryKey] })
      stale.clear()
      gateIds.clear()
    }
    let wasLive = false
    const onState = (next: StreamState) => {
      // What happened while nobody listened is unknown, so everything is read again.
      if (next === 'live' && wasLive) void cache.invalidateQueries()
      wasLive ||= next === 'live'
      setState(next)
    }
    client
      .stream('/api/events', {
        since: first,
        signal: abort.signal,
        onState,
        onEvent: event => {
          for (const key of queriesTouchedBy(event)) stale.set(key.join('/'), key)
          if (event.gate_id !== undefined) gateIds.add(event.gate_id)
          if (event.type === 'gate_opened') notifyOf(event)
          timer ??= setTimeout(refresh, Math.max(0, readAt + GATHER_MS - performance.now()))
        },
      })
      .catch(() => !abort.signal.aborted && setState('offline'))
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [cache, first])
  return <LiveState value={state}>{children}</LiveState>
}
