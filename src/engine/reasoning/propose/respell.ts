import { distance } from 'fastest-levenshtein'
import {
  EVERYDAY_VERBS,
  FUNCTION_WORDS,
  findNames,
  findSpots,
  isFunctionWord,
  kindOfWord,
  readWords,
  splitIdentifier,
  stemWord,
} from '../language/language.ts'
import { optionsOfParameter } from './arguments/parameter-role.ts'
import type { ToolIndex } from './tool-index.ts'

/** A text whose misspelt words are written as the words that they are nearest to. */
export interface Respelt {
  readonly text: string
  /** What the person wrote, by the word that stands for it; empty where nothing is misspelt. */
  readonly written: ReadonlyMap<string, string>
}

const MIN_LETTERS = 4
/** A word of as many letters may be two slips away from a word of the tools. */
const MIN_LETTERS_OF_TWO_SLIPS = 6

/**
 * Writes a lower-case word that English does not know as the word of the tools, or of everyday requests, that is a slip of
 * the keyboard away: “tikcet” is ticket. Values, names and quotations stay as they are.
 */
export function respell(text: string, index: ToolIndex): Respelt {
  const spots = findSpots(text)
  const names = findNames(text)
  const written = new Map<string, string>()
  let respelt = text
  for (const word of readWords(text).toReversed()) {
    const isWithin = (one: { start: number; end: number }) => word.start >= one.start && word.end <= one.end
    const isValue = spots.some(isWithin) || names.some(one => one.start > 0 && isWithin(one))
    const isPartOfValue =
      /[\w.@/:#-]$/.test(text.slice(0, word.start)) || /^(?:[@/#_-]|[.:]\w)/.test(text.slice(word.end))
    const isName = word.start > 0 && word.text !== word.lower
    if (isName || isValue || isPartOfValue || isKnown(word.lower, word.stem, index)) continue
    const meant = nearestWord(word.lower, vocabularyOf(index))
    if (meant === undefined || stemWord(meant) === word.stem) continue
    written.set(meant, word.text)
    respelt = `${respelt.slice(0, word.start)}${meant}${respelt.slice(word.end)}`
  }
  return { text: respelt, written }
}

/** The words that a person wrote in the place of those that a value was read from. */
export function unspell(value: string, { written }: Respelt): string {
  let text = value
  for (const [meant, wrote] of written)
    text = text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${meant}(?![\\p{L}\\p{N}])`, 'gu'), wrote)
  return text
}

function isKnown(lower: string, stem: string, index: ToolIndex): boolean {
  const isWord = /^\p{Ll}+$/u.test(lower) && lower.length >= MIN_LETTERS - 1
  return (
    !isWord || isFunctionWord(lower) || kindOfWord(stem) !== undefined || vocabularyOf(index).stems.has(stem)
  )
}

interface Vocabulary {
  readonly stems: ReadonlySet<string>
  /** By their first letter: words of the tools, and those of everyday requests. */
  readonly ofTools: ReadonlyMap<string, readonly string[]>
  readonly everyday: ReadonlyMap<string, readonly string[]>
}

const everyday = byFirstLetter([...EVERYDAY_VERBS, ...FUNCTION_WORDS])
const vocabularies = new WeakMap<ToolIndex, Vocabulary>()

function vocabularyOf(index: ToolIndex): Vocabulary {
  const known = vocabularies.get(index)
  if (known !== undefined) return known
  const texts = index.tools.flatMap(({ tool, parameters }) => [
    ...splitIdentifier(tool.name),
    tool.description,
    ...parameters.flatMap(one => [
      ...splitIdentifier(one.name),
      one.description,
      ...optionsOfParameter(one.schema).map(option => splitIdentifier(String(option)).join(' ')),
    ]),
  ])
  const words = [...new Set(texts.flatMap(text => readWords(text).map(word => word.lower)))]
  const vocabulary = { stems: new Set(words.map(stemWord)), ofTools: byFirstLetter(words), everyday }
  vocabularies.set(index, vocabulary)
  return vocabulary
}

function byFirstLetter(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const byLetter = new Map<string, string[]>()
  for (const word of words) {
    const list = byLetter.get(word.charAt(0))
    if (list === undefined) byLetter.set(word.charAt(0), [word])
    else list.push(word)
  }
  return byLetter
}

/** The word with the fewest slips to it, of the tools rather than of everyday requests. */
function nearestWord(lower: string, { ofTools, everyday: others }: Vocabulary): string | undefined {
  const near = (words: ReadonlyMap<string, readonly string[]>, slips: number): string | undefined =>
    words.get(lower.charAt(0))?.find(word => slipsBetween(lower, word) === slips)
  const isLong = lower.length >= MIN_LETTERS_OF_TWO_SLIPS
  return near(ofTools, 1) ?? near(others, 1) ?? (isLong ? near(ofTools, 2) : undefined)
}

/** Two neighbours in each other's place are one slip; of a short word so is a letter left out or put in, not another letter. */
function slipsBetween(left: string, right: string): number {
  const apart = Math.abs(left.length - right.length) > 2 ? Number.POSITIVE_INFINITY : distance(left, right)
  const isSwapped = apart === 2 && [...left].sort().join('') === [...right].sort().join('')
  if (isSwapped) return 1
  const least = left.length === right.length ? MIN_LETTERS + 1 : MIN_LETTERS
  return Math.min(left.length, right.length) < least ? Number.POSITIVE_INFINITY : apart
}
