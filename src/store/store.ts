import type { Actor, Event, EventType } from '../contracts/event.ts'
import type { Gate, GateStatus, GateType } from '../contracts/gate.ts'
import type { Grant } from '../contracts/grant.ts'
import type { JsonObject, JsonValue } from '../contracts/json-value.ts'
import type { Message } from '../contracts/message.ts'
import type { ProductDocPatch } from '../contracts/product-doc.ts'
import type { Run, RunKind, RunStatus } from '../contracts/run.ts'
import type { Session } from '../contracts/session.ts'
import type { Step } from '../contracts/step.ts'
import type { Page, Paged } from './paging.ts'
import type { PageReader, PageWriter } from './store-pages.ts'
import type { PlanReader, PlanWriter } from './store-plans.ts'
import type { VerdictReader, VerdictWriter } from './store-verdicts.ts'

export { eventHash, GENESIS_HASH, payloadDigest } from './event-chain.ts'
export type * from './paging.ts'
export type * from './sealing.ts'
export type * from './store-pages.ts'
export type * from './store-plans.ts'
export type * from './store-verdicts.ts'
export { type Watched, type WatchedOptions, watch } from './watched.ts'

/**
 * A run with what only the engine may see: who executes it now and under which fencing token.
 * `lease_token` grows by one with every claim; a write under an older one is refused.
 */
export interface StoredRun extends Run {
  readonly lease_owner?: string
  readonly lease_token: number
  readonly cancel_requested: boolean
  readonly depth: number
}

/** Fields to change; undefined takes an optional one away. */
export type RunPatch = { readonly [Field in keyof StoredRun]?: StoredRun[Field] | undefined }

/** An event before it has its place in a chain. */
export interface EventDraft {
  readonly stream: string
  readonly type: EventType
  readonly at: string
  readonly run_id?: string
  readonly session_id?: string
  readonly gate_id?: string
  readonly actor: Actor
  readonly payload: JsonObject
}

/** A small noun kept whole: settings, guidelines, tools, people, tokens, comments … */
export interface StoreDocument {
  readonly kind: string
  readonly id: string
  /** A second key to look documents up by, such as a token's hash or a plan's session. */
  readonly lookup?: string
  readonly version: number
  readonly body: JsonValue
  readonly created_at: string
  readonly updated_at: string
}

/** One row of the ledger of tool calls: intent first, result later. `undo` is what taking it back needs. */
export interface LedgerCall {
  readonly call_id: string
  readonly run_id?: string
  readonly session_id?: string
  readonly step_seq?: number
  readonly grant_id: string
  readonly tool: string
  readonly digest: string
  readonly arguments: JsonObject
  readonly idempotency_key: string
  readonly status: 'started' | 'succeeded' | 'failed' | 'unknown' | 'undone'
  readonly result?: JsonValue
  readonly undo?: JsonValue
  readonly started_at: string
  readonly ended_at?: string
}

export type LedgerCallsBy = { readonly run_ids: readonly string[] } | { readonly call_ids: readonly string[] }

/** A job that must be handed out at or after `due_at` (epoch ms). One per `(queue, key)`. */
export interface StoredJob {
  readonly queue: string
  readonly key: string
  readonly due_at: number
  readonly payload: JsonObject
  readonly attempts: number
}

/** One row as a backup carries it, whichever database it came from. */
export interface BackupRow {
  readonly table: string
  readonly row: Readonly<Record<string, string | number | null | Uint8Array>>
}

/** What an empty database is to become: rows of a schema, brought up to date after they are in. */
export interface BackupTarget {
  readonly rows: AsyncIterable<BackupRow>
  readonly schema: number
  /** ISO time for the migration log. */
  readonly at: string
}

/** A stretch of a conversation; both bounds of `seq` are exclusive. */
export interface MessageRange {
  readonly after?: number
  readonly before?: number
  readonly limit: number
  readonly newestFirst?: boolean
  /** Stops before the message that would bring more bytes than this; one message is always answered. */
  readonly maxBytes: number
  /** `people`: only what people said and is shown to them (role `user`, not hidden); `system`: only that role. */
  readonly only?: 'people' | 'system'
}

