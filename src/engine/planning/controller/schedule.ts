import { toIso } from '../../../base/clock.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import type { GrammarReport, PlanBlock } from '../../../contracts/plan.ts'
import type { TakenTime } from '../../../contracts/schedule.ts'
import type { StoreReader } from '../../../store/store.ts'
import type { OtherPlan } from '../planning-tools.ts'
import { beginTurn } from './caps.ts'
import { scheduleDigest } from './digests.ts'
import { judgeDraft, judgeStage, reachedCap, workThrough } from './drafting.ts'
import { type Flow, roadmapToPlace, situationOf } from './flow.ts'
import { lookAtSchedule } from './heuristics.ts'
import { weighStage } from './stage-confidence.ts'
import { runTool } from './tool-executor.ts'
import type { PlanOutcome } from './transitions.ts'

/** DRAFT_SCHEDULE: the roadmap in the calendar, around what the person's other plans have taken. */
export async function draftSchedule(flow: Flow): Promise<PlanOutcome> {
  const reached = beginTurn(flow)
  if (reached !== undefined) return reachedCap(flow, reached)
  const { artifacts, validated } = flow
  const roadmap = roadmapToPlace(flow)
  if (roadmap === undefined) return 'fatal_error'
  delete artifacts.draft
  delete artifacts.portfolio
  delete validated.schedule
  const others = await readOthers(flow)
  artifacts.busy = takenBy(others)
  const outcome = await workThrough(flow, {
    schedule_generator: async () => {
      const answer = await runTool(flow, 'schedule_generator', {
        situation: situationOf(flow),
        roadmap,
        busy: artifacts.busy,
        kept: [],
        from: flow.constraints.start ?? flow.now,
      })
      if (answer.reached) return reachedCap(flow, answer.reached)
      const { result } = answer
      if (result.data === null || !result.ok) return judgeDraft(flow, 'schedule', { ...result, ok: false })
      artifacts.draft = result.data
      // That nothing fits is an answer, and no uncertainty.
      if (result.data.conflict !== undefined) return undefined
      return judgeDraft(flow, 'schedule', result)
    },
    portfolio_probe: async () => {
      const schedule = artifacts.draft?.schedule
      if (schedule === undefined) return undefined
      const answer = await runTool(flow, 'portfolio_probe', {
        situation: situationOf(flow),
        schedule,
        others,
        roadmap,
      })
      if (answer.reached) return reachedCap(flow, answer.reached)
      if (answer.result.data !== null) artifacts.portfolio = answer.result.data
      return undefined
    },
  })
  return outcome ?? 'success'
}

/** Completed plans of the same person, as far as they still take time. */
async function readOthers({ parts, context, owner, plan_id, now }: Flow): Promise<readonly OtherPlan[]> {
  const others = await context.step('others', async () => {
    return (await readOtherPlans(parts.store, { owner, plan_id, from: now })) as unknown as JsonObject[]
  })
  return others as unknown as readonly OtherPlan[]
}

/** What a person's other approved plans take from a moment on. */
export async function readOtherPlans(
  store: Pick<StoreReader, 'listBlocksOfOwner' | 'getPlan'>,
  about: { readonly owner: string; readonly plan_id: string; readonly from: string },
): Promise<readonly OtherPlan[]> {
  const blocks = await store.listBlocksOfOwner(about.owner, toIso(Date.parse(about.from)))
  const byPlan = new Map<string, PlanBlock[]>()
  for (const { plan_id, owner: _owner, ...block } of blocks) {
    if (plan_id !== about.plan_id) byPlan.set(plan_id, [...(byPlan.get(plan_id) ?? []), block])
  }
  const others: OtherPlan[] = []
  for (const [plan_id, ofPlan] of byPlan) {
    const plan = await store.getPlan(plan_id)
    if (plan?.planning_status !== 'complete') continue
    others.push({ plan_id, title: String(plan.body.title ?? plan_id), blocks: ofPlan })
  }
  return others
}

export function takenBy(others: readonly OtherPlan[]): readonly TakenTime[] {
  return others.flatMap(({ plan_id, title, blocks }) =>
    blocks.map(({ start, end }) => ({ start, end, plan_id, reason: title })),
  )
}

/** VALIDATE_SCHEDULE: an independent check; what cannot fit goes to the person with what conflicts. */
export async function validateSchedule(flow: Flow): Promise<PlanOutcome> {
  const { artifacts, context, parts } = flow
  const roadmap = roadmapToPlace(flow)
  const draft = artifacts.draft
  if (draft === undefined || roadmap === undefined) return 'fatal_error'
  flow.conflict = draft.conflict
  if (draft.conflict !== undefined) return 'infeasible'
  const { schedule } = draft
  if (schedule === undefined) {
    flow.errorMessage = `There is neither a schedule nor a conflict: ${draft.notes.join(' ')}`
    return 'fatal_error'
  }
  const report = (await context.step('check schedule', () => {
    const checked = parts.time.validateSchedule({
      situation: situationOf(flow),
      roadmap,
      schedule,
      busy: artifacts.busy,
    })
    return checked as unknown as JsonObject
  })) as unknown as GrammarReport
  const weighed = weighStage('schedule', {
    self: flow.selfScores.schedule,
    validator: report.confidence,
    evidence: lookAtSchedule(schedule, roadmap, {
      conflicts: artifacts.portfolio?.conflicts ?? [],
      deadline: flow.constraints.deadline,
    }),
  })
  const outcome = judgeStage(flow, 'schedule', { report, weighed, canFix: false })
  if (outcome === 'valid') flow.validated.schedule = scheduleDigest(schedule)
  return outcome
}
