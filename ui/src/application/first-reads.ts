import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { preference } from '../preferences/preferences.ts'
import { PENDING_COUNT, queuePages } from '../queue/use-queue.ts'
import { client } from './client.ts'

export const ME = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => client.auth.me({ signal }),
})

export const FIRST_SEQ = queryOptions({
  queryKey: ['first-seq'],
  queryFn: ({ signal }) => client.latestSeq({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/**
 * Reads what the first picture needs. The seq comes before the queue: what happens between the two is told again by
 * the stream, and nothing is missed.
 */
export async function readFirst(queries: QueryClient): Promise<void> {
  await Promise.all([queries.prefetchQuery(ME), queries.prefetchQuery(FIRST_SEQ)])
  const me = queries.getQueryData(ME.queryKey)
  if (!me) return
  void queries.prefetchQuery(PENDING_COUNT)
  if (!location.pathname.startsWith('/inbox')) return
  const list = { sort: preference('queueSort'), words: '', view: 'waiting', personId: me.person.id } as const
  void queries.prefetchInfiniteQuery(queuePages(list))
}
