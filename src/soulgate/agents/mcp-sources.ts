import type { McpSource } from '../../agents/agents.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { JsonValue } from '../../contracts/json-value.ts'
import type { ExecutableTool, ToolExecution, ToolOutcome } from '../../engine/tools/tools.ts'
import {
  createUpstream,
  type Definition,
  isAnswered,
  toDefinition,
  type Upstream,
} from '../../mcp-client/mcp-client.ts'
import { createGuardedFetch } from '../../network/network.ts'
import type { Engine } from '../engine.ts'
import { SYSTEM_PRINCIPAL } from './program-principal.ts'

/** The MCP servers of a configuration, connected as long as the program runs. */
export interface McpSources {
  /** Reads what each server offers, and carries it. A server that is not there is reported, and asked again when it is used. */
  load(): Promise<void>
  close(): Promise<void>
}

/** What this client tells a server of itself. */
const CLIENT_VERSION = '1'
const CALL_TIMEOUT_MS = 600_000
const PRIVATE_HINT = 'start it as a command, or serve it over https on a public address'

type Parts = Pick<Engine, 'catalog' | 'report'>

interface Connected {
  readonly source: McpSource
  readonly upstream: Upstream
  readonly refresh: () => Promise<readonly Definition[]>
}

export function createMcpSources(parts: Parts, sources: readonly McpSource[]): McpSources {
  const connected = sources.map(source => connect(parts, source))
  return {
    load: async () => {
      await Promise.all(
        connected.map(({ source, refresh }) =>
          refresh().catch(error => parts.report(error, { mcp_server: source.name })),
        ),
      )
    },
    close: async () => {
      await Promise.all(connected.map(({ upstream }) => upstream.close()))
    },
  }
}

function connect(parts: Parts, source: McpSource): Connected {
  const upstream = createUpstream({
    ...{ place: source.place, version: CLIENT_VERSION, era: 'modern' },
    fetch: createGuardedFetch({ privateHint: PRIVATE_HINT }),
    answerAsk: () =>
      Promise.reject(new Error('Nobody answers questions of a server to an agent of the program.')),
    onNotification: ({ method }) => {
      if (method !== 'notifications/tools/list_changed') return
      connected.refresh().catch(error => parts.report(error, { mcp_server: source.name }))
    },
    report: line => parts.report(new Error(line), { mcp_server: source.name }),
  })
  const connected: Connected = {
    source,
    upstream,
    refresh: async () => {
      const definitions = (await upstream.listTools()).map(tool => toDefinition(namesOf(source), tool))
      for (const definition of definitions)
        await parts.catalog
          .carry([toTool(connected, definition)], SYSTEM_PRINCIPAL)
          .catch(error => parts.report(error, { mcp_server: source.name }))
      return definitions
    },
  }
  return connected
}

/** Who serves it is part of what a person confirms: the same name from elsewhere is another tool. */
function namesOf({ name, place }: McpSource) {
  const servedBy = 'url' in place ? place.url : JSON.stringify([place.command, ...place.args])
  return { name, servedBy }
}

function toTool(connected: Connected, definition: Definition): ExecutableTool {
  return { definition: definition.declaration, execute: call => execute(connected, definition, call) }
}

/** A person may have looked at the card for hours: what is called is what the card showed, or nothing is. */
async function execute(
  { source, upstream, refresh }: Connected,
  { mcp, declaration, digest }: Definition,
  { arguments: args, idempotencyKey, signal }: ToolExecution,
): Promise<ToolOutcome> {
  let now: readonly Definition[]
  try {
    now = await refresh()
  } catch (error) {
    return notRun(`The MCP server ${source.name} cannot be reached, and nothing ran: ${toMessage(error)}`)
  }
  if (!now.some(known => known.mcp.name === mcp.name && known.digest === digest))
    return notRun(
      `The MCP server ${source.name} changed ${declaration.name} after it was approved, so it was not called. A reviewer has to confirm it anew under Tools.`,
    )
  const server = await upstream.client()
  const params = { name: mcp.name, arguments: args, _meta: { 'soulgate/idempotency-key': idempotencyKey } }
  try {
    const result = await server.callTool(params, {
      timeout: CALL_TIMEOUT_MS,
      signal,
      resetTimeoutOnProgress: true,
    })
    return toOutcome(JSON.parse(JSON.stringify(result)) as JsonObject)
  } catch (error) {
    if (isAnswered(error))
      return notRun(`The MCP server ${source.name} refused the call: ${toMessage(error)}`)
    throw error
  }
}

function toOutcome(result: JsonObject): ToolOutcome {
  const { isError, structuredContent, content = null } = result
  const output = JsonValue.parse(structuredContent ?? content)
  if (isError !== true) return { result: { success: true, output } }
  return { result: { success: false, output, error: JSON.stringify(content).slice(0, 20_000) } }
}

function notRun(error: string): ToolOutcome {
  return { result: { success: false, output: null, error }, effect: 'none' }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
