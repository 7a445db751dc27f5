import { z } from 'zod'
import { Plan, PlanOutline } from './plan.ts'

/** How many iterations a run may have, and after how many of them people are asked whether to go on. */
export const ITERATION_LIMITS = {
  most: 50,
  defaultIterations: 9,
  defaultInterval: 3,
  mostGoalCharacters: 20_000,
  mostProposalCharacters: 50_000,
} as const

/** Asks for a plan in iterations: a proposal first, then work with checkpoints. One iteration is one run of the planning agent. */
export const StartIterationsRequest = z.object({
  goal: z.string().trim().min(1).max(ITERATION_LIMITS.mostGoalCharacters),
  session_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'a session id has 1–64 of A–Z a–z 0–9 _ -')
    .optional(),
  max_iterations: z.int().min(1).max(ITERATION_LIMITS.most).default(ITERATION_LIMITS.defaultIterations),
  checkpoint_interval: z.int().min(1).default(ITERATION_LIMITS.defaultInterval),
})
export type StartIterationsRequest = z.infer<typeof StartIterationsRequest>

/** Answers to a proposal or a checkpoint (document E). */
export const APPROVAL_STATUSES = [
  'approved',
  'rejected',
  'adjust_requested',
  'paused',
  'adjust_strategy',
] as const

/** One answer to a proposal or a checkpoint. */
export const ApprovalStatus = z.enum(APPROVAL_STATUSES)
export type ApprovalStatus = z.infer<typeof ApprovalStatus>

/** A person's answer to a proposal or a checkpoint; the session is found from the `approval_id`. */
export const IterationApprovalRequest = z.object({
  approval_id: z.string().min(1).max(200),
  approval_status: ApprovalStatus,
  /** Becomes the next proposal word for word. */
  adjusted_proposal: z.string().max(ITERATION_LIMITS.mostProposalCharacters).optional(),
  /** What the coming iterations do differently. */
  adjusted_strategy: z.string().max(10_000).optional(),
  feedback: z.string().max(10_000).optional(),
  /** What was looked at; an over-long proposal counts as seen with it. */
  view_digest: z.string().max(200).optional(),
  timestamp: z.string().max(100).optional(),
})
export type IterationApprovalRequest = z.infer<typeof IterationApprovalRequest>

/** What stands behind a statement: only what is `given` has a source. */
export const Basis = z.enum(['given', 'derived', 'assumption', 'question'])
export type Basis = z.infer<typeof Basis>

/** Where a data point was taken from; `quote` stands there word for word. */
export const DataSource = z.object({
  kind: z.enum(['person', 'memory', 'tool']),
  /** `goal`, `feedback`, `guidance`, the name of a memory entity, or the call that read it. */
  reference: z.string(),
  quote: z.string(),
})
export type DataSource = z.infer<typeof DataSource>

/** A statement of the plan with the words, memory or tool result that it comes from. */
export const DataPoint = z.object({ text: z.string(), source: DataSource })
export type DataPoint = z.infer<typeof DataPoint>

/** Something the plan relies on that nobody has said; `check` is how to find out. */
export const Assumption = z.object({ text: z.string(), check: z.string() })
export type Assumption = z.infer<typeof Assumption>

/** One cell entry of a framework, and whether it is sourced or an assumption. */
export const FrameworkPoint = z.object({ text: z.string(), basis: Basis })
export type FrameworkPoint = z.infer<typeof FrameworkPoint>

/** One framework filled for this goal: SWOT, RACI, … with its cells. */
export const FilledFramework = z.object({
  name: z.string(),
  cells: z.array(z.object({ heading: z.string(), points: z.array(FrameworkPoint) })),
})
export type FilledFramework = z.infer<typeof FilledFramework>

/** What one iteration added. `section` is its part of the plan, in Markdown. */
export const IterationReport = z.object({
  iteration: z.int().min(1),
  total_iterations: z.int().min(1),
  /** The new side from which this iteration looked at the goal, such as `risk` or `people`. */
  dimension: z.string(),
  title: z.string(),
  guidance: z.array(z.string()),
  key_insights: z.array(z.string()).max(5),
  frameworks: z.array(FilledFramework),
  data_points: z.array(DataPoint),
  assumptions: z.array(Assumption),
  open_questions: z.array(z.string()),
  next_steps: z.array(z.string()),
  section: z.string(),
  /** What the verifier took out or relabelled, in words. */
  verifier_notes: z.array(z.string()),
  /** False when nothing could be said that an earlier iteration had not said. */
  is_new: z.boolean(),
  attempts: z.int().min(1),
  model: z.string(),
  is_offline: z.boolean(),
  /** Why the language model that is set had no part in some of it; the rules made that instead. */
  model_failure: z.string().optional(),
  tokens: z.int(),
  cost_usd: z.number(),
  finished_at: z.string(),
})
export type IterationReport = z.infer<typeof IterationReport>

