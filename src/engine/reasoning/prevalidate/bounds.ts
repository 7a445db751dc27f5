import { isFunctionWord, readNumber, readWords } from '../language/language.ts'

/** A bound that a text sets on how many or how much of something there is. */
interface Bound {
  readonly text: string
  readonly least: number
  readonly most: number
  /** Stem of what is counted; empty where only a number stands. */
  readonly unit: string
  /** Words of substance before and behind it in its part of the sentence: whose bound it is. */
  readonly before: ReadonlySet<string>
  readonly behind: ReadonlySet<string>
}

const LEAST =
  'at least|no fewer than|no less than|not less than|not fewer than|minimum of|more than|over|above'
const MOST = 'at most|no more than|not more than|maximum of|up to|less than|fewer than|under|below'
const BOUND = new RegExp(
  String.raw`\b(?<kind>${LEAST}|${MOST}|exactly|precisely)\s+(?<number>[-−]?[\d][\d,.]*\d|\d|\p{L}+)(?:\s*(?<unit>%|€|\$|£|\p{L}+))?`,
  'giu',
)
const IS_LEAST = new RegExp(`^(?:${LEAST})$`, 'i')
const IS_MOST = new RegExp(`^(?:${MOST})$`, 'i')

/** Two bounds on the same thing that no number meets: “exactly 50 units, at most 30 of them”. */
export function findEmptyRange(text: string): readonly [string, string] | undefined {
  const bounds = readBounds(text)
  for (const [at, first] of bounds.entries())
    for (const second of bounds.slice(at + 1)) {
      if (!isSameMeasure(first, second)) continue
      if (Math.max(first.least, second.least) > Math.min(first.most, second.most))
        return [first.text, second.text]
    }
  return undefined
}

function readBounds(text: string): readonly Bound[] {
  const matches = [...text.matchAll(BOUND)]
  return matches.flatMap((match, at) => {
    const { kind = '', number = '', unit = '' } = match.groups ?? {}
    const value = readNumber(number)
    if (Number.isNaN(value)) return []
    const unitWord = readWords(unit)[0]
    const isCounted = unitWord !== undefined && !isFunctionWord(unitWord.lower)
    const end = match.index + match[0].length
    const last = matches[at - 1]
    const opening = text.slice(last === undefined ? 0 : last.index + last[0].length, match.index)
    const rest = text.slice(end, matches[at + 1]?.index ?? text.length)
    return [
      {
        text: match[0],
        least: IS_MOST.test(kind) ? Number.NEGATIVE_INFINITY : value,
        most: IS_LEAST.test(kind) ? Number.POSITIVE_INFINITY : value,
        unit: isCounted ? unitWord.stem : unitWord === undefined ? unit : '',
        before: substanceOf(opening.split(PART).at(-1) ?? ''),
        behind: substanceOf(rest.split(PART)[0] ?? ''),
      },
    ]
  })
}

const FILLING = new Set('total altogether everybody everyone whole exactly whenever same'.split(' '))

/** Where another part of a sentence begins. */
const PART = /[.,;:!?\n]|\b(?:and|but)\b/i

function substanceOf(text: string): ReadonlySet<string> {
  const words = readWords(text).filter(({ lower }) => !isFunctionWord(lower) && !FILLING.has(lower))
  return new Set(words.map(word => word.stem))
}

/** The same unit (or none said), of the same thing as far as either says. */
function isSameMeasure(first: Bound, second: Bound): boolean {
  if (first.unit !== second.unit && first.unit !== '' && second.unit !== '') return false
  return isWithin(first.before, second.before) && isWithin(first.behind, second.behind)
}

/** One of the two says nothing that the other leaves unsaid. */
function isWithin(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const [fewer, more] = left.size <= right.size ? [left, right] : [right, left]
  return [...fewer].every(word => more.has(word))
}
