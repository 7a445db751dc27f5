import type { KeyObject } from 'node:crypto'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { Checkpoint } from '../../store/store.ts'
import {
  checkpointDigest,
  endorsementText,
  FIRST_PREVIOUS,
  type Handover,
  handoverText,
  KeyLine,
} from './format.ts'
import { fingerprintOf, importPublicKey, isSignedBy, keyId } from './signing-key.ts'
import type { BadEntry } from './verify-chain.ts'

type Fields = Readonly<Record<string, JsonValue>>

/** Which keys a verification takes as right before it has read anything. */
export interface TrustedKeys {
  /** Ids or fingerprints of keys that were noted elsewhere; absent = nothing is known of any key. */
  readonly trustedKeys?: readonly string[]
  /** Id of the key of the home that verifies; it is trusted. */
  readonly ownKey?: string
}

/** A key that stands in an export, to be compared with what was noted elsewhere. */
export interface KeyReport {
  readonly key_id: string
  /** SHA-256 of the public key, lower-case hex; `key_id` is made of its first half. */
  readonly fingerprint: string
  /** The key that handed over to this one. */
  readonly endorsed_by?: string
  /** Whether it was named as trusted, or is bound by a chain of rotations to one that was. */
  readonly trusted: boolean
  /** Whether it is the key of the home that verified. */
  readonly own: boolean
}

interface KnownKey {
  readonly key: KeyObject
  readonly fingerprint: string
  readonly endorsedBy?: string
  readonly handover?: Handover
}

interface Successor {
  readonly key_id: string
  readonly handover?: Handover
}

/** Reads the keys of an export, and says of each signature whether it stands and whose it is. */
export function createKeyCheck({ trustedKeys, ownKey }: TrustedKeys) {
  const keys = new Map<string, KnownKey>()
  const successors = new Map<string, Successor>()
  const named = new Set([...(trustedKeys ?? []), ...(ownKey === undefined ? [] : [ownKey])])
  const isAnyNamed = trustedKeys !== undefined || ownKey !== undefined
  let trusted: ReadonlySet<string> | undefined
  const isTrusted = (id: string) => {
    trusted ??= spreadTrust(keys, named)
    return trusted.has(id)
  }

  return {
    /** Whether any key was named, without which nothing vouches for a signer. */
    isAnyNamed,
    take: (fields: Fields): BadEntry | undefined => {
      const parsed = KeyLine.safeParse(fields)
      if (!parsed.success) return { stream: 'key', seq: keys.size + 1, reason: 'it is no key of this format' }
      const { key_id } = parsed.data
      const known = checkKey(parsed.data, keys, successors)
      if ('reason' in known) return { stream: `key:${key_id}`, seq: keys.size + 1, reason: known.reason }
      keys.set(key_id, known)
      if (known.endorsedBy !== undefined) {
        successors.set(known.endorsedBy, { key_id, ...(known.handover && { handover: known.handover }) })
      }
      return undefined
    },
    /** Why a signature does not count, if it does not. */
    checkSignature: (id: string, text: string, signature: string): string | undefined => {
      const known = keys.get(id)
      if (known === undefined) return `its key ${id} is not in the export`
      if (!isSignedBy(known.key, text, signature)) return 'its signature is not valid'
      return isAnyNamed && !isTrusted(id)
        ? `its key ${id} is neither trusted nor endorsed by a trusted one`
        : undefined
    },
    /** The key that another one handed over to, with up to where that one sealed. */
    successorOf: (id: string) => successors.get(id),
    /** A checkpoint must lie where its key still sealed, and be the one that each handover names. */
    checkHandover: (checkpoint: Checkpoint): string | undefined => {
      const { checkpoint_id: id, key_id } = checkpoint
      const next = successors.get(key_id)
      if (next?.handover && id > (next.handover.checkpoint_id ?? '')) {
        return `its key ${key_id} had handed over to ${next.key_id} before`
      }
      for (const [old, { handover }] of successors) {
        if (handover?.checkpoint_id === id && handover.digest !== checkpointDigest(checkpoint)) {
          return `it is not the one after which ${old} handed over`
        }
      }
      return undefined
    },
    /** A handover whose last checkpoint is not there: the checkpoints were cut off before it. */
    finish: (lastCheckpointId: string | undefined): BadEntry | undefined => {
      for (const [old, { key_id, handover }] of successors) {
        const until = handover?.checkpoint_id
        if (until === undefined || until <= (lastCheckpointId ?? '')) continue
        const reason = `it is missing: ${old} handed over to ${key_id} after it`
        return { stream: `checkpoint:${until}`, seq: 0, reason }
      }
      return undefined
    },
    report: (): KeyReport[] =>
      [...keys].map(([key_id, { fingerprint, endorsedBy }]) => ({
        key_id,
        fingerprint,
        ...(endorsedBy !== undefined && { endorsed_by: endorsedBy }),
        trusted: isTrusted(key_id),
        own: key_id === ownKey,
      })),
  }
}

function checkKey(
  line: KeyLine,
  keys: ReadonlyMap<string, KnownKey>,
  successors: ReadonlyMap<string, Successor>,
): KnownKey | { readonly reason: string } {
  const { key_id, public_key, endorsement } = line
  if (keyId(public_key) !== key_id) return { reason: 'its id does not follow from its public key' }
  if (keys.has(key_id)) return { reason: 'it comes again' }
  const known = { key: importPublicKey(public_key), fingerprint: fingerprintOf(public_key) }
  if (endorsement === undefined) return known
  const { key_id: old, signature, handover } = endorsement
  const endorser = keys.get(old)
  if (!endorser || !isSignedBy(endorser.key, endorsementText(key_id, public_key), signature)) {
    return { reason: `it is not endorsed by ${old} as it says` }
  }
  const standing = successors.get(old)
  if (standing !== undefined) return { reason: `${old} has handed over to ${standing.key_id} already` }
  if (handover === undefined) return { ...known, endorsedBy: old }
  const isOfNothing = handover.checkpoint_id === undefined && handover.digest !== FIRST_PREVIOUS
  if (isOfNothing || !isSignedBy(known.key, handoverText(key_id, old, handover), handover.signature)) {
    return { reason: `it did not take over from ${old} as it says` }
  }
  return { ...known, endorsedBy: old, handover }
}

/**
 * From a trusted key to the one it endorsed, and from one that took over to the one before it. An endorsement alone
 * leads forward only: anybody can endorse the key of another.
 */
function spreadTrust(keys: ReadonlyMap<string, KnownKey>, named: ReadonlySet<string>): ReadonlySet<string> {
  const trusted = new Set<string>()
  for (const [id, { fingerprint }] of keys) if (named.has(id) || named.has(fingerprint)) trusted.add(id)
  for (const [id, { endorsedBy, handover }] of [...keys].toReversed()) {
    if (endorsedBy !== undefined && handover !== undefined && trusted.has(id)) trusted.add(endorsedBy)
  }
  for (const [id, { endorsedBy }] of keys) {
    if (endorsedBy !== undefined && trusted.has(endorsedBy)) trusted.add(id)
  }
  return trusted
}
