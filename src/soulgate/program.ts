import type { SoulgateConfig } from '../agents/agents.ts'
import type { Clock, Timers } from '../base/clock.ts'
import type { DecideRequest, Decision } from '../contracts/decision.ts'
import type { Event, EventPage } from '../contracts/event.ts'
import type { GateChanges } from '../contracts/evidence.ts'
import type { Gate, WhyHeld } from '../contracts/gate.ts'
import type { Grant } from '../contracts/grant.ts'
import type { JsonObject, JsonValue } from '../contracts/json-value.ts'
import type { OutsideLedgerCall } from '../contracts/outside-call.ts'
import type { Principal } from '../contracts/principal.ts'
import type { ReasoningRequest, ReasoningResponse } from '../contracts/reasoning.ts'
import type { ReceiptFile, ReceiptRequest } from '../contracts/receipt.ts'
import type { Refusal } from '../contracts/refusal.ts'
import type { BatchDecideRequest, BatchResult, GateRequestBody } from '../contracts/requests/gates.ts'
import type { RegisteredAgent, Run, RunKind, RunStatus, TriggerSource } from '../contracts/run.ts'
import type { Session, SessionSummary } from '../contracts/session.ts'
import type { Step } from '../contracts/step.ts'
import type { ToolResult } from '../contracts/tool.ts'
import type { PasskeySite } from '../engine/access/access.ts'
import type { Audit, AuditReport, PublicKey } from '../engine/audit/audit.ts'
import type { OidcOptions } from '../oidc/oidc.ts'
import type { AccessPart } from './access-part.ts'
import type { AgentRuns } from './agents/run-handle.ts'
import type { SchedulesPart } from './agents/schedules.ts'
import type { TriggersPart } from './agents/triggers.ts'
import type { AutonomyPart } from './autonomy/autonomy.ts'
import type { CanariesPart } from './autonomy/canaries.ts'
import type { ChatPart } from './chat/chat-part.ts'
import type { EventsPart } from './events-part.ts'
import type { GateCollaborationPart } from './gates/gate-collaboration-part.ts'
import type { ConfidencePart, GuardrailsPart } from './guardrails/guardrails-part.ts'
import type { TraceOptions } from './health/traces.ts'
import type { InsightsPart } from './insights.ts'
import type { IterationsPart } from './iterations/iterations-part.ts'
import type { AuditQuery, GateQuery, Listed, ListPage } from './list-queries.ts'
import type { SessionMemoryPart } from './memory/session-memory-part.ts'
import type { ModelSettings } from './models/language-models.ts'
import type { ModelsPart } from './models/models-part.ts'
import type { PagesPart } from './pages/pages-part.ts'
import type { PermissionsPart } from './permissions.ts'
import type { PlansPart } from './plans/plans-part.ts'
import type { PolicyPart } from './policy/policy-part.ts'
import type { SecretsPart } from './secrets/secret-keys.ts'
import type { SettingsPart } from './settings.ts'
import type { ToolsPart } from './tools-part.ts'
import type { NoticeOptions, WebhooksPart } from './webhooks.ts'
import type { ArtifactsPart, WorkItemsPart } from './work-items/work-items-part.ts'
import type { WorkersPart } from './workers/workers-part.ts'

export type { Refusal } from '../contracts/refusal.ts'
export type { GateRequestBody } from '../contracts/requests/gates.ts'
export type { RunHandle, RunResult, StartOptions } from '../contracts/run-handle.ts'
export type { AuditReport } from '../engine/audit/audit.ts'
export type * from './access-part.ts'
export type { AgentRuns, ReplayedRun } from './agents/run-handle.ts'
export type { ScheduleReference, SchedulesPart } from './agents/schedules.ts'
export type { TriggersPart } from './agents/triggers.ts'
export type * from './chat/chat-part.ts'
export type * from './guardrails/guardrails-part.ts'
export type * from './iterations/iterations-part.ts'
export type * from './list-queries.ts'
export type { ModelSettings } from './models/language-models.ts'
export type * from './pages/pages-part.ts'
export type * from './plans/plans-part.ts'
export type { ToolsPart } from './tools-part.ts'
export type * from './work-items/work-items-part.ts'

