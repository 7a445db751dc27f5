import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createIds } from '../../base/ids.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../contracts/settings.ts'
import { may, needsSignIn, type SignedIn, type Soulgate } from '../../soulgate.ts'
import { type Authenticated, authenticateRequest, notSignedIn } from './authentication.ts'
import { bodyLimitOf, readJsonBody, readRawBody } from './body.ts'
import { errorToResponse, ProblemError, refusalToResponse } from './problems.ts'
import { createRateLimit } from './rate-limit.ts'
import { type RequestSignatures, requireSignedBody } from './request-signature.ts'
import type { RawCall, Route, RouteServices } from './route.ts'
import { requireKnownHost, setSecurityHeaders } from './security.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Where the server tells its operator what it did; pino fits. Never bodies, never credentials. */
export interface ApiLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface PipelineParts {
  readonly soulgate: Soulgate
  readonly services: RouteServices
  readonly log: ApiLog
  /** Host names that are answered beside the loopback ones; undefined answers every name. */
  readonly knownHosts?: readonly string[]
  readonly signatures: RequestSignatures
}

export type Pipeline = (context: Context, route?: Route) => Promise<Response>

const READER: Principal = { kind: 'system', id: 'system:api', name: 'api', role: 'admin' }

/**
 * Takes one request from the socket to the handler of its route and back: host, credential, right, rate,
 * body, handler, problem document, headers, log line. Without a route it answers 404 or 405.
 */
export function createPipeline(parts: PipelineParts): Pipeline {
  const { services, log } = parts
  const ids = createIds({ clock: services.clock })
  const limits = createLimits(parts)
  return async (context, route) => {
    const startedAt = services.clock.now()
    const requestId = ids.newId('req')
    const request: Incoming = { context, path: context.req.path, address: addressOf(context) }
    let who: SignedIn | undefined
    const respond = async () => {
      const host = (context.req.header('host') ?? hostOfUrl(context)).toLowerCase()
      if (parts.knownHosts) requireKnownHost(host, parts.knownHosts)
      if (!route) throw noRoute(services.routes(), context)
      const { signatures } = parts
      if (route.limit === 'sign_in') signatures.requireOwnAuthority(host)
      const isPublic = route.action === 'public'
      const authenticated = await authenticateRequest(parts.soulgate, context.req.raw, {
        ...{ signatures, host, isPublic },
      })
      who = requireRight(parts, route, authenticated)
      await limits.take(route, who, request.address)
      const { takeWebhook } = limits
      const answer = await callRoute(parts, route, { request, takeWebhook, ...authenticated })
      if (!answer.ok) await limits.takeFailed(route, { address: request.address, status: answer.status })
      return answer
    }
    const response = await respond().catch((error: unknown) => {
      const answer = errorToResponse(error, request.path)
      if (answer.status === 500)
        log.error({ request_id: requestId, error: describe(error) }, 'request failed')
      return answer
    })
    setSecurityHeaders(response.headers)
    response.headers.set('x-request-id', requestId)
    log.info(
      {
        request_id: requestId,
        method: context.req.method,
        route: route?.path ?? null,
        status: response.status,
        duration_ms: services.clock.now() - startedAt,
        principal: who?.principal.id ?? null,
      },
      'request',
    )
    return response
  }
}

interface Incoming {
  readonly context: Context
  readonly path: string
  readonly address: string
}

function requireRight(
  parts: PipelineParts,
  route: Route,
  authenticated: Authenticated | undefined,
): SignedIn | undefined {
  if (route.action === 'public') return authenticated?.signedIn
  if (!authenticated) {
    if (route.openOnLoopback && parts.knownHosts) return undefined
    throw notSignedIn()
  }
  const { signedIn } = authenticated
  const { role, id } = signedIn.principal
  if (!may(role, route.action)) {
    throw new ProblemError(403, 'forbidden', `${id} has the role ${role}, which may not ${route.summary}.`)
  }
  const mayMakeKeys = signedIn.principal.bootstrap !== undefined && route.action === 'token.manage'
  const isPersons = role !== 'agent' && role !== 'worker'
  if (isPersons && needsSignIn(route.action) && !signedIn.decides && !mayMakeKeys) {
    const detail = `This credential lies on a disk: it neither decides nor speaks in a person's name, so it may not ${route.summary}. Sign in at ${parts.services.publicUrl()}, or use a phrase from the terminal of the server.`
    throw new ProblemError(403, 'credential_cannot_decide', detail)
  }
  return signedIn
}

interface Calling {
  readonly request: Incoming
  readonly takeWebhook: RawCall['takeWebhook']
}

