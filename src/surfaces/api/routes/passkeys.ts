import { z } from 'zod'
import {
  AddPasskeyRequest,
  Passkey,
  PasskeyOptions,
  PasskeySignInRequest,
} from '../../../contracts/passkey.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { NewIdentity } from '../identity.ts'
import { siteOf } from '../passkey-site.ts'
import { json, noContent, pathValue, type Route, route } from '../route.ts'
import { signedInAnswer } from '../signed-in.ts'

/** Passkeys: made by whoever is signed in, and a way to sign in. */
export const passkeyRoutes: readonly Route[] = [
  route({
    id: 'askForPasskey',
    tag: 'sign-in',
    method: 'POST',
    path: '/api/auth/passkeys/options',
    action: 'passkey.manage',
    summary: 'what a browser makes a new passkey with; good for five minutes',
    body: z.strictObject({}),
    answers: { status: 200, schema: PasskeyOptions },
    handle: async ({ soulgate, who, services }) =>
      json(await soulgate.access.passkeyOptions(who, siteOf(services))),
  }),
  route({
    id: 'addPasskey',
    tag: 'sign-in',
    method: 'POST',
    path: '/api/auth/passkeys',
    action: 'passkey.manage',
    summary: 'keep the passkey that the browser made',
    body: AddPasskeyRequest,
    answers: { status: 201, schema: Passkey },
    handle: async ({ soulgate, who, services, body }) => {
      const answer = await soulgate.access.addPasskey(who, siteOf(services), body)
      return isRefusal(answer) ? answer : json(answer.passkey, 201)
    },
  }),
  route({
    id: 'listPasskeys',
    tag: 'sign-in',
    method: 'GET',
    path: '/api/auth/passkeys',
    action: 'passkey.manage',
    summary: 'list one’s own passkeys',
    answers: { status: 200, schema: z.object({ passkeys: z.array(Passkey) }) },
    handle: async ({ soulgate, who }) => json({ passkeys: await soulgate.access.listPasskeys(who) }),
  }),
  route({
    id: 'removePasskey',
    tag: 'sign-in',
    method: 'DELETE',
    path: '/api/auth/passkeys/{passkey_id}',
    action: 'passkey.manage',
    summary: 'forget one of one’s own passkeys',
    answers: { status: 204 },
    handle: async call => {
      const answer = await call.soulgate.access.removePasskey(call.who, pathValue(call, 'passkey_id'))
      return isRefusal(answer) ? answer : noContent()
    },
  }),
  route({
    id: 'askForPasskeySignIn',
    tag: 'sign-in',
    method: 'POST',
    path: '/api/auth/passkeys/sign-in/options',
    action: 'public',
    summary: 'what a browser signs in with; good for five minutes',
    body: z.strictObject({}),
    answers: { status: 200, schema: PasskeyOptions },
    handle: async ({ soulgate, services }) =>
      json(await soulgate.access.passkeySignInOptions(siteOf(services))),
  }),
  route({
    id: 'signInWithPasskey',
    tag: 'sign-in',
    method: 'POST',
    path: '/api/auth/passkeys/sign-in',
    action: 'public',
    limit: 'sign_in',
    summary: 'turn what an authenticator signed into a session of this browser',
    body: PasskeySignInRequest,
    answers: { status: 200, schema: NewIdentity },
    handle: async ({ soulgate, services, body }) => {
      const { response, public_key } = body
      const answer = await soulgate.access.signInWithPasskey(siteOf(services), response, public_key)
      if (isRefusal(answer)) return answer
      return signedInAnswer(services, answer)
    },
  }),
]
