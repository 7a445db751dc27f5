import { type Clock, toIso } from '../../../base/clock.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import type { AdaptationLogEntry, PlanBlock, PlanNode } from '../../../contracts/plan.ts'
import type { Principal } from '../../../contracts/principal.ts'
import { type Refusal, refuse } from '../../../contracts/refusal.ts'
import type { ChangeBlockRequest, ChangeNodeRequest } from '../../../contracts/requests/plans.ts'
import type { Store, StoreTransaction } from '../../../store/store.ts'
import { actorOf } from '../../gate/gate.ts'
import type { PlanTime } from '../planning-tools.ts'
import { scheduleDigest } from './digests.ts'
import { type PlanBody, type PlanRecord, putPlanRecord, readContent, readPlan, revise } from './record.ts'
import { readOtherPlans, takenBy } from './schedule.ts'
import { situationOfRecord } from './situation.ts'

interface LivingParts {
  readonly store: Store
  readonly clock: Clock
  readonly time: PlanTime
}

type Changed<Item> = (Item & { readonly refused?: false }) | Refusal

interface Change {
  readonly who: Principal
  readonly planId: string
}

/** What a person reports about a node; what is done needs no more of its blocks that are still to come. */
export async function changeNode(
  parts: LivingParts,
  { who, planId, nodeId, body }: Change & { readonly nodeId: string; readonly body: ChangeNodeRequest },
): Promise<Changed<{ readonly node: PlanNode }>> {
  return within(parts, { who, planId }, async (tx, record) => {
    const nodes = await tx.listPlanNodes(planId, 'roadmap')
    const standing = nodes.find(node => node.id === nodeId)
    if (standing === undefined) return refuse('not_found', `Plan ${planId} has no node ${nodeId}.`)
    const node = reported(standing, body)
    await putNode(tx, planId, node)
    if (node.status === 'done' && standing.status !== 'done') await endBlocks(parts, tx, { planId, nodeId })
    if (node.status !== 'done' && standing.status === 'done') await reopenBlocks(tx, { planId, nodeId })
    await record({}, { node_id: nodeId, status: node.status, progress: node.progress })
    return { node }
  })
}

function reported(node: PlanNode, { status, progress, note }: ChangeNodeRequest): PlanNode {
  const isDone = status === 'done' || (status === undefined && progress === 1)
  const begun = node.status === 'pending' && (progress ?? 0) > 0 ? 'in_progress' : node.status
  const notes = note === undefined ? {} : { notes: [...[node.metadata.notes ?? []].flat(), note] }
  return {
    ...node,
    status: isDone ? 'done' : (status ?? begun),
    progress: isDone ? 1 : (progress ?? (status === 'pending' ? 0 : node.progress)),
    metadata: { ...node.metadata, ...notes },
  }
}

async function putNode(tx: StoreTransaction, planId: string, node: PlanNode): Promise<void> {
  await tx.updatePlanNode(planId, 'roadmap', node)
  const outlined = (await tx.listPlanNodes(planId, 'outline')).find(({ id }) => id === node.id)
  if (outlined === undefined) return
  const { status, progress } = node
  await tx.updatePlanNode(planId, 'outline', { ...outlined, status, progress })
}

async function endBlocks(
  { clock }: LivingParts,
  tx: StoreTransaction,
  { planId, nodeId }: { readonly planId: string; readonly nodeId: string },
): Promise<void> {
  for (const { plan_id: _plan, owner: _owner, ...block } of await tx.listPlanBlocks(planId)) {
    const isOpen = block.status === 'scheduled' || block.status === 'in_progress'
    if (block.plan_node_id !== nodeId || !isOpen) continue
    const status = Date.parse(block.start) <= clock.now() ? ('completed' as const) : ('cancelled' as const)
    await tx.updatePlanBlock(planId, { ...block, status })
  }
}

/** What was dropped because the node was done is to come again. */
async function reopenBlocks(
  tx: StoreTransaction,
  { planId, nodeId }: { readonly planId: string; readonly nodeId: string },
): Promise<void> {
  for (const { plan_id: _plan, owner: _owner, ...block } of await tx.listPlanBlocks(planId)) {
    if (block.plan_node_id !== nodeId || block.status !== 'cancelled') continue
    await tx.updatePlanBlock(planId, { ...block, status: 'scheduled' })
  }
}

/**
 * Moves a block, or says what became of it. A move that breaks a constraint is refused, saying which. The person who
 * moves it decides about it: what stands from then on is the schedule with it, in that person's name.
 */
