import { z } from 'zod'
import { JsonObject, JsonValue } from './json-value.ts'
import { PlanBrief } from './plan-brief.ts'
import {
  Origin,
  PatternSpec,
  PlanCalendar,
  PlanConstraints,
  PlanOutline,
  StrategyProfile,
} from './plan-parts.ts'
import { InteractionPolicy, InteractionPolicyPatch } from './plan-policy.ts'

export * from './plan-brief.ts'
export * from './plan-parts.ts'
export * from './plan-policy.ts'

/** The states of the controller; the transition table is in `engine/planning/controller`. */
export const PlanState = z.enum([
  'COLLECT_CONTEXT',
  'DRAFT_OUTLINE',
  'VALIDATE_OUTLINE',
  'APPROVE_OUTLINE',
  'DRAFT_ROADMAP',
  'VALIDATE_ROADMAP',
  'APPROVE_ROADMAP',
  'DRAFT_SCHEDULE',
  'VALIDATE_SCHEDULE',
  'SEEK_APPROVAL',
  'COMPLETE',
  'NEEDS_CLARIFICATION',
  'NEEDS_SCHED_ESCALATION',
  'ABORTED',
])
export type PlanState = z.infer<typeof PlanState>

/** Null while the agent works. */
export const PlanningStatus = z.enum([
  'complete',
  'needs_clarification',
  'needs_scheduling_escalation',
  'aborted',
])
export type PlanningStatus = z.infer<typeof PlanningStatus>

/** What people approve. `schedule` is asked when the schedule of an approved plan changes. */
export const PlanStage = z.enum(['pattern', 'outline', 'roadmap', 'schedule', 'final'])
export type PlanStage = z.infer<typeof PlanStage>

/** The thirteen tools of the planning agent (document C, section 5). */
export const PlanToolName = z.enum([
  'pattern_selector',
  'node_generator',
  'grammar_validator',
  'context_elicitor',
  'dependency_resolver',
  'roadmap_builder',
  'schedule_generator',
  'portfolio_probe',
  'approval_handler',
  'summarizer',
  'brainstormer',
  'option_crafter',
  'preference_probe',
])
export type PlanToolName = z.infer<typeof PlanToolName>

/** What every planning tool answers. `ok: false` says why in `explanations`; its confidence is then 0. */
export const PlanToolAnswer = z.object({
  ok: z.boolean(),
  /** The tool's own score of what it answers, in [0,1]. */
  confidence: z.number().min(0).max(1),
  explanations: z.array(z.string()),
  data: JsonValue,
})

/** What a planning tool answers; `confidence` is in [0,1]. */
export interface PlanToolResult<Data> {
  readonly ok: boolean
  /** In [0,1], measured by the tool; 1 where a rule computes it exactly from what was stored, as `portfolio_probe` and `approval_handler` do. */
  readonly confidence: number
  readonly explanations: readonly string[]
  /** Null when it is not ok. */
  readonly data: Data | null
}

/** A rule that a plan breaks: its code, where, and how it can be mended. */
export const Violation = z.object({
  code: z.string().min(1).max(120),
  node_id: z.string().optional(),
  message: z.string(),
  fix: z.string().optional(),
  /** `fatal` cannot be repaired without people. */
  severity: z.enum(['repairable', 'fatal']).default('repairable'),
})
export type Violation = z.infer<typeof Violation>

/** What a validator found. */
export const GrammarReport = z.object({
  valid: z.boolean(),
  violations: z.array(Violation),
  /** 1 when nothing was found; falls with the number and the weight of what was. */
  confidence: z.number().min(0).max(1),
  suggested_fixes: z.array(z.string()),
  /** The same outline with what could be repaired repaired; absent when nothing could be. */
  repaired_outline: PlanOutline.optional(),
  repair_notes: z.array(z.string()).optional(),
})
export type GrammarReport = z.infer<typeof GrammarReport>

/** C = 0.5 · self + 0.3 · validator + 0.2 · heuristics. */
export const StageConfidence = z.object({
  stage: PlanStage,
  self: z.number().min(0).max(1),
  validator: z.number().min(0).max(1),
  heuristics: z.number().min(0).max(1),
  confidence: z.number().min(0).max(1),
  /** What the heuristics looked at, each in [0,1]. */
  evidence: z.array(z.object({ what: z.string(), value: z.number().min(0).max(1), text: z.string() })),
})
export type StageConfidence = z.infer<typeof StageConfidence>

/** One step of the planning trace: stage, tool, duration, confidence, cost, violations. */
export const TraceStep = z.object({
  seq: z.int(),
  at: z.string(),
  run_id: z.string(),
  stage: PlanState,
  tool: PlanToolName,
  outcome: z.string(),
  ok: z.boolean(),
  duration_ms: z.number(),
  confidence: z.number(),
  cost_delta: z.number(),
  tokens: z.int(),
  violations: z.array(z.string()),
  adaptations: z.array(z.string()),
  explanations: z.array(z.string()),
  /** True when the answer was remembered from the same inputs, policy and model. */
  remembered: z.boolean(),
})
export type TraceStep = z.infer<typeof TraceStep>

/** One structural change of a plan, and why. */
export const AdaptationLogEntry = z.object({
  timestamp: z.string(),
  node_ids: z.array(z.string()),
  action: z.string().max(200),
  reason: z.string().max(4_000).optional(),
  origin: Origin,
  strategy_applied: StrategyProfile.shape.mode.unwrap().optional(),
  portfolio_impact: JsonObject.optional(),
})
export type AdaptationLogEntry = z.infer<typeof AdaptationLogEntry>

