import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { AgentEventType } from '../contracts/event.ts'
import type { GateType } from '../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../contracts/json-value.ts'
import type { ToolResult } from '../contracts/tool.ts'
import type { AgentLimits } from './agent-limits.ts'
import type { AgentScheduleOptions } from './agent-schedules.ts'
import type { AgentTrigger } from './agent-triggers.ts'
import type { CallResult } from './call-result.ts'
import type { GateChoice, GateTypeDefinition } from './define-gate-type.ts'
import type { Effect, ToolDefinition } from './define-tool.ts'
import type { Duration } from './duration.ts'
import type { McpSource } from './mcp-source.ts'
import type { ModelChoice } from './model-choice.ts'
import type { CallToPropose, ProposalOptions, ProposalResult } from './propose-calls.ts'
import type { InputOf, OutputOf } from './schema.ts'
import type { StandardGateRequest, StandardGateResult } from './standard-gate.ts'
import type { StepOptions, StepPolicy } from './step-retry.ts'

/** A call as it is handed to `calls`; made by `callOf`. */
export interface PlannedCall<Output = unknown> {
  readonly tool: string
  readonly input: JsonObject
  /** Types only; never set. */
  readonly types?: { readonly output: Output }
}

export interface CallOptions {
  /** Why the agent makes it. People read it as the agent's own words; it grounds nothing. */
  readonly reason?: string
  /**
   * How long people may take; the call is then `expired`. Without it the gate lives as long as the settings say, and an
   * expired one leaves the run waiting until somebody reopens it or cancels the run.
   */
  readonly within?: Duration
}

/** One question to people. With `options` the answer is one of their ids, without it a text. */
export interface QuestionToPeople {
  readonly question: string
  readonly options?: Readonly<Record<string, string>>
  /** People may leave it open. Default false. */
  readonly optional?: boolean
}

type Answered<Asked extends QuestionToPeople> = Asked extends {
  readonly options: Readonly<Record<infer Id, string>>
}
  ? Extract<Id, string>
  : string

/** What people answered, by the name of the question; the value of an optional one may be missing. */
export type AskResult<Asked extends Readonly<Record<string, QuestionToPeople>>> =
  | {
      readonly status: 'answered'
      readonly answers: {
        readonly [Name in keyof Asked]: Asked[Name] extends { readonly optional: true }
          ? Answered<Asked[Name]> | undefined
          : Answered<Asked[Name]>
      }
    }
  | { readonly status: 'skipped' }
  | { readonly status: 'cancelled'; readonly reason: string }

export interface GateQuestion<Choices extends Readonly<Record<string, GateChoice>>> {
  /** One sentence that says what is to be decided. */
  readonly title: string
  readonly details?: string
  /** What people look at, as data: shown field by field. */
  readonly card?: JsonObject
  readonly choices: Choices
  /** How long people may take; the answer is then `expired`. Default: it does not expire. */
  readonly within?: Duration
}

/** What goes with a gate of one's own type beside its fields. */
export interface TypedGateOptions {
  /** Its name in the journal, where one type is asked several times side by side. Default: the name of the type. */
  readonly name?: string
  /** Why the agent asks. People read it as the agent's own words. */
  readonly reason?: string
  /** How long people may take; the answer is then `expired`. Default what the type says. */
  readonly within?: Duration
}

/** How people answered a gate of one's own. */
export type GateResult<Choice extends string> =
  | {
      readonly status: 'decided'
      readonly choice: Choice
      readonly reason?: string
      readonly instruction?: string
    }
  /** Nobody decided within the time that was set. */
  | { readonly status: 'expired'; readonly gateId: string }
  | { readonly status: 'cancelled'; readonly reason: string }

/** How a child ended. */
export type ChildResult<Output> =
  | { readonly status: 'completed'; readonly output: Output; readonly runId: string }
  | {
      readonly status: 'failed'
      readonly error: { readonly code: string; readonly message: string }
      readonly runId: string
    }
  | { readonly status: 'cancelled'; readonly runId: string }

/** What a step may use beside the signal. */
export interface StepContext {
  /** Opens a secret that an admin stored; the record of the step is rid of its value. Throws `secret_missing`. */
  secret(name: string): Promise<string>
  /**
   * Looks with one of the built-in tools that only read, and only within the workspace, such as `list_files`: what
   * guidelines let nobody read is not read. It is no call: nobody is asked. Everything else, and looks of a remote worker,
   * answer `success: false` with the reason.
   */
  look(tool: string, input: JsonObject): Promise<ToolResult>
}

