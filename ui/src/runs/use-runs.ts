import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RunStatus } from 'soulgate/contracts/run'
import { client } from '../application/client.ts'

export function useRuns(status: RunStatus | undefined) {
  return useQuery({
    queryKey: ['runs', status ?? 'all'],
    queryFn: ({ signal }) => client.runs.list({ status, limit: 100 }, { signal }),
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
    queryFn: ({ signal }) => client.runs.events(runId, { limit: 500, signal }),
  })
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
