import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCanary } from '../inbox/canary.ts'
import { PENDING_COUNT } from './use-queue.ts'

/** How many gates wait; asked for by itself, since the queue holds only the pages that were scrolled to. */
export function usePendingCount(): { readonly isPending: boolean; readonly data: number | undefined } {
  const { isPending, data } = useQuery({ ...PENDING_COUNT, placeholderData: keepPreviousData })
  const { gate, snoozed_until: snoozed } = useCanary()
  // A card that tests attention is counted where it is shown.
  return { isPending, data: data && gate && snoozed === undefined ? data + 1 : data }
}
