import { type Clause, contentStems, findSpots, isFunctionWord, readWords } from '../../language/language.ts'
import { asksPolitely, roleOfClause } from './request-clauses.ts'

const pointing = new Set(['it', 'them', 'that', 'this', 'those', 'these', 'so', 'him', 'her'])
/** An order with more content words than this says itself what it is about. */
const MOST_OWN_WORDS = 2

/**
 * “My card got stolen, shut it down”: an order that says by a pronoun alone what it is about is read together with what
 * was told before it. What stands behind an order of its own stays apart: “find the book and lend it to M-4”.
 */
export function joinBackReferences(clauses: readonly Clause[]): readonly Clause[] {
  const joined: Clause[] = []
  for (const clause of clauses) {
    const previous = joined.at(-1)
    if (previous !== undefined && isBareVerb(previous) && clause.verb !== undefined)
      joined.splice(-1, 1, shareObject(previous, clause), clause)
    else if (previous !== undefined && tellsOnly(previous) && pointsBack(clause))
      joined.splice(-1, 1, join(previous, clause))
    else joined.push(clause)
  }
  return joined
}

function tellsOnly(clause: Clause): boolean {
  return ['tells', 'names'].includes(roleOfClause(clause)) && contentStems(clause.text).length > 1
}

function pointsBack(clause: Clause): boolean {
  if ((clause.question && !asksPolitely(clause)) || clause.link === 'then') return false
  const words = readWords(clause.text)
  const own = words.filter(
    word => !isFunctionWord(word.lower) && word.start + clause.start !== clause.verb?.start,
  )
  return (
    clause.verb?.known === true &&
    words.some(word => pointing.has(word.lower)) &&
    own.length <= MOST_OWN_WORDS &&
    findSpots(clause.text).length === 0
  )
}

/** “Save and publish A-5”: the first of two verbs has the object of the second. */
function isBareVerb({ text, verb }: Clause): boolean {
  return (
    verb?.known === true && readWords(text).every(({ lower }) => lower === verb.base || isFunctionWord(lower))
  )
}

function shareObject(bare: Clause, { text, start, verb }: Clause): Clause {
  return { ...bare, text: `${bare.text} ${text.slice((verb?.end ?? start) - start).trim()}` }
}

/** Both texts with what stood between them as blanks, so that places in the goal stay what they were. */
function join(told: Clause, order: Clause): Clause {
  const head = told.text.replace(/[,;:]\s*$/, '')
  const between = ' '.repeat(Math.max(1, order.start - told.start - head.length))
  return { ...order, text: `${head}${between}${order.text}`, start: told.start }
}
