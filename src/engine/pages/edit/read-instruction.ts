import { PageOperation } from '../../../contracts/page-operation.ts'
import { applyOperation } from './apply-operation.ts'
import { readCurrencyWish } from './edit-currency.ts'
import { readLanguageWish } from './edit-language.ts'
import { type Clause, clausesOf, type EditHints, type Read, type Rule } from './instruction.ts'
import { isDenied } from './mention.ts'
import { readLook } from './read-look.ts'
import { readOneValue } from './read-one-value.ts'
import { readStructure } from './read-structure.ts'
import { readValue } from './read-value.ts'
import { type Asked, ask, askPage, type Site } from './site.ts'

/** What one clause asks for: an operation, a question about it, or nothing that is understood. */
export type Proposal =
  | { readonly said: string; readonly operation: PageOperation }
  | { readonly said: string; readonly asked: Asked }
  | { readonly said: string; readonly notUnderstood: true }

const RULES: readonly Rule[] = [readStructure, readValue, readLook, readCurrencyWish, readLanguageWish]

/**
 * Reads an instruction into typed operations by a small grammar: verb, target, value. A target that is not there or not
 * certain is a question; words that fit no rule are given back as they were said. Nothing is guessed. Pure.
 */
export function readInstruction(instruction: string, site: Site, hints: EditHints = {}): readonly Proposal[] {
  return clausesOf(instruction, site, hints).map(clause => {
    const { said } = clause
    if (clause.unknownPage !== undefined) return { said, asked: noSuchPage(clause.unknownPage, site) }
    const read = firstRead(clause, site, hints)
    if (read === undefined) return { said, notUnderstood: true }
    if ('ask' in read) return { said, asked: read }
    const checked = PageOperation.safeParse(read)
    return checked.success ? { said, operation: checked.data } : { said, notUnderstood: true }
  })
}

function firstRead(clause: Clause, site: Site, hints: EditHints): Read {
  const read = firstOf(clause, site, hints)
  if (read !== undefined && !('ask' in read)) return read
  const byValue = readOneValue(clause, site)
  if (byValue !== undefined && (read === undefined || !('ask' in byValue))) return byValue
  return read?.operation === undefined ? (readPart(clause, site, hints) ?? read) : read
}

/** Where most of a clause is understood, between its commas, a question that quotes the rest and what a yes would do. */
function readPart({ said }: Clause, site: Site, hints: EditHints): Read {
  if (isDenied(said)) return undefined
  const parts = said.split(/\s*[,;:!–—]+\s+/).slice(0, MAX_PARTS)
  for (let count = parts.length - 1; count > 0; count -= 1) {
    for (let from = 0; from + count <= parts.length; from += 1) {
      const [clause, ...more] = clausesOf(parts.slice(from, from + count).join(', '), site, hints)
      if (clause === undefined || more.length > 0 || clause.unknownPage !== undefined) continue
      const read = firstOf(clause, site, hints)
      const operation = read && !('ask' in read) ? PageOperation.safeParse(read).data : undefined
      const tried = operation && applyOperation(site, operation)
      if (!tried?.done) continue
      const rest = [...parts.slice(0, from), ...parts.slice(from + count)].join(', ')
      return ask(
        `I did not take in “${rest}”. Without it: ${tried.applied.said} Is that meant?`,
        [],
        operation,
      )
    }
  }
  return undefined
}

const MAX_PARTS = 6

function firstOf(clause: Clause, site: Site, hints: EditHints): Read {
  for (const rule of RULES) {
    const read = rule(clause, site, hints)
    if (read !== undefined) return isLooselyNamed(read, clause) ? undefined : read
  }
  return undefined
}

/** A new name that is not quoted and holds a comma: where it ends is not certain. */
function isLooselyNamed(read: Read, { quotes }: Clause): boolean {
  if (read === undefined || 'ask' in read) return false
  const name =
    read.kind === 'add_page'
      ? read.title
      : read.kind.startsWith('rename_') && 'value' in read
        ? read.value
        : ''
  return /[,;]/.test(name) && !quotes.includes(name)
}

function noSuchPage(name: string, { pages }: Site): Asked {
  return askPage(`Which page is meant by “${name}”?`, { pages })
}
