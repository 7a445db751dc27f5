import { fillers, modals, questionWords } from './clause-words.ts'
import { actionVerbBase } from './verbs.ts'
import { readWords } from './words.ts'

/** The words that are the person's own: what is quoted forbids nothing. */
export function spokenWords(text: string): readonly string[] {
  const spoken = text.replace(/"[^"\n]*"|“[^”\n]*”|«[^»\n]*»/g, quote => ' '.repeat(quote.length))
  return readWords(spoken).map(word => word.lower)
}

/** Whether the words of a clause forbid something: “do not …”, “never …”, “no need to …”. */
export function isForbidding(lower: readonly string[]): boolean {
  const joined = ` ${lower.join(' ')} `
  if (/ (?:under|on|in|by) no (?:circumstances?|account|case|means|event) /.test(joined)) return true
  if (/ (?:don't|do not|dont|never) (?:forget|hesitate|fail|neglect) /.test(joined)) return false
  if (
    questionWords.has(lower[0] ?? '') ||
    ["isn't", "aren't", "didn't", "doesn't", "haven't", "hasn't", "won't", 'why'].includes(lower[0] ?? '')
  )
    return false
  const negation = lower.findIndex((word, at) => {
    if (word === 'not' && at > 2 && lower[at - 1] === 'but' && actionVerbBase(lower[0] ?? '') !== undefined)
      return false
    if (["don't", 'dont', 'never', "mustn't", "shouldn't"].includes(word)) return true
    return word === 'not' && modals.has(lower[at - 1] ?? '') && !['is', 'are'].includes(lower[at - 1] ?? '')
  })
  if (negation >= 0) return !isInsideRelativeClause(lower, negation)
  const opening = lower.filter(word => !fillers.has(word)).slice(0, 3)
  if (['avoid', 'refrain'].includes(opening[0] ?? '')) return true
  if (/ no need (?:to|for) /.test(joined)) return true
  const keepsAway =
    lower[0] === 'no' ||
    (['but', 'and', 'with'].includes(lower[0] ?? '') && lower[1] === 'no') ||
    lower[0] === 'nothing'
  return (
    keepsAway ||
    (opening[0] === 'leave' && / (?:alone|untouched|unchanged|as (?:it is|they are|is)) /.test(joined))
  )
}

function isInsideRelativeClause(lower: readonly string[], at: number): boolean {
  return lower
    .slice(Math.max(1, at - 4), at)
    .some(word => ['that', 'which', 'who', 'whose', 'where'].includes(word))
}
