import { toIso } from '../../base/clock.ts'
import type { Person, Principal, Role, Token } from '../../contracts/principal.ts'
import { BUILT_IN_AGENTS } from '../../contracts/run.ts'
import type { StoreTransaction } from '../../store/store.ts'
import type { AccessParts } from './parts.ts'
import { firstAdmin } from './people.ts'
import { KINDS, readPerson, StoredToken } from './records.ts'
import { type AccessRefusal, forbidden, invalid, notFound } from './refusals.ts'
import { may, ROLE_HIERARCHY } from './roles.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { putToken, tokenEvent } from './token-records.ts'

export interface TokenBody {
  readonly name: string
  readonly role: Role
  readonly expires_in_days?: number
  readonly person_id?: string
  /** False for a token that will lie on a disk: it starts and reads, but carries no decision. */
  readonly decides?: boolean
  /** Of a worker: the agents that it may carry. */
  readonly agents?: readonly string[]
}

type TokenAnswer = { readonly refused?: false; readonly token: string; readonly entry: Token } | AccessRefusal

const DAY_MS = 86_400_000
const AGENT_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/
const ONLY_ADMINS = 'Only an admin may manage tokens.'

/** Bearer tokens: the secret is answered once and kept only as a hash. */
export function createTokens(parts: AccessParts) {
  const { store, clock } = parts
  return {
    createToken: async (who: Principal, body: TokenBody): Promise<TokenAnswer> => {
      if (!may(who.role, 'token.manage')) return forbidden(ONLY_ADMINS)
      const fault = findFault(body) ?? refuseDeciding(who, body)
      if (fault) return fault
      return store.transact(tx => insertToken(tx, parts, { who, body }))
    },
    /** Whether a token still counts; for connections that it opened and that are still there. */
    isTokenLive: async (tokenId: string): Promise<boolean> => {
      const document = await store.getDocument(KINDS.token, tokenId)
      if (document === undefined) return false
      const { revoked_at, expires_at } = StoredToken.parse(document.body)
      return revoked_at === undefined && (expires_at === undefined || Date.parse(expires_at) > clock.now())
    },
    listTokens: async (who: Principal): Promise<readonly Token[]> => {
      if (!may(who.role, 'token.manage')) return []
      const documents = await store.listDocuments(KINDS.token)
      return documents.map(document => toEntry(StoredToken.parse(document.body)))
    },
    revokeToken: async (
      who: Principal,
      tokenId: string,
    ): Promise<{ readonly refused?: false } | AccessRefusal> => {
      if (!may(who.role, 'token.manage')) return forbidden(ONLY_ADMINS)
      return store.transact(tx => revoke(tx, { who, tokenId, at: toIso(clock.now()) }))
    },
  }
}

function findFault({ name, role, expires_in_days: days, agents = [] }: TokenBody): AccessRefusal | undefined {
  if (name.length < 1 || name.length > 200) return invalid('name', 'has 1–200 characters')
  if (standsApart(role) && !AGENT_NAME.test(name)) {
    return invalid('name', 'of an agent or a worker has 1–64 of the characters A–Z a–z 0–9 _ . -')
  }
  if (role === 'agent' && BUILT_IN_AGENTS.includes(name)) {
    return invalid('name', `${name} is the name of a built-in agent; choose another`)
  }
  if (role === 'worker' && agents.length === 0)
    return invalid('agents', 'names at least one agent that the worker may carry')
  if (role !== 'worker' && agents.length > 0) return invalid('agents', 'is for tokens of workers')
  if (days !== undefined && !(days > 0 && days <= 3650)) return invalid('expires_in_days', 'is 1–3650')
  return undefined
}

/** Neither is anybody’s standing among people. */
function standsApart(role: Role): role is 'agent' | 'worker' {
  return role === 'agent' || role === 'worker'
}