/** One change of a section with the key under which it was asked for; `position` orders those of one version. */
export interface StoredDocPatch extends ProductDocPatch {
  readonly change_id: string
  readonly position: number
}

export interface RunFilter {
  readonly status?: RunStatus
  readonly kind?: RunKind
  readonly session_id?: string
  readonly parent_run_id?: string
  /** Only runs this principal asked for or that were asked on its behalf. */
  readonly principal?: string
}

export interface GateFilter {
  readonly status?: GateStatus
  /** Closed by somebody's decision, or overtaken; not what waits or expired. */
  readonly decided?: boolean
  /** A call that it let run failed, and nobody has looked at that yet. */
  readonly after_approval?: boolean
  readonly type?: GateType
  readonly session_id?: string
  readonly run_id?: string
  /** Requester, as in `requested_by`. */
  readonly agent?: string
  readonly principal?: string
  /** Words that must all appear in what the gate does, its arguments, what was asked for, its agent or its people. */
  readonly q?: string
  /** What else counts for one of the words, in small letters: ids of people by their names. */
  readonly also?: Readonly<Record<string, readonly string[]>>
  /** By `section`: what expires until `expiring_by` first, then high risk, questions, and the rest. */
  readonly sort?: 'oldest' | 'newest' | 'expiring' | 'section'
  /** ISO time. */
  readonly expiring_by?: string
  /** Whose it is to look at. */
  readonly assignee?: string
  /** Ids of gates; nothing else is found. */
  readonly only?: readonly string[]
  /** Ids of gates that are left out. */
  readonly without?: readonly string[]
}

export interface EventFilter {
  readonly stream?: string
  readonly session_id?: string
  readonly run_id?: string
  readonly gate_id?: string
  readonly types?: readonly EventType[]
  readonly actor?: string
  readonly from?: string
  readonly to?: string
}

/** A signed seal over the heads that moved since the checkpoint before; the format is in docs/audit-format.md. */
export interface Checkpoint {
  readonly checkpoint_id: string
  readonly at: string
  readonly event_count: number
  readonly root: string
  readonly previous: string
  readonly key_id: string
  /** An export that holds this checkpoint ends in a signed footer. */
  readonly footer?: true | undefined
  readonly signature: string
  readonly heads: readonly StreamHead[]
}

export interface StreamHead {
  readonly stream: string
  readonly seq: number
  readonly hash: string
}

/** A head with how much of its stream the checkpoints have sealed; 0 = nothing yet. */
export interface UnsealedHead extends StreamHead {
  readonly sealed_seq: number
}

/** Whether a run has any of these. */
export interface Unsettled {
  readonly pending_gates: boolean
  readonly started_calls: boolean
  readonly open_children: boolean
  readonly issued_grants: boolean
}

/** What was taken of one model for one tier. */
export interface ModelCost {
  readonly model?: string
  readonly tier?: string
  readonly calls: number
  readonly tokens: number
  readonly cost_usd: number
}

