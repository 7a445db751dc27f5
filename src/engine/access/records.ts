import { z } from 'zod'
import { JsonObject } from '../../contracts/json-value.ts'
import { Passkey } from '../../contracts/passkey.ts'
import { Person, Token } from '../../contracts/principal.ts'
import { BrowserKey } from '../../contracts/requests/administration.ts'
import type { StoreReader } from '../../store/store.ts'

/** Kinds of documents that this part keeps. */
export const KINDS = {
  person: 'person',
  token: 'token',
  session: 'browser_session',
  code: 'sign_in_code',
  passkey: 'passkey',
  challenge: 'passkey_challenge',
  oidcFlow: 'oidc_flow',
  oidcIdentity: 'oidc_identity',
  mark: 'access_mark',
  nonce: 'request_nonce',
} as const

/** A token as it is kept: found by the hash of its secret. `decides: false` is a credential that lies on a disk. */
export const StoredToken = Token.extend({ hash: z.string(), decides: z.boolean() })
export type StoredToken = z.infer<typeof StoredToken>

export const StoredSession = z.object({
  session_id: z.string(),
  person_id: z.string(),
  /** Whose private half signs the requests of this session; a session of before has none, and is nobody. */
  public_key: BrowserKey.optional(),
  created_at: z.string(),
  expires_at: z.string(),
})
export type StoredSession = z.infer<typeof StoredSession>

export const StoredCode = z.object({
  code_id: z.string(),
  /** Absent: for the first admin. */
  person_id: z.string().optional(),
  hash: z.string(),
  expires_at: z.string(),
})
export type StoredCode = z.infer<typeof StoredCode>

/** Found by its credential id; `lookup` is the person. */
export const StoredPasskey = Passkey.extend({
  person_id: z.string(),
  credential_id: z.string(),
  /** COSE, base64url. */
  public_key: z.string(),
  counter: z.int().min(0),
  transports: z.array(z.string()),
})
export type StoredPasskey = z.infer<typeof StoredPasskey>

/** A question to an authenticator, good once. Absent person: for signing in. */
export const StoredChallenge = z.object({
  person_id: z.string().optional(),
  expires_at: z.string(),
  /** Of a question about one approval: its digest, and where it was asked. */
  about: z.string().optional(),
  site: z.object({ id: z.string(), origin: z.string() }).optional(),
})
export type StoredChallenge = z.infer<typeof StoredChallenge>

/** A person by id, or undefined. */
export async function readPerson(store: StoreReader, personId: string): Promise<Person | undefined> {
  const document = await store.getDocument(KINDS.person, personId)
  return document && Person.parse(document.body)
}

/** Everybody, oldest first. */
export async function readPeople(store: StoreReader): Promise<readonly Person[]> {
  const documents = await store.listDocuments(KINDS.person)
  return documents.map(document => Person.parse(document.body))
}

/** A record as the body of a document. */
export function toBody(record: object): JsonObject {
  return JsonObject.parse(record)
}