/** One row of the chart at a checkpoint: what stood after this iteration, and what it added. */
export const IterationChartPoint = z.object({
  iteration: z.int(),
  frameworks: z.int(),
  new_frameworks: z.int(),
  data_points: z.int(),
  insights: z.int(),
  assumptions: z.int(),
  open_questions: z.int(),
})
export type IterationChartPoint = z.infer<typeof IterationChartPoint>

/** What the iterations so far came to, in numbers. */
export const CheckpointMetrics = z.object({
  iterations_completed: z.int(),
  max_iterations: z.int(),
  unique_frameworks: z.int(),
  total_data_points: z.int(),
  total_insights: z.int(),
  average_data_points_per_iteration: z.number(),
  /** Checkpoints that a person let pass before this one. */
  checkpoints_passed: z.int(),
})
export type CheckpointMetrics = z.infer<typeof CheckpointMetrics>

const ids = {
  session_id: z.string(),
  run_id: z.string(),
  plan_id: z.string(),
}

const ofState = {
  ...ids,
  /** The same answer stood already; nothing was decided anew. */
  repeated: z.literal(true).optional(),
}

const asking = {
  status: z.literal('awaiting_approval'),
  approval_id: z.string(),
  ...ofState,
  timestamp: z.string(),
  next_action: z.string(),
  /** To be sent back with the answer when the text is over-long; it says what was looked at. */
  view_digest: z.string(),
  expires_at: z.string().optional(),
  /** True when nobody answered in time: neither yes nor no; it can be asked again. */
  expired: z.boolean().optional(),
  /** What people should know beside the text, for example that the language model that is set did not answer. */
  note: z.string().optional(),
}

/** Source E, phase 1: a proposal waits for a person. */
export const ProposalAwaiting = z.object({
  ...asking,
  approval_type: z.literal('proposal'),
  proposal: z.string(),
  goal: z.string(),
  estimated_iterations: z.int(),
  checkpoint_interval: z.int(),
  /** Working time of the machine, without the waiting for people. */
  estimated_minutes: z.number(),
  estimated_cost_usd: z.number(),
  /** The approval whose adjustment led to this proposal. */
  adjusted_from: z.string().optional(),
})
export type ProposalAwaiting = z.infer<typeof ProposalAwaiting>

/** Source E, phase 2. */
export const PlanningInProgress = z.object({
  status: z.literal('planning_in_progress'),
  ...ofState,
  /** 0 before the first iteration, while the proposal is written. */
  current_iteration: z.int(),
  total_iterations: z.int(),
  message: z.string(),
})
export type PlanningInProgress = z.infer<typeof PlanningInProgress>

/** Source E, phase 3: a checkpoint waits for a person. */
export const CheckpointAwaiting = z.object({
  ...asking,
  approval_type: z.literal('checkpoint'),
  /** `interval`: as proposed; `iteration_failed`: three attempts threw; `nothing_new`: nothing was left to add. */
  reason: z.enum(['interval', 'iteration_failed', 'nothing_new']),
  iteration: z.int(),
  total_iterations: z.int(),
  checkpoint_summary: z.string(),
  insights: z.array(z.string()),
  frameworks_evolved: z.int(),
  data_points_collected: z.int(),
  metrics: CheckpointMetrics,
  chart: z.array(IterationChartPoint),
  cost_so_far_usd: z.number(),
})
export type CheckpointAwaiting = z.infer<typeof CheckpointAwaiting>

/** A limit was reached, or a call waits: a gate of another type that is decided over `/api/gates`. */
export const OtherAwaiting = z.object({
  ...asking,
  approval_type: z.literal('other'),
  gate_type: z.string(),
  summary: z.string(),
})
export type OtherAwaiting = z.infer<typeof OtherAwaiting>

/** Source E, phase 4. */
export const IterationsComplete = z.object({
  status: z.literal('complete'),
  ...ofState,
  iterations_completed: z.int(),
  total_iterations: z.int(),
  /** True when a person stopped it before the last iteration. */
  stopped_early: z.boolean(),
  final_plan: z.string(),
  plan_saved_to_memory: z.boolean(),
  memory_entities: z.array(z.string()),
  timestamp: z.string(),
})
export type IterationsComplete = z.infer<typeof IterationsComplete>

/** Source E, scenario 1; also when the run was cancelled or failed. */
export const PlanningCancelled = z.object({
  status: z.literal('cancelled'),
  reason: z.string(),
  message: z.string(),
  ...ofState,
})
export type PlanningCancelled = z.infer<typeof PlanningCancelled>

/** Source E, scenario 2: stopped at a checkpoint, the synthesis is on its way. */
export const PlanningPaused = z.object({
  status: z.literal('paused'),
  reason: z.literal('user_requested_pause'),
  iteration: z.int(),
  total_iterations: z.int(),
  message: z.string(),
  ...ofState,
  next_action: z.string(),
})
export type PlanningPaused = z.infer<typeof PlanningPaused>

