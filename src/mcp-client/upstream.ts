import {
  Client,
  type CreateMessageResult,
  type ElicitResult,
  type InputRequest,
  isSpecType,
  type ListRootsResult,
  type Notification,
  type PriorDiscovery,
  ProtocolError,
  preloadSchemas as preloadClientSchemas,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type ServerCapabilities,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { preloadSchemas as preloadServerSchemas } from '@modelcontextprotocol/server'
import { inOrder } from './in-order.ts'

/** Where the server is: a command that is started, or an address. */
export type UpstreamPlace =
  | {
      readonly command: string
      readonly args: readonly string[]
      readonly environment: Readonly<Record<string, string>>
    }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }

interface UpstreamParts {
  readonly place: UpstreamPlace
  readonly version: string
  /** The revision that its clients speak: a server that speaks several is spoken to in the same one. */
  readonly era: 'legacy' | 'modern'
  /** What the server itself asks of its client. */
  readonly answerAsk: (ask: Ask) => Promise<unknown>
  readonly onNotification: (notification: Notification) => void
  /** Lines of what the server writes beside the protocol, and failures of its connection. */
  readonly report: (line: string) => void
  /** How an address is spoken to. Default: as this machine does. */
  readonly fetch?: typeof fetch
}

/** What a server wants of whoever calls it: words of a person, of a model, or its folders. */
export type Ask = InputRequest
export type Asks = Readonly<Record<string, Ask>>

/** One connection to the server behind the gateway, taken up again whenever it was lost. */
export interface Upstream {
  /** Connected, or throws saying why not. Each use tries at most once. */
  client(): Promise<Client>
  capabilities(): ServerCapabilities
  instructions(): string | undefined
  /** What it offers at this moment, never from a cache. */
  listTools(): Promise<readonly Tool[]>
  close(): Promise<void>
}

const LIST_TIMEOUT_MS = 30_000
/** As long as a server may take to start; one that says nothing at all to a new word speaks an earlier revision. */
const PROBE_TIMEOUT_MS = 20_000

export function createUpstream(parts: UpstreamParts): Upstream {
  const state: { connecting?: Promise<Client> | undefined; prior?: PriorDiscovery; last?: Client } = {}
  const opening: Opening = { clients: new Set(), isClosed: false }
  const connect = (): Promise<Client> => {
    const onClosed = () => {
      state.connecting = undefined
    }
    state.connecting ??= open(parts, state.prior, { onClosed, opening }).then(
      client => {
        state.last = client
        state.prior = priorOf(client)
        return client
      },
      (error: unknown) => {
        state.connecting = undefined
        throw error
      },
    )
    return state.connecting
  }
  const drop = async (client: Client): Promise<void> => {
    state.connecting = undefined
    await client.close().catch(() => {})
  }
  return {
    client: connect,
    capabilities: () => state.last?.getServerCapabilities() ?? {},
    instructions: () => state.last?.getInstructions(),
    async listTools() {
      const client = await connect()
      const options = { cacheMode: 'refresh' as const, timeout: LIST_TIMEOUT_MS }
      try {
        return (await client.listTools({}, options)).tools
      } catch (error) {
        if (!isLostSession(error)) throw error
        await drop(client)
        return (await (await connect()).listTools({}, options)).tools
      }
    },
    async close() {
      opening.isClosed = true
      // One that hangs while it is connected to is not waited for; what it still becomes is dropped.
      if (opening.clients.size > 0) {
        state.connecting?.then(drop, () => {})
        await Promise.all([...opening.clients].map(client => client.close().catch(() => {})))
        return
      }
      const client = await state.connecting?.catch(() => undefined)
      if (client) await drop(client)
    },
  }
}

/**
 * Whether the server itself said that the call failed. Everything else (it died, was silent, answered garbage, went
 * away) leaves open whether the call had its effect.
 */
export function isAnswered(error: unknown): boolean {
  if (error instanceof ProtocolError) return true
  if (error instanceof SdkHttpError)
    return [400, 401, 403, 404, 405, 413, 415, 429].includes(error.status ?? 0)
  return error instanceof SdkError && error.code === SdkErrorCode.NotConnected
}

/** A server over HTTP that was restarted knows its sessions no more. */
function isLostSession(error: unknown): boolean {
  return error instanceof SdkHttpError && (error.status === 404 || error.status === 400)
}

