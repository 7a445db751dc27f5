import { toIso } from '../../base/clock.ts'
import { sha256Hex } from '../../base/digest.ts'
import { PageSlug } from '../../contracts/chat.ts'
import type { Page, PageSource, PageVersion } from '../../contracts/page.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { StoredPageVersion, StoreTransaction } from '../../store/store.ts'
import {
  actorOf,
  MAX_HTML_LENGTH,
  MAX_PAGES,
  type PageAuthor,
  type PageParts,
  pageEvent,
} from './page-parts.ts'
import { toRelease } from './retention.ts'
import { snapshotBefore } from './snapshots.ts'

/** One state of a page that is to stand. */
export interface PageWrite {
  readonly session_id: string
  /** Written once, however often it is sent. */
  readonly change_id: string
  readonly author: PageAuthor
  readonly slug: string
  readonly html: string
  /** What this version is, for its list. */
  readonly change: string
  readonly source: PageSource
  /** Of the page; what is absent stays as it is. */
  readonly title?: string
  readonly description?: string
  readonly role?: string
  readonly order_index?: number
  readonly fallback_reason?: string
  /** Refused with `version_conflict` when another version stands; 0 = the page must not exist yet. */
  readonly if_version?: number
  /** How far the work has come, 0–100, for whoever watches. */
  readonly progress?: number
}

export type PageWritten =
  | {
      readonly refused?: false
      readonly page: Page
      readonly version: PageVersion
      /** False where the same HTML stood already. */
      readonly changed: boolean
      readonly created: boolean
    }
  | Refusal

/** Writes one version in the caller's transaction, with its events and what gives way to it. */
export async function writePage(
  parts: PageParts,
  tx: StoreTransaction,
  write: PageWrite,
): Promise<PageWritten> {
  const { session_id, change_id } = write
  const unfit = refuseUnfit(write)
  if (unfit) return unfit
  if (!(await tx.lockSession(session_id))) return refuse('not_found', `There is no session ${session_id}.`)
  const done = await tx.findPageVersion({ session_id, change_id })
  if (done) return repeated(tx, done)
  const standing = await tx.findPage(session_id, write.slug)
  const conflict = refuseConflict(write, standing)
  if (conflict) return conflict
  const current = standing && (await tx.getPageVersion(standing.page_id, standing.current_version))
  if (standing && current?.html === write.html) {
    return { page: standing, version: toVersion(current), changed: false, created: false }
  }
  const siblings = await tx.listPages(session_id)
  if (!standing && siblings.length >= MAX_PAGES) {
    return refuse('invalid', `Session ${session_id} has ${MAX_PAGES} pages already, which is the most.`, {
      errors: [{ field: 'slug', message: `at most ${MAX_PAGES} pages` }],
    })
  }
  await snapshotBefore(parts, tx, { session_id, author: write.author })
  return putVersion(parts, tx, { write, standing, order: write.order_index ?? siblings.length })
}

interface Putting {
  readonly write: PageWrite
  readonly standing: Page | undefined
  readonly order: number
}

async function putVersion(
  parts: PageParts,
  tx: StoreTransaction,
  { write, standing, order }: Putting,
): Promise<PageWritten> {
  const at = toIso(parts.clock.now())
  const versions = standing ? await tx.listPageVersions(standing.page_id) : []
  const number = (versions[0]?.version ?? 0) + 1
  const page: Page = {
    page_id: standing?.page_id ?? parts.ids.newId('page'),
    session_id: write.session_id,
    slug: write.slug,
    title: write.title ?? standing?.title ?? write.slug,
    description: write.description ?? standing?.description ?? '',
    role: write.role ?? standing?.role ?? 'page',
    order_index: standing?.order_index ?? order,
    current_version: number,
    current_version_id: parts.ids.newId('ver'),
    created_at: standing?.created_at ?? at,
    updated_at: at,
  }
  const version: StoredPageVersion = {
    version_id: page.current_version_id,
    page_id: page.page_id,
    session_id: write.session_id,
    version: number,
    html: write.html,
    html_digest: sha256Hex(write.html),
    size_bytes: Buffer.byteLength(write.html),
    description: write.change.slice(0, 2000),
    source: write.source,
    is_pinned: false,
    is_released: false,
    fallback_used: write.fallback_reason !== undefined,
    ...(write.fallback_reason === undefined ? {} : { fallback_reason: write.fallback_reason.slice(0, 500) }),
    ...(write.author.kind === 'agent' ? { run_id: write.author.run_id } : {}),
    created_by: actorOf(write.author).id,
    created_at: at,
    change_id: write.change_id,
  }
  await tx.putPage(page)
  await tx.insertPageVersion(version)
  const { html: _html, ...summary } = version
  for (const old of toRelease([summary, ...versions], item => item.version === number)) {
    await tx.releasePageVersion({ ...old, is_released: true, released_at: at })
  }
  await tx.appendEvents(eventsOf(write, { page, version, isNew: standing === undefined }))
  return { page, version: toVersion(version), changed: true, created: standing === undefined }
}

/** Who watches is told that the page is there, that it has another version, and where to see it. */
function eventsOf(
  { author, progress }: PageWrite,
  { page, version, isNew }: { readonly page: Page; readonly version: PageVersion; readonly isNew: boolean },
) {
  const about = { session_id: page.session_id, at: version.created_at }
  const base = { page_id: page.page_id, slug: page.slug, title: page.title, version: version.version }
  const preview_url = `/api/pages/${page.page_id}/preview`
  const { source, description, fallback_used } = version
  return [
    ...(isNew ? [pageEvent(author, { ...about, type: 'page_created' }, base)] : []),
    pageEvent(
      author,
      { ...about, type: 'page_version_created' },
      { ...base, version_id: version.version_id, source, description, fallback_used, is_new: isNew },
    ),
    pageEvent(
      author,
      { ...about, type: 'page_preview_ready' },
      { ...base, preview_url, is_new: isNew, ...(progress === undefined ? {} : { progress }) },
    ),
  ]
}

async function repeated(tx: StoreTransaction, done: StoredPageVersion): Promise<PageWritten> {
  const page = await tx.getPage(done.page_id)
  if (!page) return refuse('not_found', `The page of version ${done.version_id} was taken away since.`)
  return { page, version: toVersion(done), changed: true, created: done.version === 1 }
}

function refuseUnfit({ slug, html, session_id }: PageWrite): Refusal | undefined {
  if (!PageSlug.safeParse(slug).success) {
    const message = 'a page is named by 1–40 of a–z 0–9 -'
    return refuse('invalid', `${JSON.stringify(slug.slice(0, 60))} names no page: ${message}.`, {
      errors: [{ field: 'slug', message }],
    })
  }
  if (html.length <= MAX_HTML_LENGTH) return undefined
  const message = `at most ${MAX_HTML_LENGTH} characters`
  return refuse('invalid', `The page ${slug} of ${session_id} is too long: ${message}.`, {
    errors: [{ field: 'html', message }],
  })
}

function refuseConflict({ if_version, slug }: PageWrite, standing: Page | undefined): Refusal | undefined {
  const now = standing?.current_version ?? 0
  if (if_version === undefined || if_version === now) return undefined
  return refuse(
    'version_conflict',
    `The page ${slug} is at version ${now}, not ${if_version}. Read it again and repeat the change.`,
    { data: { version: now } },
  )
}

export function toVersion({ change_id: _change, ...version }: StoredPageVersion): PageVersion {
  return version
}
