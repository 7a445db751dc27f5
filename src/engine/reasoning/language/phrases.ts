import { readWords } from './words.ts'

/**
 * The words of a text, its pairs of neighbours, and pairs with one word between them, as stems. “^” stands before the
 * first word, “?” behind a question, “#” for whatever holds a digit.
 */
export function phrasesOf(text: string): readonly string[] {
  const stems = readWords(text).map(({ lower, stem }) => (/\d/.test(lower) ? '#' : stem))
  const places = ['^', ...stems, ...(text.trimEnd().endsWith('?') ? ['?'] : [])]
  const phrases = new Set<string>()
  for (const [at, stem] of places.entries()) {
    const [next, second] = [places[at + 1], places[at + 2]]
    if (at > 0) phrases.add(stem)
    if (next !== undefined) phrases.add(`${stem} ${next}`)
    if (second !== undefined) phrases.add(`${stem} _ ${second}`)
  }
  return [...phrases]
}
