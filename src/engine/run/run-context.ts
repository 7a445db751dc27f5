import type { Decision } from '../../contracts/decision.ts'
import type { EventType } from '../../contracts/event.ts'
import type { Gate, WhyHeld } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Voice } from '../../contracts/principal.ts'
import type { TextSpan } from '../../contracts/reading.ts'
import type { Run, RunKind, RunStatus } from '../../contracts/run.ts'
import type { Step } from '../../contracts/step.ts'
import type { ToolCall, ToolCallResult } from '../../contracts/tool-call.ts'
import type { StoreTransaction } from '../../store/store.ts'
import type { GateDraft, ProvenanceTexts, Verdict } from '../gate/gate.ts'

/** What an agent asks of people; run, session and requester are the run's own. */
export type GateAsk = Omit<
  GateDraft,
  'gate_id' | 'run_id' | 'step_seq' | 'session_id' | 'requested_by' | 'on_behalf_of' | 'agent' | 'evidence'
> & {
  /** What the verdict that holds its calls was made from, for the event of its opening. */
  readonly context_digest?: string
}

/** How a gate ended. `decision` is absent when it was cancelled, withdrawn or expired; `grants` are those it issued. */
export interface GateAnswer {
  readonly gate: Gate
  readonly decision?: Decision
  readonly grants: readonly Grant[]
}

/** What a step took. */
export type StepMeasure = Pick<Step, 'tokens' | 'cost_usd' | 'confidence' | 'model' | 'model_tier'>

export interface StepOptions<Value> {
  /** What the step depends on; another input at a replay means another definition. */
  readonly input?: JsonValue
  readonly kind?: 'compute' | 'model'
  /** The work may take this long; its signal is then aborted and the step fails with `step_timeout`. */
  readonly timeoutMs?: number
  /** Reads tokens, cost and model off the value, for the journal and the budget. */
  readonly measure?: (value: Value) => StepMeasure
  /**
   * Written in one transaction with the record, which is then durable before the step is over. It takes locks behind
   * the run's. Only for steps that nothing else of the run goes on beside.
   */
  readonly write?: (tx: StoreTransaction, value: Value) => Promise<void>
}

/** One call as an agent proposes it; the engine adds digest, annotations and everything it may rely on. */
export interface ProposedCall {
  readonly tool: string
  readonly arguments: JsonObject
  readonly description?: string
  /** The words of the goal that it rests on. */
  readonly rests_on?: readonly TextSpan[]
}

export interface ProposalTerms {
  /** What the run was asked for; whose words that is is the run's own. */
  readonly asked_for?: string
  readonly agent_says?: string
  readonly details?: string
  readonly confidence?: GateDraft['confidence']
  readonly reading?: GateDraft['reading']
  readonly risks?: readonly string[]
  readonly alternatives?: readonly string[]
  /** Seconds a held proposal may wait; the type's default when absent. */
  readonly ttl_seconds?: number
  /** Its expiry is an answer: `rejected` with an expired gate. Otherwise the run waits until the gate is reopened. */
  readonly resumes_on_expiry?: boolean
  /** What the values of the calls may have been taken from; nothing is trusted when absent. */
  readonly texts?: ProvenanceTexts
  /** False: what a gate would hold is only suggested (`approval_required: false`). */
  readonly ask?: boolean
  readonly steered_from?: string
  /** Why people look at it whatever a rule of theirs says: the requester’s words were not understood whole. */
  readonly doubts?: readonly WhyHeld[]
}

export type ProposalOutcome =
  | {
      readonly outcome: 'ran'
      readonly approved: boolean
      readonly results: readonly ToolCallResult[]
      readonly gate_id?: string
    }
  | { readonly outcome: 'denied'; readonly why: string; readonly results: readonly ToolCallResult[] }
  | {
      readonly outcome: 'rejected' | 'steered'
      readonly answer: GateAnswer
      readonly results: readonly ToolCallResult[]
    }
  | { readonly outcome: 'suggested'; readonly why: string; readonly results: readonly ToolCallResult[] }

/** An agent of one's own as a child. */
export interface ChildAgent {
  readonly agent: string
}

export interface ChildEnd {
  readonly run_id: string
  readonly status: RunStatus
  readonly output?: JsonValue
  readonly error?: { readonly code: string; readonly message: string }
}

