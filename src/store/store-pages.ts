import type { JsonValue } from '../contracts/json-value.ts'
import type {
  DesignSystemVersion,
  PageSnapshot,
  PageVersion,
  PageVersionSummary,
  Page as WebPage,
} from '../contracts/page.ts'

/** One version with the key under which it was asked for: asked for twice, it is written once. */
export interface StoredPageVersion extends PageVersion {
  readonly change_id: string
}

export interface StoredPageSummary extends PageVersionSummary {
  readonly change_id: string
}

/** A snapshot with what a step back needs; `content` is null once it was released. */
export interface StoredPageSnapshot extends PageSnapshot {
  readonly change_id: string
  readonly content: JsonValue
}

export interface StoredDesignSystem extends DesignSystemVersion {
  readonly change_id: string
}

/** Reads of pages, their versions and what they share. */
export interface PageReader {
  getPage(pageId: string): Promise<WebPage | undefined>
  findPage(sessionId: string, slug: string): Promise<WebPage | undefined>
  /** In order of `order_index`, then of slug. */
  listPages(sessionId: string): Promise<readonly WebPage[]>
  getPageVersion(pageId: string, version: number): Promise<StoredPageVersion | undefined>
  findPageVersion(
    by: { readonly version_id: string } | { readonly session_id: string; readonly change_id: string },
  ): Promise<StoredPageVersion | undefined>
  /** Newest first, without HTML. */
  listPageVersions(pageId: string): Promise<readonly StoredPageSummary[]>
  /** The version in use when none is named. */
  getDesignSystem(sessionId: string, version?: number): Promise<StoredDesignSystem | undefined>
  findDesignSystem(sessionId: string, changeId: string): Promise<StoredDesignSystem | undefined>
  getPageSnapshot(snapshotId: string): Promise<StoredPageSnapshot | undefined>
  findPageSnapshot(sessionId: string, changeId: string): Promise<StoredPageSnapshot | undefined>
  /** Newest first, without content. */
  listPageSnapshots(sessionId: string): Promise<readonly Omit<StoredPageSnapshot, 'content'>[]>
}

/** Writes of pages. Lock the session first: numbers are dense per page and per session. */
export interface PageWriter {
  /** Inserts or replaces by id; a second page under one slug throws. */
  putPage(page: WebPage): Promise<void>
  /** A version never changes; another under its number, its id or its change throws. */
  insertPageVersion(version: StoredPageVersion): Promise<void>
  /** Marks what stands in the summary and takes the HTML away. */
  releasePageVersion(summary: StoredPageSummary): Promise<void>
  /** Changes what a summary says and leaves the HTML. */
  markPageVersion(summary: StoredPageSummary): Promise<void>
  insertDesignSystem(design: StoredDesignSystem): Promise<void>
  insertPageSnapshot(snapshot: StoredPageSnapshot): Promise<void>
  /** Changes what the snapshot says of itself; `released` also takes its content away. */
  markPageSnapshot(snapshot: Omit<StoredPageSnapshot, 'content'>): Promise<void>
  /** Takes a page with all its versions away. */
  deletePage(pageId: string): Promise<void>
  /** Every page, version, snapshot and design system of a session; answers how many rows. */
  deletePages(sessionId: string): Promise<number>
}
