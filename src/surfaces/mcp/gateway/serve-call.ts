import { ProtocolError as UpstreamProtocolError } from '@modelcontextprotocol/client'
import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  type Notification,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { headingOf } from '../../../contracts/act-line.ts'
import { JsonObject } from '../../../contracts/json-value.ts'
import type { Ask } from '../../../mcp-client/mcp-client.ts'
import { toVisible } from '../../../mcp-client/mcp-client.ts'
import type { ResultClient } from '../../../sdk/sdk.ts'
import { canAnswer, cardUrl, metaOf, opensLinks, showCard } from '../waiting.ts'
import type { Clients } from './clients.ts'
import { type Conversation, createConversation, type Parking } from './conversation.ts'
import { type CallEnd, callThroughGate, type GatedCallParts } from './gated-call.ts'
import { toCallResult, toFailureResult } from './outcome-text.ts'
import { isTaskWanted, toCreated } from './serve-tasks.ts'
import type { TaskRecord } from './task-records.ts'
import type { Tasks } from './tasks.ts'

export interface GatewayCaller {
  readonly client: ResultClient
  /** Tells one credential from the other. */
  readonly id: string
}

export interface CallHandlers extends GatedCallParts {
  readonly publicUrl: string
  readonly waitMs: number
  /** The calls that are going on. */
  readonly talks: Set<Talk>
  readonly parking: Parking<Talk>
  readonly tasks: Tasks
}

/** One call that is going on, and the request that listens to it at this moment. */
export interface Talk {
  readonly conversation: Conversation<CallEnd>
  readonly abort: AbortController
  context: ServerContext
  gate?: { readonly id: string; readonly summary: string }
}

interface Served {
  readonly era: 'legacy' | 'modern'
  readonly server: Server
  readonly caller: GatewayCaller
  readonly context: ServerContext
}

const ASK = 'ask'
const SHOWN = 'shown'
const PROGRESS_EVERY_MS = 10_000

/** Serves one request of a client to call a tool: the first one, or one that comes back to a call that is going on. */
export async function serveCall(
  desk: CallHandlers,
  served: Served,
  params: CallToolRequest['params'],
): Promise<CallToolResult | InputRequiredResult> {
  const { context, caller, server, era } = served
  const { signal } = context.mcpReq
  const ticket = context.mcpReq.requestState<string>()
  const parked = ticket === undefined ? undefined : desk.parking.take(caller.id, ticket)
  if (ticket !== undefined && ticket !== SHOWN && !parked) {
    const message = 'Invalid or expired requestState. Make the call again from the beginning.'
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
  }
  const isLinkToShow = ticket === undefined && opensLinks(server, context)
  const isTask = ticket === undefined && isTaskWanted(server, context, { era, params })
  const task = isTask ? desk.tasks.begin(params.name) : undefined
  const waitMs = isLinkToShow || isTask ? 0 : desk.waitMs
  const talk = parked?.talk ?? beginTalk(desk, served, { params, waitMs, key: task?.key })
  const leave = () => talk.abort.abort(signal.reason)
  talk.context = context
  signal.addEventListener('abort', leave, { once: true })
  const stopTelling = tellThatItGoesOn(context, talk)
  try {
    parked?.answer(context.mcpReq.inputResponses ?? {})
    return await converse(desk, served, { talk, task, isLinkToShow })
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    return toFailureResult(error)
  } finally {
    stopTelling()
    signal.removeEventListener('abort', leave)
  }
}

/**
 * A server asks without saying for which call: the one that is going on alone answers, or else the only client, which the
 * question is then for whatever it is about.
 */
export async function answerAsk(
  { talks, clients }: { readonly talks: ReadonlySet<Talk>; readonly clients: Pick<Clients, 'ask'> },
  ask: Ask,
): Promise<unknown> {
  const talk = onlyTalk(talks)
  return talk === undefined ? clients.ask(ask) : (await talk.conversation.put({ [ASK]: ask }))[ASK]
}

/** Gives false where no call, or more than one, is going on. */
export function notifyTalk(talks: ReadonlySet<Talk>, notification: Notification): boolean {
  const talk = onlyTalk(talks)
  talk?.context.mcpReq.notify(notification).catch(() => {})
  return talk !== undefined
}

