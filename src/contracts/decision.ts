import { z } from 'zod'
import { JsonObject } from './json-value.ts'
import { PasskeyAssertion } from './passkey.ts'
import { CreatePermission } from './permission.ts'
import { Answer } from './question.ts'

/** The five answers that a person can give to a gate. */
export const DecisionKind = z.enum(['approve', 'reject', 'steer', 'answer', 'skip'])
export type DecisionKind = z.infer<typeof DecisionKind>

/** A place below the workspace, as people write it; where it really leads is checked where it is used. */
export const RelativePath = z
  .string()
  .min(1)
  .max(1000)
  .refine(path => !path.startsWith('/') && !/^[A-Za-z]:/.test(path) && !path.split(/[\\/]/).includes('..'), {
    message: 'must be a relative path without ..',
  })

/**
 * How far an approval that is remembered reaches. Every argument that names something (a path, a host, an amount) and
 * every one that is no text must be as it was approved; `arguments` lets one be whatever fits a pattern (`*` = any
 * text). Arguments that were not there are never let through.
 */
export const StickyRule = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  arguments: z.record(z.string().max(200), z.string().min(1).max(500)).optional(),
  expires_in_days: z.int().min(1).max(3650).optional(),
})
export type StickyRule = z.infer<typeof StickyRule>

/** The body of a decide request. Who decided is the authenticated principal, never a field of it. */
export const DecideRequest = z.object({
  decision: DecisionKind,
  option_id: z.string().max(100).optional(),
  option_input: JsonObject.optional(),
  reason: z.string().max(10_000).optional(),
  feedback: z.string().max(10_000).optional(),
  conditions: z.array(z.string().min(1).max(2000)).max(20).optional(),
  steer_instructions: z.string().max(10_000).optional(),
  affected_artifacts: z.array(RelativePath).max(200).optional(),
  /** New arguments by call id; each is validated, digested and re-checked by the guardrails. */
  edited_arguments: z.record(z.string(), JsonObject).optional(),
  /** Which calls this decision is about; all when absent. */
  calls: z.array(z.string()).max(1000).optional(),
  approved_calls: z.array(z.string()).max(1000).optional(),
  answers: z.array(Answer).max(100).optional(),
  view_digest: z.string().optional(),
  confirm: z.string().max(200).optional(),
  /** What an authenticator signed for this approval, where the gate demands it. */
  passkey: PasskeyAssertion.optional(),
  effective_in_ms: z.int().min(0).max(60_000).optional(),
  remember: z.enum(['once', 'run', 'rule']).optional(),
  /** What `remember` makes a rule of; by default the approved call with its named things as they stand. */
  rule: StickyRule.optional(),
  /** What such calls count for from now on: the permissions of one offer of `GET /api/gates/{gate_id}/remember`. */
  permissions: z.array(CreatePermission).min(1).max(10).optional(),
})
export type DecideRequest = z.infer<typeof DecideRequest>

/** One person's answer to a gate, as it is kept. `late` answers change nothing and are shown. */
export const Decision = DecideRequest.omit({ effective_in_ms: true, confirm: true, passkey: true }).extend({
  decision_id: z.string(),
  gate_id: z.string(),
  decided_by: z.string(),
  decided_by_name: z.string().optional(),
  decided_at: z.string(),
  late: z.boolean(),
  /** The passkey that signed for this approval. */
  passkey_id: z.string().optional(),
  /** For each edited call: the arguments as proposed, so that the difference can be shown. */
  original_arguments: z.record(z.string(), JsonObject).optional(),
})
export type Decision = z.infer<typeof Decision>
