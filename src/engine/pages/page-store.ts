import type {
  BriefAnalysis,
  DesignSystemVersion,
  Page,
  PageDiff,
  PageSnapshot,
  PageVersion,
  PageVersionSummary,
} from '../../contracts/page.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { StoreTransaction } from '../../store/store.ts'
import type { PageSummary } from '../memory/memory.ts'
import { type BriefChange, type BriefChanged, changeBrief } from './change-brief.ts'
import { changeSite, LAST_CHANGE, type SiteChange, type SiteChanged } from './change-site.ts'
import { diffHtml } from './diff.ts'
import type { SiteOutline } from './edit/outline.ts'
import type { PageAuthor, PageParts } from './page-parts.ts'
import {
  BRIEF_KIND,
  type DesignWrite,
  type DesignWritten,
  readBriefOf,
  toDesign,
  writeBrief,
  writeDesign,
} from './project.ts'
import {
  findLastDifferent,
  type PageRestore,
  releasedVersion,
  restorePage,
  restoreSnapshot,
  type SnapshotRestore,
  type SnapshotRestored,
} from './restore.ts'
import { refusePin } from './retention.ts'
import { pinSnapshot, type SnapshotTaken, type SnapshotWish, takeSnapshot, toSnapshot } from './snapshots.ts'
import { type PageWrite, type PageWritten, toVersion, writePage } from './write-page.ts'
import { readOutline } from './write-site.ts'

/** The pages of every session: what stands, what stood, and how to go back. Each change is one transaction. */
export interface Pages {
  list(sessionId: string): Promise<readonly Page[]>
  get(pageId: string): Promise<Page | undefined>
  find(sessionId: string, slug: string): Promise<Page | undefined>
  /** With its HTML; the one in use when no version is named. Refusals: `not_found`, `version_released`. */
  read(pageId: string, version?: number): Promise<({ readonly html: string } & PageVersion) | Refusal>
  /** Newest first. */
  versions(pageId: string): Promise<readonly PageVersionSummary[]>
  /** From the version before when `from` is absent; version 0 is the empty page. */
  diff(pageId: string, between: { readonly from?: number; readonly to?: number }): Promise<PageDiff | Refusal>
  /** Emits `page_created`, `page_version_created` and `page_preview_ready`. */
  write(write: PageWrite): Promise<PageWritten>
  pin(pageId: string, version: number, isPinned: boolean): Promise<PageVersionSummary | Refusal>
  rollback(restore: PageRestore): Promise<PageWritten>
  /** Takes a page away, with its versions; a snapshot keeps what stood. */
  remove(pageId: string): Promise<void>
  designSystem(sessionId: string): Promise<DesignSystemVersion | undefined>
  writeDesign(write: DesignWrite): Promise<DesignWritten>
  brief(sessionId: string): Promise<BriefAnalysis | undefined>
  writeBrief(sessionId: string, analysis: BriefAnalysis): Promise<Refusal | undefined>
  /** Typed operations, or words that are read into them, on the pages as they stand; all in one transaction. */
  change(change: SiteChange): Promise<SiteChanged | Refusal>
  /** A person's edit of the brief; pages that stand follow it. */
  changeBrief(change: BriefChange): Promise<BriefChanged | Refusal>
  /** Names of pages, parts and items as they stand, for whoever proposes operations. */
  outline(sessionId: string): Promise<SiteOutline | Refusal>
  /** Newest first. */
  snapshots(sessionId: string): Promise<readonly PageSnapshot[]>
  snapshot(snapshotId: string): Promise<PageSnapshot | undefined>
  takeSnapshot(wish: SnapshotWish): Promise<SnapshotTaken>
  pinSnapshot(snapshotId: string, isPinned: boolean): Promise<SnapshotTaken>
  /** The product doc goes back too: all of it for a person, what no person edited for an agent. */
  restoreSnapshot(restore: SnapshotRestore): Promise<SnapshotRestored>
  /** What “undo” goes back to; what it went back to already where this change was made before. */
  lastDifferent(sessionId: string, changeId: string): Promise<PageSnapshot | undefined>
  /** What a model is told of the pages of a session; undefined where none are built. */
  overview(sessionId: string): Promise<PagesOverview | undefined>
  /** Forgets everything of a session, in the transaction that erases it; answers how many rows. */
  erase(tx: StoreTransaction, sessionId: string): Promise<number>
}

