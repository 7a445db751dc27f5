import type { AdaptationLogEntry, PlanBlock, StrategyProfile } from '../../../contracts/plan.ts'
import {
  dayText,
  draftSchedule,
  findPlanBreaches,
  isSettled,
  type PlanToCheck,
  type PlanToPlace,
} from '../plan-schedule/plan-schedule.ts'
import type { PlanAdaptation, PlanTime, PlanToolEnvironment, ScheduleDraft } from '../planning-tools.ts'
import { changesBetween } from './changes.ts'

type AdaptInput = Parameters<PlanTime['adapt']>[0]
type Mode = StrategyProfile['mode']

/** What stays where it is, and what may move. */
interface Standing {
  readonly kept: readonly PlanBlock[]
  readonly moving: readonly PlanBlock[]
}

/**
 * Re-plans what is open after feedback or a slip, as a proposal. Blocks that are done or under way never move; blocks
 * ahead that still hold stay in every mode but `push`, which brings everything forward. `relax` gives way at the
 * deadline rather than filling the days; `manual` only says what no longer holds.
 */
export function adaptPlan(input: AdaptInput, environment: PlanToolEnvironment): PlanAdaptation {
  const { situation, schedule, nodes } = input
  const { mode } = situation.strategy
  const standing = standingOf(input)
  const draft = mode === 'manual' ? { schedule, notes: [] } : replan(input, standing, environment)
  const changes =
    mode === 'manual'
      ? standing.moving.map(
          ({ title, start }) => `“${title}” on ${start} no longer holds; say where it is to be.`,
        )
      : changesBetween(schedule, draft.schedule ?? schedule, situation.timezone)
  const entries =
    changes.length === 0 && draft.conflict === undefined ? [] : [entryOf(input, { mode, draft, changes })]
  return { nodes, draft, entries, changes }
}

/** The block as it stands at a moment: overdue when its time is over and nobody has ticked it off. */
export function withOverdue(block: PlanBlock, now: string): PlanBlock {
  const isOpen = block.status === 'scheduled' || block.status === 'in_progress'
  if (!isOpen || Date.parse(block.end) > Date.parse(now)) return block
  return { ...block, status: 'overdue' }
}

function planOf({ situation, nodes, schedule, busy, now }: AdaptInput): PlanToCheck {
  const { constraints, calendar, timezone } = situation
  const first = schedule.blocks.reduce(
    (least, { start }) => Math.min(least, Date.parse(start)),
    Date.parse(now),
  )
  const from = new Date(first).toISOString()
  return { nodes, constraints, calendar, timezone, busy, blocks: schedule.blocks, from }
}

/** Done and begun blocks stay; blocks whose time is over, and blocks ahead that break something, have to move. */
function standingOf(input: AdaptInput): Standing {
  const { schedule, now, nodes } = input
  const done = new Set(nodes.filter(({ status }) => status === 'done').map(({ id }) => id))
  const live = schedule.blocks.filter(({ status }) => status !== 'cancelled')
  const isFixed = (block: PlanBlock): boolean => isSettled(block) || done.has(block.plan_node_id)
  const isLate = (block: PlanBlock): boolean => !isFixed(block) && Date.parse(block.end) <= Date.parse(now)
  const broken = brokenBlocks(planOf(input), live)
  const moving = live.filter(block => !isFixed(block) && (isLate(block) || broken.has(block.block_id)))
  return { kept: live.filter(block => !moving.includes(block)), moving }
}

const MAX_LOOKED_AT = 400

/** Blocks that take part in something that no longer holds: each is one whose absence lifts it. */
function brokenBlocks(plan: PlanToCheck, live: readonly PlanBlock[]): ReadonlySet<string> {
  const holds = (blocks: readonly PlanBlock[]): number =>
    findPlanBreaches({ ...plan, blocks }).filter(({ code }) => code !== 'schedule_work').length
  let left = live
  let count = holds(left)
  const broken = new Set<string>()
  if (live.length > MAX_LOOKED_AT)
    return new Set(count === 0 ? [] : live.filter(block => !isSettled(block)).map(({ block_id: id }) => id))
  for (const block of live) {
    if (count === 0) break
    if (isSettled(block)) continue
    const without = left.filter(other => other !== block)
    const fewer = holds(without)
    if (fewer >= count) continue
    broken.add(block.block_id)
    left = without
    count = fewer
  }
  return broken
}

