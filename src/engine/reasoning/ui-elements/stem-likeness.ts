import { distance } from 'fastest-levenshtein'
import { likenessOfStems } from '../language/language.ts'

/** How near two stems are in what a page and a person call one thing, in [0,1]: “check-in” and “checkin”, a typo. */
export function likenessOnPage(left: string, right: string): number {
  if (left === right) return 1
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length >= 4 && long.startsWith(short)) return 0.85
  if (short.length >= 5 && long.length - short.length <= 1 && distance(short, long) === 1) return 0.75
  return likenessOfStems(left, right)
}

/** Whether two stems may stand for each other on a page: “surname” and “last name”. */
export function wordsAlike(left: string, right: string): boolean {
  return likenessOnPage(left, right) >= 0.6
}
