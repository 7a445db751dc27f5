import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

const CARD = 'card'

/** What a request of revision 2026-07-28 says of its client; earlier ones said it once, at the beginning. */
const Envelope = z
  .looseObject({
    [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({
      elicitation: z.looseObject({ url: z.looseObject({}).optional() }).optional(),
    }),
  })
  .transform(envelope => envelope[CLIENT_CAPABILITIES_META_KEY])

/** The page where a signed-in person reads and decides a gate. */
export function cardUrl(publicUrl: string, gateId: string): string {
  return `${publicUrl}/inbox/${encodeURIComponent(gateId)}`
}

/**
 * Whether this client opens links for its person. Never asked for a form: what is filled in there passes through the
 * client, which may be the agent itself.
 */
export function opensLinks(server: Server, context: ServerContext): boolean {
  const declared = Envelope.safeParse(context.mcpReq.envelope).data ?? server.getClientCapabilities()
  return declared?.elicitation?.url !== undefined
}

/**
 * Sends the person of this client to the card. That they opened it says nothing: only the gate itself is asked
 * afterwards, whatever the client answers.
 */
export function showCard(card: {
  readonly url: string
  readonly summary: string
  readonly state: string
}): InputRequiredResult {
  const message = `A person must decide before this runs: ${card.summary.slice(0, 300)}`
  return inputRequired({
    inputRequests: { [CARD]: inputRequired.elicitUrl({ message, url: card.url }) },
    requestState: card.state,
  })
}
