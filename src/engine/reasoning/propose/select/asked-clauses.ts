import { type Clause, readWords } from '../../language/language.ts'

/**
 * The parts of a goal that may ask for something. What is forbidden, or hangs on a condition, asks only where nothing else does.
 */
export function askedClauses(clauses: readonly Clause[]): readonly Clause[] {
  const positive = clauses.filter(clause => !clause.conditional && (!clause.negated || isToldState(clause)))
  return positive.length > 0 ? positive : clauses.filter(clause => !isProhibition(clause))
}

/** “do not …”, “never …”: nothing is asked, in contrast to a rule (“nobody may push to main”). */
function isProhibition({ text, conditional }: Clause): boolean {
  return (
    conditional ||
    /^\W*(?:(?:and|but|so|please|then|also|just|you|we)\W+)*(?:(?:do|must|should|shall|may|can)(?:\s+not|n['’]?t)|never|avoid|refrain|without|under no)\b/i.test(
      text,
    )
  )
}

/** “Nothing may go into bin 3”, “Jakub never showed up”: what is not so is what something is to be done about. */
function isToldState(clause: Clause): boolean {
  if (clause.link !== 'start' || isProhibition(clause)) return false
  const [first, second] = readWords(clause.text)
  if (first === undefined || second === undefined) return false
  if (/^(?:nothing|nobody)$/.test(first.lower)) return true
  const isNoMore = first.lower === 'no' && (second.lower === 'one' || second.lower === 'more')
  return (
    isNoMore ||
    (/^\p{Lu}/u.test(first.text) &&
      /\b(?:never|did ?n['’]?t|did not|has ?n['’]?t|is ?n['’]?t)\b/i.test(clause.text))
  )
}
