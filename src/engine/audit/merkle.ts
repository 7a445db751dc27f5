import { sha256Hex } from '../../base/digest.ts'

/**
 * The root of a Merkle tree as in RFC 6962, lower-case hex: a leaf is SHA-256 of 0x00 and its data, a node SHA-256 of
 * 0x01 and its two children; n leaves split at the largest power of two below n.
 */
export function merkleRoot(leaves: Iterable<string>): string {
  const tree = createMerkleTree()
  for (const leaf of leaves) tree.add(leaf)
  return tree.root()
}

/** The same, leaf by leaf, holding one node for each whole subtree. */
export function createMerkleTree(): { add(leaf: string): void; root(): string } {
  const subtrees: Buffer[] = []
  let count = 0
  return {
    add: leaf => {
      let node = hashBytes(0, Buffer.from(leaf, 'utf8'))
      for (let size = count; size % 2 === 1; size = (size - 1) / 2) node = join(subtrees.pop(), node)
      subtrees.push(node)
      count += 1
    },
    root: () => {
      const last = subtrees.at(-1)
      if (last === undefined) return sha256Hex('')
      return subtrees
        .slice(0, -1)
        .reduceRight((right, left) => join(left, right), last)
        .toString('hex')
    },
  }
}

function join(left: Buffer | undefined, right: Buffer): Buffer {
  return left === undefined ? right : hashBytes(1, Buffer.concat([left, right]))
}

function hashBytes(prefix: 0 | 1, data: Buffer): Buffer {
  return Buffer.from(sha256Hex(Buffer.concat([Buffer.of(prefix), data])), 'hex')
}
