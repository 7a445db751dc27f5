import { type Clock, toIso } from '../../base/clock.ts'
import type { Person, Principal } from '../../contracts/principal.ts'
import type { Store } from '../../store/store.ts'
import { KINDS, readPerson, StoredSession, StoredToken, toBody } from './records.ts'
import { weakerRole } from './roles.ts'
import { hashSecret, isSameHash } from './secrets.ts'
import { isSignedBy, type SignatureCredential } from './signatures.ts'

/** Who a credential is. `decides` is false for credentials that lie on a disk: they never carry a decision. */
export interface SignedIn {
  readonly principal: Principal
  readonly decides: boolean
}

export type Credential = { readonly kind: 'bearer'; readonly token: string } | SignatureCredential

const LAST_USED_EVERY_MS = 60_000

/** Finds who presents a credential; undefined when it is unknown, expired, revoked, or its person is disabled. */
export async function authenticate(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  credential: Credential,
): Promise<SignedIn | undefined> {
  return credential.kind === 'bearer'
    ? authenticateToken(store, clock, credential.token)
    : authenticateSignature(store, clock, credential)
}

async function authenticateSignature(
  store: Store,
  clock: Clock,
  credential: SignatureCredential,
): Promise<SignedIn | undefined> {
  const document = await store.getDocument(KINDS.session, credential.session_id)
  if (!document) return undefined
  const session = StoredSession.parse(document.body)
  if (!session.public_key || isPast(session.expires_at, clock)) return undefined
  if (!isSignedBy(session.public_key, credential)) return undefined
  const person = await readPerson(store, session.person_id)
  if (!person || person.disabled_at) return undefined
  return { principal: principalOfPerson(person, session.session_id), decides: true }
}

async function authenticateToken(store: Store, clock: Clock, secret: string): Promise<SignedIn | undefined> {
  const hash = hashSecret(secret)
  const document = await store.findDocument(KINDS.token, hash)
  if (!document) return undefined
  const token = StoredToken.parse(document.body)
  if (!isSameHash(token.hash, hash) || token.revoked_at || isPast(token.expires_at, clock)) return undefined
  const principal = await principalOfToken(store, token)
  if (!principal) return undefined
  await recordUse(store, clock, token)
  return { principal, decides: token.decides }
}

async function principalOfToken(store: Store, token: StoredToken): Promise<Principal | undefined> {
  const credential_id = token.token_id
  if (token.role === 'agent') {
    const id = `agent:${token.name}`
    return { kind: 'agent', id, name: token.name, role: 'agent', credential_id, ...ownerOf(token) }
  }
  if (token.role === 'worker') {
    const { name, agents = [] } = token
    return {
      ...{ kind: 'agent', id: `worker:${name}`, name, role: 'worker', credential_id, agents },
      ...ownerOf(token),
    }
  }
  const person = token.person_id ? await readPerson(store, token.person_id) : undefined
  if (!person || person.disabled_at) return undefined
  const role = weakerRole(token.role, person.role)
  return {
    ...principalOfPerson(person, credential_id),
    role,
    ...(token.decides ? {} : { saved: true }),
    ...(token.bootstrap === undefined ? {} : { bootstrap: token.bootstrap }),
  }
}

/** Keys made before owners were kept belong to the person who made them. */
function ownerOf({ person_id, created_by }: StoredToken): Pick<Principal, 'person_id'> {
  const owner = person_id ?? (created_by.startsWith('person_') ? created_by : undefined)
  return owner === undefined ? {} : { person_id: owner }
}

/** The person as a principal, with the person's own role. */
export function principalOfPerson(person: Person, credentialId?: string): Principal {
  return {
    kind: 'person',
    id: person.person_id,
    name: person.name,
    role: person.role,
    ...(credentialId === undefined ? {} : { credential_id: credentialId }),
  }
}

/** Bookkeeping only: that it cannot be written must not lock anybody out of reading. */
async function recordUse(store: Store, clock: Clock, token: StoredToken): Promise<void> {
  const now = clock.now()
  if (token.last_used_at && now - Date.parse(token.last_used_at) < LAST_USED_EVERY_MS) return
  const write = store.transact(async tx => {
    const standing = await tx.getDocument(KINDS.token, token.token_id)
    if (!standing) return
    const body = { ...StoredToken.parse(standing.body), last_used_at: toIso(now) }
    await tx.putDocument({
      kind: KINDS.token,
      id: token.token_id,
      lookup: body.hash,
      body: toBody(body),
      at: toIso(now),
    })
  })
  await write.catch(() => {})
}

function isPast(at: string | undefined, clock: Clock): boolean {
  return at !== undefined && Date.parse(at) <= clock.now()
}