/** Reads. On the store itself they see committed state; on a transaction also its own writes. */
export interface StoreReader extends PageReader, PlanReader, VerdictReader {
  getRun(runId: string): Promise<StoredRun | undefined>
  listRuns(filter: RunFilter, page: Page): Promise<Paged<StoredRun>>
  countRuns(by?: { readonly session_id?: string }): Promise<Readonly<Partial<Record<RunStatus, number>>>>
  /** Running runs whose worker is not among the living ones; at most `limit`. */
  listOrphanedRuns(livingWorkers: readonly string[], limit: number): Promise<readonly string[]>
  getStep(runId: string, seq: number): Promise<Step | undefined>
  /** In `seq` order. */
  listSteps(runId: string): Promise<readonly Step[]>
  /** What steps that began then or later took of models, by model and tier, dearest first; without both: not told. */
  sumModelCosts(from: string): Promise<readonly ModelCost[]>
  /** What a run has cost with all that it started, in USD. */
  sumTreeCost(runId: string): Promise<number>
  /** What steps that began then or later cost in runs of this agent and in all that these started, in USD. */
  sumAgentCost(agent: string, from: string): Promise<number>
  getGate(gateId: string): Promise<Gate | undefined>
  getGates(gateIds: readonly string[]): Promise<readonly Gate[]>
  listGates(filter: GateFilter, page: Page): Promise<Paged<Gate>>
  countGates(filter: GateFilter): Promise<number>
  getGrant(grantId: string): Promise<Grant | undefined>
  listGrants(by: {
    readonly gate_id?: string
    readonly run_id?: string
    readonly call_id?: string
  }): Promise<readonly Grant[]>
  getCall(callId: string): Promise<LedgerCall | undefined>
  listCalls(runId: string): Promise<readonly LedgerCall[]>
  /** Calls of any of these runs, or with any of these ids. */
  listCallsOf(by: LedgerCallsBy): Promise<readonly LedgerCall[]>
  /** What of a run is not settled: it needs looking at when the run ends. */
  findUnsettled(runId: string): Promise<Unsettled>
  /** Calls whose intent is recorded and whose result is not, of every run; oldest first. */
  listStartedCalls(limit: number): Promise<readonly LedgerCall[]>
  getSession(sessionId: string): Promise<Session | undefined>
  listSessions(
    filter: { readonly status?: Session['status']; readonly owner?: string },
    page: Page,
  ): Promise<Paged<Session>>
  /** In order of `seq`, or newest first. */
  listMessages(sessionId: string, range: MessageRange): Promise<readonly Message[]>
  getMessage(sessionId: string, messageId: string): Promise<Message | undefined>
  /** The `seq` of the last message; 0 when there is none. */
  getLastMessageSeq(sessionId: string): Promise<number>
  /** Newest first. */
  listDocPatches(
    sessionId: string,
    by: { readonly section?: string; readonly change_id?: string },
    page: Page,
  ): Promise<Paged<StoredDocPatch>>
  getDocument(kind: string, id: string): Promise<StoreDocument | undefined>
  findDocument(kind: string, lookup: string): Promise<StoreDocument | undefined>
  /** Oldest first; `limit` goes with `lookup` alone. */
  listDocuments(
    kind: string,
    by?: { readonly lookup?: string } | { readonly lookup: string; readonly limit: number },
  ): Promise<readonly StoreDocument[]>
  getBlob(digest: string): Promise<Uint8Array | undefined>
  /** Events of one stream with `seq > since`, in order. */
  listStream(stream: string, since: number, limit: number): Promise<readonly Event[]>
  /** Events of every stream with `position > since` that no older open transaction can still precede. */
  listFeed(filter: EventFilter, since: number, limit: number): Promise<readonly Event[]>
  /** The position that a reader of `listFeed` who wants only what comes from now on begins after; 0 when empty. */
  lastFeedPosition(): Promise<number>
  /** Newest first, for people. */
  searchEvents(filter: EventFilter, page: Page): Promise<Paged<Event>>
  listStreamHeads(after: string | undefined, limit: number): Promise<readonly StreamHead[]>
  /** Heads that moved since they were sealed, in order of stream. */
  listUnsealedHeads(limit: number): Promise<readonly UnsealedHead[]>
  /** Events of every stream in order of stream and seq, after the named one. */
  listEventsInOrder(
    after: { readonly stream: string; readonly seq: number },
    limit: number,
  ): Promise<readonly Event[]>
  countEvents(): Promise<number>
  getLastCheckpoint(): Promise<Checkpoint | undefined>
  listCheckpoints(): Promise<readonly Checkpoint[]>
  /** In order of id, which is the order of their making. */
  listCheckpointsAfter(after: string | undefined, limit: number): Promise<readonly Checkpoint[]>
  getIdempotent(
    scope: string,
    key: string,
  ): Promise<{ readonly digest: string; readonly answer: JsonValue } | undefined>
  /** Earliest first; of one queue when it is named. */
  listDueJobs(now: number, limit: number, queue?: string): Promise<readonly StoredJob[]>
  nextJobDueAt(): Promise<number | undefined>
}

/**
 * One atomic change. Reads named `lock…` keep the row until the end of the transaction.
 * Lock in this order: run, gate, grant, session; events last.
 */
