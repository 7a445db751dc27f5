import { sha256Hex } from '../../base/digest.ts'

/** What the root of no leaves is. */
const EMPTY_ROOT = sha256Hex('')

/**
 * The root of a Merkle tree as in RFC 6962: a leaf is SHA-256 of 0x00 and its data, a node SHA-256 of 0x01 and its two
 * children; n leaves split at the largest power of two below n. Lower-case hex.
 */
export function merkleRoot(leaves: readonly string[]): string {
  if (leaves.length === 0) return EMPTY_ROOT
  let level = leaves.map(data => hashBytes(0, Buffer.from(data, 'utf8')))
  while (level.length > 1) level = joinPairs(level)
  return level[0]?.toString('hex') ?? EMPTY_ROOT
}

/** A last one without a partner moves up as it is, which is the split of RFC 6962. */
function joinPairs(level: readonly Buffer[]): Buffer[] {
  const joined: Buffer[] = []
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index], level[index + 1]]
    if (left !== undefined)
      joined.push(right === undefined ? left : hashBytes(1, Buffer.concat([left, right])))
  }
  return joined
}

function hashBytes(prefix: 0 | 1, data: Buffer): Buffer {
  return Buffer.from(sha256Hex(Buffer.concat([Buffer.of(prefix), data])), 'hex')
}
