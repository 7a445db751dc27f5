import { join } from 'node:path'
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createUpstream, type Definition, toDefinition } from '../../mcp-client/mcp-client.ts'
import { createResultClient, type ResultClient } from '../../sdk/sdk.ts'
import { createHttpEndpoint, type HttpEndpoint } from './endpoint.ts'
import { registerGateTools } from './gate-tools.ts'
import { createGateway, type GatewayParts } from './gateway/gateway.ts'
import { createOpenCalls } from './gateway/open-calls.ts'
import { type ServedAt, type ServedGateway, serveGatewayHttp } from './gateway/serve-http.ts'
import { createTaskRecords } from './gateway/task-records.ts'
import { registerGuardrailTools } from './guardrail-tools.ts'
import { TASKS } from './waiting.ts'

export type { UpstreamPlace } from '../../mcp-client/mcp-client.ts'
export { declareDefinition } from './gateway/definitions.ts'
export type { ServedGateway } from './gateway/serve-http.ts'

export interface McpParts {
  /** With an agent's key: what these tools may do is what that key may do. */
  readonly client: ResultClient
  readonly version: string
  /** Where people open the server in a browser. */
  readonly publicUrl: string
}

/** An MCP server over one agent's key: guardrails, confidence and gates. No tool of it decides anything. */
function createMcpServer(
  { client, version, publicUrl }: McpParts,
  { era, verifyState = requireGateId }: ServedAs,
): McpServer {
  const isModern = era === 'modern'
  const server = new McpServer(
    { name: 'soulgate', version },
    {
      instructions: INSTRUCTIONS,
      requestState: { verify: verifyState },
      ...(isModern ? { capabilities: { extensions: { [TASKS]: {} } } } : {}),
    },
  )
  registerGuardrailTools(server, client)
  registerGateTools(server, { client, publicUrl, hasTasks: isModern })
  return server
}

interface ServedAs {
  readonly era: 'legacy' | 'modern'
  readonly verifyState?: ((state: string) => unknown) | undefined
}

/** The state of our tools is the id of a gate; whose it is, the server is asked with the key of the caller. */
function requireGateId(state: string): void {
  if (!/^gate_[0-9a-z]{1,60}$/.test(state)) throw new Error('No state of this server.')
}

/** Serves on standard input and output, both wire revisions, until the other side hangs up or `close` is called. */
export function serveMcp(parts: McpParts): { close(): Promise<void> } {
  return serveStdio(({ era }) => createMcpServer(parts, { era }))
}

/**
 * Serves over streamable HTTP, both wire revisions, each caller with a key of its own; `fetch` asks the server whose
 * guardrails and gates these are.
 */
export function createMcpEndpoint(parts: {
  readonly version: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly publicUrl: () => string
  readonly now?: () => number
  /** Other tools beside ours, such as those that a conformance suite asks for. */
  readonly extend?: (server: McpServer) => void
  /** Throws for a state that is neither of ours nor of theirs. */
  readonly verifyState?: (state: string) => unknown
}): HttpEndpoint {
  const { version, fetch, now = Date.now } = parts
  return createHttpEndpoint({
    now,
    createServer: ({ token }, era) => {
      const publicUrl = parts.publicUrl()
      // What this `fetch` is given stays in the process.
      const client = createResultClient({ baseUrl: publicUrl, token, fetch, allowPlainHttp: true })
      const server = createMcpServer({ version, publicUrl, client }, { era, verifyState: parts.verifyState })
      parts.extend?.(server)
      return server
    },
  })
}

/** What a server says of its tools at this moment; it is connected to once and left again. Throws where it is not there. */
export async function readDefinitions({
  names,
  ...parts
}: Pick<GatewayParts, 'place' | 'names' | 'version' | 'report'>): Promise<readonly Definition[]> {
  const upstream = createUpstream({
    ...{ ...parts, era: 'legacy', onNotification: () => {} },
    answerAsk: () => Promise.reject(new Error('Nobody is here whom it could be asked.')),
  })
  try {
    return (await upstream.listTools()).map(tool => toDefinition(names, tool))
  } finally {
    await upstream.close()
  }
}

export interface GatewayOptions extends Omit<GatewayParts, 'openCalls' | 'taskRecords'> {
  /** Where it is remembered which calls were begun, so that a restart asks nothing twice. */
  readonly folder: string
}

/**
 * Puts guardrails and gates in front of one MCP server, for the client on standard input and output. `onEnd` is told
 * when that client hung up, or with an error when the server cannot be reached.
 */
export function serveGateway(
  options: GatewayOptions & { readonly client: ResultClient; readonly onEnd: (error?: unknown) => void },
): { close(): Promise<void> } {
  const { client, onEnd, folder, ...parts } = options
  const gateway = createGateway({ ...parts, ...remembered(folder) })
  const transport = new StdioServerTransport()
  const served = serveStdio(
    async ({ era }) => {
      try {
        return await gateway.createServer({ client, id: 'stdio' }, era)
      } catch (error) {
        onEnd(error)
        throw error
      }
    },
    { transport },
  )
  const { onclose } = transport
  transport.onclose = () => {
    onclose?.()
    gateway.close().then(() => onEnd(), onEnd)
  }
  return { close: served.close }
}

/** The same for clients over streamable HTTP, each with a key of its own. */
export function serveGatewayOverHttp(options: GatewayOptions & ServedAt): Promise<ServedGateway> {
  const { soulgateUrl, port, allowPlainHttp = false, folder, ...parts } = options
  const gateway = createGateway({ ...parts, ...remembered(folder) })
  return serveGatewayHttp(gateway, { soulgateUrl, port, allowPlainHttp })
}

function remembered(folder: string): Pick<GatewayParts, 'openCalls' | 'taskRecords'> {
  return { openCalls: createOpenCalls(folder), taskRecords: createTaskRecords(join(folder, 'tasks')) }
}

const INSTRUCTIONS =
  'Ask guardrails_get_context before you act, and follow what it says. Where it names a gate, open one with gate_request and wait with gate_status: only people decide. After a task report how sure you are with guardrails_report_confidence, and stop when it escalates.'
