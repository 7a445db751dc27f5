import type { JsonObject } from '../../../contracts/json-value.ts'
import type {
  AdaptationLogEntry,
  GrammarReport,
  PlanBlock,
  PlanNode,
  PlanOutline,
  PlanSchedule,
  Roadmap,
} from '../../../contracts/plan.ts'
import type { TakenTime } from '../../../contracts/schedule.ts'
import type { RunContext } from '../../run/run.ts'
import { changesBetween } from '../adaptation/changes.ts'
import type { PlanAdaptation, PlanSituation, PlanToolEnvironment } from '../planning-tools.ts'
import { findDeviations } from './digests.ts'
import type { PlanningParts } from './parts.ts'

/** A plan that stands, with everything a change looks at. */
interface PlanToChange {
  readonly situation: PlanSituation
  readonly outline: PlanOutline
  readonly roadmap: Roadmap
  readonly schedule: PlanSchedule
  readonly busy: readonly TakenTime[]
  readonly now: string
  /** What the person said that is not about time, oldest first. */
  readonly wishes: readonly string[]
  readonly feedback: string
  /** The work of the brief is another than the outline was made of. */
  readonly is_brief_changed?: boolean
}

const SEARCH_MS = 2_000

/**
 * The change as it would come out, in one journaled step: first what the words change in the tasks, then where the open
 * ones lie. Nothing that is done, under way or untouched moves without need.
 */
export async function proposeChange(
  { parts, context }: { readonly parts: PlanningParts; readonly context: RunContext },
  plan: PlanToChange,
): Promise<PlanAdaptation> {
  const proposed = await context.step('adapt', async signal => {
    const startedMs = parts.elapsedMs()
    const elapsedMs = (): number => parts.elapsedMs() - startedMs
    const environment: PlanToolEnvironment = { signal, seed: 1, search_ms: SEARCH_MS, elapsedMs }
    const nodes = await changeTasks(parts, plan, environment)
    const changed =
      nodes === undefined ? [] : findDeviations(asOutline(plan), { ...plan.roadmap, nodes: [...nodes] })
    if (nodes === undefined || changed.length === 0) {
      const { situation, feedback, roadmap, schedule, busy, now } = plan
      const input = { situation, feedback, nodes: roadmap.nodes, roadmap, schedule, busy, now }
      return (await parts.time.adapt(input, environment)) as unknown as JsonObject
    }
    return (await placeTasks(parts, { plan, nodes, changed }, environment)) as unknown as JsonObject
  })
  return proposed as unknown as PlanAdaptation
}

function asOutline({ outline, roadmap }: PlanToChange): PlanOutline {
  return { ...outline, nodes: roadmap.nodes }
}

/** The tasks as the words change them, by rules; undefined where they change none, or would break the grammar. */
async function changeTasks(
  { tools }: PlanningParts,
  plan: PlanToChange,
  environment: PlanToolEnvironment,
): Promise<readonly PlanNode[] | undefined> {
  const { pattern } = plan.outline
  if ((plan.wishes.length === 0 && plan.is_brief_changed !== true) || pattern === undefined) return undefined
  const situation = { ...plan.situation, instructions: plan.wishes }
  const input = { situation, narrow: false, pattern, previous: asOutline(plan) }
  const { data } = await tools.node_generator.run(input, environment)
  if (data === null) return undefined
  const report = await tools.grammar_validator.run({ outline: data.outline, pattern }, environment)
  return report.data?.valid === true ? data.outline.nodes : undefined
}

async function placeTasks(
  { tools }: PlanningParts,
  {
    plan,
    nodes,
    changed,
  }: {
    readonly plan: PlanToChange
    readonly nodes: readonly PlanNode[]
    readonly changed: readonly string[]
  },
  environment: PlanToolEnvironment,
): Promise<PlanAdaptation> {
  const { situation, schedule, busy, now, feedback } = plan
  const roadmap: Roadmap = { ...plan.roadmap, nodes: [...nodes] }
  const touched = touchedNodes(plan.roadmap.nodes, nodes)
  const place = (kept: readonly PlanBlock[]) =>
    tools.schedule_generator.run({ situation, roadmap, busy, kept, from: now }, environment)
  const gentle = await place(keptBlocks(plan, touched))
  // What was to stay in its place may be in the way of what moves.
  const everyId = nodes.map(({ id }) => id)
  const isInTheWay = gentle.data?.conflict !== undefined
  const { data, explanations } = isInTheWay ? await place(keptBlocks(plan, everyId)) : gentle
  const draft = data ?? { notes: explanations }
  const moves =
    draft.schedule === undefined ? [] : changesBetween(schedule, draft.schedule, situation.timezone)
  const entry: AdaptationLogEntry = {
    timestamp: now,
    node_ids: touched,
    action: 'tasks changed',
    reason: feedback.slice(0, 4000),
    origin: 'user_feedback',
    strategy_applied: situation.strategy.mode,
  }
  return { nodes, draft, entries: [entry], changes: [...changed.map(text => `${text}.`), ...moves] }
}

/** Blocks keep their place except those ahead of tasks that may move. */
function keptBlocks({ schedule, now }: PlanToChange, mayMove: readonly string[]): readonly PlanBlock[] {
  return schedule.blocks.filter(block => {
    if (block.status === 'cancelled') return false
    const isPast = Date.parse(block.start) < Date.parse(now)
    return isPast || block.status === 'completed' || !mayMove.includes(block.plan_node_id)
  })
}

function touchedNodes(before: readonly PlanNode[], after: readonly PlanNode[]): string[] {
  const key = (node: PlanNode): string => {
    const { estimated_minutes = null, recurrence = null, title, metadata, dependencies } = node
    return JSON.stringify([title, estimated_minutes, recurrence, metadata.timing ?? null, dependencies])
  }
  const was = new Map(before.map(node => [node.id, key(node)]))
  const is = new Map(after.map(node => [node.id, key(node)]))
  return [...new Set([...was.keys(), ...is.keys()])].filter(id => was.get(id) !== is.get(id))
}

/** The independent check of a change; the words of what it breaks. */
export async function findBreaches(
  { parts, context }: { readonly parts: PlanningParts; readonly context: RunContext },
  plan: PlanToChange,
  { nodes, draft }: PlanAdaptation,
): Promise<readonly string[]> {
  const { schedule } = draft
  if (schedule === undefined) return []
  const report = (await context.step('check adaptation', () => {
    const { situation, busy } = plan
    const roadmap = { ...plan.roadmap, nodes: [...nodes] }
    return parts.time.validateSchedule({ situation, roadmap, schedule, busy }) as unknown as JsonObject
  })) as unknown as GrammarReport
  return report.valid ? [] : report.violations.map(violation => violation.message)
}
