import { digest } from '../../../base/digest.ts'
import type { PlanBlock, PlanSchedule } from '../../../contracts/plan.ts'
import type { CalendarProject, ScheduledBlock, ScheduleResult } from '../../../contracts/schedule.ts'
import { countLeftOut, type SolveBudget, scheduleCalendarProject } from '../scheduler/scheduler.ts'
import { isMark, nodeIdOf, type PlanProject, type PlanToPlace, planProjectOf } from './plan-project.ts'
import { withSpreadSessions } from './spread-sessions.ts'

/** What came of placing a plan: the scheduler's own answer, and the schedule as it is kept and shown. */
export interface PlacedPlan extends PlanProject {
  readonly result: ScheduleResult
  /** The best that was found, whatever it misses; absent when nothing was. */
  readonly schedule?: PlanSchedule
}

/** What finding sessions that lie apart may take of the time, before they may lie anywhere. */
const SHARE_OF_SPREAD = 0.4

/** Places a plan in time. `planId` makes ids of blocks that stay the same when the plan is placed again. */
export function placePlan(plan: PlanToPlace, planId: string, budget: SolveBudget): PlacedPlan {
  const made = planProjectOf(plan)
  const project = spreadOut(made.project)
  const isSpread = project !== made.project
  const share = isSpread ? { ...budget, milliseconds: budget.milliseconds * SHARE_OF_SPREAD } : budget
  const result = scheduleCalendarProject(project, share)
  const settled =
    isSpread && result.status !== 'scheduled' ? scheduleCalendarProject(made.project, budget) : result
  const schedule = scheduleOf(settled, plan, { planId, notes: made.notes })
  return { ...made, result: settled, ...(schedule === undefined ? {} : { schedule }) }
}

/** Sessions on days that lie apart, as long as no usual week leaves one of them out for it; days away thin a week. */
function spreadOut(project: CalendarProject): CalendarProject {
  const spread = withSpreadSessions(project)
  const usual = ({ calendar, ...rest }: CalendarProject): CalendarProject => ({
    ...{ ...rest, calendar: { ...calendar, exceptions: [] }, blackouts: [] },
  })
  const isWhole = spread === project || countLeftOut(usual(spread)) === countLeftOut(usual(project))
  return isWhole ? spread : project
}

function scheduleOf(
  result: ScheduleResult,
  plan: PlanToPlace,
  { planId, notes }: { readonly planId: string; readonly notes: readonly string[] },
): PlanSchedule | undefined {
  if (result.status !== 'scheduled' && result.status !== 'late') return undefined
  return {
    timezone: plan.timezone,
    blocks: [...withIds(result.schedule.blocks, plan.kept, planId)],
    milestones: result.milestones.flatMap(milestone =>
      isMark(milestone.plan_node_id)
        ? []
        : [{ ...milestone, plan_node_id: nodeIdOf(milestone.plan_node_id) }],
    ),
    finish: lastEnd(result),
    notes: [...notes, ...result.notes],
  }
}

/** The end of the last block or milestone; marks are no work. */
function lastEnd({
  schedule,
  milestones,
}: Extract<ScheduleResult, { status: 'scheduled' | 'late' }>): string | null {
  const ends = [
    ...schedule.blocks.map(({ end }) => end),
    ...milestones.flatMap(({ plan_node_id: id, at }) => (isMark(id) ? [] : [at])),
  ]
  return ends.length === 0
    ? null
    : ends.reduce((last, end) => (Date.parse(end) > Date.parse(last) ? end : last))
}

/** Blocks that were kept have the ids and states that they had; new ones the next free number of their node. */
function withIds(
  blocks: readonly ScheduledBlock[],
  kept: readonly PlanBlock[],
  planId: string,
): readonly PlanBlock[] {
  const keyOf = (id: string, start: string, end: string): string =>
    `${id} ${Date.parse(start)} ${Date.parse(end)}`
  const keptByKey = new Map(
    kept.map(block => [keyOf(block.plan_node_id, block.start, block.end), block] as const),
  )
  const taken = new Set(kept.map(({ block_id: id }) => id))
  const parts = new Map<string, number>()
  const nextId = (nodeId: string): string => {
    for (;;) {
      const part = (parts.get(nodeId) ?? 0) + 1
      parts.set(nodeId, part)
      const id = `block_${digest('soulgate.plan-block.v1', [planId, nodeId, part]).slice(0, 20)}`
      if (!taken.has(id)) return id
    }
  }
  return blocks.map(block => {
    const nodeId = nodeIdOf(block.plan_node_id)
    const known = keptByKey.get(keyOf(nodeId, block.start, block.end))
    if (known !== undefined) return known
    return { ...block, plan_node_id: nodeId, block_id: nextId(nodeId), status: 'scheduled' as const }
  })
}
