import { z } from 'zod'
import { isRefusal } from '../../../contracts/refusal.ts'
import { FinishOidcRequest, StartOidcRequest } from '../../../contracts/requests/administration.ts'
import { NewIdentity } from '../identity.ts'
import { json, type Route, type RouteCall, route } from '../route.ts'
import { signedInAnswer } from '../signed-in.ts'

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
      return isRefusal(answer) ? answer : json({ url: answer.url })
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
    handle: async ({ soulgate, services, body }) => {
      const returnedTo = new URL(returnAddress(services))
      returnedTo.search = new URLSearchParams(body.parameters).toString()
      const answer = await soulgate.access.oidcFinish(returnedTo, body.public_key)
      return isRefusal(answer) ? answer : signedInAnswer(services, answer)
    },
  }),
]

function returnAddress(services: RouteCall<unknown, unknown>['services']): string {
  return `${services.publicUrl().replace(/\/+$/, '')}/sign-in`
}
