import { timingSafeEqual } from 'node:crypto'
import { sha256Hex } from '../../base/digest.ts'
import type { Random } from '../../base/random.ts'

/** A new secret: the prefix and 32 random bytes in base64url (43 characters). */
export function newSecret(prefix: string, random: Random): string {
  const bytes = Buffer.alloc(32)
  for (let offset = 0; offset < 32; offset += 4) bytes.writeUInt32LE(random.uint32(), offset)
  return `${prefix}${bytes.toString('base64url')}`
}

/**
 * How a secret is kept. A plain hash is enough: 256 random bits cannot be guessed, so nothing is gained by a slow
 * one, and rows can be found by it.
 */
export function hashSecret(secret: string): string {
  return sha256Hex(`soulgate.secret.v1\0${secret}`)
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function isSameHash(left: string, right: string): boolean {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)]
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes)
}
