import { z } from 'zod'
import { canonicalize } from '../../base/canonical-json.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Checkpoint, StoreReader } from '../../store/store.ts'
import { readCheckpoints } from './export-lines.ts'
import { CheckpointLine, checkpointDigest, nextCheckpointId, SealRecordText } from './format.ts'
import { findKey, loadKey, readKeyRows } from './keys.ts'
import { importPublicKey, isSignedBy, type KeyStore, type SigningKey } from './signing-key.ts'
import type { BadEntry } from './verify-chain.ts'
import { createKeyCheck } from './verify-keys.ts'

/** The last checkpoint that a home sealed, kept beside its key, where whoever writes the database cannot reach it. */
export type SealRecord = z.infer<typeof SealRecord>
const SealRecord = SealRecordText.extend({
  signature: z.string(),
  /** When somebody at the home took the history as right that the store holds; the rest names what was given up. */
  accepted_at: z.string().optional(),
})

export interface Sealed {
  readonly store: StoreReader
  readonly keys: KeyStore
}

/** The key that signs here. Throws `audit_history_differs` where the store is not what this home sealed. */
export async function loadSigner({ store, keys }: Sealed): Promise<SigningKey> {
  const key = await loadKey(keys, store)
  const bad = await findDifference({ store, keys })
  if (bad === undefined) return key
  throw historyDiffers(bad)
}

/** `audit_history_differs`: what a home refuses to sign over. */
export function historyDiffers(bad: BadEntry): SoulgateError {
  return new SoulgateError(
    'audit_history_differs',
    `The audit history in the store is not the one that this home sealed, at ${bad.stream}: ${bad.reason} Nothing is sealed over it, and no export or new key is signed. Restore a backup, or look at it and take it as right with \`soulgate audit accept\`.`,
    { retry: 'after_human', data: { ...bad } },
  )
}

/** The first place where the store is not what this home sealed last; a store that goes further is right. */
export async function findDifference({ store, keys }: Sealed): Promise<BadEntry | undefined> {
  // Before the store is read: another process of this home may take both further meanwhile.
  const record = await readRecord(keys)
  if (record === undefined || record.accepted_at !== undefined) return undefined
  const stands = await findCheckpoint(store, record.checkpoint_id)
  if (stands === undefined) return describeMissing(store, record)
  if (stands !== record.digest) {
    return placeOf(record.checkpoint_id, 'it is not the checkpoint that this home sealed.')
  }
  const isSigned = await isSignedHere(record, { store, keys })
  return isSigned
    ? undefined
    : placeOf(record.checkpoint_id, `the record of it in this home is not signed by a key of this home.`)
}

/** Durable before it resolves. Never goes back: another process of this home may have sealed since. */
export async function keepRecord(keys: KeyStore, checkpoint: Checkpoint, key: SigningKey): Promise<void> {
  const before = await readRecord(keys)
  const isOlder =
    before?.accepted_at === undefined && (before?.checkpoint_id ?? '') > checkpoint.checkpoint_id
  if (!isOlder) await writeRecord(keys, checkpoint, key)
}

/** After a restore: what the store holds now is what this home goes on from. Answers the record that was replaced. */
export async function replaceRecord({ store, keys }: Sealed): Promise<SealRecord | undefined> {
  const before = await readRecord(keys)
  const last = await store.getLastCheckpoint()
  if (last === undefined) await keys.keepRecord(undefined)
  else await writeRecord(keys, last, (await findKey(keys, store)).key)
  return before
}

/** Takes the history as right that the store holds; the next seal says so in the chain. Undefined without a record. */
export async function acceptHistory(keys: KeyStore, at: string): Promise<SealRecord | undefined> {
  const record = await readRecord(keys)
  if (record !== undefined) await keys.keepRecord(canonicalize({ ...record, accepted_at: at }))
  return record
}

/** What the chain keeps of a record that is given up. */
export function recordPayload({ checkpoint_id, event_count, digest, key_id }: SealRecord): JsonObject {
  return { checkpoint_id, event_count, digest, key_id }
}

/** What this home sealed last. Throws `audit_record_unreadable` where the file is not what was written. */
export async function readRecord(keys: KeyStore): Promise<SealRecord | undefined> {
  const text = await keys.record()
  if (text === undefined) return undefined
  try {
    return SealRecord.parse(JSON.parse(text))
  } catch (cause) {
    throw new SoulgateError(
      'audit_record_unreadable',
      'keys/audit.sealed of this home, which names the last checkpoint it sealed, cannot be read, so nothing is sealed. Copy it from a backup of the folder, or remove it after you have verified the history against an export.',
      { retry: 'after_human', cause },
    )
  }
}

async function writeRecord(keys: KeyStore, checkpoint: Checkpoint, key: SigningKey): Promise<void> {
  const { checkpoint_id, event_count } = checkpoint
  const text = { checkpoint_id, event_count, digest: checkpointDigest(checkpoint), key_id: key.key_id }
  await keys.keepRecord(canonicalize({ ...text, signature: key.sign(recordText(text)) }))
}

function recordText({ checkpoint_id, event_count, digest, key_id }: z.infer<typeof SealRecordText>): string {
  return `soulgate.audit_record.v1\0${canonicalize({ checkpoint_id, event_count, digest, key_id })}`
}

/** Signed by the key of this home, or by one that it took over from or vouches for. */
async function isSignedHere(record: SealRecord, { store, keys }: Sealed): Promise<boolean> {
  const own = (await findKey(keys, store)).key
  const text = recordText(record)
  if (record.key_id === own.key_id) return isSignedBy(importPublicKey(own.public_key), text, record.signature)
  const check = createKeyCheck({ ownKey: own.key_id, trustedKeys: await keys.trusted() })
  for (const row of await readKeyRows(store)) check.take({ ...row, kind: 'key' })
  return check.checkSignature(record.key_id, text, record.signature) === undefined
}

/** The digest of a checkpoint of the store; undefined when it is missing, empty when its row is none. */
async function findCheckpoint(store: StoreReader, id: string): Promise<string | undefined> {
  const before = `cp_${String(numberOf(id) - 1).padStart(12, '0')}`
  const [stands] = await store.listCheckpointsAfter(before, 1)
  if (stands?.checkpoint_id !== id) return undefined
  const parsed = CheckpointLine.safeParse({ ...stands, kind: 'checkpoint' })
  return parsed.success ? checkpointDigest(stands) : ''
}

async function describeMissing(
  store: StoreReader,
  { checkpoint_id, event_count }: SealRecord,
): Promise<BadEntry> {
  let missing = nextCheckpointId(undefined)
  for await (const { checkpoint_id: id } of readCheckpoints(store, checkpoint_id)) {
    if (id !== missing) break
    missing = nextCheckpointId(id)
  }
  return placeOf(missing, `it is missing: this home sealed ${event_count} events, up to ${checkpoint_id}.`)
}

function placeOf(id: string, reason: string): BadEntry {
  return { stream: `checkpoint:${id}`, seq: numberOf(id), reason }
}

function numberOf(id: string): number {
  return Number(id.slice('cp_'.length))
}
