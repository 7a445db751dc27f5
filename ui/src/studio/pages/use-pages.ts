import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page } from 'soulgate/contracts/page'
import { client } from '../../application/client.ts'

const pagesKey = (sessionId: string) => ['talk', sessionId, 'pages'] as const

/** A link to a preview is good for an hour; a little before that another one is asked for. */
const LINK_MS = 50 * 60_000

/** The pages of a talk, and the look they share. */
export function usePages(sessionId: string | undefined) {
  return useQuery({
    queryKey: pagesKey(sessionId ?? ''),
    queryFn: ({ signal }) => client.pages.list(sessionId ?? '', { signal }),
    enabled: sessionId !== undefined,
  })
}

/**
 * A page as it is shown. It is asked for once for each version and look, since every answer carries another link and
 * a frame that is given another link begins anew.
 */
export function useShownPage(page: Page, look: number) {
  return useShownVersion(page, page.current_version, look)
}

/** The same of any version. */
export function useShownVersion(page: Page, version: number, look = 0) {
  return useQuery({
    queryKey: ['shown-page', page.page_id, version, look],
    queryFn: ({ signal }) => client.pages.show(page.page_id, version, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: LINK_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function usePageVersions(page: Page) {
  return useQuery({
    queryKey: [...pagesKey(page.session_id), page.page_id, 'versions'],
    queryFn: ({ signal }) => client.pages.versions(page.page_id, { signal }),
  })
}

/** What a version changed against the one before it. */
export function usePageDiff(page: Page, version: number, isWanted = true) {
  return useQuery({
    queryKey: ['page-diff', page.page_id, version],
    queryFn: ({ signal }) =>
      client.pages.diff(page.page_id, { from: Math.max(0, version - 1), to: version }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted,
  })
}

/** What is wrong with a page as it stands; another version or another look is checked anew. */
export function usePageValidation(page: Page, look: number) {
  return useQuery({
    queryKey: ['page-validation', page.page_id, page.current_version, look],
    queryFn: ({ signal }) => client.pages.validate(page.page_id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useSnapshots(sessionId: string) {
  return useQuery({
    queryKey: [...pagesKey(sessionId), 'snapshots'],
    queryFn: ({ signal }) => client.pages.snapshots(sessionId, { signal }),
  })
}

/** What a person does to pages; whatever came of it, they are read again. */
export function usePageChange(sessionId: string) {
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: ['talk', sessionId] })
  return {
    rollback: useMutation({
      mutationFn: (act: { readonly pageId: string; readonly version: number }) =>
        client.pages.rollback(act.pageId, act.version),
      onSettled,
    }),
    pin: useMutation({
      mutationFn: (act: { readonly pageId: string; readonly version: number; readonly isPinned: boolean }) =>
        client.pages.pin(act.pageId, act.version, act.isPinned),
      onSettled,
    }),
    put: useMutation({
      mutationFn: (act: { readonly pageId: string; readonly html: string; readonly version: number }) =>
        client.pages.put(act.pageId, {
          html: act.html,
          description: 'Edited by hand.',
          if_version: act.version,
        }),
      onSettled,
    }),
    fix: useMutation({
      mutationFn: (act: { readonly pageId: string; readonly rules?: readonly string[] }) =>
        client.pages.fix(act.pageId, act.rules),
      onSettled,
    }),
    takeSnapshot: useMutation({
      mutationFn: (label: string) => client.pages.takeSnapshot(sessionId, label),
      onSettled,
    }),
    rollbackTo: useMutation({
      mutationFn: (snapshotId: string) => client.pages.rollbackTo(sessionId, snapshotId),
      onSettled,
    }),
  }
}
