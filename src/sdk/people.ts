import type { InteractionPolicy, InteractionPolicyPatch } from '../contracts/plan.ts'
import type { Person, Role, Token } from '../contracts/principal.ts'
import { readPage } from './page.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'
import { unwrap, type Wrapped } from './wrapped.ts'

type Signal = Pick<RequestOptions, 'signal'>

/** Lists, adds and changes people (admins). */
export interface PeopleClient {
  list(options?: Signal): Promise<readonly Person[]>
  create(person: {
    readonly name: string
    readonly email?: string
    readonly role: Person['role']
  }): Promise<Person | Refused>
  /** Refused for the last admin. Who is disabled is signed out everywhere and cannot sign in. */
  update(
    personId: string,
    patch: {
      readonly name?: string
      /** Unique; null takes it away. */
      readonly email?: string | null
      readonly role?: Person['role']
      readonly disabled?: boolean
    },
  ): Promise<Person | Refused>
  /** How the planner deals with a person, for good; a plan can override it. */
  interactionPolicy(personId: string, options?: Signal): Promise<InteractionPolicy>
  /** Sets some of the seven sliders. */
  setInteractionPolicy(
    personId: string,
    patch: InteractionPolicyPatch,
  ): Promise<(InteractionPolicy & { readonly refused?: false }) | Refused>
}

/** Lists, creates and revokes tokens (admins). */
export interface TokensClient {
  list(options?: Signal): Promise<readonly Token[]>
  /** The secret is in this answer and never again. */
  create(token: {
    readonly name: string
    readonly role: Role
    readonly expires_in_days?: number
    /** Whom it acts for or, of an agent, who answers for it; whoever makes it when absent. */
    readonly person_id?: string
    /** Of a worker: the agents that it may carry. */
    readonly agents?: readonly string[]
  }): Promise<{ readonly refused?: false; readonly token_id: string; readonly token: string } | Refused>
  revoke(tokenId: string): Promise<Refused | undefined>
}

/** People over HTTP, as part of a client. */
export function createPeopleClient(transport: Transport): PeopleClient {
  return {
    list: async (options = {}) =>
      (await readPage<Person>(transport, '/api/people', { key: 'people', ...options })).items,
    create: async person => {
      const answer = await transport.command<Wrapped<'person', Person>>('POST', '/api/people', {
        body: person,
      })
      return isRefusal(answer) ? answer : unwrap(answer, 'person')
    },
    update: (personId, patch) =>
      transport.command('PATCH', `/api/people/${encodeURIComponent(personId)}`, { body: patch }),
    interactionPolicy: (personId, options) => transport.read(policyOf(personId), options),
    setInteractionPolicy: (personId, body) => transport.command('PUT', policyOf(personId), { body }),
  }
}

function policyOf(personId: string): string {
  return `/api/people/${encodeURIComponent(personId)}/interaction-policy`
}

/** Tokens over HTTP, as part of a client. */
export function createTokensClient(transport: Transport): TokensClient {
  return {
    list: async (options = {}) =>
      (await readPage<Token>(transport, '/api/tokens', { key: 'tokens', ...options })).items,
    create: token => transport.command('POST', '/api/tokens', { body: token }),
    async revoke(tokenId) {
      const path = `/api/tokens/${encodeURIComponent(tokenId)}`
      const answer = await transport.command<object>('DELETE', path)
      return isRefusal(answer) ? answer : undefined
    },
  }
}

function isRefusal(answer: object): answer is Refused {
  return 'refused' in answer && answer.refused === true
}
