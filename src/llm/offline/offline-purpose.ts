import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { ModelRequest, ModelTool, ModelToolCall } from '../../contracts/model.ts'
import type { ProviderAnswer } from '../llm.ts'

/** How one purpose is answered: from the request, and from nothing else that could change. */
export type OfflinePurpose = (
  request: ModelRequest,
  parts: OfflineParts,
) => ProviderAnswer | Promise<ProviderAnswer>

/** What the rules may be lent. */
export interface OfflineParts {
  /** Which calls would reach a goal; without it the offline model only talks and asks. */
  readonly plan?: OfflinePlanner
}

/** Answers which calls of the offered tools would reach a goal; `look` is asked for what it needs to read first. */
export type OfflinePlanner = (request: {
  readonly goal: string
  readonly tools: readonly ModelTool[]
  /** The tools only read and stand in no catalog: they are taken as they are described here. */
  readonly areReads?: boolean
  readonly look: (tool: string, args: JsonObject) => Promise<JsonValue>
}) => Promise<OfflinePlan>

export interface OfflinePlan {
  readonly calls: readonly { readonly tool: string; readonly arguments: JsonObject }[]
  /** Required values that nothing told, in words. */
  readonly missing: readonly string[]
  readonly summary: string
}

export const WHO_I_AM = 'I am the offline model: rules on this machine, no language model.'
export const HOW_TO_GET_ONE = 'Set OPENAI_API_KEY, ANTHROPIC_API_KEY or OPENAI_BASE_URL for a language model.'

export function say(text: string): ProviderAnswer {
  return { text, tool_calls: [], finish: 'stop' }
}

export function callTools(text: string, calls: readonly ModelToolCall[]): ProviderAnswer {
  return { text, tool_calls: [...calls], finish: 'tool_calls' }
}