/** One constraint of a conflict, under a stable name by which a person can relax it. */
export const PlanConflictConstraint = z.object({
  /** Such as `deadline`, `minutes_per_week`, `not_on_weekdays:wednesday`, `task_deadline:<node>`. */
  constraint_id: z.string(),
  kind: z.string(),
  message: z.string(),
  node_ids: z.array(z.string()),
  plan_id: z.string().optional(),
  /** False where only a change of the plan helps, as with a dependency. */
  can_relax: z.boolean(),
  /** What it stands at, and a value that would do where one is known. */
  value: JsonValue.optional(),
  suggestion: JsonValue.optional(),
})
export type PlanConflictConstraint = z.infer<typeof PlanConflictConstraint>

/** Why nothing fits: leaving out any one of these constraints lifts it, unless `minimal` is false. */
export const PlanConflict = z.object({
  constraints: z.array(PlanConflictConstraint),
  minimal: z.boolean(),
  message: z.string(),
})
export type PlanConflict = z.infer<typeof PlanConflict>

/** What a gate about a plan carries as `subject.plan`. */
export const PlanOnGate = z.object({
  plan_id: z.string(),
  goal: z.string().optional(),
  /** Binds the whole of what is approved; absent where a conflict is decided on. */
  digest: z.string().optional(),
  /** The same in words, the newest first; leading spaces say how deep a line stands. */
  lines: z.array(z.string()),
  /** Why nothing fits, where that is decided on. */
  conflict: PlanConflict.optional(),
})
export type PlanOnGate = z.infer<typeof PlanOnGate>

/** A stage as a person approved it: nothing else than this digest is approved. */
export const StageApproval = z.object({
  stage: PlanStage,
  digest: z.string(),
  gate_id: z.string().optional(),
  decided_by: z.string(),
  decided_at: z.string(),
  /** False once something newer was approved, or the stage was drafted again. */
  standing: z.boolean(),
})
export type StageApproval = z.infer<typeof StageApproval>

/** Limits of one plan: turns, retries, seconds of work, US dollars. */
export const PlanCaps = z.object({
  turns: z.int().min(1),
  retries_per_stage: z.int().min(0),
  working_seconds: z.number().positive(),
  session_usd: z.number().min(0),
  turn_usd: z.number().min(0),
  day_usd: z.number().min(0),
})
export type PlanCaps = z.infer<typeof PlanCaps>

/** A plan as it stands. Outline, roadmap and schedule are read on their own. */
export const Plan = z.object({
  plan_id: z.string(),
  /** The newest run of it: the one that made it, or that adapts it. */
  run_id: z.string(),
  session_id: z.string(),
  goal: z.string(),
  title: z.string(),
  state: PlanState,
  planning_status: PlanningStatus.nullable(),
  /** Ends with one call to action while people are awaited. */
  response_text: z.string(),
  /** The decision that is awaited and why, while people are asked about a conflict, a proposed subtype or anything else that is open. */
  escalate_reason: z.string().optional(),
  selected_pattern: PatternSpec.optional(),
  pattern_rfc_required: z.boolean(),
  pattern_rfc_text: z.string().optional(),
  outline_approved: z.boolean(),
  roadmap_approved: z.boolean(),
  schedule_approved: z.boolean(),
  waiting_gate_ids: z.array(z.string()),
  interaction_policy: InteractionPolicy,
  /** What the plan is made from; absent in plans of before. */
  brief: PlanBrief.optional(),
  constraints: PlanConstraints,
  calendar: PlanCalendar,
  strategy: StrategyProfile,
  conflict: PlanConflict.optional(),
  confidence: z.array(StageConfidence),
  approvals: z.array(StageApproval),
  caps: PlanCaps,
  used: z.object({
    turns: z.int(),
    /** Working time; waiting for people is not counted. */
    working_ms: z.number(),
    cost_usd: z.number(),
    retries: z.record(z.string(), z.int()),
  }),
  /** `offline/…` or `provider/model`: what the outline is by. */
  model: z.string(),
  /** Why the language model that is set had no part in it; the rules made it instead. */
  model_failure: z.string().optional(),
  /** Of all leaf nodes, by their estimates. */
  progress: z.number().min(0).max(1),
  overdue_blocks: z.int(),
  tasks: z.object({ total: z.int(), done: z.int(), open: z.int() }),
  error_message: z.string().optional(),
  requested_by: z.string(),
  on_behalf_of: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Plan = z.infer<typeof Plan>

/** The input of a run of kind `plan`: a goal to plan, or feedback on a plan that stands. */
export const PlanGoalInput = z.strictObject({
  goal: z.string().trim().min(1).max(4_000),
  /** Overrides some sliders for this plan. */
  interaction_policy: InteractionPolicyPatch.optional(),
  constraints: PlanConstraints.optional(),
  /** The facts of the plan, instead of those that the goal's words give. */
  brief: PlanBrief.optional(),
  pattern: PatternSpec.optional(),
  calendar: PlanCalendar.optional(),
  strategy: StrategyProfile.optional(),
})
export type PlanGoalInput = z.infer<typeof PlanGoalInput>

/** Words of a person about a plan that exists. */
export const PlanFeedbackInput = z.strictObject({
  plan_id: z.string().min(1).max(100),
  feedback: z.string().trim().min(1).max(10_000),
  /** The brief as it is to be from now on, filled in by hand. */
  brief: PlanBrief.optional(),
})
export type PlanFeedbackInput = z.infer<typeof PlanFeedbackInput>
