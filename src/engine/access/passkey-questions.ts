import { createHmac, timingSafeEqual } from 'node:crypto'
import type { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import { type Clock, toIso } from '../../base/clock.ts'
import { sha256Hex } from '../../base/digest.ts'
import type { PasskeyAssertion } from '../../contracts/passkey.ts'
import type { Store, StoreTransaction } from '../../store/store.ts'
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
    await deleteExpired(tx, now)
    await tx.putDocument({ kind: KINDS.challenge, id: sha256Hex(text), body, at: toIso(now) })
  })
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}

async function deleteExpired(tx: StoreTransaction, now: number): Promise<void> {
  for (const document of await tx.listDocuments(KINDS.challenge)) {
    const { expires_at } = StoredChallenge.parse(document.body)
    if (Date.parse(expires_at) <= now) await tx.deleteDocument(KINDS.challenge, document.id)
  }
}

const NONCE_BYTES = 32
const TIME_BYTES = 6
const SignInKey = z.object({ key: z.string() })

/**
 * A question for signing in. Anybody may ask for one, so none is kept: it carries when it ends and a mark of this
 * server, and only one that was answered rightly is remembered. However many are asked for, each stays good.
 */
export async function askForSignIn(parts: AccessParts): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = Buffer.from(newSecret('', parts.random), 'base64url')
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(parts.clock.now() + ANSWERED_WITHIN_MS, 0, TIME_BYTES)
  const question = Buffer.concat([nonce, time])
  return Uint8Array.from(Buffer.concat([question, markOf(question, await signInKey(parts))]))
}

/** The question for signing in that an answer names, if this server asked it and its time is not over. */
export async function readSignInQuestion(
  parts: AccessParts,
  clientDataJSON: string,
): Promise<{ readonly text: string; readonly expires_at: string } | undefined> {
  const text = readChallenge(clientDataJSON)
  if (text === undefined) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const length = NONCE_BYTES + TIME_BYTES
  const expected = markOf(bytes.subarray(0, length), await signInKey(parts))
  const mark = bytes.subarray(length)
  if (mark.length !== expected.length || !timingSafeEqual(mark, expected)) return undefined
  const expiresAtMs = bytes.readUIntBE(NONCE_BYTES, TIME_BYTES)
  return expiresAtMs > parts.clock.now() ? { text, expires_at: toIso(expiresAtMs) } : undefined
}

/** Whether a question for signing in is answered for the first time; it is remembered for as long as it is good. */
export async function takeSignInQuestion(
  tx: StoreTransaction,
  clock: Clock,
  { text, expires_at }: { readonly text: string; readonly expires_at: string },
): Promise<boolean> {
  const id = sha256Hex(text)
  if (await tx.getDocument(KINDS.challenge, id)) return false
  await deleteExpired(tx, clock.now())
  const at = toIso(clock.now())
  await tx.putDocument({ kind: KINDS.challenge, id, body: { expires_at }, at, expectedVersion: 0 })
  return true
}

function markOf(question: Buffer, key: string): Buffer {
  return createHmac('sha256', key).update('soulgate.sign-in-question.v1').update(question).digest()
}

/** One for all processes. Whoever reads it can ask questions, which only an authenticator can answer. */
async function signInKey({ store, clock, random }: AccessParts): Promise<string> {
  const standing = await readSignInKey(store)
  if (standing !== undefined) return standing
  const key = newSecret('', random)
  const draft = { kind: KINDS.mark, id: 'sign_in_key', body: { key }, at: toIso(clock.now()) }
  try {
    await store.transact(tx => tx.putDocument({ ...draft, expectedVersion: 0 }))
    return key
  } catch (error) {
    // Another process was first.
    const theirs = await readSignInKey(store)
    if (theirs === undefined) throw error
    return theirs
  }
}

async function readSignInKey(store: Store): Promise<string | undefined> {
  const document = await store.getDocument(KINDS.mark, 'sign_in_key')
  return document && SignInKey.parse(document.body).key
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
