import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { JsonValue } from 'soulgate/contracts/json-value'
import type { RegisteredAgent } from 'soulgate/contracts/run'
import { client } from '../application/client.ts'

/** Agents of one's own, by name. Read anew when the room is entered: a process that starts may bring others. */
export function useAgents() {
  return useQuery({
    queryKey: ['agents'],
    queryFn: ({ signal }) => client.runs.agents({ signal }),
    refetchOnMount: 'always',
  })
}

/** The latest runs of agents of one's own, newest first. */
export function useAgentRuns() {
  return useQuery({
    queryKey: ['runs', 'agents'],
    queryFn: ({ signal }) => client.runs.list({ kind: 'agent', limit: 100 }, { signal }),
  })
}

export function useStartAgent({ name }: RegisteredAgent) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: JsonValue) => client.runs.start({ kind: 'agent', agent: name, input }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['runs'] }),
  })
}
