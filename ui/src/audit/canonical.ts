import type { JsonValue } from 'soulgate/contracts/json-value'

/** RFC 8785: names in order of their UTF-16 units, numbers and strings as ECMAScript writes them. */
export function canonicalText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${canonicalText(each)}`).join(',')}}`
}

export async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** The root of RFC 6962 over leaves of text; a last one without a partner moves up as it is. */
export async function merkleRootOf(leaves: readonly string[]): Promise<string> {
  if (leaves.length === 0) return await sha256('')
  const encode = (text: string) => new TextEncoder().encode(text)
  let level = await Promise.all(leaves.map(leaf => hashNode(0, encode(leaf))))
  while (level.length > 1) {
    const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) => index * 2)
    const current = level
    level = await Promise.all(
      pairs.map(async at => {
        const [left, right] = [current[at] ?? '', current[at + 1]]
        return right === undefined ? left : await hashNode(1, fromHex(left + right))
      }),
    )
  }
  return level[0] ?? ''
}

export async function isSigned(publicKey: string, text: string, signature: string): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', fromHex(publicKey), 'Ed25519', false, ['verify'])
  return await crypto.subtle.verify('Ed25519', key, fromHex(signature), new TextEncoder().encode(text))
}

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16)
  return bytes
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

async function hashNode(prefix: 0 | 1, data: Uint8Array): Promise<string> {
  const bytes = new Uint8Array(data.length + 1)
  bytes[0] = prefix
  bytes.set(data, 1)
  return await sha256(bytes)
}
