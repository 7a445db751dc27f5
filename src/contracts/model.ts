import { z } from 'zod'
import { JsonObject, JsonValue } from './json-value.ts'

/** How much model a job deserves; which model that is, the operator says per tier. */
export const ModelTier = z.enum(['FAST', 'STANDARD', 'POWERFUL'])
export type ModelTier = z.infer<typeof ModelTier>

/** An image as a person attached it: bytes in base64, never an address that would be fetched. */
export const ModelImage = z.object({
  media_type: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  data: z.base64(),
})
export type ModelImage = z.infer<typeof ModelImage>

/**
 * A call as a model wrote it. `arguments` is absent when what it wrote was not a JSON object; `raw` is then what stands
 * in its place, and the loop answers the model with an error result.
 */
export const ModelToolCall = z.object({
  id: z.string().min(1),
  name: z.string(),
  arguments: JsonObject.optional(),
  raw: z.string().optional(),
})
export type ModelToolCall = z.infer<typeof ModelToolCall>

/** One message of a conversation as a model reads it. Each `tool` message answers a call of an earlier assistant one. */
export const ModelMessage = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: z.string() }),
  z.object({ role: z.literal('user'), content: z.string(), images: z.array(ModelImage).optional() }),
  z.object({
    role: z.literal('assistant'),
    content: z.string(),
    /** What it thought aloud, as `ModelResponse.reasoning`; some providers want it back beside the calls it led to. */
    reasoning: z.string().optional(),
    tool_calls: z.array(ModelToolCall).optional(),
  }),
  z.object({
    role: z.literal('tool'),
    tool_call_id: z.string(),
    name: z.string(),
    content: z.string(),
    is_error: z.boolean().optional(),
  }),
])
export type ModelMessage = z.infer<typeof ModelMessage>

/** A tool as a model is told of it: never with a way to run it. */
export const ModelTool = z.object({ name: z.string(), description: z.string(), input_schema: JsonObject })
export type ModelTool = z.infer<typeof ModelTool>

/** One call of a language model: its tier, messages, tools, and limits. */
export const ModelRequest = z.object({
  tier: ModelTier,
  messages: z.array(ModelMessage).min(1),
  tools: z.array(ModelTool).optional(),
  tool_choice: z.enum(['auto', 'none', 'required']).optional(),
  /** The answer is one JSON object of this JSON Schema, checked, in `ModelResponse.object`. */
  output_schema: JsonObject.optional(),
  max_output_tokens: z.int().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** What the call is for, for the record and for the offline model: `chat`, `compact`, `reason` … */
  purpose: z.string(),
})
export type ModelRequest = z.infer<typeof ModelRequest>

/** Tokens as billed: the input holds what was read from and written to a cache, the output holds the reasoning. */
export const ModelUsage = z.object({
  input_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
  cached_input_tokens: z.int().min(0).optional(),
  cache_write_input_tokens: z.int().min(0).optional(),
  reasoning_tokens: z.int().min(0).optional(),
})
export type ModelUsage = z.infer<typeof ModelUsage>

/** Why a model stopped; `length` is an answer that was cut. */
export const ModelFinish = z.enum(['stop', 'tool_calls', 'length', 'content_filter', 'error', 'other'])
export type ModelFinish = z.infer<typeof ModelFinish>

/** One answered call: what was said, what it cost and who said it. */
export const ModelResponse = z.object({
  text: z.string(),
  reasoning: z.string().optional(),
  tool_calls: z.array(ModelToolCall),
  object: JsonValue.optional(),
  finish: ModelFinish,
  usage: ModelUsage,
  cost_usd: z.number().min(0),
  /** `provider/model` that answered in the end, after retries and fallback. */
  model: z.string(),
  is_offline: z.boolean(),
  attempts: z.int().min(1),
  duration_ms: z.number().min(0),
})
export type ModelResponse = z.infer<typeof ModelResponse>
