import { z } from 'zod'
import { JsonObject } from './json-value.ts'
import { ToolResult } from './tool.ts'

/**
 * A call of an outside executor whose grant was consumed. `started` with no result: it may have run, and nobody knows
 * yet; whoever holds it must not run it again.
 */
export const OutsideLedgerCall = z.object({
  call_id: z.string(),
  grant_id: z.string(),
  tool: z.string(),
  arguments: JsonObject,
  status: z.enum(['started', 'succeeded', 'failed', 'unknown', 'undone']),
  started_at: z.string(),
  ended_at: z.string().optional(),
  result: ToolResult.optional(),
})
export type OutsideLedgerCall = z.infer<typeof OutsideLedgerCall>
