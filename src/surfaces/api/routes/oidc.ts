import { z } from 'zod'
import { isRefusal } from '../../../contracts/refusal.ts'
import { FinishOidcRequest, StartOidcRequest } from '../../../contracts/requests/administration.ts'
import { NewIdentity } from '../identity.ts'
import { json, type Route, type RouteCall, route } from '../route.ts'
import { signedInAnswer } from '../signed-in.ts'

const COOKIE = 'soulgate_oidc'
const COOKIE_SECONDS = 600

/** Signing in at the operator's OpenID Connect provider. */
export const oidcRoutes: readonly Route[] = [
  route({
    id: 'getOidc',
    tag: 'sign-in',
    method: 'GET',
    path: '/api/auth/oidc',
    action: 'public',
    summary: 'whether there is an OpenID Connect provider, and its name',
    answers: { status: 200, schema: z.object({ name: z.string().optional() }) },
    handle: async ({ soulgate }) => {
      const name = soulgate.access.oidcName()
      return json(name === undefined ? {} : { name })
    },
  }),
  route({
    id: 'startOidc',
    tag: 'sign-in',
    method: 'POST',
    path: '/api/auth/oidc/start',
    action: 'public',
    limit: 'sign_in_begin',
    summary: 'begin a sign-in at the provider; this browser must end it within ten minutes',
    body: StartOidcRequest,
    answers: { status: 200, schema: z.object({ url: z.string() }) },
    handle: async ({ soulgate, services, body }) => {
      const answer = await soulgate.access.oidcStart(returnAddress(services), body.public_key)
      if (isRefusal(answer)) return answer
      if (body.public_key !== undefined) return json({ url: answer.url })
      return json({ url: answer.url }, 200, { 'set-cookie': stateCookie(answer.state, services) })
    },
  }),
  route({
    id: 'finishOidc',
    tag: 'sign-in',
    method: 'POST',
    path: '/api/auth/oidc/finish',
    action: 'public',
    limit: 'sign_in',
    summary: 'end the sign-in that this browser began',
    body: FinishOidcRequest,
    answers: { status: 200, schema: NewIdentity },
    handle: async ({ soulgate, services, body, headers }) => {
      const returnedTo = new URL(returnAddress(services))
      returnedTo.search = new URLSearchParams(body.parameters).toString()
      const key = body.public_key
      // Without a key, the cookie says that this browser began it.
      const state = key === undefined ? begunState(headers) : (body.parameters.state ?? '')
      const answer = await soulgate.access.oidcFinish(state, returnedTo, key)
      if (isRefusal(answer)) return answer
      return signedInAnswer(services, answer, key !== undefined)
    },
  }),
]

function returnAddress(services: RouteCall<unknown, unknown>['services']): string {
  return `${services.publicUrl().replace(/\/+$/, '')}/sign-in`
}

/** Another site cannot end in this browser what it began in another one: the state must be in both. */
function stateCookie(state: string, services: RouteCall<unknown, unknown>['services']): string {
  const parts = [
    `${COOKIE}=${state}`,
    'Path=/api/auth/oidc',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${COOKIE_SECONDS}`,
  ]
  return [...parts, ...(services.publicUrl().startsWith('https:') ? ['Secure'] : [])].join('; ')
}

function begunState(headers: Headers): string {
  return /(?:^|;\s*)soulgate_oidc=([\w-]{20,100})/.exec(headers.get('cookie') ?? '')?.[1] ?? ''
}
