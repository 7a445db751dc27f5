import { literalRuns } from './glob.ts'

/** Up to four characters that stand side by side, as one small integer. */
export type Gram = number

const MAX_CHARACTERS = 4
/** What sets a pattern apart mostly stands behind, and long patterns need not weigh. */
const MAX_GRAMS = 32
const START = '\u0002'
const END = '\u0003'

/**
 * Grams of which every text that matches the pattern has each one; none for a pattern such as `*`, which says nothing
 * about its texts. So a text has to be tried only against the patterns of which it has one chosen gram.
 */
export function requiredGrams(pattern: string): readonly Gram[] {
  const runs = literalRuns(pattern)
    .map((run, index, all) => (index === 0 ? START : '') + run + (index === all.length - 1 ? END : ''))
    .filter(run => run !== START && run !== END && run !== '')
  const long = runs.filter(run => run.length >= MAX_CHARACTERS)
  if (long.length > 0)
    return [...new Set(long.flatMap(run => gramsOfSize(run, MAX_CHARACTERS)))].slice(-MAX_GRAMS)
  const longest = runs.toSorted((a, b) => b.length - a.length)[0]
  return longest === undefined ? [] : gramsOfSize(longest, longest.length)
}

/** Ranks by the gram they were filed under. */
export interface GramIndex {
  readonly ranksByGram: ReadonlyMap<Gram, readonly number[]>
  /** The lengths that occur among the grams. */
  readonly sizes: readonly number[]
}

export function indexGrams(ranksByGram: ReadonlyMap<Gram, readonly number[]>): GramIndex {
  const sizes = [...new Set([...ranksByGram.keys()].map(gram => (gram >>> SIZE_SHIFT) + 1))]
  return { ranksByGram, sizes }
}

/** Calls back with the ranks of each gram that the text has; the same ranks can come more than once. */
export function visitByGrams(
  { ranksByGram, sizes }: GramIndex,
  text: string,
  visit: (ranks: readonly number[]) => void,
): void {
  const marked = START + text + END
  for (const size of sizes) {
    for (let at = 0; at + size <= marked.length; at += 1) {
      const ranks = ranksByGram.get(gramAt(marked, at, size))
      if (ranks !== undefined) visit(ranks)
    }
  }
}

function gramsOfSize(run: string, size: number): readonly Gram[] {
  return Array.from({ length: run.length - size + 1 }, (_, at) => gramAt(run, at, size))
}

const BITS = 7
const MASK = 2 ** BITS - 1
const SIZE_SHIFT = BITS * MAX_CHARACTERS

/** Characters beyond ASCII share numbers with others: that adds texts to try, and hides none. */
function gramAt(text: string, at: number, size: number): Gram {
  let gram = size - 1
  for (let index = 0; index < MAX_CHARACTERS; index += 1) {
    gram = (gram << BITS) | (index < size ? text.charCodeAt(at + index) & MASK : 0)
  }
  return gram
}
