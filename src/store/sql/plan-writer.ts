import { toIso } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { PlanBlock, PlanNode } from '../../contracts/plan.ts'
import type { NodeStage, StoredPlan } from '../store.ts'
import { slots } from './slots.ts'
import { BUILDERS, prepare, runQuery, slot } from './statements.ts'
import type { PlanNodeRow, PlanRow, ScheduledTaskRow } from './tables.ts'
import type { TransactionScope } from './transaction-scope.ts'

const COLUMNS = [
  ...(['plan_id', 'run_id', 'session_id', 'owner', 'pattern_type', 'pattern_subtype'] as const),
  ...([
    'pattern_variant',
    'state',
    'planning_status',
    'revision',
    'created_at',
    'updated_at',
    'body',
  ] as const),
]
const insertPlan = prepare(db =>
  db
    .insertInto('plans')
    .values(slots<PlanRow>(COLUMNS))
    .onConflict(conflict => conflict.column('plan_id').doNothing()),
)
const updatePlan = prepare(db =>
  db
    .updateTable('plans')
    .set({
      run_id: slot('run_id'),
      pattern_type: slot('pattern_type'),
      pattern_subtype: slot('pattern_subtype'),
      pattern_variant: slot('pattern_variant'),
      state: slot('state'),
      planning_status: slot('planning_status'),
      revision: slot<number>('revision'),
      updated_at: slot('updated_at'),
      body: slot('body'),
    })
    .where('plan_id', '=', slot('plan_id'))
    .where('revision', '=', slot<number>('expected')),
)
const deleteNodes = prepare(db =>
  db.deleteFrom('plan_nodes').where('plan_id', '=', slot('plan_id')).where('stage', '=', slot('stage')),
)
const updateNode = prepare(db =>
  db
    .updateTable('plan_nodes')
    .set({ status: slot('status'), progress: slot<number>('progress'), body: slot('body') })
    .where('plan_id', '=', slot('plan_id'))
    .where('stage', '=', slot('stage'))
    .where('node_id', '=', slot('node_id')),
)
const deleteBlocks = prepare(db => db.deleteFrom('scheduled_tasks').where('plan_id', '=', slot('plan_id')))
const updateBlock = prepare(db =>
  db
    .updateTable('scheduled_tasks')
    .set({ start_at: slot('start_at'), end_at: slot('end_at'), status: slot('status'), body: slot('body') })
    .where('plan_id', '=', slot('plan_id'))
    .where('block_id', '=', slot('block_id')),
)
const plansOfSession = prepare(db =>
  db.selectFrom('plans').select('plan_id').where('session_id', '=', slot('session_id')),
)
const deletePlan = prepare(db => db.deleteFrom('plans').where('plan_id', '=', slot('plan_id')))
const deleteItsNodes = prepare(db => db.deleteFrom('plan_nodes').where('plan_id', '=', slot('plan_id')))
/** Rows of one statement: below the number of parameters that either database takes. */
const BATCH = 100

/** Plans, their nodes and their blocks. */
export function createPlanWriter({ connection, notify }: TransactionScope) {
  const db = BUILDERS[connection.dialect]
  return {
    putPlan: async (plan: StoredPlan) => {
      const row = toRow(plan)
      const changed =
        plan.revision === 0
          ? await insertPlan.change(connection, { ...row })
          : await updatePlan.change(connection, { ...row, expected: plan.revision - 1 })
      if (changed !== 1) throw conflict(plan)
      notify(`plan:${plan.plan_id}`)
      notify(`session:${plan.session_id}`)
    },
    replacePlanNodes: async (planId: string, stage: NodeStage, nodes: readonly PlanNode[]) => {
      await deleteNodes.write(connection, { plan_id: planId, stage })
      const rows = nodes.map((node, order): PlanNodeRow => toNodeRow({ planId, stage, order }, node))
      for (const some of batches(rows)) await runQuery(connection, db.insertInto('plan_nodes').values(some))
      notify(`plan:${planId}`)
    },
    updatePlanNode: async (planId: string, stage: NodeStage, node: PlanNode) => {
      const { status, progress, body, node_id } = toNodeRow({ planId, stage, order: 0 }, node)
      await updateNode.write(connection, { plan_id: planId, stage, node_id, status, progress, body })
      notify(`plan:${planId}`)
    },
    replacePlanBlocks: async (
      { plan_id, owner }: Pick<StoredPlan, 'plan_id' | 'owner'>,
      blocks: readonly PlanBlock[],
    ) => {
      await deleteBlocks.write(connection, { plan_id })
      const rows = blocks.map((block): ScheduledTaskRow => ({ plan_id, owner, ...toBlockRow(block) }))
      for (const some of batches(rows))
        await runQuery(connection, db.insertInto('scheduled_tasks').values(some))
      notify(`plan:${plan_id}`)
    },
    updatePlanBlock: async (planId: string, block: PlanBlock) => {
      const { plan_node_id: _node, ...row } = toBlockRow(block)
      await updateBlock.write(connection, { plan_id: planId, ...row })
      notify(`plan:${planId}`)
    },
    deletePlans: async (sessionId: string) => {
      let rows = 0
      for (const { plan_id } of await plansOfSession.rows(connection, { session_id: sessionId })) {
        rows += await deleteBlocks.change(connection, { plan_id })
        rows += await deleteItsNodes.change(connection, { plan_id })
        rows += await deletePlan.change(connection, { plan_id })
      }
      return rows
    },
  }
}

function toRow(plan: StoredPlan): PlanRow {
  const { pattern_type = null, pattern_subtype = null, pattern_variant = null, body, ...rest } = plan
  return { ...rest, pattern_type, pattern_subtype, pattern_variant, body: JSON.stringify(body) }
}

function toNodeRow(
  { planId, stage, order }: { readonly planId: string; readonly stage: NodeStage; readonly order: number },
  node: PlanNode,
): PlanNodeRow {
  return {
    plan_id: planId,
    stage,
    node_id: node.id,
    order_index: order,
    parent_id: node.parent_id ?? null,
    node_type: node.node_type,
    level: node.level,
    status: node.status,
    progress: node.progress,
    body: JSON.stringify(node),
  }
}

/** Whoever puts a stored block back hands its plan over too; that is not part of the body. */
function toBlockRow(block: PlanBlock & { readonly plan_id?: string; readonly owner?: string }) {
  const { plan_id: _plan, owner: _owner, ...body } = block
  return {
    block_id: block.block_id,
    plan_node_id: block.plan_node_id,
    start_at: toIso(Date.parse(block.start)),
    end_at: toIso(Date.parse(block.end)),
    status: block.status,
    body: JSON.stringify(body),
  }
}

function batches<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, n) =>
    rows.slice(n * BATCH, (n + 1) * BATCH),
  )
}

function conflict(plan: StoredPlan): SoulgateError {
  const data = { plan_id: plan.plan_id, revision: plan.revision }
  const message = `Plan ${plan.plan_id} was changed meanwhile; read it again.`
  return new SoulgateError('version_conflict', message, { data })
}
