import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Page } from 'soulgate/contracts/page'
import type { EditBriefRequest } from 'soulgate/contracts/requests/pages'
import { isRefused, type UncheckedMeasurement } from 'soulgate/sdk'
import { client } from '../../application/client.ts'
import type { PreviewContent } from './serve-preview.ts'

const pagesKey = (sessionId: string) => ['talk', sessionId, 'pages'] as const

/** One version of a page as a frame shows it. */
export interface FramedPage {
  readonly page: Page
  readonly version: number
  /** The version of the look that the pages share. */
  readonly look: number
  /** Its elements can be chosen instead of used. */
  readonly isPointed?: boolean
  /** It tells what its browser measured. */
  readonly isMeasured?: boolean
}

interface PreviewMode {
  readonly point?: boolean
  readonly measure?: boolean
}

/** The pages of a talk, and the look they share. */
export function usePages(sessionId: string | undefined) {
  return useQuery({
    queryKey: pagesKey(sessionId ?? ''),
    queryFn: ({ signal }) => client.pages.list(sessionId ?? '', { signal }),
    enabled: sessionId !== undefined,
  })
}

const shownVersion = (pageId: string, version: number, look: number, how: PreviewMode = {}) =>
  queryOptions({
    queryKey: ['shown-page', pageId, version, look, how],
    queryFn: ({ signal }) => client.pages.show(pageId, version, { signal, ...how }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** A page as it is shown; it is asked for once for each version and look. */
export function useShownPage(page: Page, look: number) {
  return useQuery(shownVersion(page.page_id, page.current_version, look))
}

/** Reads a page by its slug: the one that is shown in its version, the others of its talk as they stand now. */
export function useLinkedPages(shown: FramedPage): (slug: string) => Promise<PreviewContent> {
  const cache = useQueryClient()
  const { version, look, isPointed: point = false, isMeasured: measure = false } = shown
  const { page_id, slug: own, session_id } = shown.page
  return useCallback(
    async slug => {
      if (slug === own) return cache.fetchQuery(shownVersion(page_id, version, look, { point, measure }))
      const { pages } = await client.pages.list(session_id)
      const page = pages.find(item => item.slug === slug)
      if (page === undefined) throw new Error(`There is no page ${slug} here yet.`)
      return cache.fetchQuery(shownVersion(page.page_id, page.current_version, look))
    },
    [cache, page_id, own, session_id, version, look, point, measure],
  )
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

/** What is wrong with a page as it stands, `measured` counted; another version or another look is checked anew. */
export function usePageValidation(page: Page, look: number, measured: UncheckedMeasurement | undefined) {
  const { page_id, current_version } = page
  return useQuery({
    queryKey: ['page-validation', page_id, current_version, look, measured?.windows ?? []],
    queryFn: async ({ signal }) => {
      const checked = measured && (await client.pages.validateMeasured(page_id, measured))
      // A page may tell what no browser measured: it is checked without.
      return checked && !isRefused(checked) ? checked : client.pages.validate(page_id, { signal })
    },
    placeholderData: keepPreviousData,
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
      mutationFn: (act: {
        readonly pageId: string
        readonly rules?: readonly string[]
        readonly measured?: UncheckedMeasurement
      }) => client.pages.fix(act.pageId, act.rules, act.measured),
      onSettled,
    }),
    editBrief: useMutation({
      mutationFn: (edit: EditBriefRequest) => client.pages.editBrief(sessionId, edit),
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
