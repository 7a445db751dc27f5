import type { JsonObject } from '../contracts/json-value.ts'
import type {
  PatternType,
  PlanBlock,
  PlanNode,
  PlanningStatus,
  PlanSchedule,
  PlanState,
} from '../contracts/plan.ts'
import type { Page, Paged } from './paging.ts'

/** One plan without its nodes and blocks, which have rows of their own. `body` is the planning agent's. */
export interface StoredPlan {
  readonly plan_id: string
  /** The newest run of it. */
  readonly run_id: string
  readonly session_id: string
  /** The person whose time it takes. */
  readonly owner: string
  readonly pattern_type?: PatternType
  readonly pattern_subtype?: string
  readonly pattern_variant?: string
  readonly state: PlanState
  readonly planning_status: PlanningStatus | null
  /** Grows by one with every write. */
  readonly revision: number
  readonly body: JsonObject
  readonly created_at: string
  readonly updated_at: string
}

export interface PlanFilter {
  readonly planning_status?: PlanningStatus
  readonly pattern_type?: PatternType
  readonly pattern_subtype?: string
  readonly pattern_variant?: string
  readonly owner?: string
}

/** Nodes as the outline has them, and as the roadmap has them. */
export type NodeStage = 'outline' | 'roadmap'

/** A block with the plan that it belongs to. `status` is never `overdue`: that follows from the time. */
export interface StoredBlock extends PlanBlock {
  readonly plan_id: string
  readonly owner: string
}

export interface PlanReader {
  getPlan(planId: string): Promise<StoredPlan | undefined>
  /** The plan whose newest run this is. */
  findPlanOfRun(runId: string): Promise<StoredPlan | undefined>
  /** Newest first. */
  listPlans(filter: PlanFilter, page: Page): Promise<Paged<StoredPlan>>
  /** In the order in which they were put. */
  listPlanNodes(planId: string, stage: NodeStage): Promise<readonly PlanNode[]>
  /** In order of their start. */
  listPlanBlocks(planId: string): Promise<readonly StoredBlock[]>
  /** Blocks of all plans of a person that end after this moment (UTC) and are not cancelled, in order of their start. */
  listBlocksOfOwner(owner: string, endsAfter: string): Promise<readonly StoredBlock[]>
}

export interface PlanWriter {
  /** Revision 0 inserts; any other must be one above the one that stands, or `version_conflict` is thrown. */
  putPlan(plan: StoredPlan): Promise<void>
  /** Puts these nodes in the place of all of that stage. */
  replacePlanNodes(planId: string, stage: NodeStage, nodes: readonly PlanNode[]): Promise<void>
  /** Changes a node in every stage that has it. */
  updatePlanNode(planId: string, stage: NodeStage, node: PlanNode): Promise<void>
  replacePlanBlocks(
    plan: Pick<StoredPlan, 'plan_id' | 'owner'>,
    blocks: PlanSchedule['blocks'],
  ): Promise<void>
  updatePlanBlock(planId: string, block: PlanBlock): Promise<void>
  /** Every plan of a session with its nodes and blocks; answers how many rows. */
  deletePlans(sessionId: string): Promise<number>
}
