import { type Clause, findSpots, isFunctionWord, readWords, type Word } from '../../language/language.ts'

/**
 * How a clause takes part in a request: it orders (an imperative), asks (a question or a wish), names what is wanted
 * without a verb (“bedroom lights off”), completes the order before it (“call it pre-7.3”), keeps something as it is
 * (“leave the other one open”), or only tells (“we danced for hours”).
 */
export type ClauseRole = 'orders' | 'asks' | 'names' | 'completes' | 'keeps' | 'tells'

const tellers = new Set(
  "i i'm i've i'd we we're we've he he's she she's they they're they've it it's its that's there there's somebody someone everybody nobody our my his her their this that".split(
    ' ',
  ),
)
const openers = new Set(
  'and but so then also please anyway sorry well hi hello hey just now ok okay first finally or yet still oh thanks kindly'.split(
    ' ',
  ),
)
const wishes =
  /^\W*(?:and |but |so |then |please )*(?:i|we)(?: just| only| really| also| simply)*(?:'d| would| want| need| have to|'ll| will| wish| must)\b|\b(?:can|could|would|will) you\b|\bplease\b|\b(?:must|should|has to|have to|needs? to|need)\b/i
const keepers = new Set(['keep', 'leave', 'preserve', 'retain', 'spare'])
/** “label it bug”, “call it pre-7.3”, “make it 21”: a detail of what was ordered before. */
const completion =
  /^\W*(?:and |then |so )*(?:call|name|title|label|tag|mark|make|set|put|hand|give|have)\s+(?:it|them|that|this)\s+(?:(?:to|as|at)\s+)?\S+(?:\s+\S+){0,2}\W*$/i

/** “The others carry on”, “what is in there can stay”: told of the rest, so that it is let be. */
const staying =
  /\b(?:others?|rest|remaining|everything else|everybody else|everyone else|already|what|existing)\b.*\b(?:stays?|remains?|carr(?:y|ies) on|keeps? (?:going|running)|(?:is|are) (?:fine|ok|okay|good)|may stay|can wait)\b/i

/** “Let his parents know”, “have 15 more sent”: the verb that is ordered stands further on. */
const ordering = new Set(['let', 'have', 'get'])

/** Something is said to be, or to have been: news, unless it names a thing of its own. */
const stating = /\b(?:has(?! to\b)|hasn['’]t|have(?! to\b)|haven['’]t|had|was|wasn['’]t|were|weren['’]t)\b/i

/** The part that a clause has in its goal. */
export function roleOfClause(clause: Clause): ClauseRole {
  if (clause.question && clause.text.trimEnd().endsWith('?')) return 'asks'
  if (staying.test(clause.text)) return 'keeps'
  if (clause.question) return 'asks'
  const words = readWords(clause.text)
  const head = words.find(word => !openers.has(word.lower))
  if (head === undefined) return 'tells'
  const { verb } = clause
  const isOpening = verb !== undefined && verb.start - clause.start <= head.start + 1
  if (
    isOpening &&
    keepers.has(verb.base) &&
    /\b(?:as|alone|open|closed|in|on|untouched|there|the|one|ones|it)\b/i.test(clause.text)
  )
    return 'keeps'
  if (isOpening && /\bnothing\b/i.test(clause.text)) return 'keeps'
  if (completion.test(clause.text)) return 'completes'
  if (verb?.known === true && (isOpening || ordering.has(head.lower))) return 'orders'
  if (isOpening && verb.base.endsWith('s')) return 'tells'
  if (wishes.test(clause.text) || isOpening) return 'asks'
  if (tellers.has(head.lower)) return 'tells'
  if (stating.test(clause.text) && findSpots(clause.text).length === 0) return 'tells'
  if (verb?.known === true) return 'names'
  return isShort(clause.text, words) ? 'names' : 'tells'
}

/** “Could you put that into his file?” orders, in the form of a question. */
export function asksPolitely({ text }: Clause): boolean {
  return /^\W*(?:(?:and|so|please)\s+)*(?:can|could|would|will) (?:you|someone|somebody)\b/i.test(text)
}

function isShort(text: string, words: readonly Word[]): boolean {
  return findSpots(text).length > 0 || words.filter(word => !isFunctionWord(word.lower)).length <= 6
}
