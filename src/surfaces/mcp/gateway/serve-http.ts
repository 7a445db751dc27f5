import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { hostHeaderValidationResponse, originValidationResponse } from '@modelcontextprotocol/server'
import { SoulgateError } from '../../../base/errors.ts'
import { createResultClient, type ResultClient, SoulgateProblem } from '../../../sdk/sdk.ts'
import { createHttpEndpoint, type HttpEndpoint } from '../endpoint.ts'
import type { Gateway } from './gateway.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const MAX_BYTES = 2 * 1024 * 1024
const KNOWN_FOR_MS = 10_000

/** A gateway that listens on this machine. */
export interface ServedGateway {
  readonly url: string
  close(): Promise<void>
}

/** Which Soulgate a served gateway asks, and where it listens itself. */
export interface ServedAt {
  readonly soulgateUrl: string
  readonly port: number
  /** Ask over plain http on another machine, too. */
  readonly allowPlainHttp?: boolean
}

/**
 * Serves a gateway on a port of this machine, for callers who show a key that Soulgate knows; `port` 0 takes a free one.
 * Only requests for a name of this machine are answered, and no page of another site.
 */
export async function serveGatewayHttp(
  gateway: Gateway,
  { soulgateUrl, port, allowPlainHttp = false }: ServedAt,
): Promise<ServedGateway> {
  const clientFor = (token: string) => createResultClient({ baseUrl: soulgateUrl, token, allowPlainHttp })
  const endpoint = createHttpEndpoint({
    now: Date.now,
    createServer: ({ token, id }, era) => {
      return gateway.createServer({ client: clientFor(token), id }, era)
    },
  })
  gateway.onListChanged(endpoint.listChanged)
  const identify = createIdentify(clientFor)
  const listener = getRequestListener(request => answer(request, { endpoint, identify }))
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 60_000 },
    (request, response) => void listener(request, response),
  )
  const url = `http://127.0.0.1:${await listen(server, port)}/mcp`
  return {
    url,
    async close() {
      await endpoint.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await gateway.close()
    },
  }
}

/** Who a key belongs to; undefined for one that Soulgate does not know. */
type Identify = (token: string) => Promise<string | undefined>

async function answer(
  request: Request,
  { endpoint, identify }: { readonly endpoint: HttpEndpoint; readonly identify: Identify },
): Promise<Response> {
  const foreign =
    hostHeaderValidationResponse(request, LOOPBACK) ?? originValidationResponse(request, LOOPBACK)
  if (foreign) return foreign
  if (new URL(request.url).pathname !== '/mcp') return refuse(404, 'The gateway answers at /mcp.')
  const token = /^bearer +(\S+)$/i.exec(request.headers.get('authorization')?.trim() ?? '')?.[1]
  if (token === undefined) return refuse(401, 'Show the key of an agent: Authorization: Bearer KEY.')
  try {
    const id = await identify(token)
    if (id === undefined) return refuse(401, 'Soulgate does not know this key.')
    const body = request.method === 'POST' ? await readBody(request) : undefined
    if (body instanceof Response) return body
    return await endpoint.handle(request, { token, id }, body)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return refuse(error instanceof SoulgateProblem ? 503 : 500, why)
  }
}

async function readBody(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) return tooLarge()
  const text = await request.text()
  if (Buffer.byteLength(text) > MAX_BYTES) return tooLarge()
  try {
    return JSON.parse(text)
  } catch {
    return refuse(400, 'The body is no JSON.', -32700)
  }
}

/** Asked of Soulgate, and remembered for seconds: a key that was revoked is refused by Soulgate itself at once. */
function createIdentify(clientFor: (token: string) => ResultClient): Identify {
  const known = new Map<string, { readonly id: string; readonly untilMs: number }>()
  return async token => {
    const standing = known.get(token)
    if (standing && standing.untilMs > Date.now()) return standing.id
    known.delete(token)
    try {
      const { person } = await clientFor(token).auth.me()
      if (known.size > 1000) known.clear()
      known.set(token, { id: person.id, untilMs: Date.now() + KNOWN_FOR_MS })
      return person.id
    } catch (error) {
      if (error instanceof SoulgateProblem && error.status === 401) return undefined
      throw error
    }
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'somebody else listens there' : cause.message
      reject(new SoulgateError('cannot_listen', `Cannot listen on port ${port}: ${why}.`, { cause }))
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function tooLarge(): Response {
  return refuse(413, 'The body is larger than 2 MiB.')
}

function refuse(status: number, message: string, code = -32000): Response {
  const body = { jsonrpc: '2.0', id: null, error: { code, message } }
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}
