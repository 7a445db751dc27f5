import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AutonomySuggestion } from 'soulgate/contracts/autonomy'
import type { ChangeAutonomy, GrantAutonomyInput } from 'soulgate/contracts/autonomy-contract'
import { CreateGuideline } from 'soulgate/contracts/guideline'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'

const REFRESH_MS = 15_000

export function useContracts() {
  return useQuery({
    queryKey: ['autonomy', 'contracts'],
    queryFn: ({ signal }) => client.autonomy.contracts({ signal }),
    refetchInterval: REFRESH_MS,
  })
}

export function useContract(id: string, isShown: boolean) {
  return useQuery({
    queryKey: ['autonomy', 'contract', id],
    queryFn: ({ signal }) => client.autonomy.contract(id, { signal }),
    enabled: isShown,
  })
}

export function useScopes() {
  return useQuery({
    queryKey: ['autonomy', 'scopes'],
    queryFn: ({ signal }) => client.autonomy.scopes('90d', { signal }),
  })
}

export function useSuggestions() {
  return useQuery({
    queryKey: ['autonomy', 'suggestions'],
    queryFn: ({ signal }) => client.autonomy.suggestions({ signal }),
  })
}

/** Saves the permissions or the rule of a suggestion, one after the other, until one is refused. */
export function useSaveDraft() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ permissions = [], guidelines = [] }: AutonomySuggestion['draft']) => {
      const made: object[] = []
      const saves = [
        ...permissions.map(each => () => client.permissions.create(each)),
        ...guidelines.map(each => () => client.guardrails.create(CreateGuideline.parse(each))),
      ]
      for (const save of saves) {
        const answer = await save()
        made.push(answer)
        if (isRefused(answer)) break
      }
      return made
    },
    onSettled: () =>
      Promise.all(
        ['autonomy', 'permissions', 'guidelines'].map(key => cache.invalidateQueries({ queryKey: [key] })),
      ),
  })
}

function useRefresh() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: ['autonomy'] })
}

export function useGrant() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (terms: GrantAutonomyInput) => client.autonomy.grant(terms),
    onSettled: refresh,
  })
}

export function useChange(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (change: ChangeAutonomy['change']) => client.autonomy.change(id, change),
    onSettled: refresh,
  })
}

export function useReport() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ callId, verdict }: { readonly callId: string; readonly verdict: 'wrong' | 'harmful' }) =>
      client.autonomy.report(callId, verdict),
    onSettled: refresh,
  })
}
