import { hasSecretForm } from '../tools/tools.ts'
import { type CipherKey, seal, unseal } from './cipher.ts'
import { loadKeyring } from './keyring.ts'
import { readSealed, type SecretPlace } from './records.ts'
import type { ReadHidden } from './resolve.ts'

/** Copies of contents that the store keeps, sealed where they hold a stored secret or what looks like one. */
export interface SecretCopies {
  /** The bytes as they may be kept. */
  seal(bytes: Uint8Array): Promise<Uint8Array>
  /** The bytes that were given to `seal`; undefined when the key that sealed them is gone. */
  open(kept: Uint8Array): Promise<Uint8Array | undefined>
}

const MARK = Buffer.from('soulgate.sealed.v1\n')
const NAME = 'copy'

/** A tool may write a secret into a file, and its undo copy would then hold it in the clear. */
export function createSecretCopies(
  { keyFile }: Pick<SecretPlace, 'keyFile'>,
  options: {
    readonly readHidden: ReadHidden
    readonly sealingKey: () => Promise<CipherKey>
    readonly newBytes: (count: number) => Uint8Array
  },
): SecretCopies {
  const { readHidden, sealingKey, newBytes } = options
  return {
    seal: async bytes => {
      const content = Buffer.from(bytes)
      const hidden = await readHidden()
      // What looks sealed but is not must not be taken for it later.
      const isTold =
        hidden.some(({ value }) => content.includes(value)) || hasSecretForm(content.toString('latin1'))
      if (!isTold && !isSealed(content)) return bytes
      const sealed = seal(await sealingKey(), { name: NAME, value: content.toString('base64') }, newBytes)
      return Buffer.concat([MARK, Buffer.from(JSON.stringify(sealed))])
    },
    open: async kept => {
      const content = Buffer.from(kept)
      if (!isSealed(content)) return kept
      const sealed = readSealed(JSON.parse(content.subarray(MARK.length).toString('utf8')))
      const key = (await loadKeyring(keyFile))?.find(candidate => candidate.key_id === sealed.key_id)
      const text = key === undefined ? undefined : unseal(key, NAME, sealed)
      return text === undefined ? undefined : Buffer.from(text, 'base64')
    },
  }
}

function isSealed(content: Buffer): boolean {
  return content.subarray(0, MARK.length).equals(MARK)
}
