import { type Clause, contentStems, findDates, findSpots, readWords } from '../../language/language.ts'
import { roleOfClause } from './request-clauses.ts'

/** What speaks for a clause asking for nothing (news, reasons, courtesy) or for something. Each is 0 or 1 but `words`. */
export interface IdleSigns {
  readonly orders: number
  readonly asks: number
  readonly names: number
  readonly completes: number
  readonly keeps: number
  readonly tells: number
  readonly question: number
  /** It holds an id, an address, an amount …, and a day or a time. */
  readonly value: number
  readonly date: number
  /** Logarithm of how many words carry meaning. */
  readonly words: number
  readonly first: number
  readonly last: number
  readonly only: number
  /** It tells, or names, while another clause orders or asks; and whether such a clause stands before it. */
  readonly tells_beside_order: number
  readonly names_beside_order: number
  readonly follows_order: number
  readonly pleads: number
  readonly wishes: number
  /** Somebody or something is spoken of in its first words. */
  readonly of_somebody: number
  readonly past: number
  readonly verb: number
  readonly opens_with_verb: number
  readonly short: number
  readonly long: number
  /** A page is at hand: fields and what is to stand in them are often only named. */
  readonly on_page: number
  readonly names_on_page: number
  readonly tells_on_page: number
}

/** Where a clause stands. */
export interface ClausePlace {
  /** What is asked for is done on a page. */
  readonly isOnPage?: boolean
}

const pleading = /\b(?:please|pls|plz|kindly|(?:can|could|would|will) (?:you|somebody|someone))\b/i
const wishing = /\b(?:i|we)(?:'d| would| want| need| have to|'ll| will| wish| must)\b/i
const ofSomebody = /^\W*(?:\w+\W+){0,2}(?:i|we|he|she|they|it|there|this|that|my|our|his|her|their|the)\b/i
const past = /\b(?:was|were|had|has|have|been|did|said|told|\w+ed)\b/i
const SHORT = 4
const LONG = 15

function isOrder(clause: Clause | undefined): boolean {
  return clause !== undefined && ['orders', 'asks'].includes(roleOfClause(clause))
}

/** The signs of the clause at a place among those that may ask. */
export function readIdleSigns(
  clauses: readonly Clause[],
  at: number,
  { isOnPage = false }: ClausePlace = {},
): IdleSigns {
  const clause = clauses[at]
  if (clause === undefined) throw new RangeError(`There are ${clauses.length} clauses, none is at ${at}.`)
  const role = roleOfClause(clause)
  const { text, verb, start } = clause
  const words = readWords(text)
  const ordering = [...clauses.keys()].filter(other => other !== at && isOrder(clauses[other]))
  const flag = (isSo: boolean): number => (isSo ? 1 : 0)
  return {
    orders: flag(role === 'orders'),
    asks: flag(role === 'asks'),
    names: flag(role === 'names'),
    completes: flag(role === 'completes'),
    keeps: flag(role === 'keeps'),
    tells: flag(role === 'tells'),
    question: flag(clause.question),
    value: flag(findSpots(text).length > 0),
    date: flag(findDates(text, new Date(0)).length > 0),
    words: Math.log(1 + contentStems(text).length),
    first: flag(at === 0),
    last: flag(at === clauses.length - 1),
    only: flag(clauses.length === 1),
    tells_beside_order: flag(role === 'tells' && ordering.length > 0),
    names_beside_order: flag(role === 'names' && ordering.length > 0),
    follows_order: flag(ordering.some(other => other < at)),
    pleads: flag(pleading.test(text)),
    wishes: flag(wishing.test(text)),
    of_somebody: flag(ofSomebody.test(text)),
    past: flag(past.test(text)),
    verb: flag(verb?.known === true),
    opens_with_verb: flag(verb !== undefined && verb.start - start <= (words[0]?.start ?? 0) + 1),
    short: flag(words.length <= SHORT),
    long: flag(words.length >= LONG),
    on_page: flag(isOnPage),
    names_on_page: flag(isOnPage && role === 'names'),
    tells_on_page: flag(isOnPage && role === 'tells'),
  }
}

const SILENT: Clause = {
  ...{ text: '', start: 0, end: 0 },
  ...{ link: 'start', negated: false, conditional: false, question: false },
}

/** In the order of the fields of `IdleSigns`. */
export const idleSignNames = Object.keys(readIdleSigns([SILENT], 0)) as readonly (keyof IdleSigns)[]
