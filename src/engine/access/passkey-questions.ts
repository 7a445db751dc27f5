import type { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import { type Clock, toIso } from '../../base/clock.ts'
import { sha256Hex } from '../../base/digest.ts'
import type { PasskeyAssertion } from '../../contracts/passkey.ts'
import type { StoreTransaction } from '../../store/store.ts'
import type { AccessParts } from './parts.ts'
import { KINDS, StoredChallenge, type StoredPasskey, toBody } from './records.ts'
import { newSecret } from './secrets.ts'

/** Where people reach Soulgate: passkeys are bound to the name of that place, and made on its pages alone. */
export interface PasskeySite {
  /** The host name, never an address of numbers. */
  readonly id: string
  readonly origin: string
}

/** EdDSA, ES256, RS256, as COSE numbers them. */
export const ALGORITHMS = [-8, -7, -257]
const ANSWERED_WITHIN_MS = 5 * 60_000

/** What is asked of an authenticator. An answer counts for the question it was given to, and for no other purpose. */
type Purpose = Omit<StoredChallenge, 'expires_at'>

/** A question that was answered in time; nobody can answer it again. */
interface Answered {
  readonly text: string
  readonly stored: StoredChallenge
}

/** Loaded when the first passkey is used: most programs never do. */
export function webAuthn() {
  return import('@simplewebauthn/server')
}

/** Remembers a new question by its hash; those that nobody answered in time are forgotten. */
export async function askAuthenticator(
  { store, clock, random }: AccessParts,
  purpose: Purpose,
  withinMs: number = ANSWERED_WITHIN_MS,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = newSecret('', random)
  const now = clock.now()
  const body = toBody({ ...purpose, expires_at: toIso(now + withinMs) })
  await store.transact(async tx => {
    for (const document of await tx.listDocuments(KINDS.challenge)) {
      const { expires_at } = StoredChallenge.parse(document.body)
      if (Date.parse(expires_at) <= now) await tx.deleteDocument(KINDS.challenge, document.id)
    }
    await tx.putDocument({ kind: KINDS.challenge, id: sha256Hex(text), body, at: toIso(now) })
  })
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}

/** The question that an answer names, if it was asked for this purpose and not answered yet. It is good once. */
export function takeAnswered(
  { store, clock }: AccessParts,
  clientDataJSON: string,
  purpose: Pick<Purpose, 'person_id' | 'about'>,
): Promise<Answered | undefined> {
  return store.transact(tx => takeAnsweredIn(tx, clock, { clientDataJSON, ...purpose }))
}

export async function takeAnsweredIn(
  tx: StoreTransaction,
  clock: Clock,
  asked: Pick<Purpose, 'person_id' | 'about'> & { readonly clientDataJSON: string },
): Promise<Answered | undefined> {
  const text = readChallenge(asked.clientDataJSON)
  if (text === undefined) return undefined
  const id = sha256Hex(text)
  const document = await tx.getDocument(KINDS.challenge, id)
  if (document === undefined || !(await tx.deleteDocument(KINDS.challenge, id))) return undefined
  const stored = StoredChallenge.parse(document.body)
  const isMeant = stored.person_id === asked.person_id && stored.about === asked.about
  return isMeant && Date.parse(stored.expires_at) > clock.now() ? { text, stored } : undefined
}

/** How often this passkey has signed; undefined where it did not sign that, there, with its user verified. */
export async function verifyAssertion(
  passkey: StoredPasskey,
  asked: {
    readonly response: PasskeyAssertion
    readonly challenge: string
    readonly site: PasskeySite
  },
): Promise<number | undefined> {
  const { response, challenge, site } = asked
  const library = await webAuthn()
  const verified = await library
    .verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      ...{ expectedChallenge: challenge, expectedOrigin: site.origin, expectedRPID: site.id },
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    })
    .catch(() => ({ verified: false }) as const)
  return verified.verified ? verified.authenticationInfo.newCounter : undefined
}

const ClientData = z.object({ challenge: z.string().max(200) })

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8')
    return ClientData.parse(JSON.parse(text)).challenge
  } catch {
    return undefined
  }
}
