import { type Clause, findSpots, readWords, remember } from '../../language/language.ts'

/** How a clause takes part in a request: it orders, keeps something as it is (“leave the other one open”), only tells, or else. */
export type ClauseRole = 'orders' | 'keeps' | 'tells' | 'else'

const tellers =
  /^(?:(?:i|we|you|he|she|they|it|there|that)(?:['’](?:m|ve|d|re|s))?|somebody|someone|everybody|nobody|our|my|his|her|their|its|this)$/
const openers =
  /^(?:and|but|so|then|also|please|anyway|sorry|well|hi|hello|hey|just|now|ok|okay|first|finally|or|yet|still|oh|thanks|kindly)$/
const wishes =
  /^\W*(?:and |but |so |then |please )*(?:i|we)(?: just| only| really| also| simply)*(?:'d| would| want| need| have to|'ll| will| wish| must)\b|\b(?:can|could|would|will) you\b|\bplease\b|\b(?:must|should|has to|have to|needs? to|need)\b/i
const keepers = /^(?:keep|leave|preserve|retain|spare)$/
const kept = /\b(?:as|alone|open|closed|in|on|untouched|there|the|one|ones|it)\b/i
/** “The others carry on”, “what is in there can stay”: told of the rest, so that it is let be. */
const staying =
  /\b(?:others?|rest|remaining|everything else|everybody else|everyone else|already|what|existing)\b.*\b(?:stays?|remains?|carr(?:y|ies) on|keeps? (?:going|running)|(?:is|are) (?:fine|ok|okay|good)|may stay|can wait)\b/i
/** Something is said to be, or to have been: news, unless it names a thing of its own. */
const stating = /\b(?:has(?! to\b)|hasn['’]t|have(?! to\b)|haven['’]t|had|was|wasn['’]t|were|weren['’]t)\b/i

/** The part that a clause has in its goal. */
export function roleOfClause({ text, verb, question, start }: Clause): ClauseRole {
  if (question && text.trimEnd().endsWith('?')) return 'else'
  if (staying.test(text)) return 'keeps'
  if (question) return 'else'
  const head = readWords(text).find(word => !openers.test(word.lower))
  if (head === undefined) return 'tells'
  const isOpening = verb !== undefined && verb.start - start <= head.start + 1
  const keeps = isOpening && ((keepers.test(verb.base) && kept.test(text)) || /\bnothing\b/i.test(text))
  if (keeps) return 'keeps'
  if (verb?.known === true && (isOpening || /^(?:let|have|get)$/.test(head.lower))) return 'orders'
  if (wishes.test(text) || isOpening) return 'else'
  const isNews = tellers.test(head.lower) || stating.test(text)
  return isNews && findSpots(text).length === 0 ? 'tells' : 'else'
}

/** “Could you put that into his file?” orders, in the form of a question. */
function asksPolitely(text: string): boolean {
  return /^\W*(?:\w+[,!]?\s+){0,3}?(?:can|could|would|will) (?:you|u|someone|somebody|anyone)\b|\b(?:would|do) you mind\b/i.test(
    text,
  )
}

/** Whether a clause asks only to know something: a question, or an order to look. */
export function asksToKnow({ question, text, verb }: Clause): boolean {
  if (question) return !asksPolitely(text)
  return (
    verb?.known === true && looking.test(verb.base) && !/^\W*(?:\w+\s+)?check\b.*\b(?:in|out)\b/i.test(text)
  )
}

const looking =
  /^(?:find|search|look|locate|list|show|display|view|read|check|verify|inspect|query|browse|calculate|compute|count|describe|explain|see|examine|estimate|summari[sz]e|compare)$/

/** The parts of a goal that may ask for something: what is forbidden asks for nothing, nor does a condition. */
export function askedClauses(clauses: readonly Clause[]): readonly Clause[] {
  return clauses.filter(clause => !clause.conditional && !clause.negated)
}

const telling =
  /\b(?:tell|write|inform|notify|remind|mail|e-?mail|text|message|answer|reply|respond|warn|say|know|explain|announce)\b[^?!\n]{0,60}?(?:\b(?:that|saying|whether)\b|:\s)|,?\s\b(?:saying|stating)\b(?=\s+(?:that|it|we|they|the|there|you)\b)/i
/** A quoted text as long as this says something; a shorter one is a name or a value. */
const LONG_QUOTE = 14
const MIN_WORDS = 2

/** A text without what is only to be passed on: its words are somebody's news, not what is to be done. */
export const askedText: (text: string) => string = remember(text => {
  const unquoted = findSpots(text)
    .filter(({ kind, text: quote }) => kind === 'quoted' && quote.length >= LONG_QUOTE)
    .reduceRight((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text)
  const match = telling.exec(unquoted)
  const asked = match === null ? unquoted : unquoted.slice(0, match.index + match[0].length)
  return readWords(asked).length >= MIN_WORDS ? asked : text
})
