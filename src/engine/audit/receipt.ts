import { canonicalize } from '../../base/canonical-json.ts'
import { type Receipt, ReceiptFile } from '../../contracts/receipt.ts'
import { fingerprintOf, importPublicKey, isSignedBy, keyId, type SigningKey } from './signing-key.ts'
import type { TrustedKeys } from './verify-keys.ts'

/** Signs a receipt with the key of the audit chain. */
export function signReceipt(receipt: Receipt, key: SigningKey): ReceiptFile {
  const { key_id, public_key } = key
  return { receipt, key_id, public_key, signature: key.sign(receiptText(receipt)) }
}

export interface ReceiptReport {
  /** It is what was signed, by the key that it names. */
  readonly ok: boolean
  /** The key is one that the reader named, or that of the reader's own home. */
  readonly vouched: boolean
  readonly reason?: string
  readonly key_id: string
  /** SHA-256 of the public key, lower-case hex. */
  readonly fingerprint: string
  readonly receipt: Receipt
}

/**
 * Checks a receipt without the store and without the network; undefined where the text is none. Whoever made it is known
 * only by a key that is named: a key that was rotated vouches for nothing by its successor.
 */
export function verifyReceipt(
  text: string,
  { trustedKeys = [], ownKey }: TrustedKeys = {},
): ReceiptReport | undefined {
  const parsed = readReceipt(text)
  if (parsed === undefined) return undefined
  const { file, signed } = parsed
  const { key_id, public_key, receipt } = file
  const fingerprint = fingerprintOf(public_key)
  const about = { vouched: false, key_id, fingerprint, receipt }
  if (key_id !== keyId(public_key))
    return { ok: false, reason: 'its key does not have the id that it names', ...about }
  if (!isSignedBy(importPublicKey(public_key), signed, file.signature))
    return { ok: false, reason: 'its signature is not valid: something in it was changed', ...about }
  const named = [...trustedKeys, ...(ownKey === undefined ? [] : [ownKey])]
  return { ok: true, ...about, vouched: named.includes(key_id) || named.includes(fingerprint) }
}

/** What was signed is what stands in the file, also where a later version wrote more into it. */
function readReceipt(text: string): { readonly file: ReceiptFile; readonly signed: string } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const file = ReceiptFile.safeParse(value)
    if (!file.success) return undefined
    return { file: file.data, signed: receiptText(Object(value).receipt) }
  } catch {
    return undefined
  }
}

function receiptText(receipt: Receipt): string {
  return `soulgate.receipt.v1\0${canonicalize(JSON.parse(JSON.stringify(receipt)))}`
}
