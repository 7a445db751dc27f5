import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { CanaryOffer, CanaryResult, ChangeCanary } from 'soulgate/contracts/canary'
import type { DecideRequest } from 'soulgate/contracts/decision'
import type { Gate } from 'soulgate/contracts/gate'
import { type Decided, isRefused, type Refused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'

const OFFER = ['canary']
const RESULT = ['canary-result']
const OFFERED = queryOptions({
  queryKey: OFFER,
  queryFn: async (): Promise<CanaryOffer> => {
    const offer = await client.insights.canary()
    return isRefused(offer) ? { on: false } : offer
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether cards that test attention are on, and the one that waits here; looked for anew after each decision. */
export function useCanary(): CanaryOffer {
  const { role, decides } = useIdentity()
  const { data } = useQuery({
    ...OFFERED,
    enabled: decides && (role === 'reviewer' || role === 'admin'),
    refetchOnWindowFocus: false,
  })
  return data ?? { on: false }
}

/** The card that tests attention, where this is one. The server knows no gate of its id. */
export function canaryIn(cache: QueryClient, gateId: string): Gate | undefined {
  const gate = cache.getQueryData<CanaryOffer>(OFFER)?.gate
  return gate?.gate_id === gateId ? gate : undefined
}

/** A gate by its id; what the server does not know may be a card that tests attention. */
export async function readGate(cache: QueryClient, gateId: string, signal: AbortSignal): Promise<Gate> {
  const known = canaryIn(cache, gateId)
  if (known !== undefined) return known
  return client.gates.get(gateId, { signal }).catch(async (error: unknown) => {
    await cache.ensureQueryData(OFFERED).catch(() => undefined)
    const canary = canaryIn(cache, gateId)
    if (canary === undefined) throw error
    return canary
  })
}

/** Changes one's own card as a gate would be changed; nobody else sees it. */
export async function changeCanary(
  cache: QueryClient,
  gateId: string,
  change: ChangeCanary,
): Promise<Gate | Refused> {
  const offer = await client.insights.changeCanary(gateId, change)
  if (isRefused(offer)) return offer
  cache.setQueryData(OFFER, offer)
  const gate = canaryIn(cache, gateId)
  if (gate === undefined) throw new Error('The card is gone.')
  return gate
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
