import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { reviewTemplate } from 'soulgate/contracts/gate-review'
import { type BatchResult, isRefused, type Refused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { noteDecided } from '../inbox/decided-here.ts'
import { decisionFor, optionWith } from '../inbox/decision-draft.ts'
import { keepGate } from '../queue/gate-cache.ts'

/** As many as one request may carry. */
const MAX_AT_ONCE = 200
/** How long all of it can be taken back, at least: whatever is decided waits for what is decided after it. */
const UNDO_MS = 5000
/** What deciding one, or taking it back, may take on a busy server. */
const EACH_MS = 100
const MAX_WAIT_MS = 60_000

export interface BatchAct {
  readonly gates: readonly Gate[]
  readonly decision: 'approve' | 'reject'
  readonly reason: string
}

/** Decides the selected gates as they were seen; each is answered on its own, and all can be taken back together. */
export function useBatch(onDone: (results: readonly BatchResult[]) => void) {
  const cache = useQueryClient()
  const [sent, setSent] = useState(0)
  const batch = useMutation({
    mutationFn: async ({ gates, decision, reason }: BatchAct) => {
      // What is sent together asks the same for the same reasons; the server approves nothing else in one request.
      const groups = decision === 'reject' ? [gates] : [...Map.groupBy(gates, reviewTemplate).values()]
      const parts = groups.flatMap(members => inParts(members))
      const results: BatchResult[] = []
      setSent(0)
      let left = gates.length
      for (const part of parts) {
        const effective_in_ms = Math.min(MAX_WAIT_MS, UNDO_MS + EACH_MS * left)
        left -= part.length
        const items = part.flatMap(gate => {
          const option = optionWith(gate, decision)
          const { gate_id, view_digest } = gate
          return option
            ? [{ ...decisionFor(gate, option, { reason }), gate_id, view_digest, effective_in_ms }]
            : []
        })
        const answer = await client.gates.batchDecide(items)
        // What was sent before is decided and can be taken back, whatever became of the rest.
        if (isRefused(answer) && results.length === 0) return answer
        if (isRefused(answer)) return [...results, ...items.map(item => notSent(item, answer))]
        results.push(...answer)
        setSent(results.length)
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
  return {
    ...batch,
    /** How many of those that are being sent were answered. */
    sent,
  }
}

function inParts(gates: readonly Gate[]): readonly (readonly Gate[])[] {
  const count = Math.ceil(gates.length / MAX_AT_ONCE)
  return Array.from({ length: count }, (_, index) =>
    gates.slice(index * MAX_AT_ONCE, (index + 1) * MAX_AT_ONCE),
  )
}

function notSent({ gate_id }: { readonly gate_id: string }, { problem }: Refused): BatchResult {
  return { gate_id, ok: false, code: problem.code }
}
