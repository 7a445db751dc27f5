import type { PlanDependency, PlanNode, Violation } from '../../../contracts/plan.ts'
import { violation } from './check-structure.ts'
import type { NodeIndex } from './node-index.ts'

const MAX_NAMED = 12

/** Dependencies that lead somewhere, on nothing that contains the node, and in no circle. */
export function checkDependencies(nodes: readonly PlanNode[], index: NodeIndex): readonly Violation[] {
  const found: Violation[] = []
  for (const { id, title, dependencies } of nodes)
    for (const dependency of dependencies) {
      if (!index.byId.has(dependency.node_id))
        found.push(
          violation(
            'dangling_dependency',
            `“${title}” waits for ${dependency.node_id}, which is not in the plan.`,
            {
              node_id: id,
              fix: 'Take the dependency away.',
            },
          ),
        )
      else if (isAncestor(dependency.node_id, id, index))
        found.push(
          violation(
            'dependency_on_ancestor',
            `“${title}” waits for “${index.byId.get(dependency.node_id)?.title}”, which it is part of.`,
            {
              node_id: id,
              fix: 'Take the dependency away.',
            },
          ),
        )
    }
  return [...found, ...circleViolations(index)]
}

const DEEPEST = 64

export function isAncestor(ancestor: string, id: string, { byId }: NodeIndex): boolean {
  let up = byId.get(id)?.parent_id
  for (let depth = 0; up !== undefined && depth < DEEPEST; depth += 1) {
    if (up === ancestor) return true
    up = byId.get(up)?.parent_id
  }
  return false
}

function circleViolations(index: NodeIndex): readonly Violation[] {
  return findCircles(index).map(circle => {
    const titles = circle.map(({ id }) => index.byId.get(id)?.title ?? id)
    const shown = titles.length > MAX_NAMED ? [...titles.slice(0, MAX_NAMED), '…'] : titles
    const path = [...shown, titles[0]].map(title => `“${title}”`).join(' → ')
    const lag = circle.reduce((sum, { dependency }) => sum + dependency.lag_lead_minutes, 0)
    const isWaiting = lag > 0 && circle.some(({ dependency }) => dependency.type !== 'FS')
    const last = circle.at(-1)
    return violation(
      isWaiting ? 'positive_lag_cycle' : 'dependency_cycle',
      `The dependencies run in a circle (each waits for the next): ${path}.`,
      {
        ...(last === undefined ? {} : { node_id: last.id }),
        fix: `Let “${titles.at(-1)}” wait no longer for “${titles[0]}”.`,
      },
    )
  })
}

interface CircleStep {
  readonly id: string
  /** On the next of the circle. */
  readonly dependency: PlanDependency
}

/**
 * Circles of dependencies, each closed by another back edge of one depth-first walk: taking away the last step of each
 * leaves none. Linear, without recursion.
 */
export function findCircles({ byId }: NodeIndex): readonly (readonly CircleStep[])[] {
  const circles: CircleStep[][] = []
  const done = new Set<string>()
  for (const first of byId.keys()) {
    if (done.has(first)) continue
    const path: { readonly id: string; next: number }[] = [{ id: first, next: 0 }]
    const placeOf = new Map([[first, 0]])
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const dependency = byId.get(top.id)?.dependencies[top.next]
      top.next += 1
      if (dependency === undefined) {
        done.add(top.id)
        placeOf.delete(top.id)
        path.pop()
        continue
      }
      const at = placeOf.get(dependency.node_id)
      if (at !== undefined) circles.push(circleFrom(path.slice(at), byId))
      else if (byId.has(dependency.node_id) && !done.has(dependency.node_id)) {
        placeOf.set(dependency.node_id, path.length)
        path.push({ id: dependency.node_id, next: 0 })
      }
    }
  }
  return circles
}

function circleFrom(
  path: readonly { readonly id: string; readonly next: number }[],
  byId: ReadonlyMap<string, PlanNode>,
): CircleStep[] {
  return path.flatMap(({ id, next }) => {
    const dependency = byId.get(id)?.dependencies[next - 1]
    return dependency === undefined ? [] : [{ id, dependency }]
  })
}
