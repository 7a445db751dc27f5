import type { PlanConflict } from '../../../contracts/plan.ts'
import type { ScheduleConstraint } from '../../../contracts/schedule.ts'
import type { PlanTool, PlanToolEnvironment, ScheduleDraft } from '../planning-tools.ts'
import type { SolveBudget } from '../scheduler/scheduler.ts'
import { type NamedConstraint, nameConstraints } from './describe-conflict.ts'
import { dayText } from './moments.ts'
import type { PlacedPlan } from './place-plan.ts'
import { placePlan } from './place-plan.ts'
import type { PlanToPlace } from './plan-project.ts'
import { timingOf } from './plan-tree.ts'
import { relaxTogether } from './relax-together.ts'
import { type Fits, LARGE, relaxationsOf } from './relaxations.ts'

export { checkPlan, findPlanBreaches, isSettled, type PlanToCheck } from './check-plan.ts'
export { dayText, isTimezone, momentToMs, msToMoment } from './moments.ts'
export { type BlockMove, type MovedBlock, moveBlock } from './move-block.ts'
export type { PlacedPlan } from './place-plan.ts'
export { defaultCalendar, planWeek } from './plan-calendar.ts'
export type { PlanToPlace } from './plan-project.ts'
export { timingOf } from './plan-tree.ts'
export { applyWayOut as applyRelaxation } from './relax-together.ts'
export type { Relaxed } from './relaxations.ts'

/** Of all the time there is, what finding the schedule itself may take; the rest is for finding what would help. */
const SHARE_OF_PLACING = 0.5
/** At most so many ways out are tried. */
const MAX_TRIALS = 40
/** So many are tried even when time is over: each is bounded, and some of them are later deadlines. */
const MIN_TRIALS = 12
const MIN_TRIALS_OF_LARGE = 4

/**
 * Places a plan in time. When it does not fit, the smallest set of constraints that conflict comes in words, each with
 * a value that has been tried and lets everything fit, where one was found.
 */
export function draftSchedule(
  plan: PlanToPlace,
  planId: string,
  environment: Pick<PlanToolEnvironment, 'elapsedMs' | 'search_ms' | 'seed'>,
): ScheduleDraft {
  const begun = environment.elapsedMs()
  const budget = (share: number): SolveBudget => ({
    now: environment.elapsedMs,
    milliseconds: Math.max(1, environment.search_ms * share),
    seed: environment.seed,
  })
  const placed = placePlan(plan, planId, budget(SHARE_OF_PLACING))
  const { result, schedule } = placed
  const notes = schedule?.notes ?? placed.notes
  if (result.status === 'scheduled') return { ...(schedule === undefined ? {} : { schedule }), notes }
  const trials: Trials = { done: 0, isCut: false }
  const least = plan.nodes.length > LARGE ? MIN_TRIALS_OF_LARGE : MIN_TRIALS
  const placeAgain = (changed: PlanToPlace): PlacedPlan | undefined => {
    const isOver = environment.elapsedMs() - begun >= environment.search_ms
    if (trials.done >= MAX_TRIALS || (isOver && trials.done >= least)) {
      trials.isCut = true
      return undefined
    }
    trials.done += 1
    return placePlan(changed, planId, budget(SHARE_OF_PLACING / 8))
  }
  const fits: Fits = changed => {
    const again = placeAgain(changed)
    return again?.result.status === 'scheduled' ? { finish: again.schedule?.finish ?? null } : undefined
  }
  const inTheWay = (changed: PlanToPlace): readonly NamedConstraint[] => {
    const again = placeAgain(changed)
    return again === undefined ? [] : namedOf(again, changed)
  }
  const conflict = conflictOf(placed, plan, { fits, inTheWay, trials })
  return { ...(schedule === undefined ? {} : { schedule }), conflict, notes }
}

interface Trials {
  done: number
  /** Whether something was left untried. */
  isCut: boolean
}

function isDeadline({ constraint_id: id }: { readonly constraint_id: string }): boolean {
  return id === 'deadline'
}

interface Trying {
  readonly fits: Fits
  readonly inTheWay: (plan: PlanToPlace) => readonly NamedConstraint[]
  readonly trials: Trials
}

/** The constraints that a plan breaks against, the deadline first. */
function namedOf({ result, tree }: PlacedPlan, plan: PlanToPlace): readonly NamedConstraint[] {
  const found =
    result.status === 'infeasible'
      ? result.conflict
      : result.status === 'late'
        ? missedAndLimits(result.missed, plan)
        : []
  const named = nameConstraints(found, plan, tree)
  return [...named].sort((left, right) => Number(isDeadline(right)) - Number(isDeadline(left)))
}

