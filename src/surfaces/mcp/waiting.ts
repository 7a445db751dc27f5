import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

const CARD = 'card'
/** The extension of revision 2026-07-28 by which a call may be answered with a task. */
export const TASKS = 'io.modelcontextprotocol/tasks'

/** The page where a signed-in person reads and decides a gate. */
export function cardUrl(publicUrl: string, gateId: string): string {
  return `${publicUrl}/inbox/${encodeURIComponent(gateId)}`
}

/**
 * Whether this client opens links for its person. For a gate it is never asked for a form: what is filled in there
 * passes through the client, which may be the agent itself.
 */
export function opensLinks(server: Server, context: ServerContext): boolean {
  return declaredBy(server, context)?.elicitation?.url !== undefined
}

/** Whether this client said with its request that it can be answered with a task. */
export function hasTasks(server: Server, context: ServerContext): boolean {
  return declaredBy(server, context)?.extensions?.[TASKS] !== undefined
}

/** Whether this client said that it answers such a question of a server. */
export function canAnswer(server: Server, context: ServerContext, ask: InputRequest): boolean {
  return canBeAnswered(declaredBy(server, context), ask)
}

/** Whether such a question of a server can be answered by a client that declared this. */
export function canBeAnswered(
  declared: ReturnType<typeof declaredBy>,
  { method, params }: InputRequest,
): boolean {
  if (method === 'roots/list') return declared?.roots !== undefined
  if (method === 'sampling/createMessage') return declared?.sampling !== undefined
  const { elicitation } = declared ?? {}
  if (params.mode === 'url') return elicitation?.url !== undefined
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
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

/** What goes to a server with a request of this client. */
export type RequestMeta = Readonly<Record<string, unknown>>

/** What the client sent along, and what it can do, so that the server asks for nothing that nobody will answer. */
export function metaOf(server: Server, context: ServerContext): RequestMeta {
  const { progressToken: _, ...meta } = context.mcpReq._meta ?? {}
  const { extensions = {}, ...declared } = declaredBy(server, context) ?? {}
  // Tasks are ours to give: a server that made one would keep its result from the one who must record it.
  const { [TASKS]: _tasks, ...passedOn } = extensions
  return { ...meta, [CLIENT_CAPABILITIES_META_KEY]: { ...declared, extensions: passedOn } }
}

/** The same for a server of an earlier revision, which was told at the beginning and knows no such word. */
export function withoutCapabilities(meta: RequestMeta): RequestMeta {
  const { [CLIENT_CAPABILITIES_META_KEY]: _, ...rest } = meta
  return rest
}

const Declared = z.looseObject({
  elicitation: z.looseObject({ url: z.unknown().optional(), form: z.unknown().optional() }).optional(),
  sampling: z.unknown().optional(),
  roots: z.unknown().optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
})
/** What a request of revision 2026-07-28 says of its client; earlier ones said it once, at the beginning. */
const Envelope = z
  .looseObject({ [CLIENT_CAPABILITIES_META_KEY]: Declared })
  .transform(envelope => envelope[CLIENT_CAPABILITIES_META_KEY])

function declaredBy(server: Server, { mcpReq }: ServerContext): z.infer<typeof Declared> | undefined {
  const declared = Envelope.safeParse(mcpReq.envelope).data
  return declared ?? Declared.safeParse(server.getClientCapabilities()).data
}