/** Pages as they stand in a model's context: one summary each, and the look they share. */
export interface PagesOverview {
  readonly pages: readonly PageSummary[]
  readonly design_system?: string
}

/** Pages over one store. */
export function createPages(parts: PageParts): Pages {
  const { store } = parts
  return {
    list: sessionId => store.listPages(sessionId),
    get: pageId => store.getPage(pageId),
    find: (sessionId, slug) => store.findPage(sessionId, slug),
    read: (pageId, version) => readVersion(parts, pageId, version),
    versions: async pageId =>
      (await store.listPageVersions(pageId)).map(({ change_id: _change, ...summary }) => summary),
    diff: (pageId, between) => diffVersions(parts, pageId, between),
    write: write => store.transact(tx => writePage(parts, tx, write)),
    pin: (pageId, version, isPinned) => store.transact(tx => pinVersion(tx, { pageId, version, isPinned })),
    rollback: restore => store.transact(tx => restorePage(parts, tx, restore)),
    remove: pageId => store.transact(tx => tx.deletePage(pageId)),
    ...createProjects(parts),
    ...createSnapshots(parts),
  }
}

type Projects = Pick<
  Pages,
  | 'designSystem'
  | 'writeDesign'
  | 'brief'
  | 'writeBrief'
  | 'change'
  | 'changeBrief'
  | 'outline'
  | 'overview'
  | 'erase'
>

function createProjects(parts: PageParts): Projects {
  const { store } = parts
  return {
    designSystem: async sessionId => {
      const stored = await store.getDesignSystem(sessionId)
      return stored && toDesign(stored)
    },
    writeDesign: write => store.transact(tx => writeDesign(parts, tx, write)),
    brief: sessionId => readBriefOf(store, sessionId),
    writeBrief: (session_id, analysis) =>
      store.transact(tx => writeBrief(parts, tx, { session_id, analysis })),
    change: change => store.transact(tx => changeSite(parts, tx, change)),
    changeBrief: change => store.transact(tx => changeBrief(parts, tx, change)),
    outline: sessionId => readOutline(store, sessionId),
    overview: async sessionId => {
      const pages = await store.listPages(sessionId)
      const design = await store.getDesignSystem(sessionId)
      if (pages.length === 0 && !design && !(await readBriefOf(store, sessionId))) return undefined
      const summaries = pages.map(({ slug, title, description }) => ({ slug, title, summary: description }))
      return { pages: summaries, ...(design ? { design_system: design.css } : {}) }
    },
    erase: async (tx, sessionId) => {
      const kept = [BRIEF_KIND, LAST_CHANGE]
      const gone = await Promise.all(kept.map(kind => tx.deleteDocument(kind, sessionId)))
      const brief = gone.filter(Boolean).length
      return brief + (await tx.deletePages(sessionId))
    },
  }
}

type Snapshots = Pick<
  Pages,
  'snapshots' | 'snapshot' | 'takeSnapshot' | 'pinSnapshot' | 'restoreSnapshot' | 'lastDifferent'
>

