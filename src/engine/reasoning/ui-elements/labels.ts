import { distance } from 'fastest-levenshtein'
import { contentStems, likenessOfStems } from '../language/language.ts'
import type { PageElement } from './schema.ts'
import { joinHyphens } from './spelling.ts'

/**
 * The label that a phrase gives in quotes or by its capital letters: “the Forward button”, “"Gift wrap"”. Undefined where
 * a phrase only describes: “the blue button”.
 */
export function properLabel(phrase: string): string | undefined {
  const head = phrase.replace(placed, '')
  const quoted = /["“‘'`]([^"”’'`]{2,})["”’'`]/.exec(phrase)?.[1]
  if (quoted !== undefined) return quoted
  const bare = head
    .replace(/^(?:on\s+)?(?:the|a|an)\s+/i, '')
    .replace(
      /^(?:check ?box|box|link|button|tab|slider|field)\s+(?:for\s+|called\s+|labell?ed\s+|named\s+)?/i,
      '',
    )
  const role =
    /\s+(?:button|link|tab|check ?box|box|field|slider|switch|option|layer|mode|icon|list|drop-?down|menu)s?$/i
  return /^\p{Lu}/u.test(bare) ? bare.replace(role, '') : undefined
}

/** Where it is on the page. */
const placed = /\s+(?:in|on|at|of|from|below|above|under|next to|beside|near|for)\s+(?:the|this|that)\b.*$/i

/** Share of the words of a label from which it may be the label of an element: a word may be left out, not another one put in. */
const MIN_SHARED = 0.7

/** Whether an element bears a label: by its words, their spelling aside, and not by what they bring to mind. */
export function bearsLabel(
  label: string,
  { name, text = '', region = '', value, options = [] }: PageElement,
): boolean {
  const stems = contentStems(joinHyphens(label))
  if (stems.length === 0) return true
  const shown = [name, text, region, ...(typeof value === 'string' ? [value] : []), ...options].join(' ')
  const own = contentStems(joinHyphens(shown))
  const joined = own.join('')
  const shared = stems.filter(stem => joined.includes(stem) || own.some(other => isSameWord(stem, other)))
  return shared.length >= MIN_SHARED * stems.length
}

const SAME_WORD = 0.6

function isSameWord(stem: string, other: string): boolean {
  if (stem.length >= 5 && distance(stem, other) === 1) return true
  return stem.length >= 4 && (other.startsWith(stem) || likenessOfStems(stem, other) >= SAME_WORD)
}
