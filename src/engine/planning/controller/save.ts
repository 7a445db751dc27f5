import type { PlanningStatus, PlanState } from '../../../contracts/plan.ts'
import type { StoreTransaction } from '../../../store/store.ts'
import { roadmapDigest } from './digests.ts'
import { type Flow, roadmapToPlace, type Saved } from './flow.ts'
import { type PlanBody, type PlanRecord, putPlanRecord, readPlan, revise } from './record.ts'
import { STATES } from './transitions.ts'

/**
 * Writes the plan as it stands: its row, and the nodes and blocks of each stage that passed its validator. What was
 * valid before stays until something newer is, and then takes what was made of it along.
 */
export async function saveFlow(flow: Flow): Promise<void> {
  const { context, parts, plan_id } = flow
  const wanted = wantedContent(flow)
  await context.step('record', () => null, {
    write: async tx => {
      const standing = await readPlan(tx, plan_id)
      if (standing === undefined) return
      const { owner } = standing
      await saveContent(tx, flow, { owner, wanted })
      const change = {
        state: flow.state,
        planning_status: statusOf(flow.state),
        body: bodyOf(flow, standing.body),
      }
      await putPlanRecord(tx, revise(withoutVolatile(standing), change, parts.clock.now()))
    },
  })
  flow.saved = { ...flow.saved, ...wanted }
  context.emit('plan_updated', { plan_id, state: flow.state, planning_status: statusOf(flow.state) })
}

export function statusOf(state: PlanState): PlanningStatus | null {
  if (state === 'COMPLETE') return 'complete'
  if (state === 'ABORTED') return 'aborted'
  if (state === 'NEEDS_SCHED_ESCALATION') return 'needs_scheduling_escalation'
  return STATES[state].waits ? 'needs_clarification' : null
}

function wantedContent(flow: Flow): Saved {
  const { validated } = flow
  const roadmap = validated.roadmap === undefined ? undefined : roadmapToPlace(flow)
  return {
    ...(validated.outline === undefined ? {} : { outline: validated.outline }),
    ...(roadmap === undefined ? {} : { roadmap: roadmapDigest(roadmap) }),
    ...(validated.schedule === undefined ? {} : { schedule: validated.schedule }),
  }
}

async function saveContent(
  tx: StoreTransaction,
  flow: Flow,
  { owner, wanted }: { readonly owner: string; readonly wanted: Saved },
): Promise<void> {
  const { plan_id, artifacts, saved } = flow
  const isNew = (stage: keyof Saved): boolean => wanted[stage] !== undefined && wanted[stage] !== saved[stage]
  const drops = droppedBy(flow)
  if (isNew('outline') && artifacts.outline)
    await tx.replacePlanNodes(plan_id, 'outline', artifacts.outline.nodes)
  if (drops.roadmap) await tx.replacePlanNodes(plan_id, 'roadmap', [])
  if (drops.schedule) await tx.replacePlanBlocks({ plan_id, owner }, [])
  if (isNew('roadmap')) await tx.replacePlanNodes(plan_id, 'roadmap', roadmapToPlace(flow)?.nodes ?? [])
  if (isNew('schedule'))
    await tx.replacePlanBlocks({ plan_id, owner }, artifacts.draft?.schedule?.blocks ?? [])
}

/** What was made of something that is replaced now. */
function droppedBy(flow: Flow): { readonly roadmap: boolean; readonly schedule: boolean } {
  const { saved } = flow
  const wanted = wantedContent(flow)
  const replaced = (stage: keyof Saved): boolean =>
    saved[stage] !== undefined && wanted[stage] !== undefined && wanted[stage] !== saved[stage]
  const roadmap = replaced('outline') && wanted.roadmap === undefined
  return { roadmap, schedule: (roadmap || replaced('roadmap')) && wanted.schedule === undefined }
}

function withoutVolatile(record: PlanRecord): PlanRecord {
  const {
    conflict: _c,
    escalate_reason: _e,
    pattern_rfc_text: _r,
    error_message: _m,
    model_failure: _f,
    ...body
  } = record.body
  return { ...record, body }
}

/** Why people are asked, as long as the plan waits for them over a conflict or a question of the controller. */
function escalationOf({ conflict, asking, responseText }: Flow): Pick<PlanBody, 'escalate_reason'> {
  if (conflict !== undefined) return { escalate_reason: conflict.message }
  return asking === undefined ? {} : { escalate_reason: responseText }
}

function bodyOf(flow: Flow, standing: PlanBody): Partial<PlanBody> {
  const { artifacts, used, policy, constraints, calendar } = flow
  const isStanding = (...stages: readonly string[]): boolean =>
    flow.approvals.some(approval => stages.includes(approval.stage) && approval.standing)
  return {
    title: titleOf(flow),
    response_text: flow.responseText,
    ...(artifacts.pattern === undefined ? {} : { selected_pattern: artifacts.pattern }),
    pattern_rfc_required: flow.asking === 'rfc',
    ...(flow.asking === 'rfc' ? { pattern_rfc_text: artifacts.pattern?.rfc ?? '' } : {}),
    outline_approved: isStanding('outline', 'final'),
    roadmap_approved: isStanding('roadmap', 'final'),
    schedule_approved: isStanding('final'),
    interaction_policy: policy,
    ...(flow.brief === undefined ? {} : { brief: flow.brief }),
    constraints,
    calendar,
    ...(flow.conflict === undefined ? {} : { conflict: flow.conflict }),
    ...escalationOf(flow),
    confidence: [...flow.confidence],
    approvals: [...flow.approvals],
    caps: flow.caps,
    used: {
      turns: used.turns,
      working_ms: Math.round(used.working_ms),
      cost_usd: used.cost_usd,
      retries: Object.fromEntries(
        Object.entries(flow.attempts).map(([stage, attempt]) => [stage, attempt.retries]),
      ),
    },
    ...flow.draftedBy,
    adaptations: [...flow.adaptations],
    ...headsOf(flow, standing),
    ...(flow.errorMessage === undefined ? {} : { error_message: flow.errorMessage }),
  }
}

/** What a stage says beside its nodes or blocks; undefined takes it away. */
function headsOf(flow: Flow, standing: PlanBody): Pick<PlanBody, 'outline' | 'roadmap' | 'schedule'> {
  const { artifacts, validated } = flow
  const drops = droppedBy(flow)
  const { outline, draft } = artifacts
  const { nodes: _nodes, ...outlineHead } = outline ?? {}
  const { nodes: _others, ...roadmapHead } = artifacts.roadmap ?? {}
  const { blocks: _blocks, ...scheduleHead } = draft?.schedule ?? {}
  const heads = {
    outline: validated.outline === undefined ? standing.outline : outlineHead,
    roadmap: validated.roadmap === undefined ? (drops.roadmap ? undefined : standing.roadmap) : roadmapHead,
    schedule:
      validated.schedule === undefined ? (drops.schedule ? undefined : standing.schedule) : scheduleHead,
  }
  return heads as Pick<PlanBody, 'outline' | 'roadmap' | 'schedule'>
}

function titleOf({ artifacts, goal }: Flow): string {
  const { outline, roadmap } = artifacts
  const made = roadmap ?? outline
  return made?.nodes.find(node => node.id === made.root_id)?.title ?? goal.slice(0, 200)
}
