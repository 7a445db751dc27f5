import {
  type Clause,
  findSpots,
  isFunctionWord,
  readWords,
  splitIdentifier,
  stemWord,
} from '../../language/language.ts'
import type { ToolIndex } from '../tool-index.ts'
import { roleOfClause } from './request-clauses.ts'

/**
 * “Open a ticket titled “Door”, text “It sticks”, label wood”: a part that only says one more argument by its name
 * belongs to the order before it. What the tools take is told by the names of their parameters.
 */
export function joinNamedArguments(clauses: readonly Clause[], index: ToolIndex): readonly Clause[] {
  const names = namesOfArguments(index)
  const joined: Clause[] = []
  for (const clause of clauses) {
    const order = joined.at(-1)
    const isMore =
      order !== undefined &&
      mayGoOn(order) &&
      (announcesContent(order) || saysContent(clause) || saysArgument(clause, names))
    if (isMore) joined.splice(-1, 1, { ...order, text: `${order.text} ${clause.text}`, end: clause.end })
    else joined.push(clause)
  }
  return joined
}

function mayGoOn(order: Clause): boolean {
  return ['orders', 'names', 'asks'].includes(roleOfClause(order))
}

/** “Fill the box with:”, “the text:”: what follows is to stand there, whatever it says. */
function announcesContent({ text }: Clause): boolean {
  return /\b(?:with|as|say|saying|says|reads?|reading|text|words?|note|message|following)\s*:\s*$/i.test(text)
}

/** Only quoted, or said to be said: “saying that we close at nine” asks for nothing itself. */
function saysContent({ text }: Clause): boolean {
  const [spot] = findSpots(text)
  const isQuote = spot?.kind === 'quoted' && /^\W*$/.test(text.replace(spot.text, ''))
  return isQuote || /^\W*(?:saying|stating|that says|which says|to say)\b/i.test(text)
}

/** An argument's name and what it is to be: no more than a quoted text or a few words behind it. */
const MOST_WORDS = 4

function saysArgument({ text, question, negated, verb }: Clause, names: ReadonlySet<string>): boolean {
  if (question || negated) return false
  const said = text.replace(/,?\s+(?:saying|stating)\b[\s\S]*$/i, '')
  const words = readWords(said).filter(word => !isFunctionWord(word.lower))
  const [first] = words
  if (first === undefined || words.length < 2 || !names.has(first.stem)) return false
  const isQuoted = /^\s*:?\s*["“'‘]/.test(text.slice(first.end))
  // “and text C-402 …” orders something else, though a tool takes a text.
  const isOrder = verb?.known === true && /^\W*and\b/i.test(text)
  return isQuoted || (words.length <= MOST_WORDS && !isOrder)
}

const namesByIndex = new WeakMap<ToolIndex, ReadonlySet<string>>()

/** Plain texts go by any of these names. */
const TEXTS = ['text', 'body', 'message', 'description', 'content', 'note', 'title', 'subject'].map(stemWord)

function namesOfArguments(index: ToolIndex): ReadonlySet<string> {
  const known = namesByIndex.get(index)
  if (known !== undefined) return known
  const own = index.tools.flatMap(({ parameters }) =>
    parameters.map(({ name }) => stemWord(splitIdentifier(name).at(-1) ?? '')),
  )
  const names = new Set([...own, ...(own.some(stem => TEXTS.includes(stem)) ? TEXTS : [])])
  namesByIndex.set(index, names)
  return names
}
