import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { isRefused, type WorkItemDraft } from 'soulgate/sdk'
import { client } from '../application/client.ts'

export function useWorkItems() {
  return useInfiniteQuery({
    queryKey: ['work', 'list'],
    queryFn: ({ pageParam, signal }) => client.workItems.list({ limit: 50, cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor,
    placeholderData: keepPreviousData,
  })
}

export function useWorkItem(itemId: string) {
  return useQuery({
    queryKey: ['work', itemId],
    queryFn: ({ signal }) => client.workItems.get(itemId, { signal }),
  })
}

export function useVersions(itemId: string) {
  return useQuery({
    queryKey: ['work', itemId, 'versions'],
    queryFn: ({ signal }) => client.workItems.versions(itemId, { signal }),
  })
}

/** A document as it stands, or as it was kept in a version. What it holds is known by its digest, so it is kept. */
export function useDocument(path: string, which: { readonly version?: string; readonly sha256?: string }) {
  const { version, sha256 } = which
  return useQuery({
    queryKey: ['artifact', path, version ?? 'now', sha256 ?? ''],
    queryFn: ({ signal }) => client.workItems.artifact(path, { signal, ...(version ? { version } : {}) }),
  })
}

export function useStartWork() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (draft: WorkItemDraft) => client.workItems.start(draft),
    onSettled: () => cache.invalidateQueries({ queryKey: ['work'] }),
  })
}

export function useCloseWork(itemId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (because: string) => client.workItems.close(itemId, because === '' ? undefined : because),
    onSuccess: answer => !isRefused(answer) && cache.invalidateQueries({ queryKey: ['work'] }),
  })
}
