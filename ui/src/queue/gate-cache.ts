import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Gate } from 'soulgate/contracts/gate'
import type { Page } from 'soulgate/sdk'
import { client } from '../application/client.ts'

export type QueueSort = 'section' | 'oldest' | 'newest' | 'expiring'
/** All that waits and one has not snoozed, what one is to look at, what one snoozed; what failed after it was approved; and what is over. */
export type QueueView = 'waiting' | 'mine' | 'snoozed' | 'failed' | 'decided' | 'expired'
export type QueuePages = InfiniteData<Page<Gate>, string | undefined>

/** Above this many changed gates at once the pages are read anew instead of one by one. */
const MAX_SINGLE_READS = 24

export const queueKey = (sort: QueueSort, words: string, view: QueueView) =>
  ['queue', sort, words, view] as const

/** Keeps a gate as the server just told it, on its card and in every list that holds it. */
export function keepGate(cache: QueryClient, gate: Gate): void {
  cache.setQueryData(['gate', gate.gate_id], gate)
  for (const [key] of cache.getQueriesData<QueuePages>({ queryKey: ['queue'] })) {
    const [, sort, words, view] = key
    const mayAppend =
      (sort === 'oldest' || sort === 'section') &&
      words === '' &&
      view === 'waiting' &&
      !isSnoozed(cache, gate)
    cache.setQueryData<QueuePages>(
      key,
      data => data && withGate(data, gate, { mayAppend, isOver: isOver(view) }),
    )
  }
}

/** Reads the gates that events were about and keeps them; many at once are read as pages. */
export async function refreshGates(cache: QueryClient, gateIds: ReadonlySet<string>): Promise<void> {
  if (gateIds.size > MAX_SINGLE_READS) {
    await Promise.all([
      cache.invalidateQueries({ queryKey: ['queue-count'] }),
      cache.invalidateQueries({ queryKey: ['queue'] }),
      cache.invalidateQueries({ queryKey: ['gate'] }),
    ])
    return
  }
  const reads = [...gateIds].map(async gateId => {
    const gate = await client.gates.get(gateId).catch(() => undefined)
    if (gate) keepGate(cache, gate)
    void cache.invalidateQueries({ queryKey: ['gate', gateId, 'comments'] })
  })
  await Promise.all([...reads, cache.invalidateQueries({ queryKey: ['queue-count'] })])
}

function isSnoozed(cache: QueryClient, gate: Gate): boolean {
  const snoozes = cache.getQueryData<readonly { readonly gate_id: string }[]>(['snoozes'])
  return snoozes?.some(snooze => snooze.gate_id === gate.gate_id) ?? false
}

/** Lists of what is over, which no live event adds to; they are read anew when they are opened. */
export function isOver(view: unknown): boolean {
  return view === 'decided' || view === 'expired' || view === 'failed'
}

function withGate(
  data: QueuePages,
  gate: Gate,
  { mayAppend, isOver }: { readonly mayAppend: boolean; readonly isOver: boolean },
): QueuePages {
  const isPending = gate.status === 'pending'
  let isFound = false
  const pages = data.pages.map(page => {
    if (!page.items.some(item => item.gate_id === gate.gate_id)) return page
    isFound = true
    const items =
      isPending || isOver
        ? page.items.map(item => (item.gate_id === gate.gate_id ? gate : item))
        : page.items.filter(item => item.gate_id !== gate.gate_id)
    return { ...page, items }
  })
  if (isFound) return { ...data, pages }
  const last = pages.at(-1)
  // The same value, so that a list it does not belong to is not drawn anew.
  if (!isPending || !mayAppend || last === undefined || last.next_cursor !== undefined) return data
  return { ...data, pages: [...pages.slice(0, -1), { ...last, items: [...last.items, gate] }] }
}