async function callRoute(
  { soulgate, services, signatures }: PipelineParts,
  route: Route,
  { request, takeWebhook, signedIn, signature }: Partial<Authenticated> & Calling,
): Promise<Response> {
  const { context, path } = request
  const { raw } = context.req
  const check = signature && ((bytes: Uint8Array) => requireSignedBody(signature, bytes))
  const readBody = route.rawBody ? readRawBody : readJsonBody
  const body = route.body ? await readBody(raw, bodyLimitOf(path), check) : undefined
  if (signature && route.method !== 'GET') await signatures.takeOnce(signature)
  const answer = await route.handle({
    soulgate,
    services,
    ...(signedIn ? { signedIn } : {}),
    path: context.req.param(),
    headers: raw.headers,
    signal: raw.signal,
    query: route.query ? context.req.query() : {},
    body,
    takeWebhook,
  })
  const response = isRefusal(answer) ? refusalToResponse(answer, path) : answer
  if (signedIn === undefined) return response
  return withoutSecrets(response, { who: signedIn.principal, path, secrets: soulgate.secrets })
}

/** A sign-in is begun more often than it is ended: dialogs are closed, providers are left. */
const BEGINS_PER_SIGN_IN = 4
/** A key that was quiet may send a hundred goals at once at the default of 20 starts a second (source A, section 9). */
const BURST_SECONDS = 5

function createLimits({ soulgate, services }: PipelineParts) {
  const starts = createRateLimit(services.clock, 1000)
  const writes = createRateLimit(services.clock, 1000)
  const terminal = createRateLimit(services.clock, 60_000)
  const failures = createRateLimit(services.clock, 60_000)
  const begins = createRateLimit(services.clock, 60_000)
  const webhooks = createRateLimit(services.clock, 1000)
  const badWebhooks = createRateLimit(services.clock, 60_000)
  const settings = createSettingsCache(soulgate, services.clock)
  return {
    async take(route: Route, who: SignedIn | undefined, address: string): Promise<void> {
      if (route.limit === undefined || route.limit === 'sign_in' || route.limit === 'webhook') return
      const { starts_per_second, sign_ins_per_minute } = (await settings()).limits
      const credential = who?.principal.credential_id ?? who?.principal.id ?? address
      if (route.limit === 'start') return starts.take(credential, starts_per_second, 'starts', BURST_SECONDS)
      if (route.limit === 'write') return writes.take(credential, starts_per_second, 'writes', BURST_SECONDS)
      if (route.limit === 'terminal')
        return terminal.take(credential, sign_ins_per_minute, 'links and phrases')
      return begins.take(address, sign_ins_per_minute * BEGINS_PER_SIGN_IN, 'begun sign-ins')
    },
    /** Only a sign-in that failed is counted: nobody is kept out by what others at the same address get wrong. */
    async takeFailed(
      route: Route,
      { address, status }: { readonly address: string; readonly status: number },
    ): Promise<void> {
      const { sign_ins_per_minute: most } = (await settings()).limits
      if (route.limit === 'sign_in') failures.take(address, most, 'failed sign-ins')
      if (route.limit === 'webhook' && status === 401)
        badWebhooks.take(address, most, 'webhooks that were not verified')
    },
    /** Only deliveries whose signature is right are counted: nobody else can use up what a trigger may start. */
    async takeWebhook(trigger: string): Promise<void> {
      webhooks.take(trigger, (await settings()).limits.starts_per_second, 'deliveries')
    },
  }
}

/** Settings may be a second old here; that the store cannot be read must not lift the limits. */
function createSettingsCache(soulgate: Soulgate, clock: { now(): number }): () => Promise<Settings> {
  let cached: Settings = DEFAULT_SETTINGS
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (clock.now() - readAt < 1000) return cached
    readAt = clock.now()
    cached = await soulgate.settings.get(READER).catch(() => cached)
    return cached
  }
}

function noRoute(routes: readonly Route[], context: Context): ProblemError {
  const { path, method } = context.req
  const others = routes.filter(route => toPattern(route.path).test(path)).map(route => route.method)
  if (others.length > 0) {
    const detail = `${path} does not answer ${method}. It answers ${others.join(', ')}.`
    return new ProblemError(405, 'method_not_allowed', detail, { facts: { allow: others } })
  }
  return new ProblemError(404, 'not_found', `There is no ${path} here. GET /openapi.json lists the routes.`)
}

function toPattern(path: string): RegExp {
  return new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replace(/\{path\}$/, '.+')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  )
}

function addressOf(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

function hostOfUrl(context: Context): string {
  return new URL(context.req.url).host
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? { code: String(error.code) } : {}
  return { name: error.name, message: error.message, stack: error.stack, ...code }
}