function conflictOf(placed: PlacedPlan, plan: PlanToPlace, { fits, inTheWay, trials }: Trying): PlanConflict {
  const { result } = placed
  if (result.status === 'invalid') {
    const constraints = result.problems.flatMap(({ code, message, path }, at) => {
      const { deadline } = plan.constraints
      if (code === 'deadline_in_the_past' && path === 'deadline' && deadline !== undefined) {
        const past = `The deadline, ${dayText(deadline)}, is over before the plan can begin.`
        const named = { constraint_id: 'deadline', kind: code, message: past, node_ids: [], value: deadline }
        return relaxationsOf([named], plan, fits)
      }
      return {
        ...{ constraint_id: `problem:${code}:${at}`, kind: code, node_ids: [] },
        ...{ message: message.replaceAll(/\u241f\w+/g, ''), can_relax: false },
      }
    })
    return { constraints, minimal: false, message: 'The plan contradicts itself.' }
  }
  const isProven = result.status === 'infeasible'
  const inOrder = namedOf(placed, plan)
  const tried = relaxationsOf(inOrder, plan, fits)
  const constraints = [...tried].sort((left, right) => Number(right.can_relax) - Number(left.can_relax))
  const helps = constraints.some(({ can_relax: canRelax }) => canRelax)
  const pair = helps ? undefined : relaxTogether(inOrder, plan, { fits, inTheWay })
  const message = isProven
    ? `Not everything fits: these ${constraints.length} cannot all hold.`
    : 'No schedule was found that keeps everything; none of these is proven to be in the way.'
  return {
    constraints: pair === undefined ? constraints : [pair, ...constraints],
    minimal: isProven && result.minimal,
    message: `${message} ${whatHelps({ helps, pair, trials })}`,
  }
}

function whatHelps({
  helps,
  pair,
  trials,
}: {
  readonly helps: boolean
  readonly pair: PlanConflict['constraints'][number] | undefined
  readonly trials: Trials
}): string {
  if (helps) return 'Choose what gives way.'
  if (pair !== undefined) return 'No single one helps, but two together do.'
  return trials.isCut
    ? 'There was no time to try what would help.'
    : 'Neither one nor two of them help; the plan itself has to become smaller, or several have to give way.'
}

/** Without a proof: what is missed, and what a person could give room to. */
function missedAndLimits(
  missed: readonly ScheduleConstraint[],
  { constraints, nodes }: PlanToPlace,
): readonly ScheduleConstraint[] {
  const kinds: ScheduleConstraint['kind'][] = ['weekly_availability', 'minutes_per_day', 'minutes_per_week']
  if (constraints.sessions_per_week !== undefined) kinds.push('days_per_week')
  const limits = kinds.map(kind => ({ kind, message: '' }))
  const blackouts = (constraints.blackouts ?? []).map(({ start, end }) => ({
    ...{ kind: 'blackout' as const, message: `${start}–${end} ` },
  }))
  const spaced = nodes.flatMap(({ id, metadata }) =>
    timingOf({ metadata }).apart === undefined ? [] : [{ kind: 'apart' as const, task_id: id, message: '' }],
  )
  const MAX_MISSED = 5
  return [...missed.slice(0, MAX_MISSED), ...spaced, ...limits, ...blackouts]
}

/** ScheduleGenerator: the roadmap's leaves in the person's calendar, around everything that is taken. */
export const scheduleGenerator: PlanTool<'schedule_generator'> = {
  name: 'schedule_generator',
  prerequisites: ['roadmap'],
  produces: ['schedule'],
  asks_model: false,
  run: async ({ situation, roadmap, busy, kept, from }, environment) => {
    const plan: PlanToPlace = {
      ...{ nodes: roadmap.nodes, constraints: situation.constraints, calendar: situation.calendar },
      ...{ timezone: situation.timezone, busy, kept, from },
    }
    const draft = draftSchedule(plan, situation.plan_id, environment)
    return { ok: true, confidence: confidenceOf(draft, plan), explanations: explain(draft), data: draft }
  },
}

/** Falls with what had to be assumed, and where little is left before the deadline. */
function confidenceOf(
  { conflict, schedule, notes }: ScheduleDraft,
  { constraints, from }: PlanToPlace,
): number {
  if (conflict !== undefined || schedule === undefined) return 0.3
  const assumed = notes.length > 0 ? 0.1 : 0
  const { deadline } = constraints
  if (deadline === undefined || schedule.finish === null) return 0.9 - assumed
  const whole = Date.parse(deadline) - Date.parse(from)
  const slack = whole <= 0 ? 0 : (Date.parse(deadline) + 86_400_000 - Date.parse(schedule.finish)) / whole
  return 0.75 + 0.2 * Math.max(0, Math.min(1, slack / 0.2)) - assumed
}

function explain({ schedule, conflict }: ScheduleDraft): readonly string[] {
  if (conflict !== undefined) return [conflict.message]
  if (schedule === undefined) return ['There was nothing to place.']
  const last = schedule.finish === null ? '' : `, the last of which ends ${schedule.finish}`
  return [`Placed in ${schedule.blocks.length} blocks${last}.`, ...schedule.notes]
}
