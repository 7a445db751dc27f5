import { type Clause, findSpots, onlyLooks, readWords, remember } from '../../language/language.ts'

/** “Could you put that into his file?” orders, in the form of a question. */
function asksPolitely(text: string): boolean {
  return /^\W*(?:\w+[,!]?\s+){0,3}?(?:can|could|would|will) (?:you|u|someone|somebody|anyone)\b|\b(?:would|do) you mind\b/i.test(
    text,
  )
}

/** Whether a clause asks only to know something: a question, or an order to look. */
export function asksToKnow({ question, text, verb }: Clause): boolean {
  if (question) return !asksPolitely(text)
  return verb?.known === true && onlyLooks(verb.base) && !/^\W*(?:\w+\s+)?check\b.*\b(?:in|out)\b/i.test(text)
}

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
