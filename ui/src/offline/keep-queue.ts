import type { QueryClient } from '@tanstack/react-query'
import { SoulgateProblem } from 'soulgate/sdk'
import { ME } from '../application/first-reads.ts'
import type { QueuePages } from '../queue/gate-cache.ts'
import { forgetLastKnown, keepLastKnown } from './last-known.ts'

const PAUSE_MS = 1000

/** Keeps the queue that is shown for the time without a server, and forgets it with the sign-in it belonged to. */
export function keepQueueOf(queries: QueryClient): void {
  let isDue = false
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated') return
    const [name] = query.queryKey
    if (name === 'me' && isSignedOut(query.state.error)) return forgetLastKnown()
    if (name !== 'queue' || isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      keepNewest(queries)
    }, PAUSE_MS)
  })
}

function keepNewest(queries: QueryClient): void {
  const me = queries.getQueryState(ME.queryKey)
  if (!me?.data || me.status !== 'success') return
  const [newest] = queries
    .getQueryCache()
    .findAll({ queryKey: ['queue'] })
    .filter(query => isWholeQueue(query.queryKey) && query.state.status === 'success')
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  const data = newest && queries.getQueryData<QueuePages>(newest.queryKey)
  if (!data) return
  const gates = data.pages.flatMap(page => page.items)
  keepLastKnown(me.data.person, {
    gates,
    total: data.pages[0]?.total ?? gates.length,
    at: new Date(newest.state.dataUpdatedAt).toISOString(),
  })
}

function isSignedOut(error: unknown): boolean {
  return error instanceof SoulgateProblem && error.status === 401
}

/** Not a search, and not only one's own. */
function isWholeQueue([, , words, view]: readonly unknown[]): boolean {
  return words === '' && view === 'waiting'
}
