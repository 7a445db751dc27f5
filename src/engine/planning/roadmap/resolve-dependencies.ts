import type { PlanDependency, PlanNode, PlanOutline } from '../../../contracts/plan.ts'
import type { PlanSituation, PlanTool } from '../planning-tools.ts'
import { readOrderWords } from './read-order-words.ts'

interface AddedDependency {
  readonly node_id: string
  readonly on: string
  readonly because: string
}

/** What must wait for what: as the outline has it, and as the person's words say (“after”, “two days before”). */
export const dependencyResolver: PlanTool<'dependency_resolver'> = {
  name: 'dependency_resolver',
  prerequisites: ['outline'],
  produces: ['nodes_with_dependencies'],
  asks_model: false,
  run: async ({ situation, outline }) => {
    const resolved = resolveDependencies(situation, outline)
    const tasks = resolved.nodes.filter(({ level }) => level >= 4)
    const tied = tasks.filter(
      ({ dependencies, recurrence }) => dependencies.length > 0 || recurrence !== undefined,
    )
    return {
      ok: true,
      confidence:
        tasks.length === 0 ? 0.5 : Math.round((0.6 + (0.4 * tied.length) / tasks.length) * 1000) / 1000,
      explanations: [...resolved.added.map(({ because }) => because), ...resolved.refused],
      data: { nodes: resolved.nodes, added: resolved.added },
    }
  },
}

interface Resolved {
  readonly nodes: readonly PlanNode[]
  readonly added: readonly AddedDependency[]
  /** Orders that cannot be: they would close a circle. */
  readonly refused: readonly string[]
}

function resolveDependencies(situation: PlanSituation, { nodes: given }: PlanOutline): Resolved {
  const words = [
    ...(situation.brief === undefined ? [situation.goal] : []),
    ...situation.clarifications.map(({ answer }) => answer),
    ...situation.instructions,
  ]
  const orders = words.flatMap(text => readOrderWords(text, given))
  const nodes = new Map(given.map(node => [node.id, node]))
  const added: AddedDependency[] = []
  const refused: string[] = []
  for (const { later, earlier, type, lagMinutes, quote } of orders) {
    if (isInside(later, earlier, nodes) || isInside(earlier, later, nodes)) continue
    const ends = type === 'SS' || type === 'SF' ? firstTasks(earlier, nodes) : lastTasks(earlier, nodes)
    const waiting = type === 'FF' || type === 'SF' ? lastTasks(later, nodes) : firstTasks(later, nodes)
    if (type === 'SS') loosen(waiting, earlier, nodes)
    for (const task of waiting)
      for (const end of ends) {
        if (reaches(end.id, task.id, nodes)) {
          refused.push(`“${quote}” would close a circle: “${end.title}” waits for “${task.title}” already.`)
          continue
        }
        const current = nodes.get(task.id) ?? task
        const dependency: PlanDependency = { node_id: end.id, type, lag_lead_minutes: lagMinutes }
        const others = current.dependencies.filter(other => other.node_id !== end.id || other.type !== type)
        const isKnown = others.length < current.dependencies.length && lagMinutes === 0
        if (isKnown) continue
        nodes.set(task.id, { ...current, dependencies: [...others, dependency] })
        added.push({
          node_id: task.id,
          on: end.id,
          because: `“${task.title}” waits for “${end.title}”: you said “${quote}”.`,
        })
      }
  }
  return { nodes: given.map(({ id }) => nodes.get(id)).filter(node => node !== undefined), added, refused }
}

/** What runs in parallel waits no longer for the end of the other. */
function loosen(tasks: readonly PlanNode[], earlier: PlanNode, nodes: Map<string, PlanNode>): void {
  const inside = new Set(
    [...nodes.values()]
      .filter(node => node === earlier || isInside(node, earlier, nodes))
      .map(({ id }) => id),
  )
  for (const task of tasks) {
    const current = nodes.get(task.id) ?? task
    const kept = current.dependencies.filter(({ node_id, type }) => type !== 'FS' || !inside.has(node_id))
    if (kept.length < current.dependencies.length) nodes.set(task.id, { ...current, dependencies: kept })
  }
}

function isInside(node: PlanNode, container: PlanNode, nodes: ReadonlyMap<string, PlanNode>): boolean {
  let up = node.parent_id
  for (let depth = 0; up !== undefined && depth < 32; depth += 1) {
    if (up === container.id) return true
    up = nodes.get(up)?.parent_id
  }
  return false
}

function tasksIn(node: PlanNode, nodes: ReadonlyMap<string, PlanNode>): readonly PlanNode[] {
  if (node.level >= 4) return [nodes.get(node.id) ?? node]
  return [...nodes.values()].filter(other => other.node_type === 'task' && isInside(other, node, nodes))
}

/** Tasks of a container that wait for none of it; what recurs keeps its own days. */
function firstTasks(node: PlanNode, nodes: ReadonlyMap<string, PlanNode>): readonly PlanNode[] {
  const tasks = tasksIn(node, nodes)
  const inside = new Set(tasks.map(({ id }) => id))
  const first = tasks.filter(
    ({ dependencies, recurrence }) =>
      (recurrence === undefined || tasks.length === 1) &&
      !dependencies.some(({ node_id }) => inside.has(node_id)),
  )
  return first.length === 0 ? tasks.slice(0, 1) : first
}

/** Tasks of a container for which none of it waits. */
function lastTasks(node: PlanNode, nodes: ReadonlyMap<string, PlanNode>): readonly PlanNode[] {
  const tasks = tasksIn(node, nodes)
  const waitedFor = new Set(tasks.flatMap(({ dependencies }) => dependencies.map(({ node_id }) => node_id)))
  const last = tasks.filter(
    ({ id, recurrence }) => (recurrence === undefined || tasks.length === 1) && !waitedFor.has(id),
  )
  return last.length === 0 ? tasks.slice(-1) : last
}

/** Whether a node waits, over any number of others, for another one. */
function reaches(from: string, to: string, nodes: ReadonlyMap<string, PlanNode>): boolean {
  const seen = new Set<string>()
  const waiting = [from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === to) return true
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(nodes.get(id)?.dependencies ?? []).map(({ node_id }) => node_id))
  }
  return false
}