/** What became of a decision: the gate as it stands now, and whether the same decision had been made before. */
export interface DecideAnswer {
  readonly refused?: false
  readonly gate: Gate
  readonly decision: Decision
  readonly repeated: boolean
  /** Seq of the `gate_decided` event in the gate's stream, as a string id for contract 1.x callers. */
  readonly event_id: string
}

/** A call that an outside executor proposes: the tool, its arguments, and what it belongs to. */
export interface CallRequestBody {
  readonly tool: string
  readonly arguments: JsonObject
  readonly session_id?: string
  readonly run_id?: string
  readonly goal?: string
  readonly reason?: string
}

/** The verdict on a proposed call: `grant` when released, `gate` when held, `why_held` in either case. */
export interface CallAnswer {
  readonly refused?: false
  readonly outcome: 'released' | 'held' | 'denied'
  readonly call_id: string
  readonly grant?: Grant
  readonly gate?: Gate
  readonly why_held: readonly WhyHeld[]
  readonly confidence?: number
}

/** A run to be started: its kind, the agent's name where `kind` is `agent`, its session and input. */
export interface RunRequestBody {
  readonly kind: RunKind
  /** Which, where `kind` is `agent`. */
  readonly agent?: string
  readonly session_id?: string
  readonly input: JsonValue
  readonly trigger_source?: TriggerSource
}

