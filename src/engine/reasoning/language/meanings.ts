import meanings from './meanings.json' with { type: 'json' }

/** Where the words are and what they mean, unpacked at first use. */
interface Space {
  readonly positions: ReadonlyMap<string, number>
  readonly packed: Uint8Array
}

let space: Space | undefined

const { dimensions } = meanings
const bytesPerWord = dimensions / 2

function openSpace(): Space {
  const positions = new Map(meanings.stems.split(' ').map((stem, position) => [stem, position]))
  return { positions, packed: Buffer.from(meanings.vectors, 'base64') }
}

/** What kind of word a stem is, each from 0 (never) to 3 (nearly always). */
export interface WordKind {
  /** Its senses are those of a verb. */
  readonly verb: number
  /** As a noun it is something tangible: a thing, an animal, a plant, food. */
  readonly thing: number
  /** As a verb it handles, moves or consumes things. */
  readonly handling: number
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The kind of a stem by the senses of its words; undefined for a word that is not known. */
export function kindOfWord(stem: string): WordKind | undefined {
  space ??= openSpace()
  const position = space.positions.get(stem)
  const bits = position === undefined ? -1 : letters.indexOf(meanings.kinds[position] ?? '')
  return bits < 0 ? undefined : { verb: bits >> 4, thing: (bits >> 2) & 3, handling: bits & 3 }
}

let rarer: Uint8Array | undefined
const HASHES = 5
const SEED_STEP = 0x9e3779b1

/** Whether a word of lower-case letters is among the rarer words of English; seldom true of what is none (about 2 %). */
export function isRarerWord(word: string): boolean {
  rarer ??= Buffer.from(meanings.rarer, 'base64')
  for (let at = 0; at < HASHES; at += 1) {
    const bit = hashWord(word, at * SEED_STEP) % (rarer.length * 8)
    if (((rarer[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  return true
}

/** FNV-1a over the letters. */
function hashWord(word: string, seed: number): number {
  let hash = (2166136261 ^ seed) >>> 0
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 16777619) >>> 0
  return hash
}

const directions = new Map<string, Float32Array | undefined>()
const rememberedDirections = 8_000

/** The direction of a stem in the space of meanings, of length 1; undefined for a word that is not in it. */
export function directionOf(stem: string): Float32Array | undefined {
  if (directions.has(stem)) return directions.get(stem)
  space ??= openSpace()
  const position = space.positions.get(stem)
  const direction = position === undefined ? undefined : unpack(space.packed, position * bytesPerWord)
  if (directions.size >= rememberedDirections) directions.clear()
  directions.set(stem, direction)
  return direction
}

/** Two numbers from −7 to 7 a byte. */
function unpack(packed: Uint8Array, from: number): Float32Array {
  const direction = new Float32Array(dimensions)
  for (let at = 0; at < bytesPerWord; at += 1) {
    const byte = packed[from + at] ?? 0
    direction[2 * at] = (byte >> 4) - 8
    direction[2 * at + 1] = (byte & 15) - 8
  }
  const length = Math.sqrt(dotProduct(direction, direction))
  return length === 0 ? direction : direction.map(value => value / length)
}

/** Cosine of two directions of length 1. */
export function dotProduct(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0)
  return sum
}

/** Below this cosine two words have nothing to say about each other. */
const LEAST_COSINE = 0.5

/**
 * How near two stems are in meaning, in [0,1]: 1 for the same stem, up to 0.7 for words of one meaning (“pupil”,
 * “student”), 0 for unrelated or unknown ones. General English, from WordNet; it knows kinds and synonyms, not scenes.
 */
export function nearnessOfMeaning(left: string, right: string): number {
  if (left === right) return 1
  const [from, to] = [directionOf(left), directionOf(right)]
  return from === undefined || to === undefined ? 0 : nearnessOfCosine(dotProduct(from, to))
}

/** The share that a cosine is worth beside an equal word. */
function nearnessOfCosine(cosine: number): number {
  return cosine < LEAST_COSINE ? 0 : 0.15 + (0.55 * (cosine - LEAST_COSINE)) / (1 - LEAST_COSINE)
}
