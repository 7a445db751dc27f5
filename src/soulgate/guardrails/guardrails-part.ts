import type { DecideRequest } from '../../contracts/decision.ts'
import type { Event, EventType } from '../../contracts/event.ts'
import type {
  ConfidenceReport,
  ConfidenceReportRequest,
  ConfidenceReportResponse,
  CreateGuideline,
  Guideline,
  TaskContext,
} from '../../contracts/guideline.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { EvaluateGuardrailsResponse, LogDecisionRequest } from '../../contracts/requests/guardrails.ts'
import type { BootstrapAnswer, GuidelineFilter, ImportAnswer } from '../../engine/guardrails/guardrails.ts'

type GuidelineAnswer = { readonly refused?: false; readonly guideline: Guideline } | Refusal

/** Of the `of` calls of the last 30 days, so many would have run by the rule: what people approved, and what they rejected or edited. */
export interface PastCalls {
  readonly matched: number
  readonly of: number
  readonly approved: number
  readonly rejected: number
}

/** How often a release rule has let a call run, last at `last_used_at` (ISO-8601), and which past calls it matches. */
export interface RuleReleases {
  readonly count: number
  readonly last_used_at?: string
  readonly past_calls: PastCalls
}

/** A rule as it would be saved, with the past calls that it would have released. */
export interface PreviewedRule {
  readonly guideline: CreateGuideline
  readonly past_calls: PastCalls
}

/** Which entries of the guardrails' trail are listed; `from` and `to` are ISO-8601, absent fields do not restrict. */
export interface GuidelineAuditQuery {
  readonly guideline_id?: string
  readonly types?: readonly EventType[]
  readonly from?: string
  readonly to?: string
}

/** Guidelines and what they say. */
export interface GuardrailsPart {
  /** Highest priority first; `unreadable` are ids of stored guidelines that hold every call until mended. */
  list(
    who: Principal,
    filter: GuidelineFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{
    readonly items: readonly Guideline[]
    readonly total: number
    readonly unreadable: readonly string[]
  }>
  get(who: Principal, id: string): Promise<GuidelineAnswer>
  create(who: Principal, body: unknown): Promise<GuidelineAnswer>
  /** Needs the `version` that was read. */
  update(who: Principal, id: string, body: unknown): Promise<GuidelineAnswer>
  remove(who: Principal, id: string): Promise<{ readonly refused?: false } | Refusal>
  toggle(who: Principal, id: string, version?: number): Promise<GuidelineAnswer>
  /**
   * What the guardrails say about a context. `drafts` are laid over what is stored and never saved. An agent asks
   * for itself; what its arguments name is added to what it tells. `text` is a request in words, of which no call was
   * made yet.
   */
  evaluate(
    who: Principal,
    context: TaskContext,
    options?: { readonly explain?: boolean; readonly text?: string; readonly drafts?: readonly unknown[] },
  ): Promise<({ readonly refused?: false } & EvaluateGuardrailsResponse) | Refusal>
  /** Changes of guidelines, decisions and confidence reports, newest first. */
  audit(
    who: Principal,
    query: GuidelineAuditQuery,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly items: readonly Event[]; readonly total: number }>
  /** What a sticky rule released so far, and which calls of the last 30 days it would have released. */
  releases(who: Principal, id: string): Promise<({ readonly refused?: false } & RuleReleases) | Refusal>
  /** The rules that an approval with `remember` would make, each with the past calls it would have released. */
  previewRules(
    who: Principal,
    gateId: string,
    request: DecideRequest,
  ): Promise<{ readonly refused?: false; readonly rules: readonly PreviewedRule[] } | Refusal>
  /** Keeps what an agent says was decided, in the trail; it decides nothing. */
  logDecision(
    who: Principal,
    decision: LogDecisionRequest,
  ): Promise<{ readonly refused?: false; readonly audit_id: string } | Refusal>
  exportAll(who: Principal, filter: GuidelineFilter): Promise<readonly Guideline[]>
  importMany(who: Principal, items: readonly unknown[]): Promise<ImportAnswer | Refusal>
  bootstrap(
    who: Principal,
    options: { readonly dryRun: boolean },
  ): Promise<({ readonly refused?: false } & BootstrapAnswer) | Refusal>
}

/** Agents’ reports of their own confidence. */
export interface ConfidencePart {
  /** Never fails for want of a store: then `stored` is false and the report is written later. */
  report(
    who: Principal,
    report: ConfidenceReportRequest,
  ): Promise<({ readonly refused?: false } & ConfidenceReportResponse) | Refusal>
  /** Newest first; an agent sees its own. */
  list(
    who: Principal,
    filter: { readonly task_id?: string; readonly agent?: string },
    limit: number,
  ): Promise<readonly ConfidenceReport[]>
}
