import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Plan, PlanBrief } from 'soulgate/contracts/plan'
import { isRefused } from 'soulgate/sdk'
import { client } from '../../application/client.ts'
import { useDecide, useGate } from '../../inbox/use-gates.ts'
import { messageOf } from '../../states/states.tsx'

export type CorrectBrief = ReturnType<typeof useCorrectBrief>

/** Sends a brief: as the answer to the gate that the plan waits at, or as feedback on a plan that stands. */
export function useCorrectBrief(plan: Plan) {
  const cache = useQueryClient()
  const [gateId = ''] = plan.waiting_gate_ids
  const gate = useGate(gateId).data
  const decide = useDecide()
  const takes = gate?.options.some(({ id }) => id === 'brief') === true
  const isPossible = takes || (plan.planning_status === 'complete' && gateId === '')
  const send = useMutation({
    mutationFn: async (typed: () => unknown) => {
      const read = PlanBrief.safeParse(JSON.parse(JSON.stringify(typed())))
      if (!read.success) {
        const [issue] = read.error.issues
        throw new Error(`${issue?.path.join(' ')}: ${issue?.message}`)
      }
      const brief = JSON.parse(JSON.stringify(read.data))
      const request = { decision: 'steer', option_id: 'brief', option_input: { brief } } as const
      if (takes && gate)
        return decide.mutateAsync({
          ...{ gate, tellViewed: false },
          request: { ...request, view_digest: gate.view_digest },
        })
      return client.plans.correctBrief(plan.plan_id, read.data)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['plans', plan.plan_id] }),
  })
  const refused = isRefused(send.data) ? send.data.problem.detail : undefined
  return {
    send: send.mutate,
    isPossible,
    isPending: send.isPending,
    isDone: send.isSuccess && refused === undefined,
    problem: refused ?? (send.isError ? messageOf(send.error) : undefined),
  }
}
