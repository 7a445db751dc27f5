import { hash } from 'node:crypto'
import { canonicalize } from './canonical-json.ts'
import { SoulgateError } from './errors.ts'
import type { JsonValue } from './json-value.ts'

/**
 * The SHA-256, in lower-case hex, of `domain ‖ 0x00 ‖ RFC 8785 canonical JSON of value` in UTF-8.
 * The domain (`soulgate.action.v1`) keeps digests made for one purpose from being presented for another; it is
 * visible ASCII. Throws `invalid_json_value` for what canonical JSON cannot carry.
 */
export function digest(domain: string, value: JsonValue): string {
  requireDomain(domain)
  return sha256Hex(`${domain}\0${canonicalize(value)}`)
}

/** The SHA-256 of bytes, or of a text in UTF-8, in lower-case hex. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

function requireDomain(domain: string): void {
  if (/^[\x21-\x7e]+$/.test(domain)) return
  throw new SoulgateError(
    'invalid_digest_domain',
    `${JSON.stringify(domain)} is no digest domain. Use visible ASCII.`,
  )
}
