import { z } from 'zod'
import { JsonObject, JsonValue } from './json-value.ts'
import { TextSpan } from './reading.ts'
import { Reversibility, ToolAnnotations, ToolName } from './tool.ts'

/** Where the value of one argument came from; `unknown` and `untrusted` recipient-like values hold the call. */
export const ArgumentOrigin = z.object({
  /** JSON pointer into the arguments. */
  pointer: z.string(),
  value: z.string(),
  meaning: z.string().optional(),
  source: z.enum(['person', 'trusted', 'untrusted', 'unknown']),
  where: z.string().optional(),
})
export type ArgumentOrigin = z.infer<typeof ArgumentOrigin>

/**
 * One proposed call of one tool with exactly these arguments.
 * `digest` = SHA-256 over the domain `soulgate.action.v1` and the RFC 8785 form of
 * `{session, run, call, requester, tool, definition, arguments}`; a grant is bound to it.
 */
export const ToolCall = z.object({
  call_id: z.string(),
  tool: ToolName,
  arguments: JsonObject,
  description: z.string(),
  annotations: ToolAnnotations,
  reversibility: Reversibility,
  claimed: z.boolean(),
  definition_hash: z.string(),
  digest: z.string(),
  origins: z.array(ArgumentOrigin).optional(),
  /** The folder from which its relative paths are seen, as its executor says. */
  folder: z.string().optional(),
  /** The words of the goal that the call rests on, where a goal was read. */
  rests_on: z.array(TextSpan).optional(),
})
export type ToolCall = z.infer<typeof ToolCall>

/** What became of one call of a proposal; `not_run` when an earlier one failed or was denied. */
export const ToolCallResult = z.object({
  call_id: z.string(),
  tool_name: z.string(),
  success: z.boolean(),
  status: z.enum(['succeeded', 'failed', 'not_run', 'unknown']),
  input: JsonObject,
  message: z.string(),
  output: JsonValue.optional(),
  error: z.string().optional(),
  duration_ms: z.number().min(0),
  /** What language models cost that the tool itself asked. */
  tokens: z.int().min(0).optional(),
  cost_usd: z.number().min(0).optional(),
  grant_id: z.string().optional(),
})
export type ToolCallResult = z.infer<typeof ToolCallResult>
