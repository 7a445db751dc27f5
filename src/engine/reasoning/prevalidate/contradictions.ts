import { hideQuoted } from '../goal/goal.ts'
import {
  actionVerbBase,
  type Clause,
  isFunctionWord,
  readWords,
  splitClauses,
  type Word,
} from '../language/language.ts'
import { findEmptyRange } from './bounds.ts'
import { type Check, failure } from './check.ts'

/** Two parts of a goal that cannot both be done, and why, as the end of a sentence. */
interface Contradiction {
  readonly parts: readonly [string, string]
  readonly reason: string
}

/**
 * Finds plain contradictions only: the same act asked for and forbidden on the same thing, or a number that no bound allows. Everything subtler is for the
 * people who see the card.
 */
export const checkContradictions: Check = ({ goal }) => {
  const text = hideQuoted(goal)
  const found = findBanned(text) ?? findBounds(text)
  if (found === undefined) return []
  const [first, second] = found.parts
  return [
    failure('contradiction_detection', {
      message: `The goal contradicts itself: ${found.reason}.`,
      certain: true,
      answerable: false,
      evidence: found.parts,
      question: `Which of the two is meant: “${first}” or “${second}”?`,
    }),
  ]
}

function findBounds(text: string): Contradiction | undefined {
  const parts = findEmptyRange(text)
  return parts && { parts, reason: 'no number meets both bounds' }
}

/** Words that narrow nothing: how long, how surely, and whatever only carries the demand. */
const WIDE = new Set(
  'any anything all every everything nothing ever really absolutely definitely circumstance circumstances please make made sure mind case time today now moment must should may shall be been being single'.split(
    ' ',
  ),
)
const NEGATIONS = new Set("not never no don't dont mustn't shouldn't cannot can't isn't without".split(' '))
const POINTING = /\b(?:it|them|that|this|those|these|any|anything|all|at all|everything|nothing)\b/i

/** An act that one clause asks for and another forbids, as widely as it is asked for. */
function findBanned(text: string): Contradiction | undefined {
  const acts = splitClauses(text).filter(clause => !clause.conditional)
  for (const [at, first] of acts.entries())
    for (const second of acts.slice(at + 1)) {
      const [demand, ban] = forbids(first) ? [second, first] : [first, second]
      if (!forbids(demand) && forbids(ban) && isBanned(demand, ban))
        return { parts: [first.text, second.text], reason: 'it asks for and forbids the same thing' }
    }
  return undefined
}

function forbids({ negated, text }: Clause): boolean {
  return negated || readWords(text).some(({ lower }) => NEGATIONS.has(lower))
}

/** The ban is of the same act, and as wide as the demand: it names nothing that the demand leaves unsaid. */
function isBanned(demand: Clause, ban: Clause): boolean {
  const [asked, banned] = [substanceOf(demand), substanceOf(ban)]
  const isSameAct = banned.some(
    ({ lower, stem }) => actionVerbBase(lower) !== undefined && asked.some(other => other.stem === stem),
  )
  const isAsWide = banned.every(({ stem }) => asked.some(other => other.stem === stem))
  return isSameAct && isAsWide && (banned.length > 1 || POINTING.test(ban.text) || asked.length === 1)
}

function substanceOf({ text }: Clause): readonly Word[] {
  return readWords(text).filter(
    ({ lower }) => !isFunctionWord(lower) && !WIDE.has(lower) && !NEGATIONS.has(lower),
  )
}
