import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { PreValidationResult } from '../../contracts/reasoning.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { RegisteredTool, ToolResult } from '../../contracts/tool.ts'
import type { Llm } from '../../llm/llm.ts'
import type { ConversationContext, Soul } from '../soul/soul.ts'
import type { Conclusion } from './conclude.ts'

/** What the reasoning agent is given; it reads through `look` and never touches anything. */
export interface ReasoningEnvironment {
  readonly tools: () => readonly RegisteredTool[]
  /** Runs a read-only, closed-world tool while proposing; anything else is refused. Absent: nothing is looked at. */
  readonly look?: (tool: string, args: JsonObject) => Promise<ToolResult>
  readonly settings: () => Promise<Settings>
  readonly soul: Soul
  /** Reads each round first where a language model stands behind it; the offline model is never asked. */
  readonly llm?: Llm
  readonly gate: (gateId: string) => Promise<Gate | undefined>
  /** Milliseconds since 1970; only ever read inside of journaled steps. */
  readonly now: () => number
}

/** The input of a reasoning run: the body of `POST /reasoning/execute`. */
export interface ReasoningInput {
  readonly goal: string
  readonly context: JsonObject
  readonly approval_required: boolean
  readonly time_limit_seconds?: number
}

/** What a person corrected: the goal, the calls that were proposed for it, and the words of the correction. */
export interface Corrected {
  readonly goal: string
  readonly calls: readonly { readonly tool: string; readonly arguments: JsonObject }[]
  readonly instruction: string
  /** A language model reads goal and correction together. */
  readonly is_joined?: true
}

/** One pass over a goal; clarification and steering begin another one. */
export interface Round {
  readonly number: number
  readonly goal: string
  readonly original_goal: string
  /** What was said in this run: the goal, in the words of whoever started it, then what people answered and corrected. */
  readonly said: readonly string[]
  readonly steered_from?: string
  /** What the goal corrects, until it is settled what of it changes. */
  readonly corrects?: Corrected
  readonly clarifications: number
}

export const MAX_CLARIFICATIONS = 3

export type RoundOutcome = { readonly conclusion: Conclusion } | { readonly next: Round }

export interface Pass {
  readonly input: ReasoningInput
  readonly round: Round
}

/** What was known before reasoning began; journaled, so that a replay sees the same settings. */
export interface Known {
  readonly settings: Settings
  readonly validation: PreValidationResult
  readonly conversation: ConversationContext
  /** A language model reads first; decided once, so that another configuration changes no run that is under way. */
  readonly reads_with_model?: true
  /** A correction is read together with what it corrects; absent in journals of before. */
  readonly reads_corrections?: true
  /** In journals of before models read first: what a model said stands in a step of its own. */
  readonly asks_model?: true
}