export interface StoreTransaction extends StoreReader, PageWriter, PlanWriter, VerdictWriter {
  lockRun(runId: string): Promise<StoredRun | undefined>
  /** The run that a gate belongs to, if any; the gate itself is not locked. */
  lockRunOfGate(gateId: string): Promise<StoredRun | undefined>
  lockGate(gateId: string): Promise<Gate | undefined>
  lockGrant(grantId: string): Promise<Grant | undefined>
  lockSession(sessionId: string): Promise<Session | undefined>
  insertRun(run: StoredRun): Promise<void>
  /** Refuses an illegal move of the status machine with `illegal_run_move`. */
  updateRun(before: StoredRun, patch: RunPatch): Promise<StoredRun>
  /** Inserts or replaces by `(run_id, seq)`. */
  putSteps(steps: readonly Step[]): Promise<void>
  /** Forgets the journal from `fromSeq` on, when an operator lets a run go on with a new definition. */
  deleteSteps(runId: string, fromSeq: number): Promise<void>
  insertGate(gate: Gate): Promise<void>
  updateGate(gate: Gate): Promise<void>
  insertGrants(grants: readonly Grant[]): Promise<void>
  updateGrant(grant: Grant): Promise<void>
  putCall(call: LedgerCall): Promise<void>
  putSession(session: Session): Promise<void>
  /** Inserts or replaces by `(session_id, seq)`; lock the session to know the next `seq`. */
  putMessages(messages: readonly Message[]): Promise<void>
  insertDocPatches(patches: readonly StoredDocPatch[]): Promise<void>
  /** Every message and every patch of a session; answers how many. */
  deleteConversation(sessionId: string): Promise<number>
  /** `expectedVersion` 0 = must not exist yet; a mismatch throws `version_conflict`. Answers the new version. */
  putDocument(document: DocumentWrite): Promise<number>
  deleteDocument(kind: string, id: string): Promise<boolean>
  putBlob(digest: string, bytes: Uint8Array, at: string): Promise<void>
  deleteBlob(digest: string): Promise<void>
  /** Gives each draft its place and hash in its stream. Call it last: it locks the heads of the streams. */
  appendEvents(drafts: readonly EventDraft[]): Promise<readonly Event[]>
  erasePayloads(by: { readonly session_id: string }): Promise<number>
  /** Also marks its heads as sealed. */
  insertCheckpoint(checkpoint: Checkpoint): Promise<void>
  putIdempotent(
    scope: string,
    key: string,
    entry: { readonly digest: string; readonly answer: JsonValue; readonly at: string },
  ): Promise<void>
  /** Keeps the earlier of two due times under one `(queue, key)`. */
  putJob(job: StoredJob): Promise<void>
  deleteJob(queue: string, key: string): Promise<void>
  /** Told to every listener of every process after the commit. */
  notify(topic: string): void
  /** Only on PostgreSQL: runs a statement inside this transaction, for a job queue that lives in the same database. */
  readonly executeSql?: (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>
  /** The same for a statement whose answer nobody needs: it is only sent, and fails with the transaction. */
  readonly writeSql?: (text: string, values: readonly unknown[]) => Promise<void>
}

export interface DocumentWrite {
  readonly kind: string
  readonly id: string
  readonly lookup?: string
  readonly body: JsonValue
  readonly at: string
  readonly expectedVersion?: number
}

/** A memory of what counts only once; one for all processes of a database. */
export interface TakenOnce {
  /** Takes a key and remembers it until `until` (Unix ms); false where it was taken before. */
  takeOnce(key: string, remembered: { readonly until: number }): Promise<boolean>
  /** Forgets what was to be remembered until `now` (Unix ms). */
  forgetTaken(now: number): Promise<void>
}

/**
 * Where everything lives. `transact` resolves after the commit is durable; when it rejects, nothing of it
 * happened. The work may run more than once (PostgreSQL retries conflicts), so it must have no other effects.
 */
export interface Store extends StoreReader, TakenOnce {
  readonly kind: 'sqlite' | 'postgres'
  transact<Result>(work: (tx: StoreTransaction) => Promise<Result>): Promise<Result>
  /**
   * Topics committed by any process: `run:<id>`, `gate:<id>`, `session:<id>`, `document:<kind>`, `stream:<name>`;
   * `*` when notices may have been missed, so that anything may have changed.
   */
  subscribe(listener: (topics: readonly string[]) => void): () => void
  /** Rejects with `store_unavailable` when the store cannot be written. */
  ping(): Promise<void>
  close(): Promise<void>
}
