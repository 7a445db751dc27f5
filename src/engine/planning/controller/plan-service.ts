import { type Clock, toIso } from '../../../base/clock.ts'
import type {
  AdaptationLogEntry,
  InteractionPolicy,
  InteractionPolicyPatch,
  Plan,
  PlanBlock,
  PlanNode,
  PlanOutline,
  PlanSchedule,
  Roadmap,
  TraceStep,
} from '../../../contracts/plan.ts'
import type { Principal } from '../../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../../contracts/refusal.ts'
import type { ChangeBlockRequest, ChangeNodeRequest } from '../../../contracts/requests/plans.ts'
import type { Page, Paged, PlanFilter, Store } from '../../../store/store.ts'
import type { PlanTime } from '../planning-tools.ts'
import { planIdOf } from './admission.ts'
import { changeBlock, changeNode } from './plan-updates.ts'
import { type PlanRecord, readContent, readNodes, readPlan, readPlanOfRun, toRecord } from './record.ts'
import { POLICY, policyFor, readPolicy } from './remembered.ts'
import { traceOf } from './tool-executor.ts'
import { toPlan, withOverdue } from './view.ts'

type Answer<Item> = (Item & { readonly refused?: false }) | Refusal

/** Plans as those see them who live with them. Rights are checked by the caller. */
export interface PlanService {
  get(planId: string): Promise<Plan | undefined>
  ofRun(runId: string): Promise<Plan | undefined>
  /** Newest first. */
  list(filter: PlanFilter, page: Page): Promise<Paged<Plan>>
  outline(planId: string): Promise<PlanOutline | Refusal>
  roadmap(planId: string): Promise<Roadmap | Refusal>
  schedule(planId: string): Promise<PlanSchedule | Refusal>
  /** The schedule as iCalendar text. */
  ics(planId: string): Promise<Answer<{ readonly ics: string }>>
  /** What the tools did, in every run of the plan, oldest first. */
  trace(planId: string): Promise<readonly TraceStep[]>
  adaptations(planId: string): Promise<readonly AdaptationLogEntry[]>
  changeNode(
    who: Principal,
    at: { readonly plan_id: string; readonly node_id: string },
    body: ChangeNodeRequest,
  ): Promise<Answer<{ readonly node: PlanNode; readonly plan: Plan }>>
  changeBlock(
    who: Principal,
    at: { readonly plan_id: string; readonly block_id: string },
    body: ChangeBlockRequest,
  ): Promise<Answer<{ readonly block: PlanBlock; readonly plan: Plan }>>
  /** A person's sliders, those that were never set at their defaults. */
  policy(personId: string): Promise<InteractionPolicy>
  changePolicy(personId: string, patch: InteractionPolicyPatch): Promise<InteractionPolicy>
}

interface PlanServiceParts {
  readonly store: Store
  readonly clock: Clock
  readonly time: PlanTime
}

export function createPlanService(parts: PlanServiceParts): PlanService {
  const { store, clock } = parts
  const show = (record: PlanRecord | undefined) => (record ? showPlan(parts, record) : undefined)
  const get = async (planId: string) => show(await readPlan(store, planId))
  return {
    get,
    ofRun: async runId =>
      show((await readPlanOfRun(store, runId)) ?? (await readPlan(store, planIdOf(runId)))),
    list: async (filter, page) => {
      const { items, ...rest } = await store.listPlans(filter, page)
      const plans = await Promise.all(items.map(item => show(toRecord(item))))
      return { ...rest, items: plans.flatMap(plan => plan ?? []) }
    },
    outline: planId => readStage(parts, planId, 'outline'),
    roadmap: planId => readStage(parts, planId, 'roadmap'),
    schedule: planId => readSchedule(parts, planId),
    ics: async planId => {
      const schedule = await readSchedule(parts, planId)
      if (isRefusal(schedule)) return schedule
      const record = await readPlan(store, planId)
      const about = { plan_id: planId, title: record?.body.title ?? planId, now: toIso(clock.now()) }
      const blocks = schedule.blocks.filter(block => block.status !== 'cancelled')
      return { ics: parts.time.toIcs({ ...schedule, blocks }, about) }
    },
    trace: async planId => {
      const record = await readPlan(store, planId)
      const steps = await Promise.all(
        (record?.body.run_ids ?? []).map(async runId =>
          (await store.listSteps(runId)).flatMap(step => traceOf(step, runId) ?? []),
        ),
      )
      return steps.flat()
    },
    adaptations: async planId => (await readPlan(store, planId))?.body.adaptations ?? [],
    changeNode: async (who, { plan_id, node_id }, body) => {
      const changed = await changeNode(parts, { who, planId: plan_id, nodeId: node_id, body })
      if (isRefusal(changed)) return changed
      const plan = await get(plan_id)
      return plan ? { node: changed.node, plan } : unknownPlan(plan_id)
    },
    changeBlock: async (who, { plan_id, block_id }, body) => {
      const changed = await changeBlock(parts, { who, planId: plan_id, blockId: block_id, body })
      if (isRefusal(changed)) return changed
      const plan = await get(plan_id)
      return plan ? { block: withOverdue(changed.block, clock.now()), plan } : unknownPlan(plan_id)
    },
    policy: async personId => (await policyFor(store, { owner: personId, session_id: '' })).policy,
    changePolicy: async (personId, patch) => {
      await store.transact(async tx => {
        const standing = await readPolicy(tx, personId)
        const body = JSON.parse(JSON.stringify({ ...standing, ...patch }))
        await tx.putDocument({ kind: POLICY, id: personId, body, at: toIso(clock.now()) })
      })
      return (await policyFor(store, { owner: personId, session_id: '' })).policy
    },
  }
}

async function showPlan({ store, clock }: PlanServiceParts, record: PlanRecord): Promise<Plan> {
  const [run, nodes, blocks] = await Promise.all([
    store.getRun(record.run_id),
    readNodes(store, record),
    record.body.schedule === undefined ? [] : store.listPlanBlocks(record.plan_id),
  ])
  return toPlan(record, { run, nodes, blocks, nowMs: clock.now() })
}

async function readStage<Stage extends 'outline' | 'roadmap'>(
  { store }: PlanServiceParts,
  planId: string,
  stage: Stage,
): Promise<(Stage extends 'outline' ? PlanOutline : Roadmap) | Refusal> {
  const record = await readPlan(store, planId)
  if (record === undefined) return unknownPlan(planId)
  const found = (await readContent(store, record))[stage]
  if (found === undefined) return notYet(planId, stage)
  return found as Stage extends 'outline' ? PlanOutline : Roadmap
}

async function readSchedule(
  { store, clock }: PlanServiceParts,
  planId: string,
): Promise<PlanSchedule | Refusal> {
  const record = await readPlan(store, planId)
  if (record === undefined) return unknownPlan(planId)
  const { schedule } = await readContent(store, record)
  if (schedule === undefined) return notYet(planId, 'schedule')
  return { ...schedule, blocks: schedule.blocks.map(block => withOverdue(block, clock.now())) }
}

function unknownPlan(planId: string): Refusal {
  return refuse('not_found', `There is no plan ${planId}.`)
}

function notYet(planId: string, stage: string): Refusal {
  return refuse(
    'not_found',
    `Plan ${planId} has no ${stage} yet. See how far it is with GET /api/plans/${planId}.`,
  )
}
