import { randomUUID } from 'node:crypto'
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpRequestContext,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

const MAX_SESSIONS = 1000
const MAX_SESSIONS_EACH = 50
const SESSION_IDLE_MS = 3_600_000

/** Who was let in: the key that was shown, and what tells one credential from the other. */
export interface McpCaller {
  readonly token: string
  readonly id: string
}

export interface HttpEndpoint {
  /** `body` is what was read of the request; nothing of it is read again. */
  handle(request: Request, caller: McpCaller, body: unknown): Promise<Response>
  /** Tells the clients that listen. */
  listChanged(list: 'tools' | 'prompts' | 'resources'): void
  close(): Promise<void>
}

interface HttpEndpointParts {
  readonly createServer: (caller: McpCaller, era: McpRequestContext['era']) => ReturnType<McpServerFactory>
  readonly now: () => number
}

/**
 * MCP over streamable HTTP: revision 2026-07-28 with a server for each request, the revisions before it with sessions
 * that belong to the credential that opened them. A session lives in this process; after a restart its client is
 * answered 404 and begins another.
 */
export function createHttpEndpoint(parts: HttpEndpointParts): HttpEndpoint {
  const sessions = new Map<string, Session>()
  const modern = createMcpHandler(({ authInfo, era }) => parts.createServer(toCaller(authInfo), era), {
    legacy: 'reject',
  })
  return {
    async handle(request, caller, body) {
      const authInfo = { token: caller.token, clientId: caller.id, scopes: [] }
      const options = { authInfo, ...(body === undefined ? {} : { parsedBody: body }) }
      if (!(await isLegacyRequest(request, body))) return modern.fetch(request, options)
      const session = await sessionOf(parts, sessions, { request, caller, body })
      if (session instanceof Response) return session
      session.usedAt = parts.now()
      return session.transport.handleRequest(request, options)
    },
    listChanged: list => modern.notify[`${list}Changed`](),
    async close() {
      await modern.close()
      await Promise.all([...sessions.values()].map(session => session.transport.close()))
    },
  }
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly owner: string
  usedAt: number
}

async function sessionOf(
  parts: HttpEndpointParts,
  sessions: Map<string, Session>,
  { request, caller, body }: { request: Request; caller: McpCaller; body: unknown },
): Promise<Session | Response> {
  forgetIdle(sessions, parts.now())
  const id = request.headers.get('mcp-session-id')
  if (id !== null) {
    const session = sessions.get(id)
    // Somebody else's session is as unknown as none.
    return session?.owner === caller.id ? session : refuse(404, -32001, 'Session not found')
  }
  if (!isInitializeRequest(body))
    return refuse(400, -32000, 'Bad Request: initialize first, or name a session')
  const own = [...sessions.values()].filter(session => session.owner === caller.id)
  if (own.length >= MAX_SESSIONS_EACH || sessions.size >= MAX_SESSIONS) {
    return refuse(429, -32000, 'Too many sessions are open. End one with DELETE, or come back later.')
  }
  return await openSession(parts, sessions, caller)
}

async function openSession(
  parts: HttpEndpointParts,
  sessions: Map<string, Session>,
  caller: McpCaller,
): Promise<Session> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: id => void sessions.set(id, session),
  })
  const session: Session = { transport, owner: caller.id, usedAt: parts.now() }
  const server = await parts.createServer(caller, 'legacy')
  await server.connect(transport)
  const { onclose } = transport
  transport.onclose = () => {
    if (transport.sessionId !== undefined) sessions.delete(transport.sessionId)
    onclose?.()
  }
  return session
}

function forgetIdle(sessions: Map<string, Session>, now: number): void {
  for (const { transport, usedAt } of sessions.values()) {
    if (now - usedAt > SESSION_IDLE_MS) void transport.close()
  }
}

function toCaller(authInfo: McpRequestContext['authInfo']): McpCaller {
  return { token: authInfo?.token ?? '', id: authInfo?.clientId ?? '' }
}

function refuse(status: number, code: number, message: string): Response {
  const body = { jsonrpc: '2.0', id: null, error: { code, message } }
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}
