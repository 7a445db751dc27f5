import { z } from 'zod'
import { ProblemError } from '../problems.ts'
import { type RawCall, type Route, type RouteCall, route } from '../route.ts'
import { requireKnownOrigin } from '../security.ts'

const SAME = { tag: 'mcp', path: '/mcp', action: 'mcp.read', frozen: true } as const
const ANSWERS = { status: 200, contentType: 'application/json' }

/** Model Context Protocol over streamable HTTP. What a tool of it does goes through the route of that, with its right. */
export const mcpRoutes: readonly Route[] = [
  route({
    ...SAME,
    id: 'speakMcp',
    method: 'POST',
    summary: 'speak MCP',
    body: z.unknown(),
    answers: ANSWERS,
    handle: call => handOver('POST', call, call.body),
  }),
  route({
    ...SAME,
    id: 'listenMcp',
    method: 'GET',
    summary: 'listen to an MCP session',
    answers: { ...ANSWERS, contentType: 'text/event-stream' },
    handle: call => handOver('GET', call),
  }),
  route({
    ...SAME,
    id: 'endMcp',
    method: 'DELETE',
    summary: 'end an MCP session',
    answers: ANSWERS,
    handle: call => handOver('DELETE', call),
  }),
]

async function handOver(
  method: 'POST' | 'GET' | 'DELETE',
  call: RouteCall<unknown, unknown>,
  body?: unknown,
): Promise<Response> {
  const { mcp, publicUrl } = call.services
  if (!mcp) throw new ProblemError(404, 'not_found', 'This server speaks no MCP. Use `soulgate mcp` instead.')
  requireKnownOrigin(call.headers.get('origin') ?? undefined, publicUrl())
  const token = bearerOf(call)
  const request = new Request(new URL('/mcp', publicUrl()), {
    method,
    headers: call.headers,
    signal: call.signal,
  })
  const { credential_id: credential, id } = call.who
  const answer = await mcp.handle(request, { token, id: credential ?? id }, body)
  return new Response(answer.body, answer)
}

/** A page in a browser signs and is not asked here; who speaks MCP shows a key. */
function bearerOf({ headers }: Pick<RawCall, 'headers'>): string {
  const token = /^bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
  if (token !== undefined) return token
  throw new ProblemError(401, 'not_signed_in', 'MCP needs the key of an agent: `Authorization: Bearer KEY`.')
}
