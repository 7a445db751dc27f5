import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgentTrigger } from 'soulgate/contracts/agent-trigger'
import { client } from '../application/client.ts'

/** How often what triggers did is read anew; no event tells of a delivery. */
const REFRESH_MS = 15_000

export function useTriggers() {
  return useQuery({
    queryKey: ['triggers'],
    queryFn: ({ signal }) => client.triggers.list({ signal }),
    refetchInterval: REFRESH_MS,
    refetchOnMount: 'always',
  })
}

/** Pauses or resumes one. */
export function useTriggerChange(trigger: AgentTrigger) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (change: 'pause' | 'resume') => client.triggers[change](trigger),
    onSettled: () => cache.invalidateQueries({ queryKey: ['triggers'] }),
  })
}

/** Stores the signing secret of the sender, or makes one. */
export function useTriggerSecret(trigger: AgentTrigger) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (given: string) => client.triggers.putSecret(trigger, given === '' ? undefined : given),
    onSettled: () => cache.invalidateQueries({ queryKey: ['triggers'] }),
  })
}
