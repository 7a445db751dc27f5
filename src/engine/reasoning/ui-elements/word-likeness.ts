import { nearnessOfMeaning, relatedNounStems, usedAlike } from '../language/language.ts'
import { relatedSigns } from './icon-words.ts'

/** How near two words are: by letters and meaning, and by being used in the same surroundings. */
export interface WordLikeness {
  readonly meant: number
  readonly associated: number
}

const rows = new Map<string, Map<string, WordLikeness>>()
const MOST_ROWS = 3_000

/** How near two stems are, each in [0,1]; the same for the same stems, and remembered. */
export function likenessOfStems(left: string, right: string): WordLikeness {
  if (left === right) return SAME
  const row = rows.get(left) ?? newRow(left)
  const known = row.get(right)
  if (known !== undefined) return known
  const read = { meant: meantAlike(left, right), associated: usedAlike(left, right) }
  row.set(right, read)
  return read
}

const SAME: WordLikeness = { meant: 1, associated: 1 }

function newRow(stem: string): Map<string, WordLikeness> {
  if (rows.size >= MOST_ROWS) rows.clear()
  const row = new Map<string, WordLikeness>()
  rows.set(stem, row)
  return row
}

/** One word within the other (“check-in”, “checkin”), one sign, one group of nouns, one meaning. */
function meantAlike(left: string, right: string): number {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length >= 4 && long.startsWith(short)) return 0.85
  if (relatedSigns(left).has(right)) return 0.75
  if (relatedNounStems(left).has(right)) return 0.6
  return nearnessOfMeaning(left, right)
}

/** From here two words may stand for each other in what a page and a person call one thing. */
const ALIKE = 0.6

/** Whether two stems may stand for each other: “surname” and “last name”, “voucher” and “discount”. */
export function wordsAlike(left: string, right: string): boolean {
  return likenessOfStems(left, right).meant >= ALIKE
}
