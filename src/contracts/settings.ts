import { z } from 'zod'

const share = z.number().min(0).max(1)

/** The weights of the four factors; they sum to 1. */
export const ConfidenceWeights = z
  .object({
    goal_understanding: share,
    tool_availability: share,
    context_richness: share,
    tool_confidence: share,
  })
  .refine(w => Math.abs(Object.values(w).reduce((sum, value) => sum + value, 0) - 1) < 1e-9, {
    message: 'the weights must sum to 1',
  })
export type ConfidenceWeights = z.infer<typeof ConfidenceWeights>

/** Where the bands of graded confidence begin, in [0,1]. */
export const Thresholds = z
  .object({ high: share, medium: share })
  .refine(t => t.medium < t.high, { message: 'medium must be below high' })
export type Thresholds = z.infer<typeof Thresholds>

/** Stages that can be switched off, each by itself. */
export const Flags = z.strictObject({
  pre_validation_enabled: z.boolean(),
  approval_gates_enabled: z.boolean(),
  clarification_enabled: z.boolean(),
  graded_confidence_enabled: z.boolean(),
  allow_new_subtype_proposals: z.boolean(),
  require_rfc_for_new_subtype: z.boolean(),
  /** Now and then a card that must not be approved and can never run, to see whether people read. */
  canaries_enabled: z.boolean().default(false),
})
export type Flags = z.infer<typeof Flags>

/** Everything an operator tunes at run time; versioned, audited, cached for a second at most. */
export const Settings = z.strictObject({
  version: z.int().min(0),
  thresholds: Thresholds,
  weights: ConfidenceWeights,
  flags: Flags,
  rollout_percent: z.int().min(0).max(100),
  /** 1 suggests only; 2 runs what policy or people release. There is no higher level. */
  autonomy_level: z.int().min(1).max(2),
  approval_time_limit_seconds: z.int().min(1).max(2_592_000),
  gate_ttl_seconds: z.int().min(1).max(2_592_000),
  grant_ttl_seconds: z.int().min(1).max(86_400),
  /**
   * Which approvals must be signed with a passkey: `marked` those that a guideline says, `registered` irreversible and
   * claimed calls too; both of people who have a passkey. `required`: of everybody.
   */
  approval_passkey: z.enum(['marked', 'registered', 'required']),
  confidence_report: z.strictObject({
    threshold: z.int().min(0).max(100),
    enabled: z.boolean(),
    auto_escalate: z.boolean(),
  }),
  rollback: z.strictObject({
    enabled: z.boolean(),
    window_seconds: z.int().min(60).max(86_400),
    minimum_samples: z.int().min(1).max(10_000),
    timeout_rate: share,
    reject_rate: share,
    soul_p95_ms: z.int().min(1).max(60_000),
    /** Agents' keys (`agent:NAME`) that only get suggestions, because too many of their approvals were not answered. */
    suggest_only: z.array(z.string().min(1).max(200)).max(1000).default([]),
  }),
  limits: z.strictObject({
    starts_per_second: z.int().min(1).max(10_000),
    sign_ins_per_minute: z.int().min(1).max(1000),
    /** Turns of one chat, each a call of the model, before people are asked for more. */
    max_steps: z.int().min(1).max(10_000),
    /** Messages of a chat above which its middle is summarised. */
    compact_messages: z.int().min(8).max(1000).default(20),
    /** Questions to people that one agent's key, or one saved token, may have open at once. */
    open_gates_per_key: z.int().min(1).max(10_000).default(50),
  }),
  budgets: z.strictObject({
    chat_run_usd: z.number().min(0),
    plan_usd: z.number().min(0),
    iteration_run_usd: z.number().min(0),
    day_usd: z.number().min(0),
  }),
  /** The controller of plans. `turn_usd` is soft: above it people are asked before the turn goes on. */
  planning: z.strictObject({
    turn_limit: z.int().min(1).max(1000),
    retries_per_stage: z.int().min(0).max(20),
    working_seconds: z.number().min(1).max(3600),
    turn_usd: z.number().min(0),
    continue_min: share,
    retry_min: share,
  }),
  retention: z.strictObject({
    /** Days after which the content of an idle session is erased; 0 keeps everything. */
    session_days: z.int().min(0).max(36_500),
    /** Days after which what a verdict was made from is forgotten; 0 keeps it as long as its session. */
    context_days: z.int().min(0).max(36_500).default(90),
  }),
  http_allow_list: z.array(z.string().min(1).max(253)).max(200),
  /** Hosts with a port on private networks that webhooks may reach; public ones need no entry. */
  webhook_hosts: z.array(z.string().min(1).max(253)).max(200),
})
export type Settings = z.infer<typeof Settings>

/** The settings of a first start. */
export const DEFAULT_SETTINGS: Settings = {
  version: 0,
  thresholds: { high: 0.85, medium: 0.55 },
  weights: { goal_understanding: 0.3, tool_availability: 0.3, context_richness: 0.2, tool_confidence: 0.2 },
  flags: {
    pre_validation_enabled: true,
    approval_gates_enabled: true,
    clarification_enabled: true,
    graded_confidence_enabled: true,
    allow_new_subtype_proposals: true,
    require_rfc_for_new_subtype: true,
    canaries_enabled: false,
  },
  rollout_percent: 100,
  autonomy_level: 2,
  approval_time_limit_seconds: 300,
  gate_ttl_seconds: 86_400,
  grant_ttl_seconds: 600,
  approval_passkey: 'registered',
  confidence_report: { threshold: 90, enabled: true, auto_escalate: true },
  rollback: {
    enabled: true,
    window_seconds: 3600,
    minimum_samples: 20,
    timeout_rate: 0.1,
    reject_rate: 0.4,
    soul_p95_ms: 200,
    suggest_only: [],
  },
  limits: {
    ...{ starts_per_second: 20, sign_ins_per_minute: 5, open_gates_per_key: 50 },
    ...{ max_steps: 30, compact_messages: 20 },
  },
  budgets: { chat_run_usd: 1, plan_usd: 2, iteration_run_usd: 5, day_usd: 5 },
  planning: {
    turn_limit: 10,
    retries_per_stage: 2,
    working_seconds: 45,
    turn_usd: 0.3,
    continue_min: 0.7,
    retry_min: 0.4,
  },
  retention: { session_days: 0, context_days: 90 },
  http_allow_list: [],
  webhook_hosts: [],
}
