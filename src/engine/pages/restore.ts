import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Page } from '../../contracts/page.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { StoredPageSnapshot, StoreReader, StoreTransaction } from '../../store/store.ts'
import { type PageAuthor, type PageParts, pageEvent } from './page-parts.ts'
import { writeBrief, writeDesign } from './project.ts'
import { releasedSnapshot, SnapshotContent, takeSnapshot } from './snapshots.ts'
import { type PageWritten, writePage } from './write-page.ts'

export interface PageRestore {
  readonly author: PageAuthor
  readonly page_id: string
  readonly version: number
  readonly change_id: string
}

/** An earlier version stands again, as a new one: nothing that came since is lost. */
export async function restorePage(
  parts: PageParts,
  tx: StoreTransaction,
  { author, page_id, version, change_id }: PageRestore,
): Promise<PageWritten> {
  const page = await tx.getPage(page_id)
  if (!page) return refuse('not_found', `There is no page ${page_id}.`)
  const target = await tx.getPageVersion(page_id, version)
  if (!target) return refuse('not_found', `The page ${page.slug} has no version ${version}.`)
  if (target.html === null) return releasedVersion(page.slug, version)
  return writePage(parts, tx, {
    session_id: page.session_id,
    change_id,
    author,
    slug: page.slug,
    html: target.html,
    change: `Back to version ${version}.`,
    source: 'rollback',
  })
}

export function releasedVersion(slug: string, version: number): Refusal {
  return refuse(
    'version_released',
    `Version ${version} of ${slug} has given up its HTML to make room. Choose a newer one, or a pinned one.`,
  )
}

export interface SnapshotRestore {
  readonly author: PageAuthor
  readonly snapshot_id: string
  readonly change_id: string
}

export type SnapshotRestored =
  | {
      readonly refused?: false
      readonly session_id: string
      readonly number: number
      readonly label: string
      /** Slugs that changed, came back or went. */
      readonly affected: readonly string[]
      readonly sections: SnapshotContent['sections']
    }
  | Refusal

/**
 * Pages, design system and brief stand again as they did; pages made since go, and a snapshot taken just before keeps
 * them. The product doc is the caller's to change back, by the rules of its own.
 */
export async function restoreSnapshot(
  parts: PageParts,
  tx: StoreTransaction,
  { author, snapshot_id, change_id }: SnapshotRestore,
): Promise<SnapshotRestored> {
  const found = await tx.getPageSnapshot(snapshot_id)
  if (!found) return refuse('not_found', `There is no snapshot ${snapshot_id}.`)
  if (found.is_released) return releasedSnapshot(snapshot_id)
  const { session_id, number, label } = found
  if (!(await tx.lockSession(session_id))) return refuse('not_found', `There is no session ${session_id}.`)
  const content = SnapshotContent.parse(found.content)
  const before = `${change_id}:before`
  const isRepeated = (await tx.findPageSnapshot(session_id, before)) !== undefined
  if (!isRepeated) {
    const kept = `Before going back to snapshot ${number}`
    const wish = { session_id, change_id: before, author, label: kept, source: 'rollback' as const }
    await takeSnapshot(parts, tx, { ...wish, goes_back_to: number })
  }
  const affected = await putBack(parts, tx, { found, content, author, change_id })
  if (isRefusal(affected)) return affected
  const about = { session_id, at: toIso(parts.clock.now()), type: 'snapshot_restored' as const }
  const payload: JsonObject = { snapshot_id, number, label, affected_pages: [...affected] }
  if (!isRepeated) await tx.appendEvents([pageEvent(author, about, payload)])
  return { session_id, number, label, affected, sections: content.sections }
}

interface PuttingBack {
  readonly found: StoredPageSnapshot
  readonly content: SnapshotContent
  readonly author: PageAuthor
  readonly change_id: string
}

async function putBack(
  parts: PageParts,
  tx: StoreTransaction,
  { found, content, author, change_id }: PuttingBack,
): Promise<readonly string[] | Refusal> {
  const { session_id, number } = found
  const affected: string[] = []
  if (content.design_system) {
    const design = content.design_system
    const back = await writeDesign(parts, tx, {
      session_id,
      author,
      design,
      change_id: `${change_id}:design`,
    })
    if (isRefusal(back)) return back
    if (back.changed) affected.push(...content.pages.map(({ slug }) => slug))
  }
  if (content.analysis) await writeBrief(parts, tx, { session_id, analysis: content.analysis })
  for (const { html, ...page } of content.pages) {
    const written = await writePage(parts, tx, {
      ...page,
      html,
      session_id,
      author,
      change_id: `${change_id}:${page.slug}`,
      change: `Back to snapshot ${number}.`,
      source: 'rollback',
    })
    if (isRefusal(written)) return written
    const { title, order_index } = page
    const moved = written.page.title !== title || written.page.order_index !== order_index
    if (moved) await tx.putPage({ ...written.page, title, order_index })
    if ((written.changed || moved) && !affected.includes(page.slug)) affected.push(page.slug)
  }
  const kept = new Set(content.pages.map(page => page.slug))
  for (const page of await tx.listPages(session_id)) {
    if (kept.has(page.slug)) continue
    await tx.deletePage(page.page_id)
    affected.push(page.slug)
  }
  return affected
}

/** The newest snapshot that was taken before a change and shows other pages or another look than what stands now. */
export async function findLastDifferent(
  store: StoreReader,
  sessionId: string,
): Promise<Omit<StoredPageSnapshot, 'content'> | undefined> {
  const standing = await stateOf(store, await store.listPages(sessionId))
  const look = (await store.getDesignSystem(sessionId))?.css
  for (const snapshot of await store.listPageSnapshots(sessionId)) {
    const { source, is_released, pages, design_system_version: version } = snapshot
    if (source !== 'auto' || is_released) continue
    const state = pages
      .map(page => `${page.slug} ${page.title} ${page.html_digest}`)
      .sort()
      .join('\n')
    const css = version === undefined ? undefined : (await store.getDesignSystem(sessionId, version))?.css
    if (state !== standing || css !== look) return snapshot
  }
  return undefined
}

async function stateOf(store: StoreReader, pages: readonly Page[]): Promise<string> {
  const digests: string[] = []
  for (const { page_id, slug, title, current_version } of pages) {
    const version = await store.getPageVersion(page_id, current_version)
    digests.push(`${slug} ${title} ${version?.html_digest ?? ''}`)
  }
  return digests.sort().join('\n')
}
