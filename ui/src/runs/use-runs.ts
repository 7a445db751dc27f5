import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Event } from 'soulgate/contracts/event'
import type { RunKind, RunStatus } from 'soulgate/contracts/run'
import { client } from '../application/client.ts'

/** The newest runs of every kind. */
export function useLatestRuns() {
  return useQuery({
    queryKey: ['runs', 'latest'],
    queryFn: ({ signal }) => client.runs.list({ limit: 100 }, { signal }),
  })
}

/** Runs of a status and of a kind, newest first, page by page. */
export function useRuns(filter: {
  readonly status: RunStatus | undefined
  readonly kind: RunKind | undefined
}) {
  const { status, kind } = filter
  return useInfiniteQuery({
    queryKey: ['runs', status ?? 'all', kind ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      client.runs.list({ status, kind, limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor,
    placeholderData: keepPreviousData,
  })
}

export function useRun(runId: string) {
  return useQuery({ queryKey: ['run', runId], queryFn: ({ signal }) => client.runs.get(runId, { signal }) })
}

export function useSteps(runId: string) {
  return useQuery({
    queryKey: ['run', runId, 'steps'],
    queryFn: ({ signal }) => client.runs.steps(runId, { signal }),
  })
}

export function useRunEvents(runId: string) {
  return useQuery({
    queryKey: ['run', runId, 'events'],
    queryFn: ({ signal }) => readEvents(runId, signal),
  })
}

const PAGE_SIZE = 500
const MAX_PAGES = 20

/** All events of a run, in order; of a run with more than ten thousand the first of them. */
async function readEvents(runId: string, signal: AbortSignal): Promise<readonly Event[]> {
  const events: Event[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const since = events.at(-1)?.seq ?? 0
    const read = await client.runs.events(runId, { since, limit: PAGE_SIZE, signal })
    events.push(...read.events)
    if (!read.has_more) break
  }
  return events
}

/** Cancels a run, or takes back the effects of its reversible calls, last one first. */
export function useRunChange(runId: string) {
  const cache = useQueryClient()
  const onSettled = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['run', runId] }),
      cache.invalidateQueries({ queryKey: ['runs'] }),
    ])
  return {
    cancel: useMutation({ mutationFn: () => client.runs.cancel(runId), onSettled }),
    undo: useMutation({ mutationFn: () => client.calls.undoRun(runId), onSettled }),
    undoCall: useMutation({ mutationFn: (callId: string) => client.calls.undo(callId), onSettled }),
  }
}
