import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { CanaryOffer } from 'soulgate/contracts/canary'
import { client } from '../application/client.ts'
import { usePreference } from '../preferences/preferences.ts'
import { useNow } from '../time/use-now.ts'
import { withCanary } from './canary-place.ts'
import { isOver, type QueueSort, type QueueView, queueKey } from './gate-cache.ts'
import { linesOf } from './lines.ts'
import { mergeQueue, type QueueEntry } from './queue-order.ts'

const PAGE_SIZE = 50
/** So often it is looked whose time has come near its end. */
const SECTION_MS = 60_000

/** How many gates wait. */
export const PENDING_COUNT = queryOptions({
  queryKey: ['queue-count'],
  queryFn: async ({ signal }) => {
    const page = await client.gates.list({ status: 'pending', snoozed: 'hide', limit: 1 }, { signal })
    return page.total ?? page.items.length
  },
})

/** How many failed after they were approved, and nobody has looked at them yet. */
export function useFailedCount(): number {
  const { data = 0 } = useQuery({
    queryKey: ['queue-failed'],
    queryFn: async ({ signal }) => {
      const page = await client.gates.list({ after_approval: true, limit: 1 }, { signal })
      return page.total ?? page.items.length
    },
  })
  return data
}

/** The pages of one list of the queue. */
export function queuePages(list: {
  readonly sort: QueueSort
  readonly words: string
  readonly view: QueueView
  readonly personId: string
}) {
  const { sort, words, view } = list
  return infiniteQueryOptions({
    queryKey: queueKey(sort, words, view),
    queryFn: ({ pageParam, signal }) =>
      client.gates.list(
        {
          ...viewFilter(view, list.personId),
          sort: isOver(view) ? 'newest' : sort,
          limit: PAGE_SIZE,
          cursor: pageParam,
          ...(words === '' ? {} : { q: words }),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor,
  })
}

/** The queue as it is shown: steady under the pointer, searched and sorted by the server, read in pages. */
export function useQueue(openGateId: string | undefined, personId: string, canary: CanaryOffer) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = usePreference('queueSort')
  const [view, setView] = useState<QueueView>('waiting')
  const words = useDeferredValue(search.trim())
  const pages = useInfiniteQuery({
    ...queuePages({ sort, words, view, personId: personId }),
    placeholderData: keepPreviousData,
  })
  const [isPointerInside, setPointerInside] = useState(false)
  const pending = useMemo(() => {
    const waiting = pages.data?.pages.flatMap(page => page.items) ?? []
    const isHere = isInView(canary, { view, personId, isAlone: waiting.length === 0 })
    const isWhole = pages.data?.pages.at(-1)?.next_cursor === undefined
    return isHere && canary.gate ? withCanary(waiting, canary.gate, { sort, words, isWhole }) : waiting
  }, [pages.data, canary, words, view, personId, sort])
  const entries = useSteadyEntries(pending, {
    isPointerInside,
    openGateId,
    list: `${sort}/${view}/${words}/${pages.isPlaceholderData}`,
  })
  const isClosed = isOver(view)
  const lines = useLines(entries, { isOver: isClosed, isBySection: sort === 'section' && !isClosed })
  return {
    pages,
    entries,
    tests: canary.on,
    ...lines,
    search,
    setSearch,
    sort,
    setSort,
    view,
    setView,
    setPointerInside,
  }
}

/** Where a card that tests attention stands, as a gate would; among what waits never alone: an inbox can be emptied. */
function isInView(
  { gate, snoozed_until: snoozed }: CanaryOffer,
  shown: { readonly view: QueueView; readonly personId: string; readonly isAlone: boolean },
): boolean {
  if (shown.view === 'waiting') return snoozed === undefined && !shown.isAlone
  if (shown.view === 'snoozed') return snoozed !== undefined
  return shown.view === 'mine' && gate?.assignee === shown.personId
}

export type QueueState = ReturnType<typeof useQueue>

/** Keeps the places of what is shown from one render to the next; another list begins anew. */
function useSteadyEntries(
  pending: Parameters<typeof mergeQueue>[1],
  held: { readonly isPointerInside: boolean; readonly openGateId: string | undefined; readonly list: string },
): readonly QueueEntry[] {
  const { isPointerInside, openGateId, list } = held
  const now = useNow(SECTION_MS)
  const before = useRef<{ readonly list: string; readonly entries: readonly QueueEntry[] }>({
    list,
    entries: [],
  })
  return useMemo(() => {
    const shown = before.current.list === list ? before.current.entries : []
    const entries = mergeQueue(shown, pending, { isPointerInside, openGateId, now })
    before.current = { list, entries }
    return entries
  }, [pending, isPointerInside, openGateId, list, now])
}

function useLines(
  entries: readonly QueueEntry[],
  shown: { readonly isOver: boolean; readonly isBySection: boolean },
) {
  const { isOver, isBySection } = shown
  const [isGrouped, setGrouped] = usePreference('queueGrouped')
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set())
  const toggleGroup = (group: string) =>
    setOpenGroups(before => {
      const after = new Set(before)
      if (!after.delete(group)) after.add(group)
      return after
    })
  const lines = useMemo(
    () => linesOf(entries, { isGrouped: isGrouped && !isOver, isBySection, openGroups }),
    [entries, isGrouped, isOver, isBySection, openGroups],
  )
  return { lines, isGrouped, setGrouped, toggleGroup }
}

function viewFilter(view: QueueView, personId: string) {
  if (view === 'decided') return { decided: true }
  if (view === 'failed') return { after_approval: true }
  if (view === 'expired') return { status: 'expired' } as const
  if (view === 'mine') return { status: 'pending', assignee: personId } as const
  return { status: 'pending', snoozed: view === 'snoozed' ? 'only' : 'hide' } as const
}

export function isSort(text: string): text is QueueSort {
  return text === 'section' || text === 'oldest' || text === 'newest' || text === 'expiring'
}
