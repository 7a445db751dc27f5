import { useDeferredValue, useEffect, useState } from 'react'
import { filterQueue, mergeQueue, type QueueEntry } from './queue-order.ts'
import { usePendingGates } from './use-gates.ts'

/** The queue as it is shown: steady under the pointer, searched, with what the server says beside it. */
export function useQueue(openGateId: string | undefined) {
  const pending = usePendingGates()
  const [search, setSearch] = useState('')
  const [isPointerInside, setPointerInside] = useState(false)
  const [shown, setShown] = useState<readonly QueueEntry[]>([])
  const items = pending.data?.items
  useEffect(() => {
    if (items) setShown(before => mergeQueue(before, items, { isPointerInside, openGateId }))
  }, [items, isPointerInside, openGateId])
  const words = useDeferredValue(search)
  // Before the first effect ran there is nothing to keep in place.
  const queue = shown.length === 0 && items ? mergeQueue([], items, { isPointerInside, openGateId }) : shown
  return {
    pending,
    queue,
    entries: filterQueue(queue, words),
    total: pending.data?.total ?? items?.length ?? 0,
    search,
    setSearch,
    setPointerInside,
  }
}
