import type { KeyObject } from 'node:crypto'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { Checkpoint } from '../../store/store.ts'
import {
  CheckpointLine,
  checkpointDigest,
  checkpointText,
  endorsementText,
  FIRST_PREVIOUS,
  KeyLine,
  nextCheckpointId,
  rootOfHeads,
} from './format.ts'
import { importPublicKey, isSignedBy, keyId } from './signing-key.ts'
import type { BadEntry, SealedHead } from './verify-chain.ts'

type Fields = Readonly<Record<string, JsonValue>>

interface KnownKey {
  readonly key: KeyObject
  readonly endorsed_by?: string
  readonly isTrusted: boolean
}

/** Checks keys and checkpoints, and keeps what they vouch for until the streams are read. */
export function createSealCheck(trustedKeys: readonly string[] | undefined) {
  const keys = new Map<string, KnownKey>()
  const sealed = new Map<string, SealedHead[]>()
  const counts = { checkpoints: 0 }
  let last: Checkpoint | undefined

  const keep = (checkpoint: Checkpoint): void => {
    counts.checkpoints += 1
    last = checkpoint
    for (const head of checkpoint.heads) {
      const seal = { ...head, checkpoint_id: checkpoint.checkpoint_id }
      const known = sealed.get(head.stream)
      if (known === undefined) sealed.set(head.stream, [seal])
      else known.push(seal)
    }
  }

  return {
    counts,
    last: () => last,
    keys: () =>
      [...keys].map(([key_id, { endorsed_by }]) => ({
        key_id,
        ...(endorsed_by !== undefined && { endorsed_by }),
      })),
    takeKey: (fields: Fields): BadEntry | undefined => {
      const parsed = KeyLine.safeParse(fields)
      if (!parsed.success) return { stream: 'key', seq: keys.size + 1, reason: 'it is no key of this format' }
      const { key_id } = parsed.data
      const known = checkKey(parsed.data, keys, trustedKeys)
      if ('reason' in known) return { stream: `key:${key_id}`, seq: keys.size + 1, reason: known.reason }
      keys.set(key_id, known)
      return undefined
    },
    takeCheckpoint: (fields: Fields): BadEntry | undefined => {
      const parsed = CheckpointLine.safeParse(fields)
      const place = { stream: `checkpoint:${String(fields.checkpoint_id)}`, seq: counts.checkpoints + 1 }
      if (!parsed.success) return { ...place, reason: 'it is no checkpoint of this format' }
      const { kind: _, ...checkpoint } = parsed.data
      const reason =
        checkSignature(checkpoint, keys.get(checkpoint.key_id)) ??
        checkOrder(checkpoint, last) ??
        checkHeads(checkpoint, last, stream => sealed.get(stream)?.at(-1)?.seq ?? 0)
      if (reason !== undefined) return { ...place, reason }
      keep(checkpoint)
      return undefined
    },
    /** The sealed heads of a stream, once; what is left at the end belongs to streams that are gone. */
    sealsOf: (stream: string): readonly SealedHead[] => {
      const seals = sealed.get(stream) ?? []
      sealed.delete(stream)
      return seals
    },
    finish: (): BadEntry | undefined => {
      const stream = [...sealed.keys()].toSorted()[0]
      const seal = stream === undefined ? undefined : sealed.get(stream)?.[0]
      if (seal === undefined) return undefined
      const reason = `the whole stream is missing: ${seal.checkpoint_id} sealed it up to seq ${seal.seq}`
      return { stream: seal.stream, seq: 1, reason }
    },
  }
}

function checkKey(
  line: KeyLine,
  keys: ReadonlyMap<string, KnownKey>,
  trustedKeys: readonly string[] | undefined,
): KnownKey | { readonly reason: string } {
  const { key_id, public_key, endorsement } = line
  if (keyId(public_key) !== key_id) return { reason: 'its id does not follow from its public key' }
  if (keys.has(key_id)) return { reason: 'it comes again' }
  const isKnown = trustedKeys === undefined || trustedKeys.includes(key_id)
  const key = importPublicKey(public_key)
  if (endorsement === undefined) return { key, isTrusted: isKnown }
  const endorser = keys.get(endorsement.key_id)
  if (!endorser || !isSignedBy(endorser.key, endorsementText(key_id, public_key), endorsement.signature)) {
    return { reason: `it is not endorsed by ${endorsement.key_id} as it says` }
  }
  return { key, endorsed_by: endorsement.key_id, isTrusted: isKnown || endorser.isTrusted }
}

function checkSignature(checkpoint: Checkpoint, known: KnownKey | undefined): string | undefined {
  if (known === undefined) return `its key ${checkpoint.key_id} is not in the export`
  if (!isSignedBy(known.key, checkpointText(checkpoint), checkpoint.signature))
    return 'its signature is not valid'
  return known.isTrusted
    ? undefined
    : `its key ${checkpoint.key_id} is neither trusted nor endorsed by a trusted one`
}

function checkOrder(checkpoint: Checkpoint, last: Checkpoint | undefined): string | undefined {
  const expected = nextCheckpointId(last?.checkpoint_id)
  if (checkpoint.checkpoint_id !== expected) return `${expected} was next`
  const previous = last === undefined ? FIRST_PREVIOUS : checkpointDigest(last)
  return checkpoint.previous === previous ? undefined : 'it does not follow the checkpoint before it'
}

function checkHeads(
  checkpoint: Checkpoint,
  last: Checkpoint | undefined,
  sealedSeq: (stream: string) => number,
): string | undefined {
  if (rootOfHeads(checkpoint.heads) !== checkpoint.root) return 'its heads do not make its root'
  let count = last?.event_count ?? 0
  let stream = ''
  for (const head of checkpoint.heads) {
    if (head.stream <= stream) return `its heads are not in order of stream at ${head.stream}`
    const moved = head.seq - sealedSeq(head.stream)
    if (moved <= 0) return `${head.stream} was sealed further before`
    count += moved
    stream = head.stream
  }
  return count === checkpoint.event_count ? undefined : 'its heads do not make its number of events'
}
