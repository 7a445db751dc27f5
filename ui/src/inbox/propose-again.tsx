import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Gate } from 'soulgate/contracts/gate'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { messageOf } from '../states/states.tsx'

/** Asks for the goal of a failed run anew: a new proposal under the same rules, which waits for a decision as any other. */
export function ProposeAgain({ gate }: { readonly gate: Gate }) {
  const navigate = useNavigate()
  const { role } = useIdentity()
  const { run_id: runId, outcome, requested_by } = gate
  const again = useMutation({
    mutationFn: async (id: string) => {
      const { input, session_id } = await client.runs.get(id)
      return client.reasoning.execute({ goal: String(Object(input).goal ?? ''), session_id })
    },
    onSuccess: answer => {
      if (isRefused(answer)) return
      const { soul_request_id: gateId, run_id } = answer
      if (gateId) void navigate({ to: '/inbox/$gateId', params: { gateId } })
      else if (run_id) void navigate({ to: '/runs/$runId', params: { runId: run_id } })
    },
  })
  const hasFailed = outcome?.outcome === 'failed' || outcome?.outcome === 'partly'
  if (!hasFailed || !runId || requested_by !== 'agent:reasoning' || role === 'viewer') return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        style={{ justifySelf: 'start' }}
        loading={again.isPending}
        onClick={() => again.mutate(runId)}
      >
        Propose again
      </Button>
      {isRefused(again.data) && <span>{again.data.problem.detail}</span>}
      {again.isError && <span>{messageOf(again.error)}</span>}
    </>
  )
}
