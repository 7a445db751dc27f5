import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Guideline, GuidelineCategory } from 'soulgate/contracts/guideline'
import { client } from '../application/client.ts'

const MAX_SHOWN = 200

export interface GuidelineFilter {
  readonly words: string
  readonly category: GuidelineCategory | undefined
}

export function useGuidelines({ words, category }: GuidelineFilter) {
  return useQuery({
    queryKey: ['guidelines', 'list', words, category ?? ''],
    queryFn: ({ signal }) =>
      client.guardrails.list(
        { page_size: MAX_SHOWN, ...(words === '' ? {} : { q: words }), ...(category ? { category } : {}) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
}

export function useGuideline(id: string | undefined) {
  return useQuery({
    queryKey: ['guidelines', 'one', id],
    queryFn: ({ signal }) => client.guardrails.get(id ?? '', { signal }),
    enabled: id !== undefined,
  })
}

/** Switches a rule on or off as it was read; another version standing is refused. */
export function useToggle() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (guideline: Guideline) => client.guardrails.toggle(guideline.id, guideline.version),
    onSettled: () => cache.invalidateQueries({ queryKey: ['guidelines'] }),
  })
}

export function useRemove() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => client.guardrails.remove(id),
    onSettled: () => cache.invalidateQueries({ queryKey: ['guidelines'] }),
  })
}
