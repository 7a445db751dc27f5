import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MemoryEntityName, StartIterationsRequest } from 'soulgate/contracts/iteration'
import { client } from '../../application/client.ts'

/** Which plan in iterations: the session's newest, or that of one run. */
interface IterationsOf {
  readonly sessionId: string
  readonly runId: string | undefined
}

/** Plans in iterations are runs of their kind. */
export function useIterationRuns() {
  return useQuery({
    queryKey: ['plans', 'iterations'],
    queryFn: ({ signal }) => client.runs.list({ kind: 'iteration', limit: 100 }, { signal }),
  })
}

export function useIterationState(of: IterationsOf) {
  return useQuery({
    queryKey: ['plans', 'iterations', of.sessionId, of.runId ?? '', 'state'],
    queryFn: ({ signal }) => client.iterations.state(of.sessionId, { signal, runId: of.runId }),
  })
}

export function useIterationRecord(of: IterationsOf) {
  return useQuery({
    queryKey: ['plans', 'iterations', of.sessionId, of.runId ?? '', 'record'],
    queryFn: ({ signal }) => client.iterations.record(of.sessionId, { signal, runId: of.runId }),
  })
}

export function useStartIterations() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (request: StartIterationsRequest) => client.iterations.start(request),
    onSettled: () => cache.invalidateQueries({ queryKey: ['plans', 'iterations'] }),
  })
}

/** What a plan left in memory; without the texts, which are read one by one. */
export function useEntities(planId: string) {
  return useQuery({
    queryKey: ['plans', 'entities', planId],
    queryFn: ({ signal }) => client.iterations.entities({ planId, signal }),
  })
}

export function useEntity(planId: string, name: MemoryEntityName, isOpen: boolean) {
  return useQuery({
    queryKey: ['plans', 'entities', planId, name],
    queryFn: ({ signal }) => client.iterations.entity(name, { planId, signal }),
    enabled: isOpen,
  })
}
