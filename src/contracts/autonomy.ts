import { z } from 'zod'
import { Insights } from './insight.ts'
import { PolicyReplayRequest } from './policy-replay.ts'

/**
 * Calls of one requester, one tool definition and one shape of arguments, and how often people agreed with them. Nothing
 * here releases a call.
 */
export const AutonomyScope = z.object({
  /** SHA-256 over requester, tool, definition and shape. */
  scope: z.string(),
  requester: z.string(),
  tool: z.string(),
  definition_hash: z.string(),
  /** What its calls have in common: `/status = "closed"`, `/amount below 1e2`, `/file below src`. No free text. */
  shape: z.array(z.string()),
  /** Places of numbers, each with the largest that was approved: a contract may limit them further. */
  numbers: z.array(z.object({ place: z.string(), largest: z.number() })),
  /** Places of long texts: a contract lets such calls run only where somebody calls them harmless. */
  long_texts: z.array(z.string()),
  /** Approved as proposed, and neither undone nor failed within the label window. */
  right: z.int().min(0),
  /** Rejected, steered, edited, undone, or failed. */
  wrong: z.int().min(0),
  /** Approved as proposed within the label window; may still turn out wrong. */
  unsettled: z.int().min(0),
  /** Decided in a way that says nothing of right and wrong: too fast, several at once, not by itself. */
  unlabelled: z.int().min(0),
  /** How many more right labels the evidence for a contract needs, at the default target and δ. */
  still_needed: z.int().min(0),
  /** For each step of the score that was journaled before: how often people agreed. Empty steps where calls carry none. */
  reliability: Insights.shape.reliability,
  /** Why no evidence would ever suffice. */
  why_no_contract: z.string().optional(),
  first_at: z.string(),
  last_at: z.string(),
})
export type AutonomyScope = z.infer<typeof AutonomyScope>

/** How often people agreed, scope by scope, since a time (ISO-8601). */
export const AutonomyScopes = z.object({
  /** Most decided first. */
  scopes: z.array(AutonomyScope),
  since: z.string(),
  /** Whether older decisions of the time asked for were left out. */
  truncated: z.boolean(),
  /** The share of right calls that `still_needed` is counted for, and the probability of opening wrongly. */
  target: z.number(),
  delta: z.number(),
})
export type AutonomyScopes = z.infer<typeof AutonomyScopes>

/** How far back decisions are counted. */
export const AutonomyQuery = z.object({
  /** Such as `30d`: decisions of this time are counted. */
  window: z
    .string()
    .regex(/^[1-9][0-9]{0,2}d$/, 'a number of days such as 30d')
    .default('90d'),
})
export type AutonomyQuery = z.infer<typeof AutonomyQuery>

/** One way to be asked less, found in what people decided. Nothing is made by it: it is a draft. */
export const AutonomySuggestion = z.object({
  /** The same draft has the same id. */
  suggestion_id: z.string(),
  kind: z.enum(['contract', 'permission', 'rule']),
  /** `AutonomyScope.scope` of the calls in which it was found. */
  scope: z.string(),
  requester: z.string(),
  tool: z.string(),
  /** What it would be, in a few words. */
  title: z.string(),
  /** The evidence in one sentence. */
  why: z.string(),
  /** The newest decisions in the scope that were approvals as proposed, one after the other. */
  approvals_in_a_row: z.int(),
  /** Questions since `since` that people answered with yes and that would not have been asked. */
  would_have_saved: z.int(),
  since: z.string(),
  /** Of a contract: right labels that it needs before it opens. */
  still_needed: z.int().optional(),
  /** What may go wrong, where somebody takes a risk. */
  risk: z.string().optional(),
  /** What is tried by a replay, and saved by whoever wants it. */
  draft: PolicyReplayRequest.pick({ contracts: true, permissions: true, guidelines: true }),
})
export type AutonomySuggestion = z.infer<typeof AutonomySuggestion>

/** What saves most first. */
export const AutonomySuggestions = z.object({ suggestions: z.array(AutonomySuggestion) })
export type AutonomySuggestions = z.infer<typeof AutonomySuggestions>

/**
 * How probable it is that people find the calls of a gate right, by what they decided on calls of the same requester.
 * An estimate for whoever reads the card; nothing runs by it.
 */
export const CallEstimates = z.object({
  estimates: z.array(
    z.object({
      call_id: z.string(),
      /** Settled decisions on calls of the same scope: approved as proposed and a week old, or wrong. */
      labels: z.int().min(0),
      /** Where they are too few for a number: how many more it needs. */
      still_needed: z.int().min(1).optional(),
      /** In [0,1], with the two values between which it lies. */
      calibrated: z.object({ probability: z.number(), low: z.number(), high: z.number() }).optional(),
    }),
  ),
})
export type CallEstimates = z.infer<typeof CallEstimates>