/** What stands in the memory of a session under one name. It is data: it vouches for nothing. */
export interface Remembered {
  readonly text: string
  readonly by: 'person' | 'agent'
  /** ISO date of its last change. */
  readonly at: string
}

/** The memory of the session that a run belongs to; people read and change it in the browser. */
export interface AgentMemory {
  /** Keeps a text under a name (lower-case words). Not kept: what a person wrote last, what is too long, a 21st name. */
  remember(
    name: string,
    text: string,
  ): Promise<{ readonly kept: true } | { readonly kept: false; readonly reason: string }>
  /** Undefined where nothing stands. A replay answers what was read first. */
  recall(name: string): Promise<Remembered | undefined>
}

/**
 * What an agent acts through. Every method is journaled: after a crash or a wait the function runs again from its first
 * line, and each method answers at once what it answered before. So the order in which methods are called must depend on
 * nothing but the input and their answers: no `Date.now()`, no `Math.random()`, no network outside of `step`.
 */
export interface AgentContext {
  readonly runId: string
  readonly sessionId: string
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal
  /** What people attached to earlier approvals of this run. */
  readonly conditions: readonly string[]
  /**
   * Runs `work` once to a recorded result; a replay answers the record without running it. It may run again when the
   * process dies before the record is written, so it is for reads and for work that may be repeated. A thrown error is
   * recorded and thrown again, unless `retry` has it tried again: every attempt is recorded, and the run is free while it
   * waits for the next one. Throw `nonRetryable(…)` where no further attempt would help.
   */
  step<Value>(
    name: string,
    work: (signal: AbortSignal, use: StepContext) => Promise<Value> | Value,
    options?: StepOptions<NoInfer<Value>>,
  ): Promise<Value>
  /**
   * Proposes one call of a tool and waits for what becomes of it: rules or people let it run, at most once, or not.
   * A replay answers the recorded result.
   */
  call<Input, Output>(
    tool: ToolDefinition<Input, Output>,
    input: NoInfer<Input>,
    options?: CallOptions,
  ): Promise<CallResult<Output>>
  /** A tool that is known by name only: of the workspace, or declared by somebody else. */
  call(tool: string, input: JsonObject, options?: CallOptions): Promise<CallResult>
  /** Several calls under one gate, run in their order; the first that fails stops the rest, which are `skipped`. */
  calls<Planned extends readonly PlannedCall[]>(
    planned: readonly [...Planned],
    options?: CallOptions,
  ): Promise<{
    readonly [Index in keyof Planned]: Planned[Index] extends PlannedCall<infer Output>
      ? CallResult<Output>
      : never
  }>
  /**
   * As `calls`, with all that a card can say of a proposal: what was asked for, how sure the agent is, risks, doubts, what
   * values were taken from. A replay answers the recorded results; other calls or another confidence are another
   * definition. Not on remote workers.
   */
  propose(calls: readonly CallToPropose[], options?: ProposalOptions): Promise<ProposalResult>
  /** Asks people and frees the run until they answered. A replay answers the recorded answers. */
  ask<const Asked extends Readonly<Record<string, QuestionToPeople>>>(
    name: string,
    questions: Asked,
  ): Promise<AskResult<Asked>>
  /**
   * Opens a gate and frees the run until somebody decided it. It lets no tool run. Where `within` is
   * set and nobody decided in time the answer is `expired`. A replay answers the recorded decision.
   */
  gate<Fields extends StandardSchemaV1, Option extends string>(
    type: GateTypeDefinition<Fields, Option>,
    fields: NoInfer<InputOf<Fields>>,
    options?: TypedGateOptions,
  ): Promise<GateResult<Option>>
  gate<const Choices extends Readonly<Record<string, GateChoice>>>(
    name: string,
    question: GateQuestion<Choices>,
  ): Promise<GateResult<Extract<keyof Choices, string>>>
  /**
   * Opens a gate of one of the standard types under the terms that guidelines demand of it, and frees the run until it
   * ended; undefined where it is `optional` and no guideline asks for it. It lets no tool run. A replay answers the recorded
   * decision. Not on remote workers.
   */
  standardGate(
    type: GateType,
    request: StandardGateRequest & { readonly optional?: false },
  ): Promise<StandardGateResult>
  standardGate(type: GateType, request: StandardGateRequest): Promise<StandardGateResult | undefined>
  /** Starts another agent and waits for its end; its gates show on this run, and conditions of people go with it. */
  child<Input extends StandardSchemaV1, Output>(
    agent: AgentDefinition<Input, Output>,
    input: InputOf<Input>,
  ): Promise<ChildResult<Output>>
  /** Waits for all; what each began goes on side by side, and a replay hands results out in their first order. */
  all<Results extends readonly unknown[]>(
    work: readonly [...{ readonly [Index in keyof Results]: Promise<Results[Index]> }],
  ): Promise<Results>
  /** Frees the run for this long; it survives restarts. `name`: in the journal, default `sleep`; not on remote workers. */
  sleep(duration: Duration, options?: { readonly name?: string }): Promise<void>
  /** Frees the run until this moment; one that has passed ends at once. */
  until(moment: Date | string): Promise<void>
  /** Frees the run until the next message of this mailbox came; each comes once, in the order in which it was sent. */
  receive(mailbox: string): Promise<JsonObject>
  receive<Body extends StandardSchemaV1>(mailbox: string, schema: Body): Promise<OutputOf<Body>>
  readonly memory: AgentMemory
  /** Tells watchers of the run how far it is; written once. */
  emit(progress: JsonObject): void
  /** One of the documented events of a run, such as `iteration_started`; written once. Not on remote workers. */
  emit(type: AgentEventType, payload: JsonObject): void
  /** Epoch milliseconds of the first time this was asked. */
  now(): Promise<number>
  /** In [0,1), the same at every replay. */
  random(): number
  /** Sortable, unique, the same at every replay. */
  id(prefix: string): string
  /** True in runs that have not come further than this place without the change; the record decides at a replay. */
  patched(change: string): Promise<boolean>
  /** Hands a person's instruction to the bundled reasoning agent as its goal, and ends this run with what it answers. */
  continueWith(instruction: string): Promise<Continued>
}

