import {
  type McpRequestContext,
  type Notification,
  Server,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server'
import {
  createUpstream,
  type ServerNames,
  toDefinition,
  toVisible,
  type UpstreamPlace,
} from '../../../mcp-client/mcp-client.ts'
import { metaOf, type RequestMeta, TASKS, withoutCapabilities } from '../waiting.ts'
import { createClients } from './clients.ts'
import { createParking } from './conversation.ts'
import { declareAll, toListed } from './definitions.ts'
import type { OpenCalls } from './open-calls.ts'
import {
  answerAsk,
  type CallHandlers,
  type GatewayCaller,
  notifyTalk,
  serveCall,
  type Talk,
} from './serve-call.ts'
import { serveTasksExtension, serveTasksOf2025 } from './serve-tasks.ts'
import type { TaskRecords } from './task-records.ts'
import { createTasks } from './tasks.ts'

export interface GatewayParts {
  readonly place: UpstreamPlace
  readonly names: ServerNames
  readonly version: string
  readonly openCalls: OpenCalls
  readonly taskRecords: TaskRecords
  /** Where people open Soulgate in a browser. */
  readonly publicUrl: string
  /** How long one request of a client waits for people before it is told to come back. */
  readonly waitMs: number
  readonly callTimeoutMs: number
  /** Lines for the operator: what the server writes beside the protocol, and what failed. */
  readonly report: (line: string) => void
}

/** Guardrails and gates in front of one MCP server. */
export interface Gateway {
  /** A server for one client, which asks Soulgate with the key of that client. Throws where the server is not there. */
  createServer(caller: GatewayCaller, era: Era): Promise<Server>
  /** Told when the server offers other tools, prompts or resources. */
  onListChanged(listener: (list: 'tools' | 'prompts' | 'resources') => void): void
  close(): Promise<void>
}

/** Everything but tools is read and handed on as it comes. */
const PASSED = {
  resources: ['resources/list', 'resources/templates/list', 'resources/read'],
  prompts: ['prompts/list', 'prompts/get'],
  completions: ['completion/complete'],
  subscriptions: ['resources/subscribe', 'resources/unsubscribe'],
} as const
const LIST_CHANGED = /^notifications\/(\w+)\/list_changed$/
const PASS_TIMEOUT_MS = 60_000
const NOTE =
  'Each tool here is behind Soulgate: a call may wait until a person approves it, be refused, or be answered with what to do instead. What follows a call that waits: tell your person, and make the same call again.'

export function createGateway(parts: GatewayParts): Gateway {
  const talks = new Set<Talk>()
  const clients = createClients()
  const listeners = new Set<Parameters<Gateway['onListChanged']>[0]>()
  const onNotification = (notification: Notification) => {
    const list = LIST_CHANGED.exec(notification.method)?.[1]
    if (list === 'tools' || list === 'prompts' || list === 'resources')
      for (const listener of listeners) listener(list)
    tell({ talks, servers: clients.servers }, notification)
  }
  const connectTo = (era: Era) =>
    createUpstream({
      ...{ place: parts.place, version: parts.version, era, onNotification },
      report: line => parts.report(toVisible(line)),
      answerAsk: ask => answerAsk({ talks, clients }, ask),
    })
  const upstreams = { legacy: connectTo('legacy'), modern: connectTo('modern') }
  const parking = createParking<Talk>()
  const desks = {
    legacy: toDesk(parts, { upstream: upstreams.legacy, talks, parking }),
    modern: toDesk(parts, { upstream: upstreams.modern, talks, parking }),
  }
  return {
    async createServer(caller, era) {
      await upstreams[era].client()
      const { version, report } = parts
      const server = createServer(desks[era], { caller, era, version, report })
      clients.add(server)
      return server
    },
    onListChanged: listener => void listeners.add(listener),
    async close() {
      await Promise.all([upstreams.legacy.close(), upstreams.modern.close()])
    },
  }
}

type Era = McpRequestContext['era']

function toDesk(
  parts: GatewayParts,
  lines: Pick<CallHandlers, 'upstream' | 'talks' | 'parking'>,
): CallHandlers {
  const { taskRecords: records, ...rest } = parts
  const { upstream } = lines
  return { ...rest, ...lines, tasks: createTasks({ ...rest, upstream, records }) }
}

interface ServerParts {
  readonly caller: GatewayCaller
  readonly era: Era
  readonly version: string
  readonly report: (line: string) => void
}

function createServer(desk: CallHandlers, { caller, era, version, report }: ServerParts): Server {
  const capabilities = toCapabilities(desk.upstream.capabilities(), era)
  const said = desk.upstream.instructions()
  const server = new Server(
    { name: `soulgate-gateway-${desk.names.name}`, version },
    { capabilities, instructions: said === undefined ? NOTE : `${NOTE}\n\n${toVisible(said)}` },
  )
  server.setRequestHandler('tools/list', async () => ({ tools: await listTools(desk, { caller, report }) }))
  server.setRequestHandler('tools/call', ({ params }, context) =>
    serveCall(desk, { server, caller, context, era }, params),
  )
  const served = { tasks: desk.tasks, server, caller, publicUrl: desk.publicUrl }
  if (era === 'legacy') serveTasksOf2025(served)
  else serveTasksExtension(served)
  for (const method of passedMethods(capabilities)) {
    server.setRequestHandler(method, async ({ params }, context) =>
      handOn(desk, { method, params: { ...params }, meta: metaOf(server, context), context }),
    )
  }
  if (era === 'legacy') {
    server.setNotificationHandler('notifications/roots/list_changed', async () => {
      const client = await desk.upstream.client()
      if (client.getProtocolEra() === 'legacy') await client.sendRootsListChanged()
    })
  }
  if (capabilities.logging) {
    server.setRequestHandler('logging/setLevel', async ({ params }) => {
      const client = await desk.upstream.client()
      // A server of the later revision has no level to set.
      if (client.getProtocolEra() === 'legacy') await client.request({ method: 'logging/setLevel', params })
      return {}
    })
  }
  return server
}

function toCapabilities(theirs: ServerCapabilities, era: Era): ServerCapabilities {
  const { resources, prompts, completions, logging } = theirs
  return {
    tools: { listChanged: true },
    ...(resources ? { resources } : {}),
    ...(prompts ? { prompts } : {}),
    ...(completions ? { completions } : {}),
    ...(logging && era === 'legacy' ? { logging } : {}),
    ...(era === 'legacy'
      ? { tasks: { cancel: {}, requests: { tools: { call: {} } } } }
      : { extensions: { [TASKS]: {} } }),
  }
}

function passedMethods({ resources, prompts, completions }: ServerCapabilities) {
  return [
    ...(resources ? PASSED.resources : []),
    ...(prompts ? PASSED.prompts : []),
    ...(completions ? PASSED.completions : []),
    ...(resources?.subscribe ? PASSED.subscriptions : []),
  ]
}

async function listTools(desk: CallHandlers, { caller, report }: Pick<ServerParts, 'caller' | 'report'>) {
  const definitions = (await desk.upstream.listTools()).map(tool => toDefinition(desk.names, tool))
  const known = await declareAll(caller.client, definitions).catch((error: unknown) => {
    // Reading the list does no harm; each call is declared and asked for on its own.
    report(`tools could not be declared: ${error instanceof Error ? error.message : String(error)}`)
    return new Map<string, never>()
  })
  return definitions.map(definition => toListed(definition, known.get(definition.declaration.name)))
}

/** Asks the server the same, and gives its answer; where it asks something back, that is the client's to answer. */
async function handOn<Method extends ReturnType<typeof passedMethods>[number]>(
  { upstream }: CallHandlers,
  {
    method,
    params,
    meta,
    context,
  }: {
    method: Method
    params: Readonly<Record<string, unknown>>
    meta: RequestMeta
    context: ServerContext
  },
) {
  const { inputResponses, signal } = context.mcpReq
  const requestState = context.mcpReq.requestState<string>()
  const client = await upstream.client()
  return client.request(
    {
      method,
      params: {
        ...params,
        _meta: client.getProtocolEra() === 'modern' ? meta : withoutCapabilities(meta),
        ...(inputResponses === undefined ? {} : { inputResponses }),
        ...(requestState === undefined ? {} : { requestState }),
      },
    },
    { signal, timeout: PASS_TIMEOUT_MS, allowInputRequired: true },
  )
}

/** News of the server go to the call that is going on when there is one alone, otherwise to every client. */
function tell(
  { talks, servers }: { talks: ReadonlySet<Talk>; servers: ReadonlySet<Server> },
  notification: Notification,
): void {
  const isOfCall = notification.method === 'notifications/message' && notifyTalk(talks, notification)
  if (isOfCall) return
  for (const server of servers) server.notification(notification).catch(() => {})
}
