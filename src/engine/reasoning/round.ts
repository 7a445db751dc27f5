import type { JsonObject } from '../../contracts/json-value.ts'
import type { PreValidationResult, ReasoningInput } from '../../contracts/reasoning.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { ConversationContext } from '../soul/soul.ts'

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
