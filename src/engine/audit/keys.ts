import { z } from 'zod'
import { SoulgateError } from '../../base/errors.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'
import { endorsementText, KeyLine } from './format.ts'
import { importPublicKey, isSignedBy, type KeyStore, keyOfSeed, type SigningKey } from './signing-key.ts'

const KIND = 'audit_key'
const StoredKey = KeyLine.omit({ kind: true })
type StoredKey = z.infer<typeof StoredKey>
type Endorsement = NonNullable<StoredKey['endorsement']>

/** Public keys that ever signed, oldest first, and each behind the one that endorsed it. */
async function readKeys(store: StoreReader): Promise<readonly StoredKey[]> {
  return inOrder((await readKeyRows(store)).flatMap(row => StoredKey.safeParse(row).data ?? []))
}

/** The same as their rows stand, changed ones too: what is no key is for verification to name. */
export async function readKeyRows(store: StoreReader): Promise<readonly JsonObject[]> {
  const bodies = (await store.listDocuments(KIND)).map(({ body }) => body)
  return inOrder(bodies.map(body => (isObject(body) ? body : {})))
}

/** Clocks may go back, so that the time of a key says nothing of its order. */
function inOrder<Key extends JsonObject | StoredKey>(keys: readonly Key[]): readonly Key[] {
  const ordered = new Set<Key>()
  const isReady = (key: Key) => !keys.some(other => other.key_id === endorserOf(key) && !ordered.has(other))
  while (ordered.size < keys.length) {
    const left = keys.filter(key => !ordered.has(key))
    // Keys that endorse each other in a circle are forged; they stand as they come.
    const next = left.find(isReady) ?? left[0]
    if (next !== undefined) ordered.add(next)
  }
  return [...ordered]
}

function endorserOf({ endorsement }: JsonObject | StoredKey): string | undefined {
  const id = isObject(endorsement) ? endorsement.key_id : undefined
  return typeof id === 'string' ? id : undefined
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Keeps a public key for whoever verifies; a known one stays as it is. */
export async function keepKey(
  tx: StoreTransaction,
  key: SigningKey,
  { at, endorsement }: { readonly at: string; readonly endorsement?: Endorsement },
): Promise<void> {
  if (await tx.getDocument(KIND, key.key_id)) return
  const body: StoredKey = { ...publicPart(key, at), ...(endorsement && { endorsement }) }
  await tx.putDocument({ kind: KIND, id: key.key_id, body: z.json().parse(body), at })
}

/** What everybody may know of a key. */
export function publicPart({ key_id, public_key }: SigningKey, created_at: string): StoredKey {
  return { key_id, algorithm: 'ed25519', public_key, created_at }
}

/**
 * The signing key of this home, made when there is none. Where a rotation was committed, by whichever process, its key
 * takes over now. Throws `audit_key_superseded` when that key lies in another home.
 */
export async function loadKey(keys: KeyStore, store: StoreReader): Promise<SigningKey> {
  const { key, successor } = await findKey(keys, store)
  if (successor === undefined) return key
  throw new SoulgateError(
    'audit_key_superseded',
    `The audit key ${key.key_id} of this home was rotated in another one: ${successor} signs now. Copy keys/audit.seed from there.`,
    { retry: 'after_human', data: { key_id: key.key_id, successor } },
  )
}

/** The key of this home; `successor` when it must not sign any more, because the key that took over lies elsewhere. */
export async function findKey(
  keys: KeyStore,
  store: StoreReader,
): Promise<{ readonly key: SigningKey; readonly successor?: string }> {
  const rows = await readKeys(store)
  let key = await loadOrCreate(keys, rows)
  for (let next = successorOf(key, rows); next !== undefined; next = successorOf(key, rows)) {
    const isHere = await keys.takeOver(next)
    const now = await loadOrCreate(keys, rows)
    if (!isHere && now.key_id === key.key_id) return { key, successor: next }
    key = now
  }
  return { key }
}

/** A new home takes the keys as right that it finds in its store when it makes its own. */
async function loadOrCreate(keys: KeyStore, rows: readonly StoredKey[]): Promise<SigningKey> {
  const kept = await keys.load()
  if (kept !== undefined) return keyOfSeed(kept)
  if (rows.length > 0) await keys.trust(rows.map(({ key_id }) => key_id))
  await keys.create(keys.newSeed())
  return keyOfSeed((await keys.load()) ?? new Uint8Array())
}

/** Whoever can write rows can claim that a key was rotated; only the key itself can say so. */
function successorOf(key: SigningKey, rows: readonly StoredKey[]): string | undefined {
  const publicKey = importPublicKey(key.public_key)
  return rows.find(
    ({ key_id, public_key, endorsement }) =>
      endorsement?.key_id === key.key_id &&
      isSignedBy(publicKey, endorsementText(key_id, public_key), endorsement.signature),
  )?.key_id
}
