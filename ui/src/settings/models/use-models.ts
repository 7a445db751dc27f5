import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ModelsOverview, PutModelProviderRequest } from 'soulgate/contracts/model-provider'
import { isRefused, type Refused } from 'soulgate/sdk'
import { client } from '../../application/client.ts'

type Changed = ModelsOverview | Refused

function settle(cache: QueryClient) {
  return (answer: Changed) => {
    if (!isRefused(answer)) cache.setQueryData(['models'], answer)
  }
}

export interface PutProvider {
  readonly name: string
  readonly body: Omit<PutModelProviderRequest, 'models'> & { readonly models?: readonly string[] }
}

export function usePutProvider(onDone: () => void = () => {}) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ name, body }: PutProvider) => client.models.putProvider(name, body),
    onSuccess: answer => {
      settle(cache)(answer)
      if (!isRefused(answer)) onDone()
    },
  })
}

export function useRemoveProvider() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => client.models.removeProvider(name),
    onSuccess: settle(cache),
  })
}

export function useChooseModels() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof client.models.choose>[0]) => client.models.choose(body),
    onSuccess: settle(cache),
  })
}

/** Puts a server of this machine in and lets its first model answer for every tier. */
export function useLocalServer() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (server: {
      readonly name: string
      readonly base_url: string
      readonly models: readonly string[]
    }) => {
      const name = nameOf(server.name)
      const { base_url, models } = server
      const added = await client.models.putProvider(name, {
        kind: 'compatible',
        base_url,
        models: models.slice(0, 100),
      })
      const [first] = models
      if (isRefused(added) || first === undefined) return added
      return client.models.choose({ version: added.version, STANDARD: [`${name}/${first}`] })
    },
    onSuccess: settle(cache),
  })
}

/** A name that providers may have, made of any words. */
export function nameOf(words: string): string {
  const plain = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return plain.slice(0, 40) || 'server'
}
