import { toIso } from '../../../base/clock.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import type {
  AdaptationLogEntry,
  PatternSpec,
  Plan,
  PlanNode,
  PlanOutline,
  PlanSchedule,
  Roadmap,
} from '../../../contracts/plan.ts'
import type { StoredPlan, StoreReader, StoreTransaction } from '../../../store/store.ts'

/** What follows from the run, the nodes and the blocks; it is added when a plan is shown. */
type Derived = 'waiting_gate_ids' | 'progress' | 'overdue_blocks' | 'tasks'
type InColumns =
  | 'plan_id'
  | 'run_id'
  | 'session_id'
  | 'state'
  | 'planning_status'
  | 'created_at'
  | 'updated_at'

/** A plan as its row's body keeps it; nodes and blocks have rows of their own. */
export interface PlanBody extends Omit<Plan, Derived | InColumns> {
  readonly outline?: Omit<PlanOutline, 'nodes'>
  readonly roadmap?: Omit<Roadmap, 'nodes'>
  readonly schedule?: Omit<PlanSchedule, 'blocks'>
  readonly adaptations: readonly AdaptationLogEntry[]
  /** Every run of the plan, oldest first. */
  readonly run_ids: readonly string[]
}

export type PlanRecord = Omit<StoredPlan, 'body'> & { readonly body: PlanBody }

type Reader = Pick<StoreReader, 'getPlan' | 'findPlanOfRun'>

export async function readPlan(reader: Reader, planId: string): Promise<PlanRecord | undefined> {
  return toRecord(await reader.getPlan(planId))
}

export async function readPlanOfRun(reader: Reader, runId: string): Promise<PlanRecord | undefined> {
  return toRecord(await reader.findPlanOfRun(runId))
}

export function toRecord(plan: StoredPlan | undefined): PlanRecord | undefined {
  // Only this folder writes bodies.
  return plan as unknown as PlanRecord | undefined
}

/** The next revision of a plan, with the columns by which it is found. */
export async function putPlanRecord(tx: StoreTransaction, record: PlanRecord): Promise<void> {
  const { pattern_type: _type, pattern_subtype: _subtype, pattern_variant: _variant, ...rest } = record
  const body = record.body as unknown as JsonObject
  await tx.putPlan({ ...rest, ...patternColumns(record.body.selected_pattern), body })
}

function patternColumns(pattern: PatternSpec | undefined) {
  if (pattern === undefined) return {}
  const { pattern_type, subtype, variant } = pattern
  return {
    pattern_type,
    ...(subtype === undefined ? {} : { pattern_subtype: subtype }),
    ...(variant === undefined ? {} : { pattern_variant: variant }),
  }
}

/** A changed record, one revision on. */
export function revise(
  record: PlanRecord,
  change: Partial<Omit<PlanRecord, 'body' | 'revision'>> & { readonly body?: Partial<PlanBody> },
  nowMs: number,
): PlanRecord {
  const { body, ...columns } = change
  return {
    ...record,
    ...columns,
    body: { ...record.body, ...body },
    revision: record.revision + 1,
    updated_at: toIso(nowMs),
  }
}

/** Outline, roadmap and schedule as they are stored. */
export async function readContent(
  reader: Pick<StoreReader, 'listPlanNodes' | 'listPlanBlocks'>,
  { plan_id, body }: PlanRecord,
): Promise<{ readonly outline?: PlanOutline; readonly roadmap?: Roadmap; readonly schedule?: PlanSchedule }> {
  const { outline, roadmap, schedule } = body
  const [outlineNodes, roadmapNodes, blocks] = await Promise.all([
    outline === undefined ? [] : reader.listPlanNodes(plan_id, 'outline'),
    roadmap === undefined ? [] : reader.listPlanNodes(plan_id, 'roadmap'),
    schedule === undefined ? [] : reader.listPlanBlocks(plan_id),
  ])
  return {
    ...(outline === undefined ? {} : { outline: { ...outline, nodes: [...outlineNodes] } }),
    ...(roadmap === undefined ? {} : { roadmap: { ...roadmap, nodes: [...roadmapNodes] } }),
    ...(schedule === undefined
      ? {}
      : {
          schedule: {
            ...schedule,
            blocks: blocks.map(({ plan_id: _plan, owner: _owner, ...block }) => block),
          },
        }),
  }
}

/** The nodes that live: those of the roadmap, or of the outline while there is none. */
export async function readNodes(
  reader: Pick<StoreReader, 'listPlanNodes'>,
  { plan_id, body }: PlanRecord,
): Promise<readonly PlanNode[]> {
  if (body.roadmap !== undefined) return reader.listPlanNodes(plan_id, 'roadmap')
  return body.outline === undefined ? [] : reader.listPlanNodes(plan_id, 'outline')
}
