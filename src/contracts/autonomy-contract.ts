import { z } from 'zod'

/** `shadow` gathers evidence and releases nothing, `open` releases, `suspended` was taken back, `ended` is over. */
export const AutonomyStatus = z.enum(['shadow', 'open', 'suspended', 'ended'])
export type AutonomyStatus = z.infer<typeof AutonomyStatus>

/**
 * Why a contract was suspended. Evidence against it: `spot_checks`, `reports`, `harm`. The world changed: `definition` of
 * the tool, `model` behind the agent, `guideline`. Else `unanswered` spot checks, `stop` of everything, or a `person`; these keep the
 * evidence.
 */
export const AutonomySuspension = z.enum([
  'spot_checks',
  'reports',
  'harm',
  'definition',
  'model',
  'guideline',
  'unanswered',
  'stop',
  'person',
])
export type AutonomySuspension = z.infer<typeof AutonomySuspension>

/** What counts for a contract so far, since it was granted or last taken back. */
export const AutonomyEvidence = z.object({
  right: z.int().min(0),
  wrong: z.int().min(0),
  /** Approved as proposed within the label window; may still turn out wrong. */
  unsettled: z.int().min(0),
  /** How many more right labels open it if all of them are right. */
  still_needed: z.int().min(0),
  /** Calls that ran by it since it opened, and how many of them were reported, undone or failed. */
  released: z.int().min(0),
  reported: z.int().min(0),
  /** Spot checks that people decided, how many of them were wrong, and how many nobody answered. */
  spot_checks: z.int().min(0),
  spot_checks_wrong: z.int().min(0),
  spot_checks_expired: z.int().min(0),
})
export type AutonomyEvidence = z.infer<typeof AutonomyEvidence>

const Places = z.array(z.string().max(500)).max(50)
const Share = z.number().min(0.05).max(1)

/** What a person lets an agent do by itself, as long as the evidence holds. */
export const AutonomyContract = z.object({
  contract_id: z.string(),
  /** Which calls it is about: `AutonomyScope.scope`. */
  scope: z.string(),
  requester: z.string(),
  tool: z.string(),
  definition_hash: z.string(),
  shape: z.array(z.string()),
  /** The share of right calls that is promised, and the probability of opening wrongly that is left. */
  target: z.number(),
  delta: z.number(),
  spot_check_share: z.number(),
  max_per_hour: z.int(),
  max_per_day: z.int(),
  /** The largest number at a place of the arguments: `{"/amount": 100}`. */
  amount_limits: z.record(z.string(), z.number()),
  /** Places of texts that may be long, whatever they say. */
  harmless_texts: Places,
  ends_at: z.string(),
  /** The person who is told when it is taken back. */
  owner: z.string(),
  status: AutonomyStatus,
  /** It gathers evidence and never opens, until a person says otherwise. */
  stays_in_shadow: z.boolean(),
  suspended_because: AutonomySuspension.optional(),
  suspended_at: z.string().optional(),
  /** What happened, in a sentence. */
  suspended_detail: z.string().optional(),
  /** How often evidence or a change took it back; each time δ is halved. */
  suspensions: z.int().min(0),
  evidence: AutonomyEvidence,
  /** What it promises, and what not, in one sentence. */
  guarantee: z.string(),
  ran_last_hour: z.int().min(0),
  ran_last_day: z.int().min(0),
  granted_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  opened_at: z.string().optional(),
  ended_at: z.string().optional(),
})
export type AutonomyContract = z.infer<typeof AutonomyContract>

/** A call that people decided while a contract looked on: what it would have done, and what they did. */
export const AutonomyCall = z.object({
  call_id: z.string(),
  gate_id: z.string().optional(),
  at: z.string(),
  /** Whether the contract would have let it run, did so, or drew it as a spot check. */
  would: z.enum(['ask', 'release', 'spot_check', 'released']),
  /** Why it would have asked. */
  because: z.string().optional(),
  /** What it does, as on a card; absent once its arguments were erased. */
  act: z.string().optional(),
  /** How its gate ended; absent for a call that ran by the contract. */
  decided: z.string().optional(),
  /** Of a call that ran: whether it was reported, undone or failed. */
  reported: z.enum(['wrong', 'harmful', 'failed', 'undone']).optional(),
  label: z.enum(['right', 'wrong', 'unsettled', 'none']),
})
export type AutonomyCall = z.infer<typeof AutonomyCall>

export const AutonomyContracts = z.object({ contracts: z.array(AutonomyContract) })
export type AutonomyContracts = z.infer<typeof AutonomyContracts>

export const AutonomyContractDetail = z.object({
  contract: AutonomyContract,
  /** Newest first; spot checks that nobody has decided are not told. */
  calls: z.array(AutonomyCall),
  /** Of the calls above: the contract would have let them run and people agreed, or did not. */
  shadow: z.object({ agreed: z.int(), disagreed: z.int(), would_ask: z.int() }),
})
export type AutonomyContractDetail = z.infer<typeof AutonomyContractDetail>

/** Body of `POST /api/autonomy/contracts`. */
export const GrantAutonomy = z.strictObject({
  scope: z.string().regex(/^[0-9a-f]{64}$/, 'is the scope of a line of GET /api/autonomy/scopes'),
  target: z.number().min(0.9).max(0.999).default(0.98),
  spot_check_share: Share.default(0.05),
  max_per_hour: z.int().min(1).max(1_000).default(50),
  max_per_day: z.int().min(1).max(10_000).default(200),
  amount_limits: z.record(z.string().max(500), z.number().min(0)).default({}),
  harmless_texts: Places.default([]),
  ends_at: z.iso.datetime(),
  stays_in_shadow: z.boolean().default(false),
  /** The person who is told when it is taken back; whoever grants it where nobody is named. */
  owner: z.string().max(100).optional(),
})
export type GrantAutonomy = z.infer<typeof GrantAutonomy>
export type GrantAutonomyInput = z.input<typeof GrantAutonomy>

/** Terms of a contract that are tried on past calls; nothing is granted. */
export const TryAutonomy = GrantAutonomy.omit({ ends_at: true, owner: true, stays_in_shadow: true }).extend({
  ends_at: z.iso.datetime().optional(),
  owner: z.string().max(100).optional(),
  stays_in_shadow: z.boolean().optional(),
})
export type TryAutonomy = z.infer<typeof TryAutonomy>

/** Body of `PATCH /api/autonomy/contracts/{contract_id}`. */
export const ChangeAutonomy = z.strictObject({
  /** `resume` takes a suspension or a wish for shadow away; it opens when the evidence suffices. */
  change: z.enum(['shadow', 'resume', 'suspend', 'end']),
  because: z.string().max(1_000).optional(),
})
export type ChangeAutonomy = z.infer<typeof ChangeAutonomy>

/** Body of `POST /api/autonomy/calls/{call_id}/report`. */
export const ReportCall = z.strictObject({
  /** `harmful` suspends the contract at once. */
  verdict: z.enum(['wrong', 'harmful']),
  text: z.string().max(2_000).optional(),
})
export type ReportCall = z.infer<typeof ReportCall>
