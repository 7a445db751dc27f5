import { contentStems } from '../../../language/language.ts'
import type { Clash } from '../clash.ts'

const having = /\bwith\s+(?!out\b)(?<what>(?:an?\s+|the\s+|some\s+)?(?:[\p{Ll}-]+\s*){1,3})/giu
const lacking = /\bwithout\s+(?<what>(?:an?y?\s+|the\s+|some\s+)?(?:[\p{Ll}-]+\s*){1,3})/giu
const placed = /\b(?:in|into|on|onto|at|to|by)\s+(?<what>\p{Lu}[\p{L}\p{N}-]+|\d[\d.,:]*)/gu
const unplaced =
  /\b(?:not|never)\s+(?:be\s+|go\s+|stand\s+|come\s+)?(?:in|into|on|onto|at|to|by)\s+(?<what>\p{Lu}[\p{L}\p{N}-]+|\d[\d.,:]*)/gu

/** One thing wanted with and without the same, or at a place, in a language, at a time that it must not be at. */
export function findBothWays(goal: string): Clash | undefined {
  return withAndWithout(goal) ?? thereAndNot(goal)
}

function withAndWithout(goal: string): Clash | undefined {
  for (const lack of goal.matchAll(lacking)) {
    const missing = headOf(lack)
    const own = [...goal.matchAll(having)].find(have => missing !== undefined && headOf(have) === missing)
    if (own !== undefined)
      return { because: 'it asks for the same with and without', evidence: [own[0].trim(), lack[0].trim()] }
  }
  return undefined
}

/** The last of the words up to a joint: “a push alert and …” is about an alert. */
function headOf({ groups }: RegExpExecArray): string | undefined {
  const [phrase = ''] = (groups?.what ?? '').split(/\b(?:and|but|or|for|of|to|in|on|at)\b/)
  return contentStems(phrase).at(-1)
}

function thereAndNot(goal: string): Clash | undefined {
  for (const ban of goal.matchAll(unplaced)) {
    const rest = `${goal.slice(0, ban.index)}${' '.repeat(ban[0].length)}${goal.slice(ban.index + ban[0].length)}`
    const place = [...rest.matchAll(placed)].find(({ groups }) => groups?.what === ban.groups?.what)
    const isOnlyThere = place !== undefined && !/\b(?:but|rather|yet)\s*$/i.test(rest.slice(0, place.index))
    if (isOnlyThere)
      return { because: 'it asks for what it forbids', evidence: [place[0].trim(), ban[0].trim()] }
  }
  return undefined
}
