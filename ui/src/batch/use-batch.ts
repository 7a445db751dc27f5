import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Gate } from 'soulgate/contracts/gate'
import { reviewTemplate } from 'soulgate/contracts/gate-review'
import { type BatchResult, isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { noteDecided } from '../inbox/decided-here.ts'
import { decisionFor, optionWith } from '../inbox/decision-draft.ts'
import { keepGate } from '../queue/gate-cache.ts'

/** As many as one request may carry. */
const MAX_AT_ONCE = 200

export interface BatchAct {
  readonly gates: readonly Gate[]
  readonly decision: 'approve' | 'reject'
  readonly reason: string
}

/** Decides the selected gates as they were seen; each is answered on its own, and all can be taken back together. */
export function useBatch(onDone: (results: readonly BatchResult[]) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ gates, decision, reason }: BatchAct) => {
      // What is sent together asks the same for the same reasons; the server approves nothing else in one request.
      const inGroups = [...Map.groupBy(gates, reviewTemplate).values()]
      const groups = inGroups.map(members =>
        members.flatMap(gate => {
          const option = optionWith(gate, decision)
          return option
            ? [
                {
                  ...decisionFor(gate, option, { reason }),
                  gate_id: gate.gate_id,
                  view_digest: gate.view_digest,
                },
              ]
            : []
        }),
      )
      const results: BatchResult[] = []
      for (const items of decision === 'reject' ? [groups.flat()] : groups) {
        for (let at = 0; at < items.length; at += MAX_AT_ONCE) {
          const answer = await client.gates.batchDecide(items.slice(at, at + MAX_AT_ONCE))
          if (isRefused(answer)) return answer
          results.push(...answer)
        }
      }
      return results
    },
    onSuccess: answer => {
      if (isRefused(answer)) return
      const decided = answer.filter(result => result.ok)
      for (const { gate } of answer) if (gate) keepGate(cache, gate)
      if (decided.length > 0) noteDecided(decided.map(result => result.gate_id))
      onDone(answer)
    },
  })
}
