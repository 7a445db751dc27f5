import { z } from 'zod'
import { toIso } from '../../base/clock.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import {
  BriefAnalysis,
  DesignSystem,
  Page,
  type PageSnapshot,
  type PageSource,
} from '../../contracts/page.ts'
import { ProductDocSection } from '../../contracts/product-doc.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { StoredPageSnapshot, StoreTransaction } from '../../store/store.ts'
import { actorOf, type PageAuthor, type PageParts, pageEvent } from './page-parts.ts'
import { readBriefOf } from './project.ts'
import { refusePin, toRelease } from './retention.ts'

/** What a step back needs. */
export const SnapshotContent = z.object({
  sections: z.record(z.string(), ProductDocSection).optional(),
  design_system: DesignSystem.optional(),
  analysis: BriefAnalysis.optional(),
  pages: z.array(
    z.object({
      ...Page.pick({ slug: true, title: true, description: true, role: true, order_index: true }).shape,
      html: z.string(),
    }),
  ),
})
export type SnapshotContent = z.infer<typeof SnapshotContent>

export interface SnapshotWish {
  readonly session_id: string
  readonly change_id: string
  readonly author: PageAuthor
  readonly label: string
  readonly source: PageSource
  readonly goes_back_to?: number
}

export type SnapshotTaken = { readonly refused?: false; readonly snapshot: PageSnapshot } | Refusal

/**
 * The state before the first write of a run, once; what a person calls “before the last change”. A run that made the
 * first pages has none: what stands in the middle of it is no state to go back to.
 */
export async function snapshotBefore(
  parts: PageParts,
  tx: StoreTransaction,
  { session_id, author }: Pick<SnapshotWish, 'session_id' | 'author'>,
): Promise<void> {
  if (author.kind !== 'agent') return
  const change_id = `before:${author.run_id}`
  if (await tx.findPageSnapshot(session_id, change_id)) return
  const pages = await tx.listPages(session_id)
  if (pages.length === 0) return
  for (const { page_id } of pages) {
    const versions = await tx.listPageVersions(page_id)
    if (versions.some(({ run_id }) => run_id === author.run_id)) return
  }
  const run = await tx.getRun(author.run_id)
  const label = `Before: ${messageOf(run?.input)}`.slice(0, 200)
  await takeSnapshot(parts, tx, { session_id, change_id, author, label, source: 'auto' })
}

/** Keeps product doc, design system, brief and all pages as they stand. */
export async function takeSnapshot(
  parts: PageParts,
  tx: StoreTransaction,
  wish: SnapshotWish,
): Promise<SnapshotTaken> {
  const { session_id, change_id } = wish
  const done = await tx.findPageSnapshot(session_id, change_id)
  if (done) return { snapshot: toSnapshot(done) }
  const pages = await tx.listPages(session_id)
  if (pages.length === 0) return refuse('not_found', `Session ${session_id} has no pages to keep yet.`)
  const earlier = await tx.listPageSnapshots(session_id)
  const at = toIso(parts.clock.now())
  const { content, refs, doc, design } = await readContent(tx, session_id, pages)
  const snapshot: StoredPageSnapshot = {
    snapshot_id: parts.ids.newId('snap'),
    session_id,
    number: (earlier[0]?.number ?? 0) + 1,
    label: wish.label,
    source: wish.source,
    is_pinned: false,
    is_released: false,
    ...(wish.goes_back_to === undefined ? {} : { goes_back_to: wish.goes_back_to }),
    ...(doc === undefined ? {} : { product_doc_version: doc }),
    ...(design === undefined ? {} : { design_system_version: design }),
    pages: refs,
    created_by: actorOf(wish.author).id,
    created_at: at,
    change_id,
    content: JSON.parse(JSON.stringify(content)) as JsonValue,
  }
  await tx.insertPageSnapshot(snapshot)
  const { content: _content, ...summary } = snapshot
  for (const old of toRelease([summary, ...earlier], item => item.number === snapshot.number)) {
    await tx.markPageSnapshot({ ...old, is_released: true })
  }
  const { snapshot_id, number, label } = snapshot
  const about = { session_id, at, type: 'snapshot_created' as const }
  await tx.appendEvents([pageEvent(wish.author, about, { snapshot_id, number, label, pages: pages.length })])
  return { snapshot: toSnapshot(snapshot) }
}

async function readContent(tx: StoreTransaction, sessionId: string, pages: readonly Page[]) {
  const kept: SnapshotContent['pages'] = []
  const refs: PageSnapshot['pages'] = []
  for (const { page_id, slug, title, description, role, order_index, current_version } of pages) {
    const version = await tx.getPageVersion(page_id, current_version)
    if (version?.html === undefined || version.html === null) continue
    kept.push({ slug, title, description, role, order_index, html: version.html })
    refs.push({ page_id, slug, title, version: current_version, html_digest: version.html_digest })
  }
  const stored = await tx.getDocument('product_doc', sessionId)
  const sections = z.object({ sections: SnapshotContent.shape.sections }).safeParse(stored?.body)
    .data?.sections
  const design = await tx.getDesignSystem(sessionId)
  const analysis = await readBriefOf(tx, sessionId)
  const content: SnapshotContent = {
    ...(sections === undefined ? {} : { sections }),
    ...(design === undefined ? {} : { design_system: DesignSystem.parse(design) }),
    ...(analysis === undefined ? {} : { analysis }),
    pages: kept,
  }
  return { content, refs, doc: stored?.version, design: design?.version }
}

/** Pins or unpins a snapshot; at most two of a session are pinned. */
export async function pinSnapshot(
  tx: StoreTransaction,
  snapshotId: string,
  isPinned: boolean,
): Promise<SnapshotTaken> {
  const found = await tx.getPageSnapshot(snapshotId)
  if (!found) return refuse('not_found', `There is no snapshot ${snapshotId}.`)
  await tx.lockSession(found.session_id)
  const all = await tx.listPageSnapshots(found.session_id)
  const standing = all.find(item => item.snapshot_id === snapshotId)
  if (!standing || standing.is_released) return releasedSnapshot(snapshotId)
  if (standing.is_pinned === isPinned) return { snapshot: toSnapshot({ ...standing, content: null }) }
  const pinned = all.filter(item => item.is_pinned).map(item => item.snapshot_id)
  const refused = isPinned ? refusePin('snapshots of a session', pinned) : undefined
  if (refused) return refused
  const changed = { ...standing, is_pinned: isPinned }
  await tx.markPageSnapshot(changed)
  return { snapshot: toSnapshot({ ...changed, content: null }) }
}

export function releasedSnapshot(snapshotId: string): Refusal {
  return refuse(
    'snapshot_released',
    `Snapshot ${snapshotId} has given up its content to make room. Choose a newer one, or a pinned one.`,
  )
}

export function toSnapshot({
  change_id: _change,
  content: _content,
  ...snapshot
}: StoredPageSnapshot): PageSnapshot {
  return snapshot
}

function messageOf(input: JsonValue | undefined): string {
  const parsed = z.object({ message: z.string() }).safeParse(input)
  return parsed.success ? (parsed.data.message.trim().split('\n', 1)[0] ?? '') : 'a change'
}