/**
 * What an agent is written against, as if nothing ever crashed. Everything with an effect or a chance in it goes
 * through here and is journaled: at a replay the record answers.
 */
export interface RunContext {
  readonly run_id: string
  readonly session_id: string
  /** What the agent of the run is called on cards and in guidelines. */
  readonly agent: string
  /** The person on whose behalf the run goes, where there is one. */
  readonly on_behalf_of?: string
  /** Whose words the input of the run is. */
  readonly asked_by: Voice
  /** What people attached to earlier approvals of this run. */
  readonly conditions: readonly string[]
  /** Aborted when the run is cancelled; also checked before every operation. */
  readonly signal: AbortSignal
  /** Runs once to a recorded result. A failure is recorded too and thrown again at a replay. */
  step<Value extends JsonValue>(
    name: string,
    work: (signal: AbortSignal) => Promise<Value> | Value,
    options?: StepOptions<Value>,
  ): Promise<Value>
  /** Opens a gate, frees the run until somebody answered, then answers. */
  gate(name: string, ask: GateAsk): Promise<GateAnswer>
  /** Puts calls through the release rule and, as far as it lets them, runs them in order; the first failure stops the rest. */
  propose(calls: readonly ProposedCall[], terms: ProposalTerms): Promise<ProposalOutcome>
  /** Judges without running or asking: what would happen to these calls now. */
  judge(
    calls: readonly ProposedCall[],
    terms: Pick<ProposalTerms, 'confidence' | 'texts'>,
  ): Promise<{ readonly calls: readonly ToolCall[]; readonly verdict: Verdict }>
  /** Starts a child run and waits for its end; its gates surface on this run. */
  child(name: string, of: RunKind | ChildAgent, input: JsonValue): Promise<ChildEnd>
  /**
   * Frees the run until somebody outside sent the next message to this mailbox (`RunEngine.send`). Messages come in
   * the order in which they were sent, each once; ask for one after the other.
   */
  receive(mailbox: string): Promise<JsonObject>
  /** Frees the run for this long. */
  sleep(name: string, durationMs: number): Promise<void>
  now(): Promise<number>
  /** Sortable and the same at every replay. */
  id(prefix: string): string
  /** In [0,1), the same at every replay. */
  random(): number
  /** To the run's event stream, once. */
  emit(type: EventType, payload: JsonObject): void
  /**
   * True from the version on that asks for it: in runs that have come further than this place without it, false at every
   * replay, so that both ways of going on can stand in one definition.
   */
  patched(change: string): Promise<boolean>
}

/** How many runs of an agent go on at once, how often one starts, and how long each may take. */
export interface RunLimits {
  /** Runs that execute at once, in every process together; a run that waits for something holds no place. */
  readonly concurrency?: number
  /** Of runs whose input has the same key, so many are under way at once, from the first line to the end. */
  readonly perKey?: { readonly key: (input: JsonValue) => unknown; readonly concurrency: number }
  /** At most `limit` runs begin in any stretch of `periodMs`. */
  readonly rate?: { readonly limit: number; readonly periodMs: number }
  /** From the moment a run was asked for; then it is cancelled, whatever it waits for. */
  readonly deadlineMs?: number
}

/** An agent: a name, a version and a function that may be replayed. */
export interface AgentDefinition {
  readonly kind: RunKind
  /** The name, where `kind` is `agent`. */
  readonly agent?: string
  /** Raise it when the order or the inputs of the operations change. */
  readonly version: string
  readonly limits?: RunLimits
  readonly run: (context: RunContext, input: JsonValue) => Promise<JsonValue>
  /**
   * Present where the function executes in another process: takes one execution of a run there, under its fencing token.
   * `run` is then not called. Undefined when that process has gone meanwhile.
   */
  readonly attach?: (run: Pick<Run, 'run_id'> & { readonly lease_token: number }) => AttachedAgent | undefined
}

/** One execution of an agent in another process. */
export interface AttachedAgent {
  /** Rejects with `worker_lost` when the other process is gone; the run is then taken up anew. */
  run(context: RunContext, input: JsonValue): Promise<JsonValue>
  /** Resolves when the other process has called everything that follows from what it was handed. */
  quiet(): Promise<void>
  /** Nothing of this execution is heard any more. */
  detach(): void
}
