import { z } from 'zod'
import {
  AdaptationLogEntry,
  BlockStatus,
  NodeStatus,
  PatternType,
  Plan,
  PlanBlock,
  PlanBrief,
  PlanGoalInput,
  PlanNode,
  PlanningStatus,
  PlanState,
  TraceStep,
} from '../plan.ts'
import { Moment } from '../schedule.ts'
import { Session } from '../session.ts'
import { PageQuery } from './query.ts'

/** Body of `POST /api/plans`. */
export const StartPlanRequest = PlanGoalInput.extend({ session_id: Session.shape.session_id.optional() })
export type StartPlanRequest = z.infer<typeof StartPlanRequest>

/** Answer of `POST /api/plans` and of feedback. */
export const PlanStarted = Plan.pick({
  plan_id: true,
  run_id: true,
  planning_status: true,
  response_text: true,
  waiting_gate_ids: true,
  escalate_reason: true,
  pattern_rfc_required: true,
  pattern_rfc_text: true,
  selected_pattern: true,
})
export type PlanStarted = z.infer<typeof PlanStarted>

export const PlanListQuery = PageQuery.extend({
  planning_status: PlanningStatus.optional(),
  pattern_type: PatternType.optional(),
  pattern_subtype: z.string().max(120).optional(),
  pattern_variant: z.string().max(120).optional(),
})
export type PlanListQuery = z.infer<typeof PlanListQuery>

export const PlanFeedbackRequest = z.strictObject({
  text: z.string().trim().min(1).max(10_000),
  /** The brief as it is to be from now on, whole, instead of words about it. */
  brief: PlanBrief.optional(),
})
export type PlanFeedbackRequest = z.infer<typeof PlanFeedbackRequest>

/** What a person reports about a node while living with a plan. `done` sets the progress to 1. */
export const ChangeNodeRequest = z
  .strictObject({
    status: NodeStatus.optional(),
    progress: z.number().min(0).max(1).optional(),
    note: z.string().max(4_000).optional(),
  })
  .refine(body => Object.values(body).some(value => value !== undefined), { message: 'nothing to change' })
export type ChangeNodeRequest = z.infer<typeof ChangeNodeRequest>

/** Moves a block, or says what became of it. Without `end` a moved block keeps its length. */
export const ChangeBlockRequest = z
  .strictObject({
    start: Moment.optional(),
    end: Moment.optional(),
    status: BlockStatus.exclude(['overdue']).optional(),
    notes: z.string().max(4_000).optional(),
  })
  .refine(body => Object.values(body).some(value => value !== undefined), { message: 'nothing to change' })
export type ChangeBlockRequest = z.infer<typeof ChangeBlockRequest>

export const PlanPage = z.object({ plans: z.array(Plan), next_cursor: z.string().optional() })
export const PlanTrace = z.object({ steps: z.array(TraceStep) })
export const PlanAdaptations = z.object({ adaptations: z.array(AdaptationLogEntry) })
export const NodeAnswer = z.object({ node: PlanNode, plan: Plan })
export const BlockAnswer = z.object({ block: PlanBlock, plan: Plan })

/** One pair of the controller's table: where an outcome leads, or why it is refused there. */
const PlanTransition = z.object({
  state: PlanState,
  outcome: z.string(),
  to: PlanState.nullable(),
})
/** The controller as data, for drawing it. */
export const PlanChart = z.object({
  states: z.array(z.object({ state: PlanState, waits: z.boolean(), ends: z.boolean(), text: z.string() })),
  outcomes: z.array(z.object({ outcome: z.string(), text: z.string() })),
  transitions: z.array(PlanTransition),
  mermaid: z.string(),
})
export type PlanChart = z.infer<typeof PlanChart>
