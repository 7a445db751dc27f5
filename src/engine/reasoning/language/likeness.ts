/** How near two stems are, in [0,1]: 1 for the same, less for forms of one word. */
export function likenessOfStems(left: string, right: string): number {
  return left === right ? 1 : isFormOf(left, right) ? 0.8 : 0
}

/** Whether two stems look like forms of one word: a shared head of most of the longer one. */
export function isFormOf(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length)
  const longer = Math.max(left.length, right.length)
  let head = 0
  while (head < shorter && left[head] === right[head]) head += 1
  return head >= 5 ? head >= longer * 0.7 || head === shorter : head >= 4 && longer - head <= 1
}
