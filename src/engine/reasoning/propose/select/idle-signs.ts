import { type Clause, findDates, findSpots, readWords } from '../../language/language.ts'
import { roleOfClause } from './clause-role.ts'

/** What speaks for a clause asking for nothing (news, reasons, courtesy) or for something. Each is 0 or 1. */
export interface IdleSigns {
  readonly orders: number
  readonly asks: number
  readonly names: number
  readonly completes: number
  readonly tells: number
  /** It holds an id, an address, an amount, a day or a time. */
  readonly value: number
  readonly first: number
  readonly last: number
  readonly only: number
  /** It tells, or names, while another clause orders or asks; and whether such a clause stands before it. */
  readonly tells_beside_order: number
  readonly names_beside_order: number
  readonly follows_order: number
  readonly short: number
  /** A page is at hand: fields and what is to stand in them are often only named. */
  readonly on_page: number
}

const SHORT = 4

/** The signs of the clause at a place among those that may ask. */
export function readIdleSigns(clauses: readonly Clause[], at: number, isOnPage: boolean): IdleSigns {
  const roles = clauses.map(roleOfClause)
  const text = clauses[at]?.text ?? ''
  const role = roles[at]
  const isOrder = (place: number): boolean => roles[place] === 'orders' || roles[place] === 'asks'
  const ordering = [...clauses.keys()].filter(place => place !== at && isOrder(place))
  const flag = (isSo: boolean): number => (isSo ? 1 : 0)
  return {
    orders: flag(role === 'orders'),
    asks: flag(role === 'asks'),
    names: flag(role === 'names'),
    completes: flag(role === 'completes'),
    tells: flag(role === 'tells'),
    value: flag(findSpots(text).length > 0 || findDates(text, new Date(0)).length > 0),
    first: flag(at === 0),
    last: flag(at === clauses.length - 1),
    only: flag(clauses.length === 1),
    tells_beside_order: flag(role === 'tells' && ordering.length > 0),
    names_beside_order: flag(role === 'names' && ordering.length > 0),
    follows_order: flag(ordering.some(place => place < at)),
    short: flag(readWords(text).length <= SHORT),
    on_page: flag(isOnPage && !isOrder(at)),
  }
}
