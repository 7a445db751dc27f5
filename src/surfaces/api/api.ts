import { Hono, type MiddlewareHandler } from 'hono'
import { systemClock } from '../../base/clock.ts'
import type { Soulgate } from '../../soulgate.ts'
import { createConfirmations } from './confirmations.ts'
import { type ApiLog, createPipeline } from './pipeline.ts'
import { errorToResponse } from './problems.ts'
import { createRequestSignatures } from './request-signature.ts'
import type { McpEndpoint, Route, RouteServices } from './route.ts'
import { ROUTES } from './routes.ts'
import { ownAuthorities, requireKnownHost, setSecurityHeaders } from './security.ts'
import type { Api } from './serve.ts'
import { serveUi } from './ui-files.ts'

export { parseGuidelineCsv, parseGuidelineText } from './guideline-text.ts'
export { hitlContract } from './hitl-contract.ts'
export { NOUNS, nounSchema, toOpenApi } from './openapi.ts'
export type { ApiLog } from './pipeline.ts'
export type { McpEndpoint, Method, Route } from './route.ts'
export { ROUTES } from './routes.ts'
export { type Api, type ServedApi, serveApi } from './serve.ts'

export interface ApiOptions {
  readonly soulgate: Soulgate
  readonly version: string
  /** The folder of the built pages; a hint is served without it. */
  readonly uiFolder?: string
  readonly clock?: { now(): number }
  readonly log?: ApiLog
  /**
   * Host names answered beside loopback ones, for a server that listens on loopback (DNS rebinding); undefined
   * answers every name, for a server that listens beyond.
   */
  readonly knownHosts?: readonly string[]
  /** Where people reach the server, when that is not the address it listens on. */
  readonly publicUrl?: string
  /** The terminal of the server, for phrases and links that no request may be answered with. */
  readonly terminal?: { show(lines: readonly string[]): void }
  /** Makes what speaks MCP under `/mcp`; it asks this server itself, with the key of whoever calls. */
  readonly mcp?: (self: McpHost) => McpEndpoint
  /** Other routes, for tests. */
  readonly routes?: readonly Route[]
}

/** The server, as something that it serves may ask it. */
export interface McpHost {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Where people open a card. */
  readonly publicUrl: () => string
}

const SILENT: ApiLog = { info: () => {}, warn: () => {}, error: () => {} }

/** Builds the HTTP surface from the route table. */
export function createApi(options: ApiOptions): Api {
  const { soulgate, version, clock = systemClock, log = SILENT, routes = ROUTES } = options
  const closing = new AbortController()
  let listening = 'http://127.0.0.1:7411'
  const publicUrl = () => options.publicUrl ?? listening
  const ask: McpHost['fetch'] = async (url, init) => await app.fetch(new Request(url, init), {})
  const mcp = options.mcp?.({ fetch: ask, publicUrl })
  const signatures = createRequestSignatures({
    ...{ soulgate, clock },
    authorities: () =>
      options.knownHosts || options.publicUrl ? ownAuthorities(listening, options.publicUrl) : undefined,
  })
  const services: RouteServices = {
    version,
    clock,
    closing: closing.signal,
    routes: () => routes,
    publicUrl,
    confirmations: createConfirmations(clock),
    signatures,
    ...(options.terminal ? { terminal: options.terminal } : {}),
    ...(mcp ? { mcp } : {}),
  }
  const pipeline = createPipeline({
    soulgate,
    services,
    log,
    signatures,
    ...(options.knownHosts ? { knownHosts: options.knownHosts } : {}),
  })
  const app = new Hono()
  for (const route of routes) {
    app.on(route.method, toRouterPath(route.path), context => pipeline(context, route))
  }
  app.use('*', securedPages(serveUi(options.uiFolder), options.knownHosts))
  app.notFound(context => pipeline(context))
  return {
    fetch: (request, environment) => app.fetch(request, environment ?? {}),
    request: (path, init) => app.request(path, init),
    listeningAt: url => {
      listening = url
    },
    stopStreams: () => {
      closing.abort()
      mcp?.close().catch((error: unknown) => log.error({ error: String(error) }, 'MCP did not end'))
    },
  }
}

/** `{path}` at the end takes the rest of the path, with its slashes. */
function toRouterPath(path: string): string {
  return path.replace(/\{path\}$/, ':path{.+}').replace(/\{(\w+)\}/g, ':$1')
}

/** Pages get the same host check and the same headers as the routes. */
function securedPages(
  pages: MiddlewareHandler,
  knownHosts: readonly string[] | undefined,
): MiddlewareHandler {
  return async (context, next) => {
    try {
      if (knownHosts)
        requireKnownHost(context.req.header('host') ?? new URL(context.req.url).host, knownHosts)
    } catch (error) {
      return errorToResponse(error, context.req.path)
    }
    const page = await pages(context, next)
    if (page instanceof Response) setSecurityHeaders(page.headers)
    return page
  }
}