/** The whole program as its surfaces see it. Every method checks the rights of `who` itself. */
export interface Soulgate extends AgentRuns {
  readonly reasoning: {
    /** Throws `too_many_open_gates` while the key has too many questions before people. */
    execute(who: Principal, request: ReasoningRequest): Promise<ReasoningResponse>
    /** Current answer of the run behind a gate; `waitMs` lets a started run finish first. */
    response(who: Principal, requestId: string, waitMs?: number): Promise<ReasoningResponse | Refusal>
  }
  readonly runs: {
    start(
      who: Principal,
      body: RunRequestBody,
      idempotencyKey?: string,
    ): Promise<{ readonly refused?: false; readonly run: Run } | Refusal>
    get(who: Principal, runId: string): Promise<Run | Refusal>
    list(
      who: Principal,
      filter: { status?: RunStatus; kind?: RunKind; session_id?: string },
      page: ListPage,
    ): Promise<Listed<Run>>
    steps(
      who: Principal,
      runId: string,
    ): Promise<{ readonly refused?: false; readonly steps: readonly Step[] } | Refusal>
    /** A run and its journal with what looks like a secret in them; who asked is in the audit trail. */
    reveal(
      who: Principal,
      runId: string,
    ): Promise<{ readonly refused?: false; readonly run: Run; readonly steps: readonly Step[] } | Refusal>
    resume(
      who: Principal,
      runId: string,
      payload: JsonObject,
    ): Promise<{ readonly refused?: false; readonly run: Run; readonly repeated?: true } | Refusal>
    /** `accepted: false` when it had already ended. */
    cancel(
      who: Principal,
      runId: string,
      because?: string,
    ): Promise<{ readonly refused?: false; readonly run: Run; readonly accepted: boolean } | Refusal>
    /** Ends a run that executes outside: one of kind `external`, or a name that one's calls carry. */
    end(
      who: Principal,
      runId: string,
      end: { readonly status: 'completed' | 'failed'; readonly output?: JsonValue },
    ): Promise<{ readonly refused?: false; readonly run: Run; readonly accepted: boolean } | Refusal>
    /** Leaves a message for an agent of one's own; whoever may cancel the run may. */
    send(
      who: Principal,
      runId: string,
      body: { readonly mailbox: string; readonly message: JsonObject },
    ): Promise<{ readonly refused?: false } | Refusal>
    /** Agents of one's own that some process has registered, by name. */
    agents(): Promise<readonly RegisteredAgent[]>
    events(who: Principal, runId: string, since: number, limit: number): Promise<EventPage | Refusal>
    /** Resolves when the run waits or has ended, or after `waitMs`. */
    settled(runId: string, waitMs: number): Promise<Run | undefined>
  }
  readonly gates: GateCollaborationPart & {
    open(
      who: Principal,
      body: GateRequestBody,
      idempotencyKey?: string,
    ): Promise<{ readonly refused?: false; readonly gate: Gate } | Refusal>
    get(who: Principal, gateId: string): Promise<Gate | Refusal>
    list(who: Principal, query: GateQuery, page: ListPage): Promise<Listed<Gate> & { readonly total: number }>
    /** `batch`: refuses what must be looked at by itself. */
    decide(
      who: Principal,
      gateId: string,
      request: DecideRequest,
      options?: { readonly batch?: boolean },
    ): Promise<DecideAnswer | Refusal>
    /** Each item on its own; what is approved together asks the same for the same reasons. */
    decideBatch(who: Principal, items: BatchDecideRequest['items']): Promise<readonly BatchResult[]>
    /** What a browser has this decision signed with, by a passkey of the one who makes it. */
    passkeyOptions(
      who: Principal,
      gateId: string,
      signing: { readonly request: DecideRequest; readonly site: PasskeySite },
    ): Promise<{ readonly refused?: false; readonly options: JsonObject } | Refusal>
    undoDecision(
      who: Principal,
      gateId: string,
    ): Promise<{ readonly refused?: false; readonly gate: Gate } | Refusal>
    extend(
      who: Principal,
      gateId: string,
      seconds: number,
    ): Promise<{ readonly refused?: false; readonly gate: Gate } | Refusal>
    cancel(
      who: Principal,
      gateId: string,
      because?: string,
    ): Promise<{ readonly refused?: false; readonly gate: Gate } | Refusal>
    reopen(
      who: Principal,
      gateId: string,
    ): Promise<{ readonly refused?: false; readonly gate: Gate } | Refusal>
    /** `parts`: of a review what was looked at, all of it anew; the whole when absent. */
    viewed(
      who: Principal,
      gateId: string,
      viewDigest: string,
      parts?: readonly string[],
    ): Promise<{ readonly refused?: false } | Refusal>
    /** Which parts of a review there are, and which of them one has looked at. */
    viewedParts(
      who: Principal,
      gateId: string,
    ): Promise<
      | { readonly refused?: false; readonly parts: readonly string[]; readonly viewed: readonly string[] }
      | Refusal
    >
    /** What the calls of a waiting gate would change in the files that stand now. */
    changes(
      who: Principal,
      gateId: string,
    ): Promise<{ readonly refused?: false; readonly calls: GateChanges['calls'] } | Refusal>
    /** The gate with what looks like a secret in it, which surfaces mask; that somebody looked is an event. */
    reveal(
      who: Principal,
      gateId: string,
    ): Promise<{ readonly refused?: false; readonly gate: Gate; readonly changes: GateChanges } | Refusal>
    /** Answers as soon as the gate is not pending any more, or with the gate as it stands after `waitMs`. */
    wait(who: Principal, gateId: string, waitMs: number): Promise<Gate | Refusal>
  }
  readonly calls: {
    propose(who: Principal, body: CallRequestBody, idempotencyKey?: string): Promise<CallAnswer | Refusal>
    /** What became of a call whose grant was consumed; agents see their own. */
    get(
      who: Principal,
      callId: string,
    ): Promise<{ readonly refused?: false; readonly call: OutsideLedgerCall } | Refusal>
    undo(
      who: Principal,
      callId: string,
    ): Promise<
      { readonly refused?: false; readonly undone: readonly string[]; readonly message: string } | Refusal
    >
    undoRun(
      who: Principal,
      runId: string,
    ): Promise<
      { readonly refused?: false; readonly undone: readonly string[]; readonly message: string } | Refusal
    >
  }
  readonly grants: {
    consume(
      who: Principal,
      grantId: string,
      digest: string,
    ): Promise<
      { readonly refused?: false; readonly grant: Grant; readonly idempotency_key: string } | Refusal
    >
    result(
      who: Principal,
      grantId: string,
      result: ToolResult,
    ): Promise<{ readonly refused?: false; readonly repeated?: true } | Refusal>
    revoke(
      who: Principal,
      grantId: string,
      because?: string,
    ): Promise<{ readonly refused?: false; readonly grant: Grant } | Refusal>
  }
  readonly tools: ToolsPart
  readonly guardrails: GuardrailsPart
  readonly workItems: WorkItemsPart
  readonly iterations: IterationsPart
  readonly plans: PlansPart
  readonly artifacts: ArtifactsPart
  readonly confidence: ConfidencePart
  readonly insights: InsightsPart
  readonly autonomy: AutonomyPart
  readonly canaries: CanariesPart
  readonly policy: PolicyPart
  readonly permissions: PermissionsPart
  readonly events: EventsPart
  readonly audit: {
    search(who: Principal, query: AuditQuery, page: ListPage): Promise<Listed<Event>>
    verify(who: Principal): Promise<AuditReport | Refusal>
    /** The key that signs here and the ones its home vouches for. */
    key(who: Principal): Promise<PublicKey | Refusal>
    /** A new key that the old one endorses; admins only. */
    rotateKey: Audit['rotateKey']
    /** JSON lines: a header, the public keys, every checkpoint, every event in order of stream and seq, a signed end. */
    export(who: Principal): AsyncIterable<string>
    /** What can be shown of a decision outside, signed; reviewers only, and recorded. */
    receipt(
      who: Principal,
      gateId: string,
      request: ReceiptRequest,
    ): Promise<{ readonly refused?: false; readonly file: ReceiptFile } | Refusal>
    /** Erases the payloads of a session's events; the chain stays whole and says so. Admins only. */
    eraseSession(
      who: Principal,
      sessionId: string,
    ): Promise<{ readonly refused?: false; readonly erased: number } | Refusal>
  }
  readonly sessions: {
    get(who: Principal, sessionId: string): Promise<SessionSummary | Refusal>
    list(
      who: Principal,
      filter: { status?: Session['status'] },
      page: ListPage,
    ): Promise<Listed<SessionSummary>>
  }
  readonly sessionMemory: SessionMemoryPart
  readonly pages: PagesPart
  readonly chat: ChatPart
  readonly schedules: SchedulesPart
  readonly triggers: TriggersPart
  readonly settings: SettingsPart
  readonly models: ModelsPart
  readonly access: AccessPart
  readonly secrets: SecretsPart
  readonly webhooks: WebhooksPart
  readonly stop: {
    state(): Promise<{
      readonly engaged: boolean
      readonly by?: string
      readonly at?: string
      readonly reason?: string
      readonly running_tools: readonly { run_id?: string; tool: string; call_id: string }[]
    }>
    engage(who: Principal, reason?: string): Promise<{ readonly refused?: false } | Refusal>
    lift(who: Principal): Promise<{ readonly refused?: false } | Refusal>
  }
  readonly workers: WorkersPart
  readonly health: {
    ready(): Promise<{
      readonly ready: boolean
      readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>
    }>
    metrics(): Promise<string>
    workers(): Promise<{
      readonly total: number
      readonly active: number
      readonly idle: number
      readonly workers: readonly JsonObject[]
    }>
  }
  /** Starts handing out work on this process. */
  startWorker(): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Where Soulgate lives and what it may touch. */
export interface SoulgateOptions extends NoticeOptions, SoulgateConfig {
  /** The folder of its own data: database, keys, lock. Never inside the workspace. */
  readonly home: string
  /** The one folder in which workspace tools work. */
  readonly workspace: string
  /** Whether its file system takes upper and lower case for the same. Default: as it is found. */
  readonly foldsCase?: boolean
  /** PostgreSQL instead of the embedded store. */
  readonly databaseUrl?: string
  /** The embedded database; `:memory:` keeps nothing. Default: `soulgate.db` in `home`. */
  readonly storePath?: string
  readonly clock?: Clock
  readonly timers?: Timers
  /** A part of `Settings` for the first start; stored settings win afterwards. */
  readonly settingsSeed?: JsonObject
  readonly fallbackMode?: 'static' | 'restrictive'
  /** Address of a Soul of your own; `soulSecret` (Standard Webhooks) signs what it is asked. Default: the store. */
  readonly soulUrl?: string
  readonly soulSecret?: string
  /** The language models; without any the offline model answers. */
  readonly models?: ModelSettings
  /** Where people may sign in besides by link and passkey. */
  readonly oidc?: OidcOptions
  /** Sends spans of runs, tools and models to a collector. */
  readonly traces?: TraceOptions
  /** Runs executed at once by this process. */
  readonly concurrency?: number
  /** For tests only: proposals and checkpoints of plans in iterations are approved by `system:auto-approve`. */
  readonly autoApproveIterations?: boolean
  /** Told of failures that nobody waits for. */
  readonly report?: (error: unknown, about: JsonObject) => void
}
