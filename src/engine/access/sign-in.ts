import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Person, Principal } from '../../contracts/principal.ts'
import type { BrowserKey } from '../../contracts/requests/administration.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import { principalOfPerson, type SignedIn } from './authenticate.ts'
import { endBootstrap } from './bootstrap.ts'
import type { AccessParts } from './parts.ts'
import { firstAdmin } from './people.ts'
import { KINDS, readPeople, readPerson, StoredCode, StoredSession, toBody } from './records.ts'
import { type AccessRefusal, forbidden } from './refusals.ts'
import { hashSecret, isSameHash, newSecret } from './secrets.ts'

export type ExchangeAnswer = { readonly refused?: false; readonly signed_in: SignedIn } | AccessRefusal

const CODE_MS = 15 * 60_000
/** How long a browser stays signed in. */
const SESSION_MS = 30 * 86_400_000

/** One-time sign-in codes and the sessions of browsers that they become. */
export function createSignIn(parts: AccessParts) {
  const { store, clock, ids, random } = parts
  return {
    createSignInCode: async (forPersonId?: string) => {
      const now = clock.now()
      const code = newSecret('', random)
      const expires_at = toIso(now + CODE_MS)
      const code_id = ids.newId('code')
      const person = forPersonId === undefined ? {} : { person_id: forPersonId }
      const body: StoredCode = { code_id, ...person, hash: hashSecret(code), expires_at }
      await store.transact(async tx => {
        await deleteExpired(tx, now)
        const { hash } = body
        await tx.putDocument({
          kind: KINDS.code,
          id: code_id,
          lookup: hash,
          body: toBody(body),
          at: toIso(now),
        })
      })
      return { code, expires_at }
    },
    exchange: async (code: string, key: BrowserKey): Promise<ExchangeAnswer> => {
      // What nobody made costs a look, and no transaction.
      if (!(await store.findDocument(KINDS.code, hashSecret(code)))) return spentCode()
      return store.transact(tx => exchange(tx, parts, { code, key }))
    },
    signOut: async (who: Principal): Promise<void> => {
      const sessionId = who.credential_id
      if (!sessionId) return
      await store.transact(async tx => {
        if (!(await tx.deleteDocument(KINDS.session, sessionId))) return
        await tx.appendEvents([signEvent('logout', who, { session: sessionId }, toIso(clock.now()))])
      })
    },
    accessState: async () => ({
      people: (await readPeople(store)).length,
      ever_signed_in: (await store.getDocument(KINDS.mark, 'first_sign_in')) !== undefined,
    }),
  }
}

async function exchange(
  tx: StoreTransaction,
  parts: AccessParts,
  { code, key }: { readonly code: string; readonly key: BrowserKey },
): Promise<ExchangeAnswer> {
  const now = parts.clock.now()
  const stored = await takeCode(tx, code)
  if (!stored || Date.parse(stored.expires_at) <= now) return spentCode()
  const person = await personOfCode(tx, parts, stored)
  if (!person || person.disabled_at) return spentCode()
  return beginSession(tx, parts, { person, by: 'link', key })
}

export interface NewSession {
  readonly person: Person
  readonly by: 'link' | 'passkey' | 'oidc'
  /** Whose private half the page that signs in keeps. */
  readonly key: BrowserKey
}

/** Signs a person in on a browser; the caller has proven who it is. */
export async function beginSession(
  tx: StoreTransaction,
  { clock, ids }: AccessParts,
  { person, by, key }: NewSession,
): Promise<Exclude<ExchangeAnswer, AccessRefusal>> {
  const now = clock.now()
  const session: StoredSession = {
    session_id: ids.newId('web'),
    person_id: person.person_id,
    public_key: key,
    created_at: toIso(now),
    expires_at: toIso(now + SESSION_MS),
  }
  const at = session.created_at
  const { session_id } = session
  await tx.putDocument({ kind: KINDS.session, id: session_id, body: toBody(session), at })
  if (!(await tx.getDocument(KINDS.mark, 'first_sign_in'))) {
    await tx.putDocument({ kind: KINDS.mark, id: 'first_sign_in', body: {}, at, expectedVersion: 0 })
    await endBootstrap(tx, at)
  }
  const principal = principalOfPerson(person, session_id)
  await tx.appendEvents([signEvent('login', principal, { session: session_id, by }, at)])
  return { signed_in: { principal, decides: true } }
}

/** Deleting is what makes it one-time: of two exchanges at once, one deletes nothing. */
async function takeCode(tx: StoreTransaction, code: string): Promise<StoredCode | undefined> {
  const hash = hashSecret(code)
  const document = await tx.findDocument(KINDS.code, hash)
  if (!document) return undefined
  const stored = StoredCode.parse(document.body)
  if (!isSameHash(stored.hash, hash)) return undefined
  return (await tx.deleteDocument(KINDS.code, document.id)) ? stored : undefined
}

function personOfCode(
  tx: StoreTransaction,
  parts: AccessParts,
  code: StoredCode,
): Promise<Person | undefined> {
  return code.person_id === undefined ? firstAdmin(tx, parts) : readPerson(tx, code.person_id)
}

async function deleteExpired(tx: StoreTransaction, now: number): Promise<void> {
  for (const kind of [KINDS.code, KINDS.session]) {
    for (const document of await tx.listDocuments(kind)) {
      const { expires_at } = (kind === KINDS.code ? StoredCode : StoredSession).parse(document.body)
      if (Date.parse(expires_at) <= now) await tx.deleteDocument(kind, document.id)
    }
  }
}

function signEvent(type: 'login' | 'logout', who: Principal, about: JsonObject, at: string): EventDraft {
  const payload = { person_id: who.id, ...about }
  return { stream: 'system', type, at, actor: { kind: who.kind, id: who.id }, payload }
}

function spentCode(): AccessRefusal {
  return forbidden('This sign-in link was used already or has expired. Make another with `soulgate signin`.')
}
