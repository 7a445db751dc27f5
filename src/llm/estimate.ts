import type { ModelRequest, ModelUsage } from '../contracts/model.ts'
import type { ModelPrice } from '../contracts/model-price.ts'

/** Tokens of an answer whose request names no limit; it is then sent as the limit. */
const DEFAULT_OUTPUT_TOKENS = 8192

const TOKENS_PER_MESSAGE = 4
/** What a picture of common size costs at the providers that count it highest. */
const TOKENS_PER_IMAGE = 1600

/** Tokens of a text where no tokenizer is at hand: a third of its characters. */
export function approximateTokens(text: string): number {
  return Math.ceil(text.length / 3)
}

/** Tokens that a request takes, with its tools, pictures and the frame around each message. */
export function estimateInputTokens(request: ModelRequest, countTokens: (text: string) => number): number {
  let tokens = 0
  for (const message of request.messages) {
    tokens += TOKENS_PER_MESSAGE + countTokens(message.content)
    if (message.role === 'user') tokens += (message.images?.length ?? 0) * TOKENS_PER_IMAGE
    if (message.role !== 'assistant') continue
    if (message.reasoning !== undefined) tokens += countTokens(message.reasoning)
    for (const call of message.tool_calls ?? []) {
      tokens += TOKENS_PER_MESSAGE + countTokens(call.name)
      tokens += countTokens(call.raw ?? JSON.stringify(call.arguments ?? {}))
    }
  }
  const declared = { tools: request.tools, schema: request.output_schema }
  if (declared.tools !== undefined || declared.schema !== undefined)
    tokens += countTokens(JSON.stringify(declared))
  return tokens
}

/** The limit that is sent with a request: its own, or the default, never above what the model can write. */
export function outputLimit(request: ModelRequest, price: ModelPrice | undefined): number {
  const wanted = request.max_output_tokens ?? DEFAULT_OUTPUT_TOKENS
  return Math.min(wanted, price?.max_output_tokens ?? wanted)
}

/** USD of what was used; 0 where the price file knows no price. */
export function costOf(usage: ModelUsage, price: ModelPrice | undefined): number {
  if (price === undefined) return 0
  const cached = Math.min(usage.cached_input_tokens ?? 0, usage.input_tokens)
  const written = Math.min(usage.cache_write_input_tokens ?? 0, usage.input_tokens - cached)
  const plain = usage.input_tokens - cached - written
  const input =
    plain * price.input +
    cached * (price.cached_input ?? price.input) +
    written * (price.cache_write ?? price.input)
  return (input + usage.output_tokens * price.output) / 1e6
}

export const NO_USAGE: ModelUsage = { input_tokens: 0, output_tokens: 0 }

/** The sum of two usages; a part that neither reports stays absent. */
export function addUsage(first: ModelUsage, second: ModelUsage): ModelUsage {
  const sum = (part: 'cached_input_tokens' | 'cache_write_input_tokens' | 'reasoning_tokens') =>
    first[part] === undefined && second[part] === undefined
      ? {}
      : { [part]: (first[part] ?? 0) + (second[part] ?? 0) }
  return {
    input_tokens: first.input_tokens + second.input_tokens,
    output_tokens: first.output_tokens + second.output_tokens,
    ...sum('cached_input_tokens'),
    ...sum('cache_write_input_tokens'),
    ...sum('reasoning_tokens'),
  }
}
