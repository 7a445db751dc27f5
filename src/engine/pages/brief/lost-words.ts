import { type Sentence, splitList } from './sentences.ts'

/** A figure of more than two digits or with a unit, or a word with a capital; colours are read elsewhere. */
const TELLING = /(?<![\p{L}\p{N}#])(?:\p{Lu}[\p{L}\p{N}'’&-]+|\p{Sc}?\d[\p{L}\p{N}.,:/-]{2,})/gu

/**
 * The words of each clause from the first to the last telling one that stands in none of the entries, so that nothing
 * with a name or a figure in it is lost without a word. Pure.
 */
export function lostWords(sentences: readonly Sentence[], entries: string): readonly string[] {
  const placed = entries.toLowerCase()
  return sentences.flatMap(({ text }) =>
    splitList(text).flatMap((clause, index) => {
      const open = [...clause.matchAll(TELLING)].filter(
        ({ 0: word }) => !placed.includes(word.toLowerCase().replace(/[.,:/-]+$/, '')),
      )
      const isOnlyItsBeginning = index === 0 && open.length === 1 && open[0]?.index === 0
      const [first, last] = isOnlyItsBeginning ? [] : [open[0], open.at(-1)]
      return first && last ? [clause.slice(first.index, last.index + last[0].length)] : []
    }),
  )
}