/** `max_iterations = 1`: the planning agent runs once. `plan` is the plan as it stands; `outline` its parts, once drafted. */
export const SinglePlan = z.object({
  status: z.literal('planning_agent'),
  ...ofState,
  plan: Plan,
  outline: PlanOutline.optional(),
  planning_status: z.string().nullable(),
  response_text: z.string(),
  waiting_gate_ids: z.array(z.string()),
  next_action: z.string(),
})
export type SinglePlan = z.infer<typeof SinglePlan>

/** Where iterative planning of a session stands, whatever that is. */
export const IterationState = z.union([
  ProposalAwaiting,
  CheckpointAwaiting,
  OtherAwaiting,
  PlanningInProgress,
  IterationsComplete,
  PlanningCancelled,
  PlanningPaused,
  SinglePlan,
])
export type IterationState = z.infer<typeof IterationState>

/** A proposal as it was shown, and what a person said of it. */
export const ProposalVersion = z.object({
  number: z.int().min(1),
  text: z.string(),
  /** `person`: taken over word for word. */
  written_by: z.enum(['model', 'offline', 'person']),
  /** Why the language model that is set did not write it; the rules did instead. */
  model_failure: z.string().optional(),
  estimated_minutes: z.number(),
  estimated_cost_usd: z.number(),
  gate_id: z.string().optional(),
  answer: z.string().optional(),
  feedback: z.string().optional(),
})
export type ProposalVersion = z.infer<typeof ProposalVersion>

/** A checkpoint that was answered. */
export const PassedCheckpoint = z.object({
  iteration: z.int(),
  gate_id: z.string(),
  reason: z.enum(['interval', 'iteration_failed', 'nothing_new']),
  answer: z.enum(['continue', 'pause', 'adjust']),
  decided_by: z.string(),
  guidance: z.string().optional(),
})
export type PassedCheckpoint = z.infer<typeof PassedCheckpoint>

/** Everything of one plan in iterations; the JSON export is this. */
export const IterationRecord = z.object({
  ...ids,
  goal: z.string(),
  max_iterations: z.int(),
  checkpoint_interval: z.int(),
  status: z.enum(['proposing', 'iterating', 'synthesizing', 'complete', 'cancelled']),
  current_iteration: z.int(),
  proposals: z.array(ProposalVersion),
  guidance: z.array(z.string()),
  checkpoints: z.array(PassedCheckpoint),
  iterations: z.array(IterationReport),
  chart: z.array(IterationChartPoint),
  metrics: CheckpointMetrics,
  stopped_early: z.boolean(),
  final_plan: z.string().optional(),
  memory_entities: z.array(z.string()),
  cost_usd: z.number(),
  is_offline: z.boolean(),
  /** The last reason why the language model that is set had no part in some of it. */
  model_failure: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type IterationRecord = z.infer<typeof IterationRecord>

/** The names of source E, with the pass that writes each. */
export const MEMORY_ENTITIES = {
  executive_summary_report: 'generator',
  success_metrics_and_kpis: 'generator',
  recommendations_and_next_steps: 'generator',
  detailed_implementation_plan: 'planner',
  timeline_and_resource_allocation: 'planner',
  market_analysis_report: 'executor',
  competitive_intelligence_analysis: 'executor',
  risk_assessment_and_mitigation_strategy: 'verifier',
  quality_assurance_framework: 'verifier',
} as const

/** The entities that a finished plan leaves in memory (document E). */
export const MemoryEntityName = z.enum([
  'executive_summary_report',
  'success_metrics_and_kpis',
  'recommendations_and_next_steps',
  'detailed_implementation_plan',
  'timeline_and_resource_allocation',
  'market_analysis_report',
  'competitive_intelligence_analysis',
  'risk_assessment_and_mitigation_strategy',
  'quality_assurance_framework',
])
export type MemoryEntityName = z.infer<typeof MemoryEntityName>

/** What one plan left in memory under one name; a later plan writes a version of its own. */
export const MemoryEntity = z.object({
  name: MemoryEntityName,
  ...ids,
  /** Counts the plans of the session that wrote this entity, from 1. */
  version: z.int().min(1),
  title: z.string(),
  written_by: z.enum(['planner', 'verifier', 'executor', 'generator']),
  goal: z.string(),
  /** Markdown. */
  content: z.string(),
  created_at: z.string(),
})
export type MemoryEntity = z.infer<typeof MemoryEntity>

/** A memory entity without its content. */
export const MemoryEntitySummary = MemoryEntity.omit({ content: true })
export type MemoryEntitySummary = z.infer<typeof MemoryEntitySummary>

/** Which run of a session is meant; absent: the latest. */
export const IterationQuery = z.object({ run_id: z.string().min(1).max(100).optional() })

/** Which run is exported, and in which format. */
export const IterationExportQuery = IterationQuery.extend({
  format: z.enum(['md', 'html', 'json']).default('md'),
})

/** Of which plan or session entities are listed. */
export const MemoryEntitiesQuery = z.object({
  plan_id: z.string().min(1).max(100).optional(),
  session_id: z.string().min(1).max(64).optional(),
})

/** Of which plan the entity is wanted; absent: the latest. */
export const MemoryEntityQuery = z.object({ plan_id: z.string().min(1).max(100).optional() })
