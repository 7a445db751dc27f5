import type { verifyRegistrationResponse } from '@simplewebauthn/server'
import { toIso } from '../../base/clock.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import { Passkey, type PasskeyAssertion, type PasskeyRegistration } from '../../contracts/passkey.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { BrowserKey } from '../../contracts/requests/administration.ts'
import type { EventDraft, StoreReader, StoreTransaction } from '../../store/store.ts'
import type { AccessParts } from './parts.ts'
import {
  ALGORITHMS,
  askAuthenticator,
  askForSignIn,
  type PasskeySite,
  readSignInQuestion,
  takeAnswered,
  takeSignInQuestion,
  verifyAssertion,
  webAuthn,
} from './passkey-questions.ts'
import { KINDS, readPerson, StoredPasskey, toBody } from './records.ts'
import { type AccessRefusal, forbidden, invalid, notFound } from './refusals.ts'
import { beginSession, type ExchangeAnswer } from './sign-in.ts'

const MAX_PASSKEYS = 20

/** Passkeys (WebAuthn) of people: an authenticator signs a question that is good once, with its user verified. */
export function createPasskeys(parts: AccessParts) {
  const { store, clock } = parts
  return {
    passkeyOptions: async (who: Principal, site: PasskeySite): Promise<JsonObject> => {
      const standing = await listOf(store, who.id)
      const { generateRegistrationOptions } = await webAuthn()
      const options = await generateRegistrationOptions({
        ...{ rpName: 'Soulgate', rpID: site.id, userName: who.name, userDisplayName: who.name },
        userID: Uint8Array.from(Buffer.from(who.id)),
        challenge: await askAuthenticator(parts, { person_id: who.id }),
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: standing.map(({ credential_id: id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return toJson(options)
    },
    addPasskey: (
      who: Principal,
      site: PasskeySite,
      body: { readonly name: string; readonly response: PasskeyRegistration },
    ) => addPasskey(parts, { who, site, ...body }),
    listPasskeys: async (who: Principal): Promise<readonly Passkey[]> =>
      (await listOf(store, who.id)).map(passkey => Passkey.parse(passkey)),
    removePasskey: (
      who: Principal,
      passkeyId: string,
    ): Promise<{ readonly refused?: false } | AccessRefusal> =>
      store.transact(async tx => {
        const found = (await listOf(tx, who.id)).find(each => each.passkey_id === passkeyId)
        if (found === undefined) return notFound(`You have no passkey ${passkeyId}.`)
        await tx.deleteDocument(KINDS.passkey, found.credential_id)
        await tx.appendEvents([passkeyEvent(who, 'passkey_removed', found, toIso(clock.now()))])
        return {}
      }),
    passkeySignInOptions: async (site: PasskeySite): Promise<JsonObject> => {
      const challenge = await askForSignIn(parts)
      const { generateAuthenticationOptions } = await webAuthn()
      return toJson(
        await generateAuthenticationOptions({ rpID: site.id, challenge, userVerification: 'required' }),
      )
    },
    signInWithPasskey: (
      site: PasskeySite,
      response: PasskeyAssertion,
      key: BrowserKey,
    ): Promise<ExchangeAnswer> => signIn(parts, site, { response, key }),
  }
}

/** Without the fields that are undefined. */
export function toJson(options: object): JsonObject {
  return JsonObject.parse(JSON.parse(JSON.stringify(options)))
}

export async function listOf(store: StoreReader, personId: string): Promise<readonly StoredPasskey[]> {
  const documents = await store.listDocuments(KINDS.passkey, { lookup: personId })
  return documents.map(({ body }) => StoredPasskey.parse(body))
}

interface Adding {
  readonly who: Principal
  readonly site: PasskeySite
  readonly name: string
  readonly response: PasskeyRegistration
}

async function addPasskey(
  parts: AccessParts,
  { who, site, name, response }: Adding,
): Promise<{ readonly refused?: false; readonly passkey: Passkey } | AccessRefusal> {
  const challenge = await takeAnswered(parts, response.response.clientDataJSON, { person_id: who.id })
  if (challenge === undefined) return invalid('response', 'answers no question of the last five minutes')
  const library = await webAuthn()
  const verified = await library
    .verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge.text,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    .catch(() => ({ verified: false }) as const)
  if (!verified.verified) return invalid('response', 'is not what this authenticator was asked')
  const { credential } = verified.registrationInfo
  const at = toIso(parts.clock.now())
  const passkey: StoredPasskey = {
    passkey_id: parts.ids.newId('passkey'),
    ...{ name, created_at: at, person_id: who.id, credential_id: credential.id },
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
  }
  return parts.store.transact(async tx => {
    if ((await listOf(tx, who.id)).length >= MAX_PASSKEYS)
      return invalid('name', `you have ${MAX_PASSKEYS} passkeys already; remove one first`)
    if (await tx.getDocument(KINDS.passkey, credential.id))
      return invalid('response', 'is registered already')
    await putPasskey(tx, passkey, at)
    await tx.appendEvents([passkeyEvent(who, 'passkey_added', passkey, at)])
    return { passkey: Passkey.parse(passkey) }
  })
}

async function signIn(
  parts: AccessParts,
  site: PasskeySite,
  { response, key }: { readonly response: PasskeyAssertion; readonly key: BrowserKey },
): Promise<ExchangeAnswer> {
  const question = await readSignInQuestion(parts, response.response.clientDataJSON)
  const document = await parts.store.getDocument(KINDS.passkey, response.id)
  if (question === undefined || document === undefined) return unknownPasskey()
  const passkey = StoredPasskey.parse(document.body)
  const counter = await verifyAssertion(passkey, { response, challenge: question.text, site })
  if (counter === undefined) return unknownPasskey()
  const at = toIso(parts.clock.now())
  return parts.store.transact(async tx => {
    const person = await readPerson(tx, passkey.person_id)
    const standing = await tx.getDocument(KINDS.passkey, passkey.credential_id)
    if (!person || person.disabled_at || standing === undefined) return unknownPasskey()
    if (!(await takeSignInQuestion(tx, parts.clock, question))) return unknownPasskey()
    await putPasskey(tx, { ...passkey, counter, last_used_at: at }, at)
    return beginSession(tx, parts, { person, by: 'passkey', key })
  })
}

export async function putPasskey(tx: StoreTransaction, passkey: StoredPasskey, at: string): Promise<void> {
  const { credential_id: id, person_id: lookup } = passkey
  await tx.putDocument({ kind: KINDS.passkey, id, lookup, body: toBody(passkey), at })
}

/** One answer for everything: who tries learns nothing of what exists. */
function unknownPasskey(): AccessRefusal {
  return forbidden(
    'This passkey is not known here, or its question is over. Try again, or use a sign-in link.',
  )
}

function passkeyEvent(
  who: Principal,
  type: 'passkey_added' | 'passkey_removed',
  { passkey_id, name }: StoredPasskey,
  at: string,
): EventDraft {
  const payload = { passkey_id, name, person_id: who.id }
  return { stream: 'system', type, at, actor: { kind: who.kind, id: who.id }, payload }
}
