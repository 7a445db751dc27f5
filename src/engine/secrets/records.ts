import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { SecretEntry } from '../../contracts/secret.ts'
import type { Store, StoreDocument, StoreTransaction } from '../../store/store.ts'
import { type CipherKey, type Sealed, unseal } from './cipher.ts'
import type { SecretKeyFile } from './keyring.ts'

/** The kind of document in which a sealed secret lies, under its name. */
export const KIND = 'secret'

/** Where sealed secrets lie, and the keys apart from them. */
export interface SecretPlace {
  readonly store: Store
  readonly clock: Clock
  readonly keyFile: SecretKeyFile
}

const SealedBody = z.object({
  key_id: z.string(),
  nonce: z.string(),
  ciphertext: z.string(),
  tag: z.string(),
})
const Facts = z.object({ updated_by: z.string(), tools: z.array(z.string()).optional() })

/** A sealed secret with what is told of it. */
export function readStored(document: StoreDocument) {
  return { sealed: readSealed(document.body), facts: Facts.parse(document.body) }
}

/** What `seal` answered, as it was kept. */
export function readSealed(kept: unknown): Sealed {
  return SealedBody.parse(kept)
}

/** The value in a document; undefined when none of the keys opens it. */
export function openStored(document: StoreDocument, keys: readonly CipherKey[]): string | undefined {
  const { sealed } = readStored(document)
  const key = keys.find(candidate => candidate.key_id === sealed.key_id)
  return key === undefined ? undefined : unseal(key, document.id, sealed)
}

/** What may be told of a secret. */
export function entryOf(document: StoreDocument): SecretEntry {
  const { sealed, facts } = readStored(document)
  return {
    name: document.id,
    ...(facts.tools === undefined ? {} : { tools: facts.tools }),
    key_id: sealed.key_id,
    version: document.version,
    created_at: document.created_at,
    updated_at: document.updated_at,
    updated_by: facts.updated_by,
  }
}

/** One at a time, on every machine: whoever seals or changes keys holds a row until it is committed. */
export async function lockSecrets(tx: StoreTransaction, at: string): Promise<void> {
  await tx.putDocument({ kind: 'secret_keys', id: 'lock', body: {}, at })
}
