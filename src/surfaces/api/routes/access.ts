import { z } from 'zod'
import { Person, Token } from '../../../contracts/principal.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import {
  AskConfirmationRequest,
  ConfirmRequest,
  CreatePersonRequest,
  CreateTokenRequest,
  ExchangeRequest,
  SignInLinkRequest,
  UpdatePersonRequest,
} from '../../../contracts/requests/administration.ts'
import { may } from '../../../soulgate.ts'
import { Identity, identity, NewIdentity } from '../identity.ts'
import { present } from '../present.ts'
import { ProblemError } from '../problems.ts'
import { json, noContent, pathValue, type Route, type RouteCall, route } from '../route.ts'
import { signedInAnswer } from '../signed-in.ts'

/** Signing in, people, tokens, and confirmations for the command line. */
export const accessRoutes: readonly Route[] = [
  route({
    id: 'exchangeCode',
    tag: 'sign-in',
    method: 'POST',
    path: '/api/auth/exchange',
    action: 'public',
    limit: 'sign_in',
    summary: 'turn a one-time code into a session of this browser, which signs with its key from then on',
    body: ExchangeRequest,
    answers: { status: 200, schema: NewIdentity },
    handle: async ({ soulgate, body, services }) => {
      const answer = await soulgate.access.exchange(body.code, body.public_key)
      if (isRefusal(answer)) return answer
      return signedInAnswer(services, answer)
    },
  }),
  route({
    id: 'getMe',
    tag: 'sign-in',
    method: 'GET',
    path: '/api/auth/me',
    action: 'self.read',
    summary: 'see who one is',
    answers: { status: 200, schema: Identity },
    handle: async ({ signedIn }) => json(identity(signedIn)),
  }),
  route({
    id: 'signOut',
    tag: 'sign-in',
    method: 'POST',
    path: '/api/auth/sign-out',
    action: 'self.read',
    summary: 'end the session of this browser',
    body: z.strictObject({}),
    answers: { status: 200 },
    handle: async ({ soulgate, who }) => {
      await soulgate.access.signOut(who)
      return json({ signed_out: true })
    },
  }),
  route({
    id: 'makeSignInLink',
    tag: 'sign-in',
    method: 'POST',
    path: '/api/auth/links',
    action: 'confirmation.ask',
    limit: 'terminal',
    summary: 'make another one-time sign-in link',
    body: SignInLinkRequest,
    answers: { status: 201 },
    handle: async call => makeSignInLink(call, call.body.person_id),
  }),
  route({
    id: 'askConfirmation',
    tag: 'sign-in',
    method: 'POST',
    path: '/api/confirmations',
    action: 'confirmation.ask',
    limit: 'terminal',
    summary: 'show a phrase on the terminal of the server, for a decision from the command line',
    body: AskConfirmationRequest,
    answers: { status: 201 },
    handle: async call => call.services.confirmations.ask(call, call.body),
  }),
  route({
    id: 'confirm',
    tag: 'sign-in',
    method: 'POST',
    path: '/api/confirmations/{confirmation_id}/confirm',
    action: 'confirmation.ask',
    summary: 'carry out what waits for the phrase; answers as that operation does',
    body: ConfirmRequest,
    answers: { status: 200 },
    handle: async call => {
      const { services, body } = call
      return services.confirmations.confirm(call, pathValue(call, 'confirmation_id'), body.phrase)
    },
  }),
  route({
    id: 'listTokens',
    tag: 'tokens',
    method: 'GET',
    path: '/api/tokens',
    action: 'token.manage',
    summary: 'list tokens, never their secrets',
    answers: { status: 200, schema: z.object({ tokens: z.array(Token) }) },
    handle: async ({ soulgate, who }) => json({ tokens: await soulgate.access.listTokens(who) }),
  }),
  route({
    id: 'createToken',
    tag: 'tokens',
    method: 'POST',
    path: '/api/tokens',
    action: 'token.manage',
    summary: 'make a token; its secret is in this answer and never again',
    body: CreateTokenRequest,
    answers: { status: 201, schema: z.object({ token_id: z.string(), token: z.string(), entry: Token }) },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.access.createToken(who, present(body))
      if (isRefusal(answer)) return answer
      return json({ token_id: answer.entry.token_id, token: answer.token, entry: answer.entry }, 201)
    },
  }),
  route({
    id: 'revokeToken',
    tag: 'tokens',
    method: 'DELETE',
    path: '/api/tokens/{token_id}',
    action: 'token.manage',
    summary: 'revoke a token',
    answers: { status: 204 },
    handle: async call => {
      const answer = await call.soulgate.access.revokeToken(call.who, pathValue(call, 'token_id'))
      return isRefusal(answer) ? answer : noContent()
    },
  }),
  route({
    id: 'listPeople',
    tag: 'people',
    method: 'GET',
    path: '/api/people',
    action: 'person.manage',
    summary: 'list people',
    answers: { status: 200, schema: z.object({ people: z.array(Person) }) },
    handle: async ({ soulgate, who }) => json({ people: await soulgate.access.listPeople(who) }),
  }),
  route({
    id: 'createPerson',
    tag: 'people',
    method: 'POST',
    path: '/api/people',
    action: 'person.manage',
    summary: 'add a person',
    body: CreatePersonRequest,
    answers: { status: 201, schema: Person },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.access.createPerson(who, present(body))
      return isRefusal(answer) ? answer : json(answer.person, 201)
    },
  }),
  route({
    id: 'updatePerson',
    tag: 'people',
    method: 'PATCH',
    path: '/api/people/{person_id}',
    action: 'person.manage',
    summary: 'rename a person, change the address or the role, disable or enable',
    body: UpdatePersonRequest,
    answers: { status: 200, schema: Person },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.access.updatePerson(who, pathValue(call, 'person_id'), present(body))
      return isRefusal(answer) ? answer : json(answer.person)
    },
  }),
]

/** A link is a deciding credential: who may not decide gets it shown on the terminal of the server, never answered. */
async function makeSignInLink(
  { soulgate, services, who, signedIn }: RouteCall<unknown, unknown>,
  personId: string | undefined,
): Promise<Response> {
  const forOther = personId !== undefined && personId !== who.id
  if (forOther && !(signedIn.decides && may(who.role, 'person.manage'))) {
    throw new ProblemError(403, 'forbidden', 'Only an admin may make a sign-in link for somebody else.')
  }
  if (forOther && !(await soulgate.access.listPeople(who)).some(isActive(personId))) {
    throw new ProblemError(404, 'not_found', `There is no active person ${personId}.`)
  }
  if (!signedIn.decides && !services.terminal) {
    const detail =
      'The server runs without a terminal. Make the link from a signed-in browser, or restart `soulgate up` in a terminal.'
    throw new ProblemError(409, 'no_terminal', detail)
  }
  const { code, expires_at } = await soulgate.access.createSignInCode(personId ?? who.id)
  const url = `${services.publicUrl()}/sign-in?code=${code}`
  if (signedIn.decides) return json({ shown_on: 'answer', url, expires_at }, 201)
  services.terminal?.show([`Sign-in link for ${who.name}, once, 15 minutes: ${url}`])
  return json({ shown_on: 'terminal', expires_at }, 201)
}

function isActive(personId: string) {
  return (person: Person) => person.person_id === personId && person.disabled_at === undefined
}
