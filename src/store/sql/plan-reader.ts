import type { PlanBlock, PlanNode } from '../../contracts/plan.ts'
import type { NodeStage, Page, PlanFilter, StoredBlock, StoredPlan } from '../store.ts'
import { PLAN_COLUMNS } from './columns.ts'
import { pageOf, readCursor } from './list-reader.ts'
import { BUILDERS, prepare, runQuery, type SqlConnection, slot } from './statements.ts'
import type { PlanRow } from './tables.ts'

const planById = prepare(db =>
  db.selectFrom('plans').select(PLAN_COLUMNS).where('plan_id', '=', slot('plan_id')),
)
const planOfRun = prepare(db =>
  db.selectFrom('plans').select(PLAN_COLUMNS).where('run_id', '=', slot('run_id')),
)
const nodesOfStage = prepare(db =>
  db
    .selectFrom('plan_nodes')
    .select('body')
    .where('plan_id', '=', slot('plan_id'))
    .where('stage', '=', slot('stage'))
    .orderBy('order_index'),
)
const blocksOfPlan = prepare(db =>
  db
    .selectFrom('scheduled_tasks')
    .select(['plan_id', 'owner', 'body'])
    .where('plan_id', '=', slot('plan_id'))
    .orderBy('start_at')
    .orderBy('block_id'),
)
const blocksOfOwner = prepare(db =>
  db
    .selectFrom('scheduled_tasks')
    .select(['plan_id', 'owner', 'body'])
    .where('owner', '=', slot('owner'))
    .where('end_at', '>', slot('after'))
    .where('status', '!=', 'cancelled')
    .orderBy('start_at')
    .orderBy('plan_id')
    .orderBy('block_id'),
)
const FILTERS = ['planning_status', 'pattern_type', 'pattern_subtype', 'pattern_variant', 'owner'] as const

/** Plans, their nodes and their blocks. Rows were written from checked values. */
export function createPlanReader(connection: SqlConnection) {
  const db = BUILDERS[connection.dialect]
  return {
    getPlan: async (planId: string) => toPlan(await planById.first(connection, { plan_id: planId })),
    findPlanOfRun: async (runId: string) => toPlan(await planOfRun.first(connection, { run_id: runId })),
    listPlans: async (filter: PlanFilter, page: Page) => {
      let query = db
        .selectFrom('plans')
        .select(PLAN_COLUMNS)
        .orderBy('plan_id', 'desc')
        .limit(page.limit + 1)
      for (const column of FILTERS) {
        const value = filter[column]
        if (value !== undefined) query = query.where(column, '=', value)
      }
      const [last] = readCursor(page)
      if (last) query = query.where('plan_id', '<', last)
      const plans = (await runQuery(connection, query)).flatMap(row => toPlan(row) ?? [])
      return pageOf(plans, page.limit, plan => [plan.plan_id])
    },
    listPlanNodes: async (planId: string, stage: NodeStage) => {
      const rows = await nodesOfStage.rows(connection, { plan_id: planId, stage })
      return rows.map(row => JSON.parse(row.body) as PlanNode)
    },
    listPlanBlocks: async (planId: string) =>
      (await blocksOfPlan.rows(connection, { plan_id: planId })).map(toBlock),
    listBlocksOfOwner: async (owner: string, endsAfter: string) =>
      (await blocksOfOwner.rows(connection, { owner, after: endsAfter })).map(toBlock),
  }
}

function toPlan(row: PlanRow | undefined): StoredPlan | undefined {
  if (!row) return undefined
  const { pattern_type, pattern_subtype, pattern_variant, planning_status, body, revision, ...rest } = row
  const pattern = Object.entries({ pattern_type, pattern_subtype, pattern_variant })
  const given = pattern.filter(([, value]) => value !== null)
  return {
    ...(rest as Pick<StoredPlan, 'plan_id' | 'run_id' | 'session_id' | 'owner' | 'state'>),
    ...Object.fromEntries(given),
    created_at: row.created_at,
    updated_at: row.updated_at,
    planning_status: planning_status as StoredPlan['planning_status'],
    revision: Number(revision),
    body: JSON.parse(body) as StoredPlan['body'],
  }
}

function toBlock({ plan_id, owner, body }: { plan_id: string; owner: string; body: string }): StoredBlock {
  return { ...(JSON.parse(body) as PlanBlock), plan_id, owner }
}