export async function changeBlock(
  parts: LivingParts,
  { who, planId, blockId, body }: Change & { readonly blockId: string; readonly body: ChangeBlockRequest },
): Promise<Changed<{ readonly block: PlanBlock }>> {
  return within(parts, { who, planId }, async (tx, record, plan) => {
    const { roadmap, schedule } = await readContent(tx, plan)
    const standing = schedule?.blocks.find(block => block.block_id === blockId)
    if (!roadmap || !schedule || !standing)
      return refuse('not_found', `Plan ${planId} has no block ${blockId}.`)
    const { start, end, status, notes } = body
    const isMoved = start !== undefined || end !== undefined
    const others = isMoved
      ? await readOtherPlans(tx, { owner: plan.owner, plan_id: planId, from: plan.created_at })
      : []
    const moved = isMoved
      ? parts.time.moveBlock({
          situation: situationOfRecord(plan, toIso(parts.clock.now())),
          ...{ roadmap, schedule, busy: takenBy(others), block_id: blockId },
          ...(start === undefined ? {} : { start }),
          ...(end === undefined ? {} : { end }),
        })
      : { block: standing, violations: [] }
    if ('problem' in moved)
      return refuse('invalid', moved.problem, { errors: [{ field: 'start', message: moved.problem }] })
    if (moved.violations.length > 0) {
      const errors = moved.violations.map(({ code, message }) => ({ field: code, message }))
      const detail = `Block ${blockId} cannot be moved there: ${errors.map(error => error.message).join(' ')}`
      return refuse('constraint_broken', detail, { errors, data: { plan_id: planId, block_id: blockId } })
    }
    const block: PlanBlock = {
      ...moved.block,
      ...(status === undefined ? {} : { status }),
      ...(notes === undefined ? {} : { notes }),
    }
    await tx.updatePlanBlock(planId, block)
    if (status !== undefined) await followBlocks(tx, planId, block)
    const blocks = schedule.blocks.map(item => (item.block_id === blockId ? block : item))
    const at = toIso(parts.clock.now())
    const change = isMoved ? movedBody(plan, { ...schedule, blocks }, { who, at, block, standing }) : {}
    await record(change, { block_id: blockId, start: block.start, end: block.end, status: block.status })
    return { block }
  })
}

function movedBody(
  { body }: PlanRecord,
  schedule: Parameters<typeof scheduleDigest>[0],
  about: {
    readonly who: Principal
    readonly at: string
    readonly block: PlanBlock
    readonly standing: PlanBlock
  },
): Partial<PlanBody> {
  const { who, at, block, standing } = about
  const approval = {
    stage: 'schedule' as const,
    digest: scheduleDigest(schedule),
    decided_by: who.id,
    decided_at: at,
  }
  const entry: AdaptationLogEntry = {
    timestamp: at,
    node_ids: [block.plan_node_id],
    action: 'moved a block',
    reason: `${standing.start} → ${block.start}, by ${who.name}`,
    origin: 'user_feedback',
    strategy_applied: 'manual',
  }
  const { blocks, ...head } = schedule
  const ends = blocks.filter(item => item.status !== 'cancelled').map(item => item.end)
  const finish = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? head.finish
  const before = body.approvals.map(item => (item.stage === 'schedule' ? { ...item, standing: false } : item))
  return {
    schedule: { ...head, finish },
    approvals: [...before, { ...approval, standing: true }],
    adaptations: [...body.adaptations, entry],
  }
}

/** A task is as far as its blocks are. */
async function followBlocks(tx: StoreTransaction, planId: string, block: PlanBlock): Promise<void> {
  const nodeId = block.plan_node_id
  const node = (await tx.listPlanNodes(planId, 'roadmap')).find(({ id }) => id === nodeId)
  const blocks = (await tx.listPlanBlocks(planId)).filter(
    item => item.plan_node_id === nodeId && item.status !== 'cancelled',
  )
  if (node === undefined || node.status === 'done' || blocks.length === 0) return
  const done = blocks.filter(item => item.status === 'completed').length
  const progress = Math.round((done / blocks.length) * 1e4) / 1e4
  const status =
    done === blocks.length ? 'done' : done > 0 || block.status === 'in_progress' ? 'in_progress' : node.status
  await putNode(tx, planId, { ...node, progress, status })
}

type Record = (change: Partial<PlanBody>, payload: JsonObject) => Promise<void>

/** One change of a plan that stands, in one transaction with its event. */
function within<Item extends object>(
  { store, clock }: LivingParts,
  { who, planId }: Change,
  work: (
    tx: StoreTransaction,
    record: Record,
    plan: PlanRecord,
  ) => Promise<(Item & { readonly refused?: false }) | Refusal>,
): Promise<(Item & { readonly refused?: false }) | Refusal> {
  return store.transact(async tx => {
    const found = await readPlan(tx, planId)
    if (found === undefined) return refuse('not_found', `There is no plan ${planId}.`)
    // The run of an adaptation writes the same rows; whoever changes a plan waits for its run's row.
    await tx.lockRun(found.run_id)
    const plan = (await readPlan(tx, planId)) ?? found
    if (plan.planning_status !== 'complete') {
      const detail = `Plan ${planId} is not approved yet; there is nothing to live with.`
      return refuse('plan_not_complete', detail, { data: { plan_id: planId } })
    }
    const at = toIso(clock.now())
    return work(
      tx,
      async (change, payload) => {
        await putPlanRecord(tx, revise(plan, { body: change }, clock.now()))
        const { run_id, session_id } = plan
        const about = { stream: `run:${run_id}`, at, run_id, session_id, actor: actorOf(who) }
        await tx.appendEvents([{ ...about, type: 'plan_updated', payload: { plan_id: planId, ...payload } }])
      },
      plan,
    )
  })
}
