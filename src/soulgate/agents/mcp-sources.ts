import type { McpSource } from '../../agents/agents.ts'
import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { JsonValue } from '../../contracts/json-value.ts'
import type { McpServerState } from '../../contracts/mcp-server.ts'
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
import { createAnnouncedReads } from './announced-reads.ts'
import { SYSTEM_PRINCIPAL } from './program-principal.ts'

/** The MCP servers of a configuration, connected as long as the program runs. */
export interface McpSources {
  /**
   * Reads what each server offers, and carries it. Waits for those that answer at once, never for one that hangs; one that is
   * not there is reported, and asked again from time to time and when it is used.
   */
  load(): Promise<void>
  servers(): readonly McpServerState[]
  close(): Promise<void>
}

/** What this client tells a server of itself. */
const CLIENT_VERSION = '1'
const CALL_TIMEOUT_MS = 600_000
const PRIVATE_HINT = 'start it as a command, or serve it over https on a public address'

/** How long the start waits for servers that have not answered yet. */
const MAX_START_WAIT_MS = 3_000
const MIN_RETRY_MS = 5_000
const MAX_RETRY_MS = 60_000
/** Each is read by every process, for every goal, as those of an agent's key are. */
const MAX_TOOLS = 1000

type Parts = Pick<Engine, 'catalog' | 'report' | 'clock' | 'timers'>

interface Connected {
  readonly source: McpSource
  readonly upstream: Upstream
  readonly refresh: () => Promise<readonly Definition[]>
  readonly stop: () => void
  /** What is known of it; replaced whenever it answered or failed. */
  seen: Pick<McpServerState, 'status' | 'detail' | 'checked_at' | 'tools'>
}

export function createMcpSources(parts: Parts, sources: readonly McpSource[]): McpSources {
  const connected = sources.map(source => connect(parts, source))
  const retries = createRetries(parts)
  return {
    load: async () => {
      const answered = Promise.all(connected.map(one => retries.load(one)))
      let cancel = () => {}
      const waited = new Promise<void>(resolve => {
        cancel = parts.timers.after(MAX_START_WAIT_MS, resolve)
      })
      await Promise.race([answered, waited])
      cancel()
    },
    servers: () =>
      connected.map(({ source, seen }) => ({ name: source.name, place: placeOf(source), ...seen })),
    close: async () => {
      retries.stop()
      for (const { stop } of connected) stop()
      await Promise.all(connected.map(({ upstream }) => upstream.close()))
    },
  }
}

/** Asks a server that failed again, at growing intervals, until it has answered once. Only its first failure is reported. */
function createRetries({ report, timers }: Parts) {
  const cancels = new Map<string, () => void>()
  let isStopped = false
  const load = async (connected: Connected, delayMs = MIN_RETRY_MS): Promise<void> => {
    const { source, refresh } = connected
    try {
      await refresh()
    } catch (error) {
      if (isStopped) return
      if (delayMs === MIN_RETRY_MS) report(error, { mcp_server: source.name })
      const again = () => void load(connected, Math.min(delayMs * 2, MAX_RETRY_MS))
      cancels.set(source.name, timers.after(delayMs, again))
    }
  }
  return {
    load: (connected: Connected) => load(connected),
    stop: () => {
      isStopped = true
      for (const cancel of cancels.values()) cancel()
    },
  }
}

/** Neither path, query, arguments nor environment: keys stand there. */
function placeOf({ place }: McpSource): string {
  return 'url' in place ? new URL(place.url).origin : place.command
}

function connect(parts: Parts, source: McpSource): Connected {
  const report = (error: unknown): void => parts.report(error, { mcp_server: source.name })
  const announced = createAnnouncedReads(parts, () => connected.refresh().catch(report))
  let isStopped = false
  const upstream = createUpstream({
    ...{ place: source.place, version: CLIENT_VERSION, era: 'modern' },
    fetch: createGuardedFetch({ privateHint: PRIVATE_HINT }),
    answerAsk: () =>
      Promise.reject(new Error('Nobody answers questions of a server to an agent of the program.')),
    onNotification: ({ method }) => {
      if (method === 'notifications/tools/list_changed') announced.announce()
    },
    report: line => report(new Error(line)),
  })
  const connected: Connected = {
    source,
    upstream,
    seen: { status: 'connecting', tools: [] },
    refresh: async () => {
      const definitions = (await listTools(parts, connected)).map(tool => toDefinition(namesOf(source), tool))
      for (const definition of definitions) {
        if (isStopped) break
        await parts.catalog.carry([toTool(connected, definition)], SYSTEM_PRINCIPAL).catch(report)
      }
      const tools = definitions.map(({ declaration }) => declaration.name)
      connected.seen = { status: 'connected', checked_at: toIso(parts.clock.now()), tools }
      return definitions
    },
    stop: () => {
      isStopped = true
      announced.stop()
    },
  }
  return connected
}

async function listTools({ clock }: Parts, connected: Connected) {
  try {
    const offered = await connected.upstream.listTools()
    if (offered.length <= MAX_TOOLS) return offered
    throw new Error(
      `The MCP server ${connected.source.name} offers ${offered.length} tools, and ${MAX_TOOLS} are allowed. None is taken.`,
    )
  } catch (error) {
    const checked_at = toIso(clock.now())
    connected.seen = { status: 'unreachable', detail: toMessage(error).slice(0, 500), checked_at, tools: [] }
    throw error
  }
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
