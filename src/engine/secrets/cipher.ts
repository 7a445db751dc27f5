import { createCipheriv, createDecipheriv } from 'node:crypto'

/** One value as it lies in the store: AES-256-GCM, everything in base64. */
export interface Sealed {
  readonly key_id: string
  readonly nonce: string
  readonly ciphertext: string
  readonly tag: string
}

/** 32 bytes with the name by which sealed values say that it opens them. */
export interface CipherKey {
  readonly key_id: string
  readonly key: Uint8Array
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12

/** Seals a value for its name and key: under another name, or changed by a bit, it does not open. */
export function seal(
  { key_id, key }: CipherKey,
  { name, value }: { readonly name: string; readonly value: string },
  newBytes: (count: number) => Uint8Array,
): Sealed {
  const nonce = newBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  cipher.setAAD(boundTo(name, key_id))
  const ciphertext = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return {
    key_id,
    nonce: Buffer.from(nonce).toString('base64'),
    ciphertext: ciphertext.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  }
}

/** The value that was sealed for this name; undefined when it is not what was sealed. */
export function unseal({ key_id, key }: CipherKey, name: string, sealed: Sealed): string | undefined {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(sealed.nonce, 'base64'), {
      authTagLength: 16,
    })
    decipher.setAAD(boundTo(name, key_id))
    decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'))
    const parts = [decipher.update(Buffer.from(sealed.ciphertext, 'base64')), decipher.final()]
    return Buffer.concat(parts).toString('utf8')
  } catch {
    return undefined
  }
}

function boundTo(name: string, keyId: string): Buffer {
  return Buffer.from(JSON.stringify(['soulgate.secret.v1', keyId, name]))
}
