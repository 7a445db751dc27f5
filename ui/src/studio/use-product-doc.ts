import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ProductDoc } from 'soulgate/contracts/product-doc'
import { isRefused, SoulgateProblem } from 'soulgate/sdk'
import { client } from '../application/client.ts'

const docKey = (sessionId: string) => ['talk', sessionId, 'doc'] as const

/** The product doc of a talk; null while there is none. */
export function useProductDoc(sessionId: string | undefined) {
  return useQuery({
    queryKey: docKey(sessionId ?? ''),
    queryFn: async ({ signal }): Promise<ProductDoc | null> => {
      try {
        return await client.sessions.productDoc(sessionId ?? '', { signal })
      } catch (error) {
        if (error instanceof SoulgateProblem && error.status === 404) return null
        throw error
      }
    },
    enabled: sessionId !== undefined,
  })
}

/** Every change, newest first; `section` narrows it to one. */
export function useDocHistory(sessionId: string) {
  return useInfiniteQuery({
    queryKey: [...docKey(sessionId), 'history'],
    queryFn: ({ pageParam, signal }) =>
      client.sessions.productDocHistory(sessionId, { limit: 30, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor,
  })
}

export interface SectionDraft {
  readonly section: string
  readonly title: string
  readonly content: string
  /** The version that was read; absent writes over whatever stands. */
  readonly version?: number
}

/** What a person changes; a refusal comes back as the value, with the doc read again. */
export function useDocChange(sessionId: string) {
  const cache = useQueryClient()
  const keep = {
    onSuccess: (answer: unknown) => {
      if (!isRefused(answer)) cache.setQueryData(docKey(sessionId), answer)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: docKey(sessionId) }),
  }
  return {
    put: useMutation({
      mutationFn: ({ section, ...draft }: SectionDraft) =>
        client.sessions.putSection({ session_id: sessionId, section }, draft),
      ...keep,
    }),
    remove: useMutation({
      mutationFn: (section: string) => client.sessions.removeSection({ session_id: sessionId, section }),
      ...keep,
    }),
    confirm: useMutation({
      mutationFn: (version: number) => client.sessions.confirmProductDoc(sessionId, version),
      ...keep,
    }),
  }
}
