import { z } from 'zod'
import { toIso } from '../../base/clock.ts'
import { sha256Hex } from '../../base/digest.ts'
import type { Person } from '../../contracts/principal.ts'
import { BrowserKey } from '../../contracts/requests/administration.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'
import type { OidcClaims } from './oidc-port.ts'
import type { AccessParts } from './parts.ts'
import { KINDS, readPeople, readPerson, toBody } from './records.ts'
import { type AccessRefusal, forbidden, notFound } from './refusals.ts'
import { newSecret } from './secrets.ts'
import { beginSession, type ExchangeAnswer } from './sign-in.ts'

const FLOW_MS = 10 * 60_000
const StoredFlow = z.object({
  nonce: z.string(),
  verifier: z.string(),
  redirect_uri: z.string(),
  /** Of the page that began: it alone may end it. */
  public_key: BrowserKey,
  expires_at: z.string(),
})
const Ending = StoredFlow.pick({ expires_at: true })
const StoredIdentity = z.object({ person_id: z.string() })

/**
 * Signing in at the operator's OpenID Connect provider: code flow with PKCE, state and nonce. It signs in people who
 * exist here, found by their verified address the first time and by the provider's own id from then on; it makes none.
 */
export function createOidc(parts: AccessParts) {
  const { store, clock, random, oidc } = parts
  return {
    oidcName: (): string | undefined => oidc?.name,
    oidcStart: async (
      redirectUri: string,
      key: BrowserKey,
    ): Promise<{ readonly refused?: false; readonly url: string } | AccessRefusal> => {
      if (oidc === undefined) return notFound('No OpenID Connect provider is set up. Use a sign-in link.')
      const secret = (): string => newSecret('', random)
      const flow = { state: secret(), nonce: secret(), verifier: secret(), redirect_uri: redirectUri }
      const now = clock.now()
      const { state, ...kept } = flow
      const body = toBody({ ...kept, public_key: key, expires_at: toIso(now + FLOW_MS) })
      const url = await oidc.addressFor(flow).catch(() => undefined)
      if (url === undefined)
        return forbidden(`${oidc.name} does not answer. Try again, or use a sign-in link.`)
      await store.transact(async tx => {
        await deleteExpired(tx, now)
        await tx.putDocument({ kind: KINDS.oidcFlow, id: sha256Hex(state), body, at: toIso(now) })
      })
      return { url: url.href }
    },
    /** `returnedTo` is where the provider sent the browser; `key` is what this browser began with. */
    oidcFinish: (returnedTo: URL, key: BrowserKey): Promise<ExchangeAnswer> => finish(parts, returnedTo, key),
  }
}

async function deleteExpired(tx: StoreTransaction, now: number): Promise<void> {
  for (const document of await tx.listDocuments(KINDS.oidcFlow)) {
    const { expires_at } = Ending.parse(document.body)
    if (Date.parse(expires_at) <= now) await tx.deleteDocument(KINDS.oidcFlow, document.id)
  }
}

async function finish(parts: AccessParts, returnedTo: URL, key: BrowserKey): Promise<ExchangeAnswer> {
  const { store, oidc } = parts
  const state = returnedTo.searchParams.get('state') ?? ''
  const flow = await takeFlow(parts, state, key)
  if (oidc === undefined || flow === undefined) return notSignedIn()
  const claims = await oidc.redeem(returnedTo, { state, ...flow }).catch(() => undefined)
  if (claims === undefined) return notSignedIn()
  return store.transact(async tx => {
    const person = await personOf(tx, parts, claims)
    if ('refused' in person) return person
    return beginSession(tx, parts, { person, by: 'oidc', key })
  })
}

/** Another site cannot end in this browser what it began in another one: the key must be that of the beginning. */
async function takeFlow({ store, clock }: AccessParts, state: string, key: BrowserKey) {
  const begun = await store.getDocument(KINDS.oidcFlow, sha256Hex(state))
  const flow = StoredFlow.safeParse(begun?.body)
  if (!flow.success || !isSameKey(flow.data.public_key, key)) return undefined
  return store.transact(async tx => {
    const document = await tx.getDocument(KINDS.oidcFlow, sha256Hex(state))
    if (document === undefined || !(await tx.deleteDocument(KINDS.oidcFlow, document.id))) return undefined
    const { expires_at, ...flow } = StoredFlow.parse(document.body)
    return Date.parse(expires_at) > clock.now() ? flow : undefined
  })
}

function isSameKey(one: BrowserKey, other: BrowserKey): boolean {
  return one.x === other.x && one.y === other.y
}

/** Who was here before is known by the provider's id, whatever the address says by now. */
async function personOf(
  tx: StoreTransaction,
  { clock }: AccessParts,
  claims: OidcClaims,
): Promise<Person | AccessRefusal> {
  const id = sha256Hex(JSON.stringify([claims.issuer, claims.subject]))
  const known = await tx.getDocument(KINDS.oidcIdentity, id)
  const person =
    known === undefined
      ? await byAddress(tx, claims)
      : await readPerson(tx, StoredIdentity.parse(known.body).person_id)
  if (person === undefined || person.disabled_at !== undefined) return unknownPerson()
  if (known === undefined) {
    // An address can pass to somebody else at the provider; who is known by one account has no second.
    const lookup = person.person_id
    if ((await tx.listDocuments(KINDS.oidcIdentity, { lookup })).length > 0) return unknownPerson()
    const body = { person_id: lookup }
    await tx.putDocument({ kind: KINDS.oidcIdentity, id, lookup, body, at: toIso(clock.now()) })
  }
  return person
}

async function byAddress(
  store: StoreReader,
  { email, email_verified }: OidcClaims,
): Promise<Person | undefined> {
  if (email === undefined || !email_verified) return undefined
  const [first, ...others] = (await readPeople(store)).filter(
    person => person.email?.toLowerCase() === email.toLowerCase() && person.disabled_at === undefined,
  )
  return others.length === 0 ? first : undefined
}

function notSignedIn(): AccessRefusal {
  return forbidden('This sign-in was not begun in this browser, is over, or was refused. Begin again.')
}

function unknownPerson(): AccessRefusal {
  return forbidden(
    'Nobody here has this verified address. Ask an admin to add you with it; somebody who has signed in from here before is known by that account alone.',
  )
}
