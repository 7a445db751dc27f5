import { readNumber } from '../../../language/language.ts'
import type { Clash } from '../clash.ts'
import { squeeze } from './parts.ts'

const groups: Readonly<Record<string, number>> = {
  pair: 2,
  couple: 2,
  duo: 2,
  duet: 2,
  trio: 3,
  quartet: 4,
  quintet: 5,
}
const counted =
  /\b(?<count>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|duo|trio|pair|couple|quartet|quintet)\b(?<noun>(?:\s+\p{L}[\p{L}-]*){0,6}?)(?<joint>\s*:\s+|\s*,?\s+(?:made up of|consisting of|comprising|namely|i\.e\.|composed of|that is)[:,]?\s+|,?\s+one (?:each )?for(?: each of)?\s+)(?<list>[^:;.!?\n]+)/giu
const loose =
  /\b(?:such as|e\.g|for example|like|including|among|etc|and so on|or|at least|up to|at most|about|maybe|each|per|more|of the|out of|first|respectively|every)\b|\.\.\.|…/i
/** “for two hours: …” counts no entries. */
const measures =
  /^\s+(?:second|minute|hour|day|night|week|month|year|euro|dollar|pound|percent|metre|meter|kilo|star|degree|time|point|page|word|step)s?\b/i
/** Longer pieces are no entries of a list. */
const MOST_WORDS = 5

/** “these four people: Tom, Aisha and Wei”: the list is longer or shorter than it is said to be. */
export function findMiscounted(written: string): Clash | undefined {
  const goal = squeeze(written)
  for (const { groups: found, 0: text, index } of goal.matchAll(counted)) {
    const { count = '', noun = '', joint = '', list = '' } = found ?? {}
    const said = groups[count.toLowerCase()] ?? readNumber(count)
    const before = goal.slice(Math.max(0, index - 25), index)
    const isBare = noun.trim() === '' && joint.includes(':') && !/\bfor\s+$/i.test(before)
    if (measures.test(noun) || isBare || loose.test(`${before} ${noun} ${list}`)) continue
    const entries = entriesOf(list)
    if (entries === undefined || (entries.least <= said && said <= entries.most)) continue
    return {
      because: 'what is listed is not as many as it says',
      evidence: [text.slice(0, text.length - list.length).trim(), list.trim()],
    }
  }
  return undefined
}

interface Entries {
  readonly least: number
  readonly most: number
}

/** How many things a list names; undefined when it is no plain list. */
function entriesOf(list: string): Entries | undefined {
  const entries = list
    .split(/,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|\s+plus\s+/i)
    .map(entry => entry.trim())
    .filter(
      entry =>
        entry !== '' &&
        !/^(?:no others?|nobody else|nothing else|in total|please|only|no more)$/i.test(entry),
    )
  if (entries.length < 2 || entries.some(entry => entry.split(/\s+/).length > MOST_WORDS)) return undefined
  const sizes = entries.map(sizeOf)
  return {
    least: sizes.reduce((sum, { least }) => sum + least, 0),
    most: sizes.reduce((sum, { most }) => sum + most, 0),
  }
}

function sizeOf(entry: string): Entries {
  const many = /^(?:the\s+|my\s+|our\s+)?(?<count>\d{1,2}|two|three|four|five|six)\s/i.exec(entry)?.groups
    ?.count
  const number = many === undefined ? Number.NaN : readNumber(many)
  if (Number.isFinite(number)) return { least: 1, most: Math.max(1, number) }
  if (/\b(?:couple|pair|twins)\b/i.test(entry)) return { least: 2, most: 2 }
  return /^(?:the|my|our)\s+\p{L}+s$/iu.test(entry) ? { least: 1, most: 20 } : { least: 1, most: 1 }
}
