import { SoulgateError } from '../../base/errors.ts'

const KEY = /^(key_[0-9a-f]{32}|[0-9a-f]{64})$/

/** Whether a text is the id or the fingerprint of a key. */
export function isKeyName(text: string): boolean {
  return KEY.test(text)
}

/**
 * Ids and fingerprints of keys, one a line; what follows a `#` is a remark. Throws `audit_key_unreadable` at a line
 * that is neither, since a key that was mistyped would silently not be trusted.
 */
export function readTrustedKeys(text: string, path: string): readonly string[] {
  const lines = text.split(/\r?\n/).map(line => line.replace(/#.*/, '').trim())
  const wrong = lines.findIndex(line => line !== '' && !isKeyName(line))
  if (wrong >= 0) {
    const detail = `Line ${wrong + 1} of ${path} is neither the id of a key (key_ and 32 hex digits) nor a fingerprint (64 hex digits). \`soulgate audit key\` prints both.`
    throw new SoulgateError('audit_key_unreadable', detail, { data: { path, line: wrong + 1 } })
  }
  return lines.filter(line => line !== '')
}
