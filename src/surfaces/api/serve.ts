import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { SoulgateError } from '../../base/errors.ts'

/** The HTTP surface: `fetch` answers a request; the rest is for who lets it listen. */
export interface Api {
  fetch(request: Request, environment?: unknown): Response | Promise<Response>
  request(path: string, init?: RequestInit): Response | Promise<Response>
  /** Told where the server listens, for links. */
  listeningAt(url: string): void
  /** Ends every event stream. */
  stopStreams(): void
}

/** A server that listens. */
export interface ServedApi {
  readonly port: number
  readonly host: string
  readonly url: string
  /** Takes no new requests, ends event streams, lets the others finish for at most `graceMs`. */
  close(graceMs?: number): Promise<void>
}

/**
 * Lets an API listen. `port` 0 takes a free one. Throws `port_in_use` when somebody else listens there and
 * `cannot_listen` for other reasons.
 */
export async function serveApi(options: {
  readonly app: Api
  readonly port: number
  readonly host: string
}): Promise<ServedApi> {
  const { app, host } = options
  const listener = getRequestListener(app.fetch, { hostname: host })
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 },
    (request, response) => {
      void listener(request, response)
    },
  )
  await listen(server, options)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  app.listeningAt(url)
  return {
    port,
    host,
    url,
    close: (graceMs = 5000) => closeServer(server, app, graceMs),
  }
}

type NodeServer = ReturnType<typeof createServer>

function listen(server: NodeServer, { port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE'
      const detail = isTaken ? 'somebody else listens there' : cause.message
      const code = isTaken ? 'port_in_use' : 'cannot_listen'
      reject(
        new SoulgateError(code, `Cannot listen on ${host}:${port}: ${detail}.`, {
          data: { port, host },
          cause,
        }),
      )
    })
    server.listen(port, host, resolve)
  })
}

async function closeServer(server: NodeServer, app: Api, graceMs: number): Promise<void> {
  app.stopStreams()
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(timer)
}
