import type { GateThreshold, GateType, WhyHeld } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { StoredVerdict } from '../../store/store.ts'

/** What the release rule is told about the one who asks; the calls themselves come beside it. */
export interface CallFacts {
  readonly session_id: string
  readonly run_id?: string
  /** The run of ours that makes the call; unlike `run_id` never what a caller names. */
  readonly executing_run_id?: string
  /** Name of the agent, as its key or its kind says; never what a body says. */
  readonly agent: string
  /** Who asks: `agent:NAME` or the id of a person. */
  readonly requested_by?: string
  /** Graded confidence in [0,1]; absent where nobody computed one. */
  readonly confidence?: number
  /** What people attached to earlier approvals of this run. */
  readonly conditions: readonly string[]
  /** What of the requester’s words was not understood, and under which condition it is ordered. */
  readonly doubts?: readonly WhyHeld[]
  readonly cost_usd?: number
  /** What the caller adds to the guardrails' context; it can add, never remove or replace. */
  readonly added_context?: JsonObject
}

/** The gate that a held proposal must pass. */
export interface HoldTerms {
  readonly type: GateType
  readonly threshold: GateThreshold
  readonly quorum?: number
  readonly roles?: readonly string[]
  readonly separate_approver?: boolean
  readonly fresh_passkey?: boolean
  readonly ttl_seconds?: number
}

export type Verdict =
  | {
      readonly outcome: 'released'
      readonly basis: 'policy' | 'rule' | 'contract'
      readonly rule_id?: string
      /** The contract of autonomy that lets it run. */
      readonly contract_id?: string
      /** The permissions by which the call counts as less than its tool could do. */
      readonly permission_ids?: readonly string[]
    }
  | { readonly outcome: 'held'; readonly why_held: readonly WhyHeld[]; readonly gate: HoldTerms }
  | { readonly outcome: 'denied'; readonly why: string; readonly rule_id?: string }
  | { readonly outcome: 'suggested'; readonly why: string }

export interface Judgement {
  readonly verdict: Verdict
  /** Version of the guardrails it was judged under; recorded on grants, not matched. */
  readonly guardrails_version: number
  /** Set while nothing may run at all (autonomy 1, outside the rollout, gates switched off): why. */
  readonly suggest_only?: string
  /** What it was made from, to be kept by the transaction in which it takes effect; see `keepVerdict`. */
  readonly kept?: KeptVerdict
}

/** What a verdict was made from and what it was, as it is kept. */
export type KeptVerdict = Omit<StoredVerdict, 'purpose' | 'gate_id'> & {
  /** Where the policy is not stored yet: it is then stored with the verdict. */
  readonly policy_body?: JsonObject
}

/** What is asked of work items about one call; see `FindWorkItem`. */
export interface WorkItemQuestion {
  readonly arguments: JsonObject
  /** Paths that the arguments name, by their meaning. */
  readonly paths: readonly string[]
  /** False where what the arguments mean is only claimed, or nobody has declared the tool. */
  readonly trusted: boolean
  readonly executing_run_id?: string
}

/** The work item whose paths a call touches before people have approved its intent; rejects when it cannot be known. */
export type FindWorkItem = (
  question: WorkItemQuestion,
) => Promise<{ readonly unapproved?: string; readonly own: boolean }>

/** What this agent itself was too unsure of and nobody has answered yet, each in one sentence. */
export type FindConcerns = (facts: CallFacts) => Promise<readonly string[]>

/** Why a call can never run, in one sentence; undefined while it can. */
export type WhyNeverRuns = (call: ToolCall, facts: CallFacts) => Promise<string | undefined>

/** Applies the release rule with the guardrails and settings of this moment. Fails closed. */
export type JudgeCalls = (calls: readonly ToolCall[], facts: CallFacts) => Promise<Judgement>

/** Asks of many paths what the release rule says of a tool on each; guardrails and settings are read once. */
export type JudgePaths = (facts: CallFacts) => Promise<(tool: string, path: string) => Verdict>

/** Sticky rules in force that would release one of these calls, whether or not the release rule lets them. */
export type FindReleases = (calls: readonly ToolCall[], facts: CallFacts) => Promise<readonly string[]>