function replan(input: AdaptInput, standing: Standing, environment: PlanToolEnvironment): ScheduleDraft {
  const { situation, schedule } = input
  const { mode } = situation.strategy
  if (mode !== 'push' && standing.moving.length === 0) return { schedule, notes: schedule.notes }
  const place = (kept: readonly PlanBlock[], deadline: string | undefined): ScheduleDraft =>
    draftSchedule(toPlace(input, kept, deadline), situation.plan_id, environment)
  const settled = standing.kept.filter(isSettled)
  const { deadline } = situation.constraints
  if (mode === 'push') return place(settled, deadline)
  const gentle = place(standing.kept, mode === 'relax' ? undefined : deadline)
  const isRelaxed = mode === 'relax'
  const found = gentle.conflict === undefined ? gentle : place(settled, isRelaxed ? undefined : deadline)
  return isRelaxed ? withLaterEnd(found, deadline) : found
}

function toPlace(
  { situation, nodes, busy, now }: AdaptInput,
  kept: readonly PlanBlock[],
  deadline: string | undefined,
): PlanToPlace {
  const { constraints, calendar, timezone } = situation
  const { deadline: _deadline, ...open } = constraints
  const bound = deadline === undefined ? open : { ...open, deadline }
  return { nodes, constraints: bound, calendar, timezone, busy, kept, from: laterOf(now, constraints.start) }
}

function laterOf(now: string, start: string | undefined): string {
  return start !== undefined && Date.parse(start) > Date.parse(now) ? start : now
}

/** A later end than was agreed is for the person to grant: the schedule comes with the deadline as what gives way. */
function withLaterEnd(draft: ScheduleDraft, deadline: string | undefined): ScheduleDraft {
  const finish = draft.schedule?.finish?.slice(0, 10)
  if (draft.conflict !== undefined || deadline === undefined || finish === undefined) return draft
  if (finish <= deadline.slice(0, 10)) return draft
  const message = `Without filling the days it ends on ${dayText(finish)}, after the deadline of ${dayText(deadline)}.`
  const constraint = {
    ...{ constraint_id: 'deadline', kind: 'project_deadline', message, node_ids: [], can_relax: true },
    ...{ value: deadline, suggestion: finish },
  }
  return { ...draft, conflict: { constraints: [constraint], minimal: false, message } }
}

function entryOf(
  { situation, feedback, schedule, now }: AdaptInput,
  {
    mode,
    draft,
    changes,
  }: { readonly mode: Mode; readonly draft: ScheduleDraft; readonly changes: readonly string[] },
): AdaptationLogEntry {
  const before = new Map(schedule.blocks.map(block => [block.block_id, block] as const))
  const after = draft.schedule?.blocks ?? []
  const moved = after.filter(({ block_id: id, start }) => before.get(id)?.start !== start)
  const gone = schedule.blocks.filter(({ block_id: id }) => after.every(block => block.block_id !== id))
  const isAsked = feedback.trim() !== ''
  return {
    timestamp: now,
    node_ids: [...new Set([...moved, ...gone].map(({ plan_node_id: id }) => id))],
    action:
      mode === 'manual' ? 'asked where work is to go' : `proposed ${changes.length} changes of the schedule`,
    ...(isAsked ? { reason: feedback.slice(0, 4_000) } : { reason: 'Work was not done in its time.' }),
    origin: isAsked ? 'user_feedback' : 'ai_adaptation',
    strategy_applied: mode,
    portfolio_impact: {
      blocks_moved: moved.length,
      finish_before: schedule.finish,
      finish_after: draft.schedule?.finish ?? null,
      plan_id: situation.plan_id,
    },
  }
}
