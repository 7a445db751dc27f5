import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { useFailedCount } from '../queue/use-queue.ts'

/** A failure counts as looked at once its card was open for so long. */
const LOOKED_MS = 1000

/** Tells the server that somebody who decides has looked at what failed; then it leaves *After approval*. */
export function useLookedAt(gate: Gate): void {
  const cache = useQueryClient()
  const { role, decides } = useIdentity()
  const hasUnseen = useFailedCount() > 0
  const hasFailed = gate.outcome?.outcome === 'failed' || gate.outcome?.outcome === 'partly'
  const isTold = hasUnseen && hasFailed && decides && (role === 'reviewer' || role === 'admin')
  const { gate_id: gateId, view_digest: view } = gate
  useEffect(() => {
    if (!isTold) return
    const timer = setTimeout(async () => {
      await client.gates.viewed(gateId, view).catch(() => undefined)
      await cache.invalidateQueries({ queryKey: ['queue-failed'] })
    }, LOOKED_MS)
    return () => clearTimeout(timer)
  }, [isTold, gateId, view, cache])
}
