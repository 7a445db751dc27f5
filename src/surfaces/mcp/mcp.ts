import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createSoulgateClient, type SoulgateClient } from '../../sdk/sdk.ts'
import { createHttpEndpoint, type HttpEndpoint } from './endpoint.ts'
import { registerGateTools } from './gate-tools.ts'
import { registerGuardrailTools } from './guardrail-tools.ts'

export type { HttpEndpoint, McpCaller } from './endpoint.ts'

export interface McpParts {
  /** With an agent's key: what these tools may do is what that key may do. */
  readonly client: SoulgateClient
  readonly version: string
  /** Where people open the server in a browser. */
  readonly publicUrl: string
}

/** An MCP server over one agent's key: guardrails, confidence and gates. No tool of it decides anything. */
function createMcpServer({ client, version, publicUrl }: McpParts): McpServer {
  const server = new McpServer({ name: 'soulgate', version }, { instructions: INSTRUCTIONS })
  registerGuardrailTools(server, client)
  registerGateTools(server, { client, publicUrl })
  return server
}

/** Serves on standard input and output, both wire revisions, until the other side hangs up or `close` is called. */
export function serveMcp(parts: McpParts): { close(): Promise<void> } {
  return serveStdio(() => createMcpServer(parts))
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
}): HttpEndpoint {
  const { version, fetch, now = Date.now } = parts
  return createHttpEndpoint({
    now,
    createServer: ({ token }) => {
      const publicUrl = parts.publicUrl()
      return createMcpServer({
        version,
        publicUrl,
        client: createSoulgateClient({ baseUrl: publicUrl, token, fetch }),
      })
    },
  })
}

const INSTRUCTIONS =
  'Ask guardrails_get_context before you act, and follow what it says. Where it names a gate, open one with gate_request and wait with gate_status: only people decide. After a task report how sure you are with guardrails_report_confidence, and stop when it escalates.'
