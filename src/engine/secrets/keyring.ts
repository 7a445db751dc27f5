import { z } from 'zod'
import { SoulgateError } from '../../base/errors.ts'
import type { CipherKey } from './cipher.ts'

/** Where the keys lie, apart from what they open. Writes are whole or not at all. */
export interface SecretKeyFile {
  /** Named in messages, so that people find it. */
  readonly place: string
  load(): Promise<string | undefined>
  /** Writes the first file; false when there is one already. */
  create(text: string): Promise<boolean>
  replace(text: string): Promise<void>
}

/** The keys of an installation, the one that seals first. */
export type Keyring = readonly [CipherKey, ...CipherKey[]]

const KEY_BYTES = 32
const Stored = z.strictObject({
  keys: z
    .array(
      z.strictObject({
        key_id: z.string().min(1).max(100),
        key: z.base64().transform(text => Buffer.from(text, 'base64')),
      }),
    )
    .min(1),
})

/** The keyring of the file; undefined when there is none. Throws `secret_keys_unreadable` when it cannot be read. */
export async function loadKeyring(file: SecretKeyFile): Promise<Keyring | undefined> {
  const text = await file.load()
  if (text === undefined) return undefined
  const parsed = Stored.safeParse(parseJson(text))
  const [first, ...rest] = parsed.success ? parsed.data.keys : []
  if (first === undefined || [first, ...rest].some(({ key }) => key.length !== KEY_BYTES)) {
    const detail = `The key file ${file.place} cannot be read, so no secret can be opened. Put back a copy of it.`
    throw new SoulgateError('secret_keys_unreadable', detail)
  }
  return [first, ...rest]
}

/** The keyring of the file, or of a new file with a new key. */
export async function openKeyring(file: SecretKeyFile, newKey: () => CipherKey): Promise<Keyring> {
  const known = await loadKeyring(file)
  if (known !== undefined) return known
  const first = newKey()
  if (await file.create(writeKeyring([first]))) return [first]
  // Another process was first; its key counts.
  return (await loadKeyring(file)) ?? [first]
}

/** The text of the key file. */
export function writeKeyring(keys: readonly CipherKey[]): string {
  const entries = keys.map(({ key_id, key }) => ({ key_id, key: Buffer.from(key).toString('base64') }))
  return `${JSON.stringify({ keys: entries }, null, 2)}\n`
}

/** A new key; `newBytes` is the random source. */
export function makeKey(keyId: string, newBytes: (count: number) => Uint8Array): CipherKey {
  return { key_id: keyId, key: newBytes(KEY_BYTES) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
