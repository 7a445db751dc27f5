import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type {
  StartWorkItemRequest,
  WorkItem,
  WorkItemReport,
  WorkItemVersion,
} from '../../contracts/work-item.ts'

type Answer = { readonly refused?: false; readonly item: WorkItem } | Refusal

/** Things to be made, followed from their workplan to their closure. */
export interface WorkItemsPart {
  start(who: Principal, body: StartWorkItemRequest, idempotencyKey?: string): Promise<Answer>
  /** By id, or by the folder of a living one. */
  get(who: Principal, name: string): Promise<WorkItem | Refusal>
  /** Newest first. */
  list(
    who: Principal,
    page: { readonly limit: number; readonly cursor?: string },
  ): Promise<{ readonly items: readonly WorkItem[]; readonly next_cursor?: string }>
  /** Every copy of its documents that was kept, oldest first. */
  versions(
    who: Principal,
    name: string,
  ): Promise<{ readonly refused?: false; readonly versions: readonly WorkItemVersion[] } | Refusal>
  /** What somebody who works on it says happened; refused before the intent is approved, naming the gate. */
  report(who: Principal, name: string, report: WorkItemReport): Promise<Answer>
  /** Ends it for good and frees its paths; for reviewers. */
  close(who: Principal, name: string, because?: string): Promise<Answer>
  /** The item as soon as it waits or has ended, or as it stands after `waitMs`. */
  settled(name: string, waitMs: number): Promise<WorkItem | undefined>
}

/** One artifact with what is known of it. */
export interface ArtifactBytes {
  readonly path: string
  readonly bytes: Uint8Array
  readonly content_type: string
  readonly sha256: string
}

/** Files that gates and work items name. Nothing else of the workspace can be read here. */
export interface ArtifactsPart {
  read(
    who: Principal,
    path: string,
    options?: { readonly version?: string },
  ): Promise<(ArtifactBytes & { readonly refused?: false }) | Refusal>
}
