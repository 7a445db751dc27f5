import type {
  BriefAnalysis,
  DesignSystemVersion,
  PageDiff,
  PageIssue,
  PageSnapshot,
  PageValidation,
  PageVersionSummary,
  Page as SitePage,
} from '../contracts/page.ts'
import type { PagesChanged } from '../contracts/page-operation.ts'
import type { EditBriefRequest, PageChanges, PutPageRequest } from '../contracts/requests/pages.ts'
import { readPage } from './page.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

type Signal = Pick<RequestOptions, 'signal'>

/** The pages of a session, with the design system and the brief that they were made from. */
export interface SessionPages {
  readonly pages: readonly SitePage[]
  readonly design_system?: DesignSystemVersion
  readonly brief?: BriefAnalysis
}

/** What shown pages told of one version, each in a window of its own; the server reads it field by field. */
export interface UncheckedMeasurement {
  readonly version: number
  /** `width` in CSS pixels; `faults` as in `MeasuredFault`. */
  readonly windows: readonly { readonly width: number; readonly faults: readonly unknown[] }[]
}

/**
 * A page as it can be shown, in a sandboxed frame under its `policy` (a Content-Security-Policy); `source` is as it was
 * written. `preview_url` answers it as a document to requests with a credential.
 */
export interface ShownPage {
  readonly page_id: string
  readonly slug: string
  readonly version: number
  readonly html: string
  readonly source: string
  readonly policy: string
  readonly preview_url: string
}

/** A page after a write; `changed` is false where the same content stood already. */
export type PageChange =
  | { readonly refused?: false; readonly page: SitePage; readonly changed: boolean }
  | Refused

/** What a repair did, and what is left to a person or a model. */
export interface FixedPage {
  readonly refused?: false
  readonly page: SitePage
  readonly changed: boolean
  readonly applied: readonly PageIssue[]
  readonly left: readonly PageIssue[]
  readonly validation: PageValidation
}

/** Pages that the agent makes in a session, their versions and snapshots. HTML of a page is data, never trusted. */
export interface PagesClient {
  list(sessionId: string, options?: Signal): Promise<SessionPages>
  /** One version, the current one when none is named. */
  show(
    pageId: string,
    version?: number,
    options?: Signal & {
      /** The page tells the window around it which element was chosen, by a message `{soulgate: 'point', …}`. */
      readonly point?: boolean
      /** The page tells what its browser measured, by a message `{soulgate: 'measured', width, faults}`. */
      readonly measure?: boolean
    },
  ): Promise<ShownPage>
  /** Newest first; those that gave up their HTML too. */
  versions(pageId: string, options?: Signal): Promise<readonly PageVersionSummary[]>
  /** The last change when no versions are named. */
  diff(
    pageId: string,
    between?: { readonly from?: number | undefined; readonly to?: number | undefined },
    options?: Signal,
  ): Promise<PageDiff>
  put(pageId: string, page: PutPageRequest): Promise<PageChange>
  /** At most two versions of a page are kept for good. */
  pin(pageId: string, version: number, isPinned: boolean): Promise<PageVersionSummary | Refused>
  /** Lets an earlier version stand again, as a new one. */
  rollback(pageId: string, version: number): Promise<PageChange>
  /** What is wrong with the page as it stands, and what would repair it. */
  validate(pageId: string, options?: Signal): Promise<PageValidation>
  /** The same with what browsers measured of it; a measurement of another version counts as none. */
  validateMeasured(
    pageId: string,
    measured: UncheckedMeasurement,
  ): Promise<({ readonly refused?: false } & PageValidation) | Refused>
  /** Repairs what the named rules found, all that can be when none is named, as a new version. */
  fix(
    pageId: string,
    rules?: readonly string[],
    measured?: UncheckedMeasurement,
  ): Promise<FixedPage | Refused>
  /** Typed operations or words; with `dry_run` it says what would change, before and after, and writes nothing. */
  change(
    sessionId: string,
    change: PageChanges,
  ): Promise<({ readonly refused?: false } & PagesChanged) | Refused>
  /** Takes the last change of the session's pages back. */
  undo(
    sessionId: string,
  ): Promise<
    { readonly refused?: false; readonly label: string; readonly affected_pages: readonly string[] } | Refused
  >
  /** Edits what pages are made from; pages that stand follow it. */
  editBrief(
    sessionId: string,
    edit: EditBriefRequest,
  ): Promise<
    | { readonly refused?: false; readonly brief: BriefAnalysis; readonly affected_pages: readonly string[] }
    | Refused
  >
  snapshots(sessionId: string, options?: Signal): Promise<readonly PageSnapshot[]>
  takeSnapshot(sessionId: string, label: string): Promise<PageSnapshot | Refused>
  /** Product doc, design system and pages stand again as in the snapshot. */
  rollbackTo(
    sessionId: string,
    snapshotId: string,
  ): Promise<
    | { readonly refused?: false; readonly number: number; readonly affected_pages: readonly string[] }
    | Refused
  >
  /** Where all pages are as a zip; its request needs a credential as every other. */
  exportPath(sessionId: string): string
}