/** What a run answers that was continued by another agent. */
export interface Continued {
  readonly continued: { readonly run_id: string; readonly status: string; readonly output: JsonValue }
}

/** What an agent may call: tools, agents as children, all of an MCP server, and tools known by name only. */
export type Callable = ToolDefinition | AgentDefinition | AgentTool | McpSource | string

/** An agent as a tool of another one: a call of it is a child run, whose own calls are decided over one by one. */
export interface AgentTool {
  readonly name: string
  readonly description: string
  /** The strictest effect of all that it may call; `irreversible` where it does not say what it may call. */
  readonly effect: Effect
  readonly agent: AgentDefinition
}

/** How a language model drives an agent. */
export interface ModelWork {
  readonly model: ModelChoice
  /** What it is for and how it is to work: the system prompt. */
  readonly instructions: string
  /** All that it may call: tools, agents as children, and tools known by name only. */
  readonly tools: readonly Callable[]
  /** Calls of the model in one run. Default 20. */
  readonly maxTurns?: number
}

/** An agent of one's own. Hand it to `defineConfig` or `createSoulgate`, and start it by `soulgate.start`. */
export interface AgentDefinition<Input extends StandardSchemaV1 = StandardSchemaV1, Output = unknown> {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly input: Input
  readonly output?: StandardSchemaV1<unknown, Output>
  /** What holds for each of its steps that says nothing else. */
  readonly steps?: StepPolicy
  readonly limits?: AgentLimits
  readonly schedules?: Readonly<Record<string, AgentScheduleOptions>>
  readonly triggers?: Readonly<Record<string, AgentTrigger>>
  readonly work:
    | {
        readonly kind: 'code'
        readonly run: (context: AgentContext, input: never) => Promise<Output | Continued>
        readonly tools?: readonly Callable[]
      }
    | ({ readonly kind: 'model' } & ModelWork)
  /** Where it is declared, such as `refunds.ts:12`, for messages about it. */
  readonly declaredAt?: string
  /** This agent as a tool of a model-driven one. */
  asTool(options?: { readonly description?: string }): AgentTool
  /** Types only; never set. */
  readonly types?: { readonly input: InputOf<Input>; readonly output: Output }
}

/** One call for `context.calls`, with its types. */
export function callOf<Input, Output>(
  tool: ToolDefinition<Input, Output>,
  input: NoInfer<Input>,
): PlannedCall<Output> {
  return { tool: tool.name, input: input as JsonObject }
}
