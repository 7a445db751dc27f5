import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { CanaryOffer, CanaryResult, ChangeCanary } from 'soulgate/contracts/canary'
import type { DecideRequest } from 'soulgate/contracts/decision'
import type { Gate } from 'soulgate/contracts/gate'
import { type Decided, isRefused, type Refused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { type CardReads, canaryIn, OFFER, offered, readCard } from './read-card.ts'

export { canaryIn }

const RESULT = ['canary-result']
const SERVER: CardReads = {
  gate: (gateId, signal) => client.gates.get(gateId, { signal }),
  offer: async () => {
    const offer = await client.insights.canary()
    return isRefused(offer) ? { on: false } : offer
  },
}

/** Whether cards that test attention are on, and the one that waits here; looked for anew after each decision. */
export function useCanary(): CanaryOffer {
  const { role, decides } = useIdentity()
  const { data } = useQuery({
    ...offered(SERVER),
    enabled: decides && (role === 'reviewer' || role === 'admin'),
    refetchOnWindowFocus: false,
  })
  return data ?? { on: false }
}

export const readGate = (cache: QueryClient, gateId: string, signal: AbortSignal): Promise<Gate> =>
  readCard(cache, gateId, { signal, server: SERVER })

/** Changes one's own card as a gate would be changed; nobody else sees it. */
export async function changeCanary(
  cache: QueryClient,
  gateId: string,
  change: ChangeCanary,
): Promise<Gate | Refused> {
  const offer = await client.insights.changeCanary(gateId, change)
  if (isRefused(offer)) return offer
  cache.setQueryData(OFFER, offer)
  return canaryIn(cache, gateId) ?? Promise.reject(new Error('It is gone.'))
}

/** Answers it: it ends here, and what it was is shown. */
export async function answerCanary(
  cache: QueryClient,
  gate: Gate,
  { decision, edited_arguments: edited }: DecideRequest,
): Promise<Decided | Refused> {
  const answer = { decision, ...(edited === undefined ? {} : { edited_arguments: edited }) }
  const result = await client.insights.answerCanary(gate.gate_id, answer)
  if (isRefused(result)) return result
  cache.setQueryData(RESULT, result)
  const status = decision === 'approve' ? 'approved' : 'rejected'
  return { success: true, event_id: gate.gate_id, gate: { ...gate, status } }
}

/** Looks whether one has come, after a decision. */
export function lookForCanary(cache: QueryClient): void {
  if (cache.getQueryData<CanaryOffer>(OFFER)?.on === true) void cache.invalidateQueries({ queryKey: OFFER })
}

/** What the last one was, until the person has read it. */
export function useCanaryResult(): CanaryResult | null {
  const { data } = useQuery<CanaryResult | null>({ queryKey: RESULT, queryFn: () => null, enabled: false })
  return data ?? null
}

export function forgetCanaryResult(cache: QueryClient): void {
  cache.setQueryData(RESULT, null)
}
