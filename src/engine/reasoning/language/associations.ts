import associations from './associations.json' with { type: 'json' }
import { dotProduct } from './meanings.ts'

const { dimensions } = associations
const bytesPerStem = dimensions / 2

interface Space {
  readonly ranks: ReadonlyMap<string, number>
  /** How much the stem of each rank tells. */
  readonly telling: Float64Array
  readonly packed: Uint8Array
}

let space: Space | undefined

function openSpace(): Space {
  const ranks = new Map(associations.stems.split(' ').map((stem, rank) => [stem, rank]))
  const telling = Float64Array.from({ length: ranks.size }, (_, rank) => tellingOfRank(rank))
  return { ranks, telling, packed: Buffer.from(associations.vectors, 'base64') }
}

const remembered = new Map<string, Float32Array | undefined>()
const MOST_REMEMBERED = 8_000

/** The direction of a stem in the space of what is said in the same surroundings, of length 1; undefined if unknown. */
export function surroundingsOf(stem: string): Float32Array | undefined {
  if (remembered.has(stem)) return remembered.get(stem)
  space ??= openSpace()
  const rank = space.ranks.get(stem)
  const direction = rank === undefined ? undefined : unpack(space.packed, rank * bytesPerStem)
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(stem, direction)
  return direction
}

/** How much a stem tells, in [0,1]: near 0 for the commonest words of English, 1 for rare and for unknown ones. */
export function tellingOf(stem: string): number {
  space ??= openSpace()
  const rank = space.ranks.get(stem)
  return rank === undefined ? 1 : (space.telling[rank] ?? 1)
}

function tellingOfRank(rank: number): number {
  return Math.min(1, Math.max(0.05, (Math.log(rank + 1) - 3) / 4.5))
}

/** Two numbers a byte, kept as square roots from −7 to 7. */
function unpack(packed: Uint8Array, from: number): Float32Array {
  const direction = new Float32Array(dimensions)
  let sum = 0
  for (let at = 0; at < bytesPerStem; at += 1) {
    const byte = packed[from + at] ?? 0x88
    const [left, right] = [squared((byte >> 4) - 8), squared((byte & 15) - 8)]
    direction[2 * at] = left
    direction[2 * at + 1] = right
    sum += left * left + right * right
  }
  const length = Math.sqrt(sum)
  if (length > 0) for (let at = 0; at < dimensions; at += 1) direction[at] = (direction[at] ?? 0) / length
  return direction
}

function squared(value: number): number {
  return value * Math.abs(value)
}

/** A cosine below this is chance. */
const LEAST_COSINE = 0.2
const likenesses = new Map<string, Map<string, number>>()
const MOST_ROWS = 4_000

/** How far two stems are used in the same surroundings, in [0,1]: 1 for the same stem, 0 where one is unknown. */
export function usedAlike(left: string, right: string): number {
  if (left === right) return 1
  const row = likenesses.get(left) ?? newRow(left)
  const known = row.get(right)
  if (known !== undefined) return known
  const [from, to] = [surroundingsOf(left), surroundingsOf(right)]
  const cosine = from === undefined || to === undefined ? 0 : dotProduct(from, to)
  const likely = Math.max(0, (cosine - LEAST_COSINE) / (1 - LEAST_COSINE))
  row.set(right, likely)
  return likely
}

function newRow(left: string): Map<string, number> {
  if (likenesses.size >= MOST_ROWS) likenesses.clear()
  const row = new Map<string, number>()
  likenesses.set(left, row)
  return row
}
