import { createSeededRandom } from '../../../../base/random.ts'
import type { CalendarProject, ScheduleResult } from '../../../../contracts/schedule.ts'
import type { SolveBudget } from '../resource/solve-resource-project.ts'
import { buildFrame } from './build-frame.ts'
import { type CompiledProject, compileProject } from './compile-project.ts'
import { explainConflict } from './explain-conflict.ts'
import { type Frame, NEVER } from './frame.ts'
import { describeMissed, describePlacement } from './placement-output.ts'
import { earliestEnds, type Proof, proveInfeasible } from './prove-infeasible.ts'
import { type Found, improve, placeByRules, scoreOf } from './search-placements.ts'
import { tryAllOrders } from './try-all-orders.ts'
import type { Zone } from './zone.ts'

const DAY_MINUTES = 1_440
const MIN_DAYS = 21
/** Restarts by a seed; fewer when the time is over, which alone makes two runs differ. */
const RESTARTS = 60
const SHARE_OF_RULES = 0.3
const SHARE_OF_PROOF = 0.5

interface Work {
  readonly compiled: CompiledProject
  readonly zones: Map<string, Zone>
  readonly seed: number
  readonly isOverAt: (share: number) => () => boolean
}

/**
 * Places every task of a project on real calendars, as early as its constraints allow: due dates first, then the end of
 * all, then priorities. When no schedule holds every constraint and that can be proven, it names a smallest set of them
 * that conflict; when it cannot, the best schedule found says what it misses.
 */
export function scheduleCalendarProject(project: CalendarProject, budget: SolveBudget): ScheduleResult {
  const begun = budget.now()
  const zones = new Map<string, Zone>()
  const compilation = compileProject(project, zones)
  if (compilation.kind === 'invalid') return { status: 'invalid', problems: [...compilation.problems] }
  const { compiled } = compilation
  const isOverAt = (share: number) => () => budget.now() - begun >= budget.milliseconds * share
  const work: Work = { compiled, zones, seed: budget.seed, isOverAt }
  const first = placeFirst(work)
  if (first.found?.score.late === 0) return scheduled(work, first.frame, first.found)
  const verdict = decideFeasibility(work, isOverAt(SHARE_OF_PROOF))
  if (verdict.kind === 'infeasible') return infeasible(work, verdict.tasks)
  if (verdict.kind === 'placed') return scheduled(work, verdict.frame, verdict.found)
  if (first.found === undefined) return unplaceable(work)
  return scheduled(work, first.frame, first.found)
}

interface First {
  readonly frame: Frame
  readonly found: Found | undefined
}

/** Spells out so many days as are needed to place everything by simple rules, at most twice the horizon. */
function placeFirst({ compiled, isOverAt }: Work): First {
  const most = compiled.project.horizon_days * 2
  for (let days = daysNeeded(compiled); ; days = Math.min(most, days * 2)) {
    const frame = buildFrame(compiled, Math.min(most, days))
    const found = placeByRules(frame, isOverAt(SHARE_OF_RULES))
    if (found !== undefined || days >= most) return { frame, found }
  }
}

/** Days to begin with: twice the work at full capacity, and everything that has a date. */
function daysNeeded({ project, tasks, links }: CompiledProject): number {
  const { minutes_per_day: perDay, minutes_per_week: perWeek } = project.capacity
  const minutes = tasks.reduce((sum, task) => sum + task.minutes, 0)
  const lags = links.reduce((most, { lag }) => Math.max(most, lag), 0)
  const releases = tasks.reduce((most, { release }) => Math.max(most, release), 0)
  const work = Math.max(minutes / perDay, (7 * minutes) / perWeek)
  return Math.ceil(MIN_DAYS + 2 * work + (releases + lags) / DAY_MINUTES)
}

type Verdict =
  | { readonly kind: 'infeasible'; readonly tasks: Proof }
  | { readonly kind: 'placed'; readonly frame: Frame; readonly found: Found }
  | { readonly kind: 'open' }

