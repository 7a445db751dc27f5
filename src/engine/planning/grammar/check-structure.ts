import { NODE_LEVELS, type PatternSpec, PlanNode, type Violation } from '../../../contracts/plan.ts'
import { PATTERN_RULES } from '../pattern/pattern.ts'
import type { NodeIndex } from './node-index.ts'

/** A violation of the grammar; `fix` says in words what would lift it. */
export function violation(
  code: string,
  message: string,
  about: { readonly node_id?: string; readonly fix?: string; readonly isFatal?: boolean } = {},
): Violation {
  const { node_id, fix, isFatal } = about
  return {
    code,
    message,
    severity: isFatal === true ? 'fatal' : 'repairable',
    ...(node_id === undefined ? {} : { node_id }),
    ...(fix === undefined ? {} : { fix }),
  }
}

/** Every node by itself: its fields, its id, its level and its times. */
export function checkNodes(nodes: readonly PlanNode[]): readonly Violation[] {
  const found: Violation[] = []
  const seen = new Set<string>()
  for (const node of nodes) {
    const { id, node_type: type, level, title } = node
    if (seen.has(id))
      found.push(
        violation('duplicate_node_ids', `The id ${id} is that of two nodes.`, {
          node_id: id,
          fix: 'Give the second one an id of its own.',
        }),
      )
    seen.add(id)
    if ((node.estimated_minutes ?? 0) < 0)
      found.push(
        violation('negative_duration', `“${title}” takes ${node.estimated_minutes} minutes.`, {
          node_id: id,
          fix: 'Leave its estimate open.',
        }),
      )
    const parsed = PlanNode.safeParse(node)
    if (!parsed.success && (node.estimated_minutes ?? 0) >= 0) {
      const issue = parsed.error.issues[0]
      found.push(
        violation(
          'schema_invalid',
          `“${title}”: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
          {
            node_id: id,
            fix: 'Take over what fits the contract and leave out the rest.',
          },
        ),
      )
    }
    const wanted = NODE_LEVELS[type]
    if (wanted !== undefined && level !== wanted)
      found.push(
        violation(
          level < wanted ? `level_too_low:${id}` : 'level_mismatch',
          `A ${type} stands on level ${wanted}, “${title}” on ${level}.`,
          {
            node_id: id,
            fix: `Set its level to ${wanted}.`,
          },
        ),
      )
  }
  return found
}

/** One goal at the root, and nothing wrong with it. */
export function checkRoot(
  rootId: string,
  nodes: readonly PlanNode[],
  { byId }: NodeIndex,
): readonly Violation[] {
  if (nodes.length === 0)
    return [violation('root_id_not_found_in_nodes', 'The plan has no nodes.', { isFatal: true })]
  const goals = nodes.filter(({ node_type }) => node_type === 'goal')
  if (rootId === '')
    return [
      violation('missing_root_id', 'The plan names no root.', {
        fix: 'Take its only goal as the root.',
        isFatal: goals.length !== 1,
      }),
    ]
  const root = byId.get(rootId)
  if (root === undefined)
    return [
      violation('root_id_not_found_in_nodes', `The root ${rootId} is none of the nodes.`, {
        node_id: rootId,
        fix: 'Take its only goal as the root.',
        isFatal: goals.length !== 1,
      }),
    ]
  const found: Violation[] = []
  if (root.parent_id !== undefined)
    found.push(
      violation('root_parent_must_be_null', `The root “${root.title}” has a parent.`, {
        node_id: rootId,
        fix: 'Take its parent away.',
      }),
    )
  if (root.node_type !== 'goal')
    found.push(
      violation('root_type_must_be_goal', `The root “${root.title}” is a ${root.node_type}.`, {
        node_id: rootId,
        fix: 'Make it the goal.',
      }),
    )
  if (root.level !== 1)
    found.push(
      violation('root_level_must_be_1', `The root “${root.title}” stands on level ${root.level}.`, {
        node_id: rootId,
        fix: 'Set its level to 1.',
      }),
    )
  for (const goal of goals)
    if (goal.id !== rootId)
      found.push(
        violation('cardinality_violation', `“${goal.title}” is a second goal; a plan has one.`, {
          node_id: goal.id,
          fix: 'Make it a sub-goal.',
        }),
      )
  return found
}

/** What may stand below what. Micro-goals may stand anywhere. */
const CHILDREN: Readonly<Record<PlanNode['node_type'], readonly PlanNode['node_type'][]>> = {
  goal: ['phase', 'cycle', 'sub_goal', 'task', 'micro_goal'],
  phase: ['phase', 'cycle', 'sub_goal', 'task', 'micro_goal'],
  cycle: ['cycle', 'phase', 'sub_goal', 'task', 'micro_goal'],
  sub_goal: ['sub_goal', 'cycle', 'task', 'micro_goal'],
  task: ['sub_task', 'micro_goal'],
  sub_task: ['sub_task', 'micro_goal'],
  micro_goal: ['micro_goal'],
}

export function mayContain(parent: PlanNode['node_type'], child: PlanNode['node_type']): boolean {
  return CHILDREN[parent].includes(child)
}

/** Parents that are there, no circle of parents, and every kind of node where it may stand. */
export function checkParents(
  rootId: string,
  nodes: readonly PlanNode[],
  index: NodeIndex,
): readonly Violation[] {
  const found: Violation[] = []
  for (const node of nodes) {
    const { id, parent_id: parentId, title } = node
    if (id === rootId) continue
    if (parentId === undefined || parentId === '') {
      found.push(
        violation(`node_missing_parent:${id}`, `“${title}” stands nowhere in the plan.`, {
          node_id: id,
          fix: 'Hang it below the goal.',
        }),
      )
      continue
    }
    const parent = index.byId.get(parentId)
    if (parent === undefined)
      found.push(
        violation(`parent_not_found:${id}->${parentId}`, `The parent of “${title}” is not in the plan.`, {
          node_id: id,
          fix: 'Hang it below the goal.',
        }),
      )
    else if (!index.reached.has(id))
      found.push(
        violation(
          'unreachable_node',
          `“${title}” cannot be reached from the goal: its parents run in a circle or end nowhere.`,
          {
            node_id: id,
            fix: 'Hang it below the goal.',
          },
        ),
      )
    else if (!mayContain(parent.node_type, node.node_type))
      found.push(
        violation(
          'cardinality_violation',
          `A ${node.node_type} (“${title}”) cannot stand below a ${parent.node_type} (“${parent.title}”).`,
          {
            node_id: id,
            fix: 'Hang it below the nearest node that may hold it.',
          },
        ),
      )
  }
  return found
}

/** At least one task below every goal, sub-goal, phase and cycle; a container without work says nothing. */
export function checkTasks(nodes: readonly PlanNode[], { withTask }: NodeIndex): readonly Violation[] {
  return nodes.flatMap(node => {
    const { id, node_type: type, title } = node
    if (!['goal', 'phase', 'cycle', 'sub_goal'].includes(type) || withTask.has(id)) return []
    const isGoal = type === 'goal'
    return [
      violation(
        isGoal ? 'goal_without_task' : 'container_without_task',
        `“${title}” (${type}) holds no task.`,
        {
          node_id: id,
          fix: isGoal ? 'Say what is to be done.' : `Add a task “${title}” to it.`,
          isFatal: isGoal,
        },
      ),
    ]
  })
}

/** A plan of one pattern has the containers of that pattern. */
export function checkPattern(
  pattern: PatternSpec | undefined,
  rootId: string,
  nodes: readonly PlanNode[],
): readonly Violation[] {
  if (pattern === undefined) return []
  const rules = PATTERN_RULES[pattern.pattern_type]
  const name = rules.title.toLowerCase()
  const found: Violation[] = []
  const cycles = nodes.filter(({ node_type }) => node_type === 'cycle')
  const phases = nodes.filter(({ node_type }) => node_type === 'phase')
  if (!rules.mayHaveCycles)
    for (const { id, title } of cycles)
      found.push(
        violation('pattern_mismatch', `A ${name} has no cycles, and “${title}” is one.`, {
          node_id: id,
          fix: 'Make it a phase.',
        }),
      )
  const needsCycle = rules.needs === 'cycle' || rules.needs === 'both'
  const needsPhase = rules.needs === 'phase' || rules.needs === 'both'
  const repeats = nodes.some(node => node.id !== rootId && isRecurring(node))
  if (needsCycle && cycles.length === 0 && nodes.length > 0)
    found.push(
      violation('pattern_mismatch', `A ${name} needs a cycle, and there is none.`, {
        node_id: rootId,
        fix: repeats
          ? 'Make the phase with what recurs a cycle.'
          : 'Choose another pattern, or say what recurs.',
        isFatal: !repeats,
      }),
    )
  if (needsPhase && phases.length === 0 && nodes.length > 0)
    found.push(
      violation('pattern_mismatch', `A ${name} needs at least one phase, and there is none.`, {
        node_id: rootId,
        fix: 'Put the tasks below the goal into a phase.',
        isFatal: !nodes.some(({ parent_id, node_type }) => parent_id !== undefined && node_type !== 'cycle'),
      }),
    )
  return found
}

export function isRecurring({ recurrence }: PlanNode): boolean {
  return recurrence !== undefined && (recurrence.frequency !== 'none' || recurrence.rule !== undefined)
}
