import words from './word-kinds.json' with { type: 'json' }

/** What kind of word a stem is, each from 0 (never) to 3 (nearly always). */
export interface WordKind {
  /** Its senses are those of a verb. */
  readonly verb: number
  /** As a noun it is something tangible: a thing, an animal, a plant, food. */
  readonly thing: number
  /** As a verb it handles, moves or consumes things. */
  readonly handling: number
}

interface Table {
  readonly kinds: ReadonlyMap<string, WordKind>
  readonly ranks: ReadonlyMap<string, number>
  readonly plain: Uint8Array
}

let table: Table | undefined
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const NO_KIND: WordKind = { verb: 0, thing: 0, handling: 0 }

/** Unpacked at first use. */
function openTable(): Table {
  const kinds = Object.entries(words.kinds).flatMap(([letter, stems]) => {
    const bits = LETTERS.indexOf(letter)
    const kind = { verb: bits >> 4, thing: (bits >> 2) & 3, handling: bits & 3 }
    return stems.split(' ').map(stem => [stem, kind] as const)
  })
  return {
    kinds: new Map(kinds),
    ranks: new Map(words.common.split(' ').map((stem, rank) => [stem, rank])),
    plain: Buffer.from(words.plain, 'base64'),
  }
}

/** The kind of a stem by the senses of its words; undefined for a word that is not known. */
export function kindOfWord(stem: string): WordKind | undefined {
  table ??= openTable()
  return table.kinds.get(stem) ?? (isIn(table.plain, stem) ? NO_KIND : undefined)
}

/** How much a stem tells, in [0,1]: near 0 for the commonest words of English, 1 for rare and for unknown ones. */
export function tellingOf(stem: string): number {
  table ??= openTable()
  const rank = table.ranks.get(stem)
  return rank === undefined ? 1 : Math.min(1, Math.max(0.05, (Math.log(rank + 1) - 3) / 4.5))
}

const HASHES = 5
const SEED_STEP = 0x9e3779b1

function isIn(filter: Uint8Array, word: string): boolean {
  for (let at = 0; at < HASHES; at += 1) {
    const bit = hashWord(word, at * SEED_STEP) % (filter.length * 8)
    if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  return true
}

/** FNV-1a over the letters. */
function hashWord(word: string, seed: number): number {
  let hash = (2166136261 ^ seed) >>> 0
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 16777619) >>> 0
  return hash
}