/** Who may not decide makes nobody who may: a bootstrap token hands out keys of agents, and tokens like the saved one. */
function refuseDeciding({ bootstrap }: Principal, { role, decides }: TokenBody): AccessRefusal | undefined {
  if (bootstrap !== 'limited' || role === 'agent') return undefined
  if (decides === false && (role === 'viewer' || role === 'member')) return undefined
  return forbidden(
    'A bootstrap token makes keys of agents, and tokens of viewers and members with "decides": false. Sign in for more, or start an empty home with SOULGATE_BOOTSTRAP_FULL=1 where nobody is at stake.',
  )
}

async function insertToken(
  tx: StoreTransaction,
  parts: AccessParts,
  { who, body }: { readonly who: Principal; readonly body: TokenBody },
): Promise<TokenAnswer> {
  const { clock, ids, random } = parts
  if (body.role === 'agent' && (await parts.isAgentName?.(tx, body.name)))
    return invalid('name', `${body.name} is the name of a registered agent; choose another`)
  const person = await (standsApart(body.role) ? owningPerson : actingPerson)(tx, parts, { who, body })
  if (person && 'refused' in person) return person
  const now = clock.now()
  const secret = newSecret('sg_', random)
  const stored: StoredToken = {
    token_id: ids.newId('tok'),
    name: body.name,
    role: body.role,
    ...(person ? { person_id: person.person_id } : {}),
    created_by: who.id,
    created_at: toIso(now),
    ...(body.expires_in_days === undefined ? {} : { expires_at: toIso(now + body.expires_in_days * DAY_MS) }),
    hash: hashSecret(secret),
    decides: !standsApart(body.role) && (body.decides ?? true),
    ...(body.agents === undefined ? {} : { agents: [...body.agents] }),
  }
  await putToken(tx, stored, stored.created_at)
  await tx.appendEvents([tokenEvent('token_created', who, stored, stored.created_at)])
  return { token: secret, entry: toEntry(stored) }
}

/** Whom an agent's key belongs to: the named person, or the one who makes it. It does not make anybody. */
async function owningPerson(
  tx: StoreTransaction,
  parts: AccessParts,
  making: { readonly who: Principal; readonly body: TokenBody },
): Promise<Person | AccessRefusal | undefined> {
  const isOwned = making.body.person_id !== undefined || making.who.kind === 'person'
  return isOwned ? actingPerson(tx, parts, making) : undefined
}

async function actingPerson(
  tx: StoreTransaction,
  parts: AccessParts,
  { who, body }: { readonly who: Principal; readonly body: TokenBody },
): Promise<Person | AccessRefusal> {
  const own = who.kind === 'person' ? who.id : undefined
  const personId = body.person_id ?? own
  const person = personId ? await readPerson(tx, personId) : await firstAdmin(tx, parts)
  if (!person || person.disabled_at) return invalid('person_id', `no active person ${personId ?? ''}`.trim())
  if (!standsApart(body.role) && ROLE_HIERARCHY.indexOf(body.role) > ROLE_HIERARCHY.indexOf(person.role)) {
    return invalid('role', `${person.person_id} is ${person.role}; a token cannot stand above its person`)
  }
  return person
}

async function revoke(
  tx: StoreTransaction,
  { who, tokenId, at }: { readonly who: Principal; readonly tokenId: string; readonly at: string },
): Promise<{ readonly refused?: false } | AccessRefusal> {
  const document = await tx.getDocument(KINDS.token, tokenId)
  if (!document) return notFound(`No token ${tokenId} exists. List them with \`soulgate token list\`.`)
  const stored = StoredToken.parse(document.body)
  if (stored.revoked_at) return {}
  await putToken(tx, { ...stored, revoked_at: at }, at)
  await tx.appendEvents([tokenEvent('token_revoked', who, stored, at)])
  return {}
}

function toEntry({ hash: _hash, decides: _decides, ...entry }: StoredToken): Token {
  return entry
}