function createSnapshots(parts: PageParts): Snapshots {
  const { store } = parts
  return {
    snapshots: async sessionId =>
      (await store.listPageSnapshots(sessionId)).map(item => toSnapshot({ ...item, content: null })),
    snapshot: async snapshotId => {
      const found = await store.getPageSnapshot(snapshotId)
      return found && toSnapshot(found)
    },
    takeSnapshot: wish =>
      store.transact(async tx => {
        await tx.lockSession(wish.session_id)
        return takeSnapshot(parts, tx, wish)
      }),
    pinSnapshot: (snapshotId, isPinned) => store.transact(tx => pinSnapshot(tx, snapshotId, isPinned)),
    restoreSnapshot: async restore => {
      const restored = await store.transact(tx => restoreSnapshot(parts, tx, restore))
      if (!isRefusal(restored)) await restoreDoc(parts, restore, restored)
      return restored
    },
    lastDifferent: async (sessionId, changeId) => {
      const done = await store.findPageSnapshot(sessionId, `${changeId}:before`)
      const all = done ? await store.listPageSnapshots(sessionId) : []
      const repeated = all.find(item => item.number === done?.goes_back_to)
      const found = repeated ?? (await findLastDifferent(store, sessionId))
      return found && toSnapshot({ ...found, content: null })
    },
  }
}

async function readVersion(
  { store }: PageParts,
  pageId: string,
  version?: number,
): Promise<({ readonly html: string } & PageVersion) | Refusal> {
  const page = await store.getPage(pageId)
  if (!page) return refuse('not_found', `There is no page ${pageId}.`)
  const number = version ?? page.current_version
  const found = await store.getPageVersion(pageId, number)
  if (!found) return refuse('not_found', `The page ${page.slug} has no version ${number}.`)
  const { html } = found
  return html === null ? releasedVersion(page.slug, number) : { ...toVersion(found), html }
}

async function diffVersions(
  parts: PageParts,
  pageId: string,
  { from, to }: { readonly from?: number; readonly to?: number },
): Promise<PageDiff | Refusal> {
  const after = await readVersion(parts, pageId, to)
  if (isRefusal(after)) return after
  const page = await parts.store.getPage(pageId)
  const first = from ?? after.version - 1
  const before = first === 0 ? { html: '' } : await readVersion(parts, pageId, first)
  if (isRefusal(before)) return before
  const between = { from_version: first, to_version: after.version }
  return { slug: page?.slug ?? '', ...between, ...diffHtml(before.html, after.html) }
}

async function pinVersion(
  tx: StoreTransaction,
  {
    pageId,
    version,
    isPinned,
  }: { readonly pageId: string; readonly version: number; readonly isPinned: boolean },
): Promise<PageVersionSummary | Refusal> {
  const page = await tx.getPage(pageId)
  if (!page) return refuse('not_found', `There is no page ${pageId}.`)
  await tx.lockSession(page.session_id)
  const versions = await tx.listPageVersions(pageId)
  const standing = versions.find(item => item.version === version)
  if (!standing) return refuse('not_found', `The page ${page.slug} has no version ${version}.`)
  if (standing.is_released) return releasedVersion(page.slug, version)
  const pinned = versions.filter(item => item.is_pinned && item.version !== version)
  const refused = isPinned
    ? refusePin(
        'versions of a page',
        pinned.map(item => item.version_id),
      )
    : undefined
  if (refused) return refused
  const { change_id, ...summary } = { ...standing, is_pinned: isPinned }
  await tx.markPageVersion({ ...summary, change_id })
  return summary
}

async function restoreDoc(
  { memory }: PageParts,
  { author, change_id }: { readonly author: PageAuthor; readonly change_id: string },
  restored: Exclude<SnapshotRestored, Refusal>,
): Promise<void> {
  const { sections, session_id, number } = restored
  if (sections === undefined) return
  const standing = await memory.productDocs.get(session_id)
  const gone = Object.keys(standing?.sections ?? {}).filter(name => !Object.hasOwn(sections, name))
  const back = Object.entries(sections)
    .filter(([name, { content }]) => standing?.sections[name]?.content !== content)
    .map(([section, { title, content }]) => ({ section, title, content }))
  const changes = [...back, ...gone.map(section => ({ section, remove: true as const }))]
  if (changes.length === 0) return
  await memory.productDocs.change({
    session_id,
    change_id,
    author: author.kind === 'user' ? author : { kind: 'llm', agent: author.agent, run_id: author.run_id },
    sections: changes,
    change_summary: `Back to snapshot ${number}.`,
  })
}
