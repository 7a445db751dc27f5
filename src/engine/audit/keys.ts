import { z } from 'zod'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'
import { endorsementText, KeyLine } from './format.ts'
import { type KeyStore, keyOfSeed, type SigningKey } from './signing-key.ts'

const KIND = 'audit_key'
const StoredKey = KeyLine.omit({ kind: true })
type StoredKey = z.infer<typeof StoredKey>

/** Public keys that ever signed a checkpoint, oldest first. */
export async function readKeys(store: StoreReader): Promise<readonly StoredKey[]> {
  return (await store.listDocuments(KIND)).map(document => StoredKey.parse(document.body))
}

/** Keeps a public key for whoever verifies; a known one stays as it is. */
export async function keepKey(tx: StoreTransaction, key: SigningKey, by: KeptBy): Promise<void> {
  if (await tx.getDocument(KIND, key.key_id)) return
  const { key_id, public_key } = key
  const { at, endorser } = by
  const body: StoredKey = {
    key_id,
    algorithm: 'ed25519',
    public_key,
    created_at: at,
    ...(endorser && {
      endorsement: { key_id: endorser.key_id, signature: endorser.sign(endorsementText(key_id, public_key)) },
    }),
  }
  await tx.putDocument({ kind: KIND, id: key_id, body: z.json().parse(body), at })
}

interface KeptBy {
  readonly at: string
  /** The key that hands over to this one. */
  readonly endorser?: SigningKey
}

/** The signing key of this installation, made when there is none. */
export async function loadKey(keys: KeyStore): Promise<SigningKey> {
  const kept = await keys.load()
  if (kept !== undefined) return keyOfSeed(kept)
  const seed = keys.newSeed()
  await keys.save(seed)
  return keyOfSeed(seed)
}
