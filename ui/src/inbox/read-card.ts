import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CanaryOffer } from 'soulgate/contracts/canary'
import type { Gate } from 'soulgate/contracts/gate'

export const OFFER = ['canary']

/** What is asked of the server to read a card. */
export interface CardReads {
  gate(gateId: string, signal: AbortSignal): Promise<Gate>
  offer(): Promise<CanaryOffer>
}

/** The card that tests attention; asked for once, until somebody looks for a new one. */
export const offered = ({ offer }: CardReads) =>
  queryOptions({ queryKey: OFFER, queryFn: offer, staleTime: Number.POSITIVE_INFINITY })

/** The card that tests attention, where this is one. The server knows no gate of its id. */
export function canaryIn(cache: QueryClient, gateId: string): Gate | undefined {
  const gate = cache.getQueryData<CanaryOffer>(OFFER)?.gate
  return gate?.gate_id === gateId ? gate : undefined
}

/** A gate by its id; what the server does not know may be a card that tests attention. */
export async function readCard(
  cache: QueryClient,
  gateId: string,
  { signal, server }: { readonly signal: AbortSignal; readonly server: CardReads },
): Promise<Gate> {
  const known = canaryIn(cache, gateId)
  if (known !== undefined) return known
  return server.gate(gateId, signal).catch(async (error: unknown) => {
    await cache.ensureQueryData(offered(server)).catch(() => undefined)
    const canary = canaryIn(cache, gateId)
    if (canary === undefined) throw error
    return canary
  })
}