/** Clients that are connecting at this moment. */
interface Opening {
  readonly clients: Set<Client>
  isClosed: boolean
}

interface Life {
  readonly onClosed: () => void
  readonly opening: Opening
}

async function open(parts: UpstreamParts, prior: PriorDiscovery | undefined, life: Life): Promise<Client> {
  try {
    if (prior !== undefined) return await connectTo(parts, { prior, ...life, mode: 'auto' })
    if (parts.era === 'modern') return await connectTo(parts, { ...life, mode: 'auto' })
    return await connectTo(parts, { ...life, mode: 'legacy' }).catch(() =>
      // It may speak the later revision alone.
      connectTo(parts, { ...life, mode: 'auto' }),
    )
  } catch (error) {
    throw new Error(`The server behind the gateway cannot be reached: ${messageOf(error)}`, { cause: error })
  }
}

async function connectTo(
  parts: UpstreamParts,
  {
    prior,
    mode,
    onClosed,
    opening,
  }: Life & { readonly prior?: PriorDiscovery; readonly mode: 'legacy' | 'auto' },
): Promise<Client> {
  if (opening.isClosed) throw new Error('This program is closing.')
  const client = new Client(
    { name: 'soulgate-gateway', version: parts.version },
    {
      capabilities: {
        elicitation: { form: {}, url: {} },
        sampling: { tools: {} },
        roots: { listChanged: true },
      },
      inputRequired: { autoFulfill: false },
      versionNegotiation: { mode, probe: { timeoutMs: PROBE_TIMEOUT_MS } },
      listChanged: {
        tools: changed('tools', parts),
        prompts: changed('prompts', parts),
        resources: changed('resources', parts),
      },
    },
  )
  client.onclose = onClosed
  client.onerror = error => parts.report(`server: ${error.message}`)
  // Each cast is proven by the guard beside it; the types of the library differ in how they write what is optional.
  client.setRequestHandler('elicitation/create', async ({ method, params }) => {
    const answer = await parts.answerAsk({ method, params })
    return requireShape(answer, isSpecType.ElicitResult(answer)) as ElicitResult
  })
  client.setRequestHandler('sampling/createMessage', async ({ method, params }) => {
    const answer = await parts.answerAsk({ method, params })
    const isFit = isSpecType.CreateMessageResult(answer) || isSpecType.CreateMessageResultWithTools(answer)
    return requireShape(answer, isFit) as CreateMessageResult
  })
  client.setRequestHandler('roots/list', async ({ method, params }) => {
    const answer = await parts.answerAsk(params === undefined ? { method } : { method, params })
    return requireShape(answer, isSpecType.ListRootsResult(answer)) as ListRootsResult
  })
  client.fallbackNotificationHandler = async notification => parts.onNotification(notification)
  opening.clients.add(client)
  try {
    const connected = client.connect(toTransport(parts), prior === undefined ? {} : { prior })
    setImmediate(prepare)
    await connected
  } catch (error) {
    await client.close().catch(() => {})
    throw error
  } finally {
    opening.clients.delete(client)
  }
  return client
}

/** What messages are read with is built while the server starts, so that the first call does not wait for it. */
function prepare(): void {
  preloadClientSchemas()
  preloadServerSchemas()
}

/** Told on, and nothing else: what is offered is read anew whenever it matters. */
function changed(list: 'tools' | 'prompts' | 'resources', { onNotification }: UpstreamParts) {
  return {
    autoRefresh: false,
    onChanged: () => onNotification({ method: `notifications/${list}/list_changed` }),
  }
}

function requireShape(answer: unknown, isFit: boolean): unknown {
  if (isFit) return answer
  throw new Error('The client answered with something else than what the server asked for.')
}

function toTransport({ place, report, fetch }: UpstreamParts): Transport {
  if ('url' in place) {
    const requestInit = { headers: { ...place.headers }, redirect: 'error' as const }
    const guard = fetch === undefined ? {} : { fetch }
    return inOrder(new StreamableHTTPClientTransport(new URL(place.url), { requestInit, ...guard }))
  }
  const { command, args, environment } = place
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...environment },
    stderr: 'pipe',
  })
  transport.stderr?.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString('utf8').split('\n')) if (line.trim() !== '') report(line)
  })
  return inOrder(transport)
}

function priorOf(client: Client): PriorDiscovery {
  const discover = client.getDiscoverResult()
  return discover === undefined ? { kind: 'legacy' } : { kind: 'modern', discover }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
