import { NodeTiming, type PlanNode } from '../../../contracts/plan.ts'
import type { TaskRecurrence, WeeklyWindow } from '../../../contracts/schedule.ts'

/** A node that is done in time, with what it has from those above it. */
export interface PlanLeaf {
  readonly node: PlanNode
  readonly minutes: number
  readonly isAssumed: boolean
  readonly timing: NodeTiming
  readonly recurrence?: TaskRecurrence
  readonly windows?: readonly WeeklyWindow[]
  /** The nodes above it, nearest first. */
  readonly above: readonly PlanNode[]
}

export interface PlanTree {
  readonly leaves: readonly PlanLeaf[]
  readonly leavesOf: ReadonlyMap<string, readonly PlanLeaf[]>
  readonly containers: readonly PlanNode[]
  readonly nodeById: ReadonlyMap<string, PlanNode>
}

const ASSUMED_MINUTES: Readonly<Record<PlanNode['node_type'], number>> = {
  ...{ goal: 0, phase: 0, cycle: 60, sub_goal: 0, task: 60, sub_task: 30, micro_goal: 15 },
}

/** What of a tree of nodes is work: its leaves. Rhythm and times of day are handed down to those that have none. */
export function readPlanTree(nodes: readonly PlanNode[]): PlanTree {
  const nodeById = new Map(nodes.map(node => [node.id, node] as const))
  const parents = new Set(nodes.flatMap(({ parent_id: parent }) => parent ?? []))
  const leaves: PlanLeaf[] = []
  const leavesOf = new Map<string, PlanLeaf[]>()
  for (const node of nodes) {
    if (parents.has(node.id) || (node.node_type === 'goal' && nodes.length > 1)) continue
    const leaf = toLeaf(node, aboveOf(node, nodeById))
    leaves.push(leaf)
    for (const { id } of [node, ...leaf.above]) {
      const list = leavesOf.get(id) ?? []
      list.push(leaf)
      leavesOf.set(id, list)
    }
  }
  return { leaves, leavesOf, containers: nodes.filter(({ id }) => parents.has(id)), nodeById }
}

function aboveOf(node: PlanNode, nodeById: ReadonlyMap<string, PlanNode>): readonly PlanNode[] {
  const above: PlanNode[] = []
  const seen = new Set([node.id])
  for (let parent = nodeById.get(node.parent_id ?? ''); parent !== undefined; ) {
    if (seen.has(parent.id)) break
    seen.add(parent.id)
    above.push(parent)
    parent = nodeById.get(parent.parent_id ?? '')
  }
  return above
}

function toLeaf(node: PlanNode, above: readonly PlanNode[]): PlanLeaf {
  const timing = timingOf(node)
  const recurrence = [node, ...above].map(({ recurrence: own }) => own).find(isRecurring)
  const windows = [node, ...above].map(one => timingOf(one).windows).find(own => own !== undefined)
  return {
    ...{ node, above, timing },
    minutes: node.estimated_minutes ?? ASSUMED_MINUTES[node.node_type],
    isAssumed: node.estimated_minutes === undefined,
    ...(recurrence === undefined ? {} : { recurrence }),
    ...(windows === undefined ? {} : { windows }),
  }
}

function isRecurring(recurrence: TaskRecurrence | undefined): recurrence is TaskRecurrence {
  return recurrence !== undefined && (recurrence.frequency !== 'none' || recurrence.rule !== undefined)
}

/** What a node asks of the calendar; nothing where its metadata says nothing that can be read. */
export function timingOf({ metadata }: Pick<PlanNode, 'metadata'>): NodeTiming {
  const parsed = NodeTiming.safeParse(metadata.timing ?? {})
  return parsed.success ? parsed.data : {}
}
