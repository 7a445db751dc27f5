import { z } from 'zod'
import { JsonObject } from './json-value.ts'
import {
  CalendarProject,
  LocalTime,
  Moment,
  ScheduledBlock,
  TakenTime,
  TaskRecurrence,
  TaskSpacing,
  Weekday,
  WeeklyWindow,
  WorkCalendar,
  WorkCapacity,
} from './schedule.ts'

/** The five canonical patterns of plans (document C, section 1). */
export const PatternType = z.enum([
  'milestone_project',
  'recurring_cycle',
  'progressive_accumulation_arc',
  'hybrid_project_cycle',
  'strategic_transformation',
])
export type PatternType = z.infer<typeof PatternType>

/** Who brought something into a plan. */
export const Origin = z.enum(['system', 'user_feedback', 'ai_adaptation'])
export type Origin = z.infer<typeof Origin>

/** The shape of a plan. A subtype that is not known yet is `proposed:<name>` and carries its reasons in `rfc`. */
export const PatternSpec = z.strictObject({
  pattern_type: PatternType,
  subtype: z.string().min(1).max(120).optional(),
  variant: z.string().min(1).max(120).optional(),
  confidence: z.number().min(0).max(1).optional(),
  introduced_by: Origin.default('system'),
  /** For audits: the known pattern that a proposed subtype was made from. */
  source_pattern: z.string().max(120).optional(),
  rfc: z.string().max(4_000).optional(),
})
export type PatternSpec = z.infer<typeof PatternSpec>

/** What a node of a plan is, from the goal down to small steps. */
export const NodeType = z.enum(['goal', 'phase', 'cycle', 'sub_goal', 'task', 'sub_task', 'micro_goal'])
export type NodeType = z.infer<typeof NodeType>

/** `level` is semantic: it follows from the type, not from the depth in the tree. */
export const NODE_LEVELS: Readonly<Record<NodeType, number>> = {
  goal: 1,
  phase: 2,
  cycle: 2,
  sub_goal: 3,
  task: 4,
  sub_task: 5,
  micro_goal: 5,
}

/** How far the work of a node is. */
export const NodeStatus = z.enum(['pending', 'in_progress', 'done', 'blocked'])
export type NodeStatus = z.infer<typeof NodeStatus>

/** What a node waits for, with lag or lead. */
export const PlanDependency = z.strictObject({
  /** The node that this one waits for. */
  node_id: z.string().min(1).max(200),
  type: z.enum(['FS', 'SS', 'FF', 'SF']).default('FS'),
  /** Lag when positive, lead when negative; minutes of elapsed time, two years at most. */
  lag_lead_minutes: z.int().min(-1_051_200).max(1_051_200).default(0),
})
export type PlanDependency = z.infer<typeof PlanDependency>

/** One node of a plan. Its id stays the same from outline to roadmap to schedule. */
export const PlanNode = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}+$/u, 'no control characters'),
  parent_id: z.string().max(200).optional(),
  node_type: NodeType,
  level: z.int().min(1).max(8),
  /** The second axis: nodes of one stream run beside those of another. */
  stream: z.string().max(120).optional(),
  title: z.string().min(1).max(200),
  description: z.string().max(4_000).optional(),
  recurrence: TaskRecurrence.optional(),
  dependencies: z.array(PlanDependency).max(100).default([]),
  /** Of one occurrence where it recurs. */
  estimated_minutes: z.int().min(0).max(525_600).optional(),
  status: NodeStatus.default('pending'),
  progress: z.number().min(0).max(1).default(0),
  origin: Origin.default('system'),
  tags: z.array(z.string().max(100)).max(50).default([]),
  /** Free; `timing` of it is a `NodeTiming`. */
  metadata: JsonObject.default({}),
})
export type PlanNode = z.infer<typeof PlanNode>

/** What a node asks of the calendar, in `metadata.timing`. Everything is optional. */
export const NodeTiming = z.object({
  /** It is at this time and no other, whatever the calendar says; nothing else is placed meanwhile. */
  fixed: z.object({ start: Moment, end: Moment }).optional(),
  earliest_start: Moment.optional(),
  deadline: Moment.optional(),
  windows: z.array(WeeklyWindow).max(200).optional(),
  priority: z.number().min(0).max(100).optional(),
  splittable: z.boolean().optional(),
  min_block_minutes: z.int().min(1).max(1_440).optional(),
  max_block_minutes: z.int().min(1).max(1_440).optional(),
  attended: z.boolean().optional(),
  apart: TaskSpacing.optional(),
  resources: z.array(z.object({ resource_id: z.string(), units: z.int().min(1) })).optional(),
})
export type NodeTiming = z.infer<typeof NodeTiming>

/** How a schedule adapts, and what it weighs. */
export const StrategyProfile = z.strictObject({
  /** push = catch up, relax = lighten, hybrid = balance, manual = always ask. */
  mode: z.enum(['push', 'relax', 'hybrid', 'manual']).default('hybrid'),
  weights: z
    .strictObject({ achievement: z.number(), wellbeing: z.number(), portfolio: z.number() })
    .partial()
    .optional(),
})
export type StrategyProfile = z.infer<typeof StrategyProfile>

