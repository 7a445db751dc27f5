import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { InteractionPolicyPatch } from 'soulgate/contracts/plan'
import type {
  ChangeBlockRequest,
  ChangeNodeRequest,
  StartPlanRequest,
} from 'soulgate/contracts/requests/plans'
import { isRefused, SoulgateProblem } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'

export function usePlans() {
  return useInfiniteQuery({
    queryKey: ['plans', 'list'],
    queryFn: ({ pageParam, signal }) => client.plans.list({ limit: 50, cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor,
    placeholderData: keepPreviousData,
  })
}

export function usePlan(planId: string) {
  return useQuery({
    queryKey: ['plans', planId],
    queryFn: ({ signal }) => client.plans.get(planId, { signal }),
  })
}

export function useOutline(planId: string) {
  return usePart(planId, 'outline', signal => client.plans.outline(planId, { signal }))
}

export function useRoadmap(planId: string) {
  return usePart(planId, 'roadmap', signal => client.plans.roadmap(planId, { signal }))
}

export function useSchedule(planId: string) {
  return usePart(planId, 'schedule', signal => client.plans.schedule(planId, { signal }))
}

/** One part of a plan; null while it has not been drafted. */
function usePart<Part>(planId: string, name: string, read: (signal: AbortSignal) => Promise<Part>) {
  return useQuery({
    queryKey: ['plans', planId, name],
    queryFn: async ({ signal }) => {
      try {
        return await read(signal)
      } catch (error) {
        if (error instanceof SoulgateProblem && error.status === 404) return null
        throw error
      }
    },
  })
}

export function useTrace(planId: string) {
  return useQuery({
    queryKey: ['plans', planId, 'trace'],
    queryFn: ({ signal }) => client.plans.trace(planId, { signal }),
  })
}

export function useAdaptations(planId: string) {
  return useQuery({
    queryKey: ['plans', planId, 'adaptations'],
    queryFn: ({ signal }) => client.plans.adaptations(planId, { signal }),
  })
}

/** The controller's table; it changes only with the program. */
export function usePlanChart() {
  return useQuery({
    queryKey: ['plan-chart'],
    queryFn: ({ signal }) => client.plans.chart({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The sliders as this person has set them for good, and the way to set them. */
export function useOwnPolicy() {
  const { person } = useIdentity()
  const cache = useQueryClient()
  const queryKey = ['policy', person.id]
  const policy = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.people.interactionPolicy(person.id, { signal }),
  })
  const keep = useMutation({
    mutationFn: (patch: InteractionPolicyPatch) => client.people.setInteractionPolicy(person.id, patch),
    onSuccess: answer => !isRefused(answer) && cache.setQueryData(queryKey, answer),
  })
  return { policy, keep }
}

export function useStartPlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (request: StartPlanRequest) => client.plans.start(request),
    onSettled: () => cache.invalidateQueries({ queryKey: ['plans', 'list'] }),
  })
}

export function useFeedback(planId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => client.plans.feedback(planId, text),
    onSettled: () => cache.invalidateQueries({ queryKey: ['plans', planId] }),
  })
}

export function useNodeChange(planId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (act: { readonly nodeId: string; readonly change: ChangeNodeRequest }) =>
      client.plans.changeNode(planId, act.nodeId, act.change),
    onSuccess: answer =>
      isRefused(answer) ? undefined : cache.invalidateQueries({ queryKey: ['plans', planId] }),
  })
}

export function useBlockChange(planId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (act: { readonly blockId: string; readonly change: ChangeBlockRequest }) =>
      client.plans.changeBlock(planId, act.blockId, act.change),
    onSuccess: answer =>
      isRefused(answer) ? undefined : cache.invalidateQueries({ queryKey: ['plans', planId] }),
  })
}
