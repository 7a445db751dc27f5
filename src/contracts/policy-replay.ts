import { z } from 'zod'
import { TryAutonomy } from './autonomy-contract.ts'
import { JsonObject, JsonValue } from './json-value.ts'
import { CreatePermission } from './permission.ts'

const Outcome = z.enum(['released', 'held', 'denied', 'suggested'])

/** What changes for the people and agents of one verdict when the policy does; the gravest first. */
export const PolicyChangeKind = z.enum([
  'rejected_would_run',
  'edited_would_run',
  'approved_would_be_denied',
  'would_run_unasked',
  'approval_saved',
  'would_be_denied',
  'would_be_asked',
  'other',
])
export type PolicyChangeKind = z.infer<typeof PolicyChangeKind>

/** One past verdict that falls otherwise under the policy that is tried. */
export const PolicyChange = z.object({
  verdict_id: z.string(),
  at: z.string(),
  agent: z.string(),
  tool: z.string(),
  /** What its calls do, as on a card. */
  act: z.string(),
  before: Outcome,
  after: Outcome,
  /** Why it falls so under the policy that is tried, in one sentence. */
  why: z.string(),
  kind: PolicyChangeKind,
  /** What people said to it, where they were asked. */
  person: z.enum(['approved', 'edited', 'rejected', 'steered', 'unanswered', 'waiting', 'not_asked']),
  gate_id: z.string().optional(),
  run_id: z.string().optional(),
  session_id: z.string(),
})
export type PolicyChange = z.infer<typeof PolicyChange>

/** A recorded verdict that judging again what it was made from did not give. */
export const ReplayDifference = z.object({
  verdict_id: z.string(),
  at: z.string(),
  agent: z.string(),
  tool: z.string(),
  recorded: z.string(),
  replayed: z.string(),
  reason: z.enum(['other_verdict', 'altered', 'policy_missing', 'unreadable']),
})
export type ReplayDifference = z.infer<typeof ReplayDifference>

/** Another policy on the verdicts of a time. */
export const PolicyReplay = z.object({
  since: z.string(),
  until: z.string(),
  /** Verdicts of calls that were asked about; looks right before a call ran are checked and not compared. */
  proposals: z.int().min(0),
  /** The check that comes first: every verdict judged again by the policy under which it was made. */
  reproduced: z.object({
    matched: z.int().min(0),
    of: z.int().min(0),
    policies: z.int().min(0),
    /** At most 50. */
    differences: z.array(ReplayDifference),
  }),
  /** Proposals that fall otherwise today than when they were made, because people have changed the policy since. */
  drifted: z.int().min(0),
  changed: z.int().min(0),
  counts: z.record(PolicyChangeKind, z.int().min(0)),
  /** The gravest first, then the newest; at most `limit`. */
  changes: z.array(PolicyChange),
  truncated: z.boolean(),
})
export type PolicyReplay = z.infer<typeof PolicyReplay>

/** One line of a replay that is followed: how far it has come, and at last its result. */
export const PolicyReplayLine = z.union([
  z.object({ progress: z.object({ done: z.int(), of: z.int() }) }),
  z.object({ result: PolicyReplay }),
])
export type PolicyReplayLine = z.infer<typeof PolicyReplayLine>

/** A number of days such as `30d`, or an ISO time. */
export const ReplaySince = z.union([
  z.string().regex(/^[1-9][0-9]{0,3}d$/, 'a number of days such as 30d, or a time'),
  z.iso.datetime(),
])

/** What is tried instead of what stands; with none of it, what stands is tried on what was recorded. Stores nothing. */
export const PolicyReplayRequest = z.strictObject({
  since: ReplaySince.default('30d'),
  /** Laid over the guidelines that stand, by id; without an id beside them. */
  guidelines: z.array(JsonObject).max(100).optional(),
  /** Ids of guidelines that are left out. */
  without: z.array(z.string().min(1).max(128)).max(1000).optional(),
  /** Laid over the settings that stand, field by field. */
  settings: z.record(z.string(), JsonValue).optional(),
  /** Given beside the permissions that stand. */
  permissions: z.array(CreatePermission).max(20).optional(),
  /**
   * Tried as though they had stood open, without spot checks, from the first verdict on; what people approved before in
   * that time counts as seen. Contracts that stand keep what they let run.
   */
  contracts: z.array(TryAutonomy).max(20).optional(),
  /** Only verdicts of this agent, and of calls of this tool. */
  agent: z.string().max(200).optional(),
  tool: z.string().max(128).optional(),
  /** Most changes that are listed. */
  limit: z.int().min(0).max(5_000).default(200),
})
export type PolicyReplayRequest = z.infer<typeof PolicyReplayRequest>
