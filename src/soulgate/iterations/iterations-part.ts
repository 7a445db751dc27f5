import type {
  IterationApprovalRequest,
  IterationRecord,
  IterationState,
  MemoryEntity,
  MemoryEntitySummary,
  StartIterationsRequest,
} from '../../contracts/iteration.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'

/** The plan as a file. */
export interface IterationExport {
  readonly refused?: false
  readonly filename: string
  readonly content_type: string
  readonly text: string
}

/** A memory entity with its earlier versions in the session. */
export type EntityVersions = MemoryEntity & {
  readonly refused?: false
  /** Of every plan of the session that wrote it, oldest first. */
  readonly versions: readonly Pick<MemoryEntity, 'plan_id' | 'version' | 'created_at'>[]
}

/** Planning in iterations, in the shapes of source E. Refusals carry its `error` and `message`. */
export interface IterationsPart {
  /** Answers when the proposal waits (or, of one iteration, when the planning agent waits or is done). */
  start(
    who: Principal,
    body: StartIterationsRequest,
    idempotencyKey?: string,
  ): Promise<IterationState | Refusal>
  /** Answers what the decision led to; with `waitMs` it waits for the next rest of the plan. */
  approve(who: Principal, body: IterationApprovalRequest, waitMs: number): Promise<IterationState | Refusal>
  /** Of the newest plan of the session, or of the named run. */
  state(who: Principal, sessionId: string, runId?: string): Promise<IterationState | Refusal>
  record(
    who: Principal,
    sessionId: string,
    runId?: string,
  ): Promise<(IterationRecord & { readonly refused?: false }) | Refusal>
  export(
    who: Principal,
    sessionId: string,
    options: { readonly format: 'md' | 'html' | 'json'; readonly run_id?: string },
  ): Promise<IterationExport | Refusal>
  /** Newest plan first; at most those of the newest hundred plans. */
  entities(
    who: Principal,
    filter: { readonly plan_id?: string; readonly session_id?: string },
  ): Promise<readonly MemoryEntitySummary[]>
  /** Of the named plan, otherwise of the newest one that has it. */
  entity(who: Principal, name: string, planId?: string): Promise<EntityVersions | Refusal>
}