/** What a plan must keep to. Everything is optional; what the goal's own words say is added by the engine. */
export const PlanConstraints = z.strictObject({
  /** Nothing is planned before; the day of the request when absent. */
  start: Moment.optional(),
  deadline: Moment.optional(),
  minutes_per_week: z.int().min(1).max(10_080).optional(),
  minutes_per_day: z.int().min(1).max(1_440).optional(),
  /** At most so many days of the week have work of this plan. */
  sessions_per_week: z.int().min(1).max(21).optional(),
  /** At most so many tasks on one day. */
  tasks_per_day: z.int().min(1).max(1_000).optional(),
  /** At least so long between two blocks. */
  break_minutes: z.int().min(0).max(720).optional(),
  not_on_weekdays: z.array(Weekday).max(7).optional(),
  only_on_weekdays: z.array(Weekday).max(7).optional(),
  /** Times of day, on every day that is left: evenings, before work. */
  times_of_day: z
    .array(z.strictObject({ start: LocalTime, end: LocalTime }))
    .max(20)
    .optional(),
  blackouts: z.array(TakenTime).max(1_000).optional(),
  /** What reaching the goal may cost; not what planning costs. */
  budget_usd: z.number().min(0).max(1_000_000_000).optional(),
  resources: CalendarProject.shape.resources.unwrap().optional(),
})
export type PlanConstraints = z.infer<typeof PlanConstraints>

/** When a plan's person works, in their time zone. */
export const PlanCalendar = WorkCalendar
export type PlanCalendar = WorkCalendar

/** What an outline rests on: strategy, pattern, assumptions. */
export const PlanContext = z.strictObject({
  strategy_profile: StrategyProfile,
  pattern: PatternSpec.optional(),
  /** What was taken for granted, in words that a person can object to. */
  assumptions: z.array(z.string().max(1_000)).max(100).default([]),
  constraints: PlanConstraints.default({}),
  user_prefs: JsonObject.optional(),
})
export type PlanContext = z.infer<typeof PlanContext>

/** What is to be done: nodes in a tree, without dates. The first of the three stages. */
export const PlanOutline = z.strictObject({
  root_id: z.string(),
  plan_context: PlanContext,
  nodes: z.array(PlanNode).max(10_000),
  pattern: PatternSpec.optional(),
})
export type PlanOutline = z.infer<typeof PlanOutline>

/** What a roadmap rests on. */
export const RoadmapContext = z.strictObject({
  /** Deprecated: present for older readers; `pattern` is what counts. */
  pattern_type: PatternType.optional(),
  subtype: z.string().max(120).optional(),
  pattern: PatternSpec.optional(),
  scope: z.string().max(2_000).optional(),
  cadence: z.string().max(500).optional(),
  stack: z.array(z.string().max(200)).max(100).optional(),
  venue: z.string().max(500).optional(),
  region: z.string().max(500).optional(),
  time_horizon: z.string().max(500).optional(),
  budget: z.string().max(500).optional(),
})
export type RoadmapContext = z.infer<typeof RoadmapContext>

/** One way through the outline that was looked at. */
export const RoadmapOption = z.strictObject({
  option_id: z.string(),
  title: z.string().max(200),
  summary: z.string().max(2_000),
  /** In [0,1]; the highest was chosen unless `reason` says why not. */
  score: z.number().min(0).max(1),
  /** What the score was made of: `span_minutes`, `peak_minutes_per_week`, `slack_minutes`, `overlaps` … */
  measures: z.record(z.string(), z.number()),
  chosen: z.boolean(),
  /** Why it was chosen, or why not. */
  reason: z.string().max(2_000),
})
export type RoadmapOption = z.infer<typeof RoadmapOption>

/** In which order, and with which dependencies. The second of the three stages. */
export const Roadmap = z.strictObject({
  root_id: z.string(),
  roadmap_context: RoadmapContext,
  nodes: z.array(PlanNode).max(10_000),
  pattern: PatternSpec.optional(),
  options_tried: z.array(RoadmapOption).max(10).default([]),
  rationale: z.string().max(4_000).default(''),
})
export type Roadmap = z.infer<typeof Roadmap>

/** How far a scheduled block is. */
export const BlockStatus = z.enum(['scheduled', 'in_progress', 'completed', 'cancelled', 'overdue'])
export type BlockStatus = z.infer<typeof BlockStatus>

/** One block of a plan's schedule as it is kept and shown. `overdue` follows from the time and is never stored. */
export const PlanBlock = ScheduledBlock.extend({ block_id: z.string(), status: BlockStatus })
export type PlanBlock = z.infer<typeof PlanBlock>

/** A point in time (ISO-8601 with offset) that a plan reaches. */
export const PlanMilestone = z.object({
  plan_node_id: z.string(),
  title: z.string(),
  at: z.iso.datetime({ offset: true }),
})

/** When: blocks of work in a time zone. The third of the three stages. */
export const PlanSchedule = z.object({
  timezone: z.string(),
  blocks: z.array(PlanBlock),
  milestones: z.array(PlanMilestone),
  finish: z.iso.datetime({ offset: true }).nullable(),
  notes: z.array(z.string()),
})
export type PlanSchedule = z.infer<typeof PlanSchedule>

/** The person's limits per day and week as the plan's scheduler keeps them. */
export const PlanCapacity = WorkCapacity
export type PlanCapacity = WorkCapacity
