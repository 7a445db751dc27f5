import { hideReported } from '../goal/goal.ts'
import {
  actionVerbBase,
  type Clause,
  isFunctionWord,
  readWords,
  splitClauses,
  stemWord,
} from '../language/language.ts'
import { findEmptyRange } from './bounds.ts'
import { type Check, failure } from './check.ts'

/** Two parts of a goal that cannot both be done, and why, as the end of a sentence. */
export interface Contradiction {
  readonly parts: readonly [string, string]
  readonly reason: string
}

/**
 * Finds plain contradictions only: the same act asked for and forbidden on the same thing, two opposite acts on the
 * same thing, or a number that no bound allows. Everything subtler is for the
 * people who see the card.
 */
export const checkContradictions: Check = ({ goal }) => {
  const found = findContradiction(hideReported(goal))
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

/** The first contradiction of a text in which quoted and reported words are blanked. */
export function findContradiction(text: string): Contradiction | undefined {
  const acts = splitClauses(text)
    .filter(clause => !clause.conditional)
    .map(readAct)
  for (const [at, first] of acts.entries()) {
    for (const second of acts.slice(at + 1)) {
      const reason = whyExcluded(first, second)
      if (reason !== undefined) return { parts: [first.clause.text, second.clause.text], reason }
    }
  }
  const bounds = findEmptyRange(text)
  return bounds && { parts: bounds, reason: 'no number meets both bounds' }
}

/** What a clause wants done, and to what. */
interface Act {
  readonly clause: Clause
  readonly verbs: ReadonlySet<string>
  /** Stems of the words of substance, verbs among them. */
  readonly words: ReadonlySet<string>
  /** It speaks of something named before (“it”), or of anything at all. */
  readonly isOpen: boolean
  readonly forbids: boolean
}

/** Words that narrow nothing: how long, how surely, and whatever only carries the demand. */
const WIDE = new Set(
  'any anything all every everything nothing ever really absolutely definitely circumstance circumstances please make made sure mind case time today now moment must should may shall be been being single'.split(
    ' ',
  ),
)
const LASTING = 'stay remain keep leave'.split(' ').map(stemWord)
const NEGATIONS = new Set("not never no don't dont mustn't shouldn't cannot can't isn't without".split(' '))
const POINTING = /\b(?:it|them|that|this|those|these|any|anything|all|at all|everything|nothing)\b/i

function readAct(clause: Clause): Act {
  const words = readWords(clause.text).filter(({ lower }) => !isFunctionWord(lower) && !WIDE.has(lower))
  const verbs = words.flatMap(({ lower, stem }) => {
    const base = actionVerbBase(lower)
    if (OPPOSITES.has(stem)) return [stem]
    return base === undefined ? [] : [stemWord(base)]
  })
  return {
    clause,
    verbs: new Set(verbs),
    words: new Set(words.filter(({ lower }) => !NEGATIONS.has(lower)).map(word => word.stem)),
    isOpen: POINTING.test(clause.text),
    forbids: clause.negated || readWords(clause.text).some(({ lower }) => NEGATIONS.has(lower)),
  }
}

function whyExcluded(first: Act, second: Act): string | undefined {
  if (first.forbids !== second.forbids) {
    const [demand, ban] = first.forbids ? [second, first] : [first, second]
    return isBanned(demand, ban) ? 'it asks for and forbids the same thing' : undefined
  }
  if (first.forbids || isLater(second)) return undefined
  const opposed = [...first.verbs].find(verb => {
    const other = OPPOSITES.get(verb)?.find(one => second.verbs.has(one))
    return other !== undefined && isSameThing(first, second, new Set([verb, other, ...LASTING]))
  })
  return opposed === undefined ? undefined : 'it asks for an act and for its opposite on the same thing'
}

/** The ban is of the same act, and as wide as the demand: it names nothing that the demand leaves unsaid. */
function isBanned(demand: Act, ban: Act): boolean {
  if (![...demand.verbs].some(verb => ban.verbs.has(verb))) return false
  const isAsWide = [...ban.words].every(word => demand.words.has(word))
  return isAsWide && (ban.words.size > 1 || ban.isOpen || demand.words.size === 1)
}

/** Beside the opposed acts, one of the two speaks of nothing that the other leaves unsaid. */
function isSameThing(first: Act, second: Act, acts: ReadonlySet<string>): boolean {
  const [some, others] = [first, second].map(({ words }) => [...words].filter(word => !acts.has(word)))
  const [fewer = [], more = []] =
    (some?.length ?? 0) <= (others?.length ?? 0) ? [some, others] : [others, some]
  return fewer.length === 0 ? first.isOpen || second.isOpen : fewer.every(word => more.includes(word))
}

/** What follows in time undoes nothing: “open the valve, then close it”, “close it after ten minutes”. */
function isLater({ clause }: Act): boolean {
  return (
    ['then', 'after', 'before'].includes(clause.link) ||
    /\b(?:then|after|afterwards|later|again|until|once|when|first|before|in \d+|at \d+:)/i.test(clause.text)
  )
}

/** Acts and states that exclude each other, by stem, both ways. */
const OPPOSITES: ReadonlyMap<string, readonly string[]> = readOpposites([
  ['open', 'close shut'],
  ['lock', 'unlock unlocked'],
  ['delete remove erase cancel end terminate drop purge shred', 'keep leave preserve retain stay remain'],
  ['start launch', 'stop halt'],
  ['enable activate', 'disable deactivate'],
  ['approve accept confirm', 'reject refuse decline deny'],
  ['raise increase', 'lower decrease reduce'],
  ['grant', 'revoke withhold'],
  ['publish release', 'withhold unpublish retract'],
  ['show', 'hide'],
  ['mute', 'unmute'],
  ['block', 'unblock allow'],
  ['extend', 'end shorten'],
  ['subscribe', 'unsubscribe'],
  ['connect', 'disconnect'],
])

function readOpposites(
  pairs: readonly (readonly [string, string])[],
): ReadonlyMap<string, readonly string[]> {
  const opposites = new Map<string, string[]>()
  for (const [left, right] of pairs)
    for (const one of left.split(' ').map(stemWord))
      for (const other of right.split(' ').map(stemWord)) {
        opposites.set(one, [...(opposites.get(one) ?? []), other])
        opposites.set(other, [...(opposites.get(other) ?? []), one])
      }
  return opposites
}
