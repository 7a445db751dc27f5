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
  readonly key_id?: string
  readonly fingerprint?: string
  readonly receipt?: Receipt
}

/** Checks a receipt without the store and without the network. Whoever made it is known only by a key that is named. */
export function verifyReceipt(text: string, { trustedKeys = [], ownKey }: TrustedKeys = {}): ReceiptReport {
  const parsed = readReceipt(text)
  if (parsed === undefined) return { ok: false, vouched: false, reason: 'it is no receipt of this format' }
  const { file, signed } = parsed
  const { key_id, public_key, receipt } = file
  const fingerprint = fingerprintOf(public_key)
  const about = { key_id, fingerprint, receipt }
  if (key_id !== keyId(public_key))
    return { ok: false, vouched: false, reason: 'its key does not have the id that it names', ...about }
  if (!isSignedBy(importPublicKey(public_key), signed, file.signature))
    return {
      ok: false,
      vouched: false,
      reason: 'its signature is not valid: something in it was changed',
      ...about,
    }
  const named = [...trustedKeys, ...(ownKey === undefined ? [] : [ownKey])]
  const vouched = named.includes(key_id) || named.includes(fingerprint)
  return { ok: true, vouched, ...about }
}

/** Whether a text looks like a receipt and not like an export of the chain. */
export function isReceipt(text: string): boolean {
  return readReceipt(text) !== undefined
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
