import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { BrowserKey } from '../../contracts/requests/administration.ts'

/** A request that a browser signed with the key of its session (RFC 9421). */
export interface SignatureCredential {
  readonly kind: 'signature'
  readonly session_id: string
  /** What it may have signed: behind a proxy a request arrives under another authority than it was sent to. */
  readonly texts: readonly string[]
  readonly signature: Uint8Array
}

const MAX_KEYS = 1000
const keys = new Map<string, KeyObject>()

/** Whether the private half of `key` signed one of the texts. About a tenth of a millisecond. */
export function isSignedBy(
  key: BrowserKey,
  { texts, signature }: Pick<SignatureCredential, 'texts' | 'signature'>,
): boolean {
  const publicKey = keyObjectOf(key)
  if (publicKey === undefined || signature.length !== 64) return false
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  return texts.some(text => verify('sha256', Buffer.from(text), options, signature))
}

/** Reading a key costs about as much as a verification, so those in use are kept read. */
function keyObjectOf(key: BrowserKey): KeyObject | undefined {
  const name = `${key.x}.${key.y}`
  const known = keys.get(name)
  if (known) return known
  const made = readKey(key)
  if (made === undefined) return undefined
  const [oldest] = keys.keys()
  if (keys.size >= MAX_KEYS && oldest !== undefined) keys.delete(oldest)
  keys.set(name, made)
  return made
}

/** Undefined for a point that is not on the curve. */
function readKey(key: BrowserKey): KeyObject | undefined {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return undefined
  }
}
