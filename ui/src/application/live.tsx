import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
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
  const networkChanges = useNetworkChanges()
  const position = useRef(first)
  const wasLive = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection from before the network changed may be dead without a word
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
    const onState = (next: StreamState) => {
      if (abort.signal.aborted) return
      // What happened while nobody listened is unknown, so everything is read again.
      if (next === 'live' && wasLive.current) void cache.invalidateQueries()
      wasLive.current ||= next === 'live'
      setState(next)
    }
    client
      .stream('/api/events', {
        since: position.current,
        signal: abort.signal,
        onState,
        onEvent: event => {
          position.current = Math.max(position.current, event.position ?? event.seq)
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
  }, [cache, networkChanges])
  return <LiveState value={state}>{children}</LiveState>
}

/** How often the browser said that its network came or went. */
function useNetworkChanges(): number {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    for (const type of ['offline', 'online'])
      window.addEventListener(type, () => setChanges(before => before + 1), { signal: abort.signal })
    return () => abort.abort()
  }, [])
  return changes
}
