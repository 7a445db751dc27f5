import type { Clash } from '../clash.ts'

const setting =
  /\b(?:set|mark|put|switch|turn|change|move|bring)\s+(?<thing>[^,;.!?]{2,40}?)\s+(?:to|as|at)\s+(?:the\s+)?(?<value>[\p{L}\d][\p{L}\d.:%-]*)/giu
/** One after the other, or each for another case. */
const apart =
  /\b(?:then|afterwards?|later|next|first|finally|if|when|until|till|before|after|from|or|instead|back|again|each|respectively)\b/i

/** “Set T-4 to urgent and set T-4 to low”: the same thing is to have two values. */
export function findSetTwice(goal: string): Clash | undefined {
  if (apart.test(goal)) return undefined
  const found = [...goal.matchAll(setting)].map(({ groups, 0: text }) => ({
    text,
    thing: (groups?.thing ?? '').toLowerCase(),
    value: (groups?.value ?? '').toLowerCase(),
  }))
  for (const [at, one] of found.entries()) {
    const other = found.slice(at + 1).find(two => two.thing === one.thing && two.value !== one.value)
    if (other !== undefined)
      return { because: 'one thing cannot have two values at once', evidence: [one.text, other.text] }
  }
  return undefined
}
