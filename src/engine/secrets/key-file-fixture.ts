import type { SecretKeyFile } from './secrets.ts'

/** A key file in memory; what it holds can be looked at, taken away and put back. */
export function keyFileOver(held: { text: string | undefined }): SecretKeyFile {
  return {
    place: 'keys/secrets.json',
    load: async () => held.text,
    create: async text => {
      if (held.text !== undefined) return false
      held.text = text
      return true
    },
    replace: async text => {
      held.text = text
    },
  }
}