/** Proofs first by bounds, then, of a small project, by trying every order. */
function decideFeasibility({ compiled }: Pick<Work, 'compiled'>, isOver: () => boolean): Verdict {
  const dues = compiled.tasks.flatMap(({ due }) => (due < NEVER ? [due] : []))
  const last = dues.reduce((most, due) => Math.max(most, due), 0)
  const days = Math.ceil(last / DAY_MINUTES) + 2
  const frame = buildFrame(compiled, days)
  const tasks = proveInfeasible(frame, compiled.order)
  if (tasks !== undefined) return { kind: 'infeasible', tasks }
  if (dues.length < compiled.tasks.length) return { kind: 'open' }
  const tried = tryAllOrders(frame, isOver)
  if (tried.kind === 'none') return { kind: 'infeasible', tasks: compiled.tasks.map((_, at) => at) }
  if (tried.kind === 'open') return tried
  return {
    kind: 'placed',
    frame,
    found: { placement: tried.placement, score: scoreOf(frame, tried.placement) },
  }
}

function scheduled({ compiled, seed, isOverAt }: Work, frame: Frame, first: Found): ScheduleResult {
  const earliest = earliestEnds(frame, compiled.order)
  const best = improve(frame, first, {
    random: createSeededRandom(seed),
    restarts: RESTARTS,
    isOver: isOverAt(1),
    earliestFinish: earliest.ends.reduce((most, end) => Math.max(most, end), 0),
  })
  const notes = [...compiled.notes]
  const output = describePlacement(compiled, best.placement)
  const missed = describeMissed(compiled, best.placement)
  if (missed.length === 0) return { status: 'scheduled', ...output, notes }
  return { status: 'late', ...output, missed: [...missed], notes }
}

function infeasible({ compiled, zones, isOverAt }: Work, tasks: Proof): ScheduleResult {
  const message = 'No schedule holds all of these constraints at once; one of them has to give way.'
  return conflictOf(compiled, tasks, {
    message,
    isOver: isOverAt(1),
    isInfeasible: project => {
      const compilation = compileProject(project, zones)
      return (
        compilation.kind === 'compiled' && decideFeasibility(compilation, isOverAt(1)).kind === 'infeasible'
      )
    },
  })
}

interface Explaining {
  readonly message: string
  readonly isOver: () => boolean
  readonly isInfeasible: (project: CalendarProject) => boolean
}

function conflictOf(compiled: CompiledProject, tasks: Proof, explaining: Explaining): ScheduleResult {
  const { message, isInfeasible, isOver } = explaining
  const coreIds = new Set(tasks.flatMap(at => compiled.tasks[at]?.source.id ?? []))
  const found = explainConflict(withSettledSplits(compiled), isInfeasible, { coreIds, isOver })
  return {
    status: 'infeasible',
    conflict: [...found.constraints],
    minimal: found.isMinimal,
    message,
    notes: [...compiled.notes],
  }
}

/** Whether a task is split must not change when a limit is lifted, or lifting one could make things worse. */
function withSettledSplits({ project, tasks }: CompiledProject): CalendarProject {
  const split = new Map(tasks.map(({ source, least, minutes }) => [source.id, least < minutes] as const))
  return {
    ...project,
    tasks: project.tasks.map(task => ({
      ...task,
      splittable: split.get(task.id) ?? task.splittable ?? false,
    })),
  }
}

/** Something finds no place in all the time that is looked at. */
function unplaceable({ compiled, zones, isOverAt }: Work): ScheduleResult {
  const { horizon_days: days } = compiled.project
  const message = `Not everything finds a place within the ${days} days that are looked at (horizon_days); one of these has to give way.`
  return conflictOf(compiled, findUnplaceable(compiled) ?? [], {
    message,
    isOver: isOverAt(1),
    isInfeasible: project => {
      const compilation = compileProject(project, zones)
      return compilation.kind === 'compiled' && findUnplaceable(compilation.compiled) !== undefined
    },
  })
}

const SHORT_LOOK_DAYS = 120

/** A proof that not everything ends within the horizon; a short look first, which is enough when it does. */
function findUnplaceable(compiled: CompiledProject): Proof | undefined {
  const { horizon_days: most } = compiled.project
  let proof: Proof | undefined
  for (const days of [Math.min(SHORT_LOOK_DAYS, most), most]) {
    const frame = buildFrame(compiled, days)
    const tasks = frame.tasks.map(task => ({ ...task, due: Math.min(task.due, frame.horizon) }))
    proof = proveInfeasible({ ...frame, tasks }, compiled.order)
    if (proof === undefined) return undefined
  }
  return proof
}
