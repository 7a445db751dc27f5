import { useState } from 'react'
import type { NodeStatus, PlanNode } from 'soulgate/contracts/plan'
import { isRefused } from 'soulgate/sdk'
import { useNodeChange } from './use-plans.ts'

interface LastTick {
  readonly node: PlanNode
  readonly isDone: boolean
  readonly before: { readonly status: NodeStatus; readonly progress: number }
}

/** Ticking nodes off, with the way back for the last one. */
export function useTicks(planId: string) {
  const change = useNodeChange(planId)
  const [last, setLast] = useState<LastTick>()
  const tick = (node: PlanNode, isDone: boolean) =>
    change.mutate(
      {
        nodeId: node.id,
        change: isDone ? { status: 'done', progress: 1 } : { status: 'pending', progress: 0 },
      },
      {
        onSuccess: answer => {
          const { status, progress } = node
          if (!isRefused(answer)) setLast({ node, isDone, before: { status, progress } })
        },
      },
    )
  const undo = () => {
    if (!last || change.isPending) return
    change.mutate({ nodeId: last.node.id, change: last.before }, { onSuccess: () => setLast(undefined) })
  }
  return {
    ...{ tick, undo, last },
    busyId: change.isPending ? change.variables.nodeId : undefined,
    refusal: isRefused(change.data) ? change.data.problem.detail : undefined,
    error: change.error,
  }
}
