import type {
  BriefAnalysis,
  DesignSystemVersion,
  Page,
  PageDiff,
  PageIssue,
  PageSnapshot,
  PageValidation,
  PageVersion,
  PageVersionSummary,
} from '../../contracts/page.ts'
import type { PageMeasurement } from '../../contracts/page-measurement.ts'
import type { PagesChanged } from '../../contracts/page-operation.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type {
  ChangePagesRequest,
  EditBriefRequest,
  FixPageRequest,
  PutPageRequest,
} from '../../contracts/requests/pages.ts'

/** A page by its id, or by its slug in a session. */
export interface PageName {
  readonly page: string
  readonly session_id?: string
}

/** A page that stands alone, with the policy under which it may be shown. */
export interface ShownPage {
  readonly refused?: false
  readonly page: Page
  readonly version: number
  readonly html: string
  readonly policy: string
  /** The part of the policy that a `<meta>` can say. */
  readonly metaPolicy: string
}

/** Which version is shown, and whether its elements can be pointed at or it measures itself. */
export interface Showing {
  readonly version?: number | undefined
  readonly isPointed?: boolean
  readonly isMeasured?: boolean
}

type Changed = { readonly refused?: false; readonly page: Page; readonly changed: boolean } | Refusal

/** What a repair did, and what is left to a person or a model. */
export interface Fixed {
  readonly refused?: false
  readonly page: Page
  readonly changed: boolean
  readonly applied: readonly PageIssue[]
  readonly left: readonly PageIssue[]
  readonly validation: PageValidation
}

/** Pages of sessions as surfaces see them. Whoever reads the session reads its pages. */
export interface PagesPart {
  list(
    who: Principal,
    sessionId: string,
  ): Promise<
    | {
        readonly refused?: false
        readonly pages: readonly Page[]
        readonly design_system?: DesignSystemVersion
        readonly brief?: BriefAnalysis
      }
    | Refusal
  >
  get(who: Principal, name: PageName): Promise<Page | Refusal>
  /** As it was written, with its HTML. */
  read(
    who: Principal,
    name: PageName,
    version?: number,
  ): Promise<(PageVersion & { readonly html: string }) | Refusal>
  versions(
    who: Principal,
    name: PageName,
  ): Promise<{ readonly refused?: false; readonly versions: readonly PageVersionSummary[] } | Refusal>
  diff(
    who: Principal,
    name: PageName,
    between: { readonly from?: number; readonly to?: number },
  ): Promise<PageDiff | Refusal>
  put(who: Principal, name: PageName, body: PutPageRequest): Promise<Changed>
  pin(
    who: Principal,
    name: PageName,
    pin: { readonly version: number; readonly isPinned: boolean },
  ): Promise<PageVersionSummary | Refusal>
  rollback(who: Principal, name: PageName, version: number): Promise<Changed>
  /** What is wrong with the page as it stands, and what would repair it; what was measured of it counts. */
  validate(
    who: Principal,
    name: PageName,
    measured?: PageMeasurement,
  ): Promise<({ readonly refused?: false } & PageValidation) | Refusal>
  /** Repairs what the rules name, all that can be when none is named; the rest stays byte for byte. */
  fix(who: Principal, name: PageName, order?: FixPageRequest): Promise<Fixed | Refusal>
  /** Typed operations, or words that the built-in grammar reads into them; on a dry run nothing is written. */
  change(
    who: Principal,
    sessionId: string,
    request: ChangePagesRequest,
  ): Promise<({ readonly refused?: false } & PagesChanged) | Refusal>
  /** Takes the last change of the session's pages back; `nothing_to_undo` where there is none. */
  undo(
    who: Principal,
    sessionId: string,
  ): Promise<
    { readonly refused?: false; readonly label: string; readonly affected_pages: readonly string[] } | Refusal
  >
  /** A person's edit of what the pages are made from; pages that stand follow it. */
  editBrief(
    who: Principal,
    sessionId: string,
    edit: EditBriefRequest,
  ): Promise<
    | { readonly refused?: false; readonly brief: BriefAnalysis; readonly affected_pages: readonly string[] }
    | Refusal
  >
  snapshots(
    who: Principal,
    sessionId: string,
  ): Promise<{ readonly refused?: false; readonly snapshots: readonly PageSnapshot[] } | Refusal>
  takeSnapshot(who: Principal, sessionId: string, label: string): Promise<PageSnapshot | Refusal>
  pinSnapshot(who: Principal, snapshotId: string, isPinned: boolean): Promise<PageSnapshot | Refusal>
  rollbackTo(
    who: Principal,
    snapshotId: string,
  ): Promise<
    | { readonly refused?: false; readonly affected_pages: readonly string[]; readonly number: number }
    | Refusal
  >
  /** The page alone, with its policy. */
  show(who: Principal, name: PageName, how?: Showing): Promise<ShownPage | Refusal>
  /** A zip that opens from disk. */
  export(
    who: Principal,
    sessionId: string,
  ): Promise<{ readonly refused?: false; readonly bytes: Uint8Array; readonly file_name: string } | Refusal>
}