/** Pages of a session over HTTP, as part of a client. */
export function createPagesClient(transport: Transport, baseUrl: string): PagesClient {
  const page = (pageId: string, rest = '') => `/api/pages/${encodeURIComponent(pageId)}${rest}`
  const session = (sessionId: string, rest: string) => `/api/sessions/${encodeURIComponent(sessionId)}${rest}`
  return {
    list: (sessionId, options) => transport.read(session(sessionId, '/pages'), options),
    show: (pageId, version, { point, measure, ...options } = {}) =>
      transport.read(page(pageId, '/preview'), {
        query: {
          version,
          ...(point === true ? { point: 'true' } : {}),
          ...(measure === true ? { measure: 'true' } : {}),
        },
        ...options,
      }),
    versions: async (pageId, options = {}) =>
      (
        await readPage<PageVersionSummary>(transport, page(pageId, '/versions'), {
          key: 'versions',
          ...options,
        })
      ).items,
    diff: (pageId, between = {}, options = {}) =>
      transport.read(page(pageId, '/diff'), { query: { ...between }, ...options }),
    put: (pageId, body) => transport.command('PUT', page(pageId), { body }),
    pin: (pageId, version, isPinned) =>
      transport.command('POST', page(pageId, isPinned ? '/pin' : '/unpin'), { body: { version } }),
    rollback: (pageId, version) =>
      transport.command('POST', page(pageId, '/rollback'), { body: { version } }),
    validate: (pageId, options) => transport.read(page(pageId, '/validation'), options),
    validateMeasured: (pageId, measured) =>
      transport.command('POST', page(pageId, '/validation'), { body: measured }),
    fix: (pageId, rules, measured) =>
      transport.command('POST', page(pageId, '/fixes'), {
        body: {
          ...(rules === undefined ? {} : { rules }),
          ...(measured === undefined ? {} : { measured }),
        },
      }),
    change: (sessionId, body) => transport.command('POST', session(sessionId, '/page-operations'), { body }),
    undo: sessionId => transport.command('POST', session(sessionId, '/page-operations/undo'), { body: {} }),
    editBrief: (sessionId, body) => transport.command('PATCH', session(sessionId, '/brief'), { body }),
    snapshots: async (sessionId, options = {}) => {
      const path = session(sessionId, '/snapshots')
      return (await readPage<PageSnapshot>(transport, path, { key: 'snapshots', ...options })).items
    },
    takeSnapshot: (sessionId, label) =>
      transport.command('POST', session(sessionId, '/snapshots'), { body: { label } }),
    rollbackTo: (sessionId, snapshotId) =>
      transport.command('POST', session(sessionId, `/snapshots/${encodeURIComponent(snapshotId)}/rollback`)),
    exportPath: sessionId => `${baseUrl}${session(sessionId, '/export')}`,
  }
}
