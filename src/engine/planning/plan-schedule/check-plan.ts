import type { GrammarReport, PlanBlock, PlanNode, Violation } from '../../../contracts/plan.ts'
import type { ScheduledBlock } from '../../../contracts/schedule.ts'
import { findScheduleBreaches } from '../scheduler/scheduler.ts'
import { nodeIdOf, type PlanToPlace, planProjectOf } from './plan-project.ts'

/** A schedule that stands or is proposed, with what it has to keep to. */
export interface PlanToCheck extends Omit<PlanToPlace, 'kept'> {
  readonly blocks: readonly PlanBlock[]
}

/** Blocks that nobody may move any more: what is done or under way. */
export function isSettled({ status }: Pick<PlanBlock, 'status'>): boolean {
  return status === 'completed' || status === 'in_progress'
}

/**
 * Checks a schedule apart from what made it: blocks against calendar, limits, deadlines, work and what others have
 * taken; dependencies between nodes at any level by the spans of all their blocks.
 */
export function findPlanBreaches(plan: PlanToCheck): readonly Violation[] {
  const blocks = plan.blocks.filter(({ status }) => status !== 'cancelled')
  const { project } = planProjectOf({ ...plan, kept: blocks.filter(isSettled) })
  const taskIds = new Set(project.tasks.map(({ id }) => id))
  const startMs = Date.parse(plan.from)
  const asTask = (block: PlanBlock): ScheduledBlock => {
    const { block_id: _id, status: _status, ...rest } = block
    const id = block.plan_node_id
    const part = isSettled(block) ? (Date.parse(block.start) < startMs ? 'kept' : '') : 'rest'
    const partId = `${id}\u241f${part}`
    return { ...rest, plan_node_id: taskIds.has(partId) ? partId : id }
  }
  const breaches = findScheduleBreaches(project, { blocks: blocks.map(asTask) })
  const found = breaches.map(({ rule, message }) => ({
    ...{
      code: `schedule_${rule}`,
      message: message.replaceAll(/\u241f\w+/g, ''),
      severity: 'repairable' as const,
    },
  }))
  return [...found, ...dependencyBreaches(plan.nodes, blocks)]
}

/** The same as what a validator answers. */
export function checkPlan(plan: PlanToCheck): GrammarReport {
  const violations = findPlanBreaches(plan)
  return {
    valid: violations.length === 0,
    violations: [...violations],
    confidence: Math.max(0, 1 - violations.length / 5),
    suggested_fixes: [],
  }
}

interface NodeSpan {
  readonly from: number
  readonly until: number
}

function dependencyBreaches(nodes: readonly PlanNode[], blocks: readonly PlanBlock[]): readonly Violation[] {
  const nodeById = new Map(nodes.map(node => [node.id, node] as const))
  const spans = spansOf(nodeById, blocks)
  const recurring = recurringIds(nodes, nodeById)
  return nodes.flatMap(node =>
    node.dependencies.flatMap(({ node_id: on, type, lag_lead_minutes: lag }): readonly Violation[] => {
      const before = spans.get(on)
      const after = spans.get(node.id)
      if (before === undefined || after === undefined) return []
      if (recurring.has(node.id) || recurring.has(on)) return []
      const point = type === 'FS' || type === 'FF' ? before.until : before.from
      const waiting = type === 'FS' || type === 'SS' ? after.from : after.until
      if (waiting >= point + lag * 60_000) return []
      const other = nodeById.get(on)?.title ?? on
      const message = `“${node.title}” does not wait for “${other}” (${type}${lag === 0 ? '' : ` ${lag} min`}).`
      return [{ code: 'schedule_dependency', node_id: node.id, message, severity: 'repairable' }]
    }),
  )
}

/** From the first to the last block of a node and everything below it. */
function spansOf(
  nodeById: ReadonlyMap<string, PlanNode>,
  blocks: readonly PlanBlock[],
): ReadonlyMap<string, NodeSpan> {
  const spans = new Map<string, NodeSpan>()
  for (const { plan_node_id: id, start, end } of blocks) {
    const seen = new Set<string>()
    for (let at: string | undefined = nodeIdOf(id); at !== undefined && !seen.has(at); ) {
      seen.add(at)
      const span = spans.get(at)
      const from = Math.min(span?.from ?? Number.POSITIVE_INFINITY, Date.parse(start))
      const until = Math.max(span?.until ?? Number.NEGATIVE_INFINITY, Date.parse(end))
      spans.set(at, { from, until })
      at = nodeById.get(at)?.parent_id
    }
  }
  return spans
}

/** What comes back is checked turn by turn elsewhere. */
function recurringIds(
  nodes: readonly PlanNode[],
  nodeById: ReadonlyMap<string, PlanNode>,
): ReadonlySet<string> {
  const isRecurring = ({ recurrence }: PlanNode): boolean =>
    recurrence !== undefined && (recurrence.frequency !== 'none' || recurrence.rule !== undefined)
  const found = new Set<string>()
  for (const node of nodes) {
    const seen = new Set<string>()
    for (let at: PlanNode | undefined = node; at !== undefined && !seen.has(at.id); ) {
      seen.add(at.id)
      if (isRecurring(at)) found.add(node.id)
      at = nodeById.get(at.parent_id ?? '')
    }
  }
  return found
}
