import type { PlanOutline } from '../../../contracts/plan.ts'

/** What was done before stays done: status and progress go with the id. */
export function keepProgress(outline: PlanOutline, previous: PlanOutline | undefined): PlanOutline {
  if (previous === undefined) return outline
  const before = new Map(previous.nodes.map(node => [node.id, node]))
  return {
    ...outline,
    nodes: outline.nodes.map(node => {
      const known = before.get(node.id)
      return known === undefined ? node : { ...node, status: known.status, progress: known.progress }
    }),
  }
}
