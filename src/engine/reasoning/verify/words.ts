import type { TextSpan } from '../../../contracts/reading.ts'
import { findSpots, isFunctionWord, remember, stemWord } from '../language/language.ts'

export type Span = Readonly<TextSpan>

/** A word of a goal as it counts when readings are checked. */
export interface Word extends Span {
  readonly lower: string
  readonly stem: string
  /** It says how the rest hangs together, and names nothing and nobody. */
  readonly isFunction: boolean
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '))

export const AUXILIARIES = list(
  'am is are was were be been being do does did have has had can could will would shall should may might must ' +
    "isn't aren't wasn't weren't don't doesn't didn't haven't hasn't hadn't can't cannot couldn't won't wouldn't shouldn't mustn't",
)
export const SUBJECTS = list('i we he she it they you this that these those there somebody someone anybody')
export const ASKING = list('what which who whom whose when where why how')
export const NEGATIONS = list(
  "no not never don't doesn't didn't won't can't cannot shouldn't mustn't nothing none without",
)
/** What opens a condition: the order stands only if something holds or happens. */
export const CONDITIONALS = list('if unless whenever provided providing assuming once')
/** What lets one thing said stand for several. */
export const QUANTIFIERS = list(
  'all every each both any everything everybody everyone several many most rest other others these those them their ' +
    'two three four five six seven eight nine ten dozen whole entire contents',
)
const GRAMMAR = [AUXILIARIES, SUBJECTS, ASKING, NEGATIONS, CONDITIONALS, QUANTIFIERS]

/** Descriptions and schemas of tools are read for each goal again. */
const MAX_STEMMED = 2_000

/** Reads the words outside the given spans; a word with a dot, slash, hyphen or digits inside is one word. */
export function readWords(text: string, masked: readonly Span[] = []): readonly Word[] {
  const pattern = /\.?[\p{L}\p{N}](?:[\p{L}\p{N}_]|['’.:/-](?=[\p{L}\p{N}]))*/gu
  return [...text.matchAll(pattern)].flatMap(match => {
    const start = match.index
    const end = start + match[0].length
    if (masked.some(span => start < span.end && end > span.start)) return []
    const lower = match[0].toLowerCase().replaceAll('’', "'")
    const isFunction = isFunctionWord(lower) || GRAMMAR.some(set => set.has(lower))
    return [{ start, end, text: match[0], lower, stem: stemWord(lower.replace(/'s$/, '')), isFunction }]
  })
}

/** The stems of everything that a text says, whole and in parts. */
export const stemsOf: (text: string) => readonly string[] = remember(
  text => [...readWords(text).map(word => word.stem), ...partsOf(text)],
  MAX_STEMMED,
)

/** The stems of its parts: names in snake, kebab and camel case, paths and file names taken apart. */
export function partsOf(text: string): readonly string[] {
  const apart = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_/.:-]+/g, ' ')
  return readWords(apart).map(word => word.stem)
}

/** What stands in quotes of any kind; the span has the quotes, `value` has not. */
export function readQuotes(text: string): readonly (Span & { readonly value: string })[] {
  return findSpots(text)
    .filter(({ kind }) => kind === 'quoted')
    .map(({ start, end, text: said, value }) => ({ start, end, text: said, value: String(value) }))
}
