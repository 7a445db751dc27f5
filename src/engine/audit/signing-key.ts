import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { sha256Hex } from '../../base/digest.ts'
import { SoulgateError } from '../../base/errors.ts'

/** Where the seed of the signing key lies: a file that nobody else can read, outside the store. */
export interface KeyStore {
  /** The 32 bytes that stand; undefined when there never were any. */
  load(): Promise<Uint8Array | undefined>
  /**
   * Durable, and readable by this user only (0600), before it resolves. Where a seed stands already, made by another
   * process in the same moment, that one stays.
   */
  create(seed: Uint8Array): Promise<void>
  /** Keeps the seed of a key that is to take over, beside the one that stands. */
  stage(keyId: string, seed: Uint8Array): Promise<void>
  /** Puts a staged seed in the place of the one that stands; false when none is staged under this id. */
  takeOver(keyId: string): Promise<boolean>
  /** 32 cryptographically strong random bytes. */
  newSeed(): Uint8Array
  /** Ids or fingerprints of other keys that this home vouches for. */
  trusted(): Promise<readonly string[]>
  /** Adds to them. */
  trust(keys: readonly string[]): Promise<void>
  /** What this home wrote down of the last checkpoint it sealed. */
  record(): Promise<string | undefined>
  /** Durable before it resolves, whole or not at all; undefined removes it. */
  keepRecord(text: string | undefined): Promise<void>
}

/** An Ed25519 key pair. `key_id` follows from the public key, so that one cannot stand under the name of another. */
export interface SigningKey {
  readonly key_id: string
  /** 32 bytes, lower-case hex. */
  readonly public_key: string
  /** Ed25519 over the text in UTF-8, lower-case hex. */
  sign(text: string): string
}

/** A signing key as others may know it. */
export interface PublicKey {
  readonly key_id: string
  /** SHA-256 of the public key, lower-case hex. */
  readonly fingerprint: string
  /** Ids and fingerprints of other keys that its home vouches for. */
  readonly trusted: readonly string[]
}

export function toPublicKey({ key_id, public_key }: SigningKey, trusted: readonly string[]): PublicKey {
  return { key_id, fingerprint: fingerprintOf(public_key), trusted }
}

const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** The key pair of a seed (RFC 8032). Throws `invalid_audit_key` unless it is 32 bytes. */
export function keyOfSeed(seed: Uint8Array): SigningKey {
  if (seed.length !== 32) {
    throw new SoulgateError(
      'invalid_audit_key',
      `The key file of the audit chain has ${seed.length} bytes, not 32.`,
    )
  }
  const der = Buffer.concat([PKCS8_PREFIX, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicDer = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const public_key = publicDer.subarray(SPKI_PREFIX.length).toString('hex')
  return {
    key_id: keyId(public_key),
    public_key,
    sign: text => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('hex'),
  }
}

/** `key_` and the first 32 hex digits of the SHA-256 of the public key. */
export function keyId(publicKey: string): string {
  return `key_${fingerprintOf(publicKey).slice(0, 32)}`
}

/** SHA-256 of the public key, lower-case hex. */
export function fingerprintOf(publicKey: string): string {
  return sha256Hex(Buffer.from(publicKey, 'hex'))
}

export function importPublicKey(publicKey: string): KeyObject {
  const der = Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, 'hex')])
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}

export function isSignedBy(key: KeyObject, text: string, signature: string): boolean {
  return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'hex'))
}
