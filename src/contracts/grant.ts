import { z } from 'zod'
import { JsonObject } from './json-value.ts'

/** The life of a grant: issued, then consumed, revoked or expired. */
export const GrantStatus = z.enum(['issued', 'consumed', 'revoked', 'expired'])
export type GrantStatus = z.infer<typeof GrantStatus>

/** The single-use right to execute exactly one tool call with exactly these arguments. */
export const Grant = z.object({
  grant_id: z.string(),
  call_id: z.string(),
  tool: z.string(),
  arguments: JsonObject,
  digest: z.string(),
  status: GrantStatus,
  /** Absent when policy released the call and no person was needed. */
  gate_id: z.string().optional(),
  run_id: z.string().optional(),
  session_id: z.string().optional(),
  /** The run of its own that an outside requester named; rules of one run look at it. */
  outside_run_id: z.string().optional(),
  /** The folder from which relative paths of the call are seen, as its executor says. */
  folder: z.string().optional(),
  /** The principal that may consume it: the engine's run, or the outside requester. */
  holder: z.string(),
  issued_by: z.string(),
  issued_at: z.string(),
  expires_at: z.string().optional(),
  consumed_at: z.string().optional(),
  /** Version of the guardrails at issue; recorded, not matched. */
  guardrails_version: z.int(),
})
export type Grant = z.infer<typeof Grant>
