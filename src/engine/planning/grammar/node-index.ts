import type { PlanNode } from '../../../contracts/plan.ts'

/** What every check asks of the nodes, gathered once in linear time. */
export interface NodeIndex {
  /** The first node of each id. */
  readonly byId: ReadonlyMap<string, PlanNode>
  readonly children: ReadonlyMap<string, readonly string[]>
  /** Ids that hang below the root. */
  readonly reached: ReadonlySet<string>
  /** Ids with a task below them. */
  readonly withTask: ReadonlySet<string>
}

export function indexNodes(rootId: string, nodes: readonly PlanNode[]): NodeIndex {
  const byId = new Map<string, PlanNode>()
  const children = new Map<string, string[]>()
  for (const node of nodes) {
    if (byId.has(node.id)) continue
    byId.set(node.id, node)
    if (node.parent_id === undefined || node.id === rootId) continue
    const siblings = children.get(node.parent_id)
    if (siblings === undefined) children.set(node.parent_id, [node.id])
    else siblings.push(node.id)
  }
  const reached = reach(rootId, byId, children)
  return { byId, children, reached, withTask: findWithTask(byId) }
}

function reach(
  rootId: string,
  byId: ReadonlyMap<string, PlanNode>,
  children: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = byId.has(rootId) ? [rootId] : []
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(children.get(id) ?? []))
  }
  return reached
}

/** Every ancestor of a task is marked once, so that the whole stays linear. */
function findWithTask(byId: ReadonlyMap<string, PlanNode>): ReadonlySet<string> {
  const marked = new Set<string>()
  for (const node of byId.values()) {
    if (node.node_type !== 'task') continue
    let up = node.parent_id
    while (up !== undefined && !marked.has(up)) {
      marked.add(up)
      up = byId.get(up)?.parent_id
    }
  }
  return marked
}