function onlyTalk(talks: ReadonlySet<Talk>): Talk | undefined {
  const [talk, ...others] = [...talks].filter(candidate => candidate.conversation.isUnderWay)
  return others.length === 0 ? talk : undefined
}

function beginTalk(
  desk: CallHandlers,
  { server, caller, context }: Served,
  { params, waitMs, key }: { params: CallToolRequest['params']; waitMs: number; key: string | undefined },
): Talk {
  const abort = new AbortController()
  const begin = (self: Conversation<CallEnd>) =>
    callThroughGate(desk, {
      ...{ client: caller.client, caller: caller.id, tool: params.name, waitMs, key },
      arguments: JsonObject.parse(params.arguments ?? {}),
      meta: metaOf(server, context),
      signal: abort.signal,
      onGate: gate => {
        talk.gate = { id: gate.gate_id, summary: headingOf(gate) }
      },
      onAsk: asks => self.put(asks),
      onProgress: progress => notifyProgress(talk.context, progress),
      onUnderWay: isUnderWay => {
        self.isUnderWay = isUnderWay
      },
    }).finally(() => desk.talks.delete(talk))
  const talk: Talk = { conversation: createConversation(begin), abort, context }
  desk.talks.add(talk)
  return talk
}

/** Listens to a call until it ends, or until somebody else must speak first. */
async function converse(
  desk: CallHandlers,
  served: Served,
  { talk, task, isLinkToShow }: { talk: Talk; task: TaskRecord | undefined; isLinkToShow: boolean },
): Promise<CallToolResult | InputRequiredResult> {
  const { server, caller, context } = served
  for (;;) {
    const turn = await talk.conversation.next()
    if (turn.kind === 'end') {
      // A server of the later revision makes a task only of what waits; in the earlier one its client has decided that.
      if (task && (turn.end.status === 'pending' || served.era === 'legacy'))
        return await createTask(desk, served, { task, end: turn.end })
      // What the server refuses in the words of the protocol is its client's to read as such.
      if (turn.end.status === 'failed' && turn.end.error instanceof UpstreamProtocolError) {
        const { code, message, data } = turn.end.error
        throw new ProtocolError(code, toVisible(message), data)
      }
      const { gate } = talk
      const gateId = turn.end.gate_id ?? gate?.id
      const url = gateId === undefined ? undefined : cardUrl(desk.publicUrl, gateId)
      const isToShow = turn.end.status === 'pending' && isLinkToShow
      if (gate && url !== undefined && isToShow) return showCard({ url, summary: gate.summary, state: SHOWN })
      return toCallResult(turn.end, url)
    }
    const { asks, answer, refuse } = turn
    if (Object.values(asks).some(ask => !canAnswer(server, context, ask))) {
      refuse('The client of this call has no way to answer what the server asks')
      continue
    }
    const requestState = desk.parking.park(caller.id, { talk, answer, refuse })
    return inputRequired({ inputRequests: asks, requestState })
  }
}

async function createTask(
  { tasks, publicUrl }: CallHandlers,
  { server, caller, context, era }: Served,
  { task, end }: { readonly task: TaskRecord; readonly end: CallEnd },
): Promise<CallToolResult> {
  const record = tasks.keep(caller, task, end)
  const url = record.gate_id === undefined ? undefined : cardUrl(publicUrl, record.gate_id)
  const { content } = toCallResult(end, url)
  return toCreated({ server, context, era }, record, { content, standing: await tasks.look(caller, record) })
}

/** A client that wants to hear of progress is not to think that nobody is there. */
function tellThatItGoesOn(context: ServerContext, talk: Talk): () => void {
  let round = 0
  const timer = setInterval(() => {
    round += 1
    if (talk.conversation.isUnderWay) return
    notifyProgress(context, { progress: round / 1000, message: 'Waiting for a person.' })
  }, PROGRESS_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function notifyProgress(
  { mcpReq }: ServerContext,
  progress: {
    readonly progress: number
    readonly total?: number | undefined
    readonly message?: string | undefined
  },
): void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  const params = { ...progress, progressToken }
  mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
}
