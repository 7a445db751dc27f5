import { relatedNounStems } from './synonyms.ts'

/** How near two stems are, in [0,1]: 1 for the same, less for forms of one word and for nouns used for one another. */
export function likenessOfStems(left: string, right: string): number {
  if (left === right) return 1
  if (isFormOf(left, right)) return 0.8
  return relatedNounStems(left).has(right) ? 0.6 : 0
}

/** Whether two stems look like forms of one word: a shared head of most of the longer one. */
export function isFormOf(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length)
  const longer = Math.max(left.length, right.length)
  let head = 0
  while (head < shorter && left[head] === right[head]) head += 1
  return head >= 5 ? head >= longer * 0.7 || head === shorter : head >= 4 && longer - head <= 1
}
