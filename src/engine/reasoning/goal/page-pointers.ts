import { isFunctionWord, readWords } from '../language/language.ts'

/** What is done with something that the page does not hold yet. */
const bringing = /\b(?:upload|attach|import|paste|insert|scan)\b[^.;]*$/i

/** Adverbs of amount and courtesy tell nothing of what a pronoun stands for. */
const amounts = new Set(['bit', 'please', 'little', 'again', 'instead', 'something', 'somehow', 'properly'])

/** A phrase that points, as far as a page may answer it. */
interface PagePointer {
  readonly kind: string
  readonly text: string
  readonly start: number
  readonly certain: boolean
}

/**
 * Whether a page that is given is what a phrase points at: “this song”, “this form” are what it shows. Not so what is
 * to be brought to the page, what was spoken of before, nor a pronoun beside which nothing is said (“change it”).
 */
export function isAnsweredByPage(goal: string, { kind, text, start, certain }: PagePointer): boolean {
  if (kind === 'demonstrative') return !bringing.test(goal.slice(0, start))
  if (kind !== 'pronoun' || certain) return false
  const others = goal.slice(0, start).concat(' '.repeat(text.length), goal.slice(start + text.length))
  const telling = readWords(others).filter(({ lower }) => !isFunctionWord(lower) && !amounts.has(lower))
  return telling.length >= LEAST_TELLING
}

/** The verb of the pronoun, and one word more. */
const LEAST_TELLING = 2
