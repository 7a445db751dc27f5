import type { BriefFactKind, BriefItem } from '../../../contracts/page.ts'
import type { PageOperation } from '../../../contracts/page-operation.ts'
import { readPrices } from '../brief/money.ts'
import { findContacts } from '../brief/read-contacts.ts'
import { findQuotes } from '../brief/sentences.ts'
import { findDates, findTimes } from '../brief/time-words.ts'
import { shownText } from '../generate/complete-page.ts'
import type { Clause, Read } from './instruction.ts'
import { isDenied, leftover, tokensOf } from './mention.ts'
import { ask, type Site } from './site.ts'

type ValueKind = 'price' | 'date' | 'time' | 'phone' | 'email' | 'quote'

/** A value that is told apart by its form alone, in whatever language the words around it are. */
interface Value {
  readonly kind: ValueKind
  readonly text: string
}

/** A text of the brief that stands on the pages, and the operation that changes it whole. */
interface Entry {
  readonly text: string
  readonly around: string
  readonly item?: BriefItem
  readonly kind?: BriefFactKind
}

/**
 * One new value, and one thing on the pages that has a value of this kind and that the words are about: shall the new one
 * take its place? What is new and what is old is told by what stands on the pages, not by the words between; where all
 * of them are accounted for, it is done without asking. Of two quoted texts it is always asked. Pure.
 */
export function readOneValue({ act, said }: Clause, site: Site): Read {
  if (act === 'add' || act === 'remove' || act === 'move' || isDenied(said)) return undefined
  const shown = site.pages.map(page => shownText(page.html)).join('\n')
  const stands = ({ text }: Value): boolean => shown.includes(text.toLowerCase())
  const values = valuesIn(said)
  const [fresh, ...more] = values.filter(value => !stands(value))
  if (fresh === undefined || more.length > 0) return undefined
  const old = values.filter(value => value.kind === fresh.kind && stands(value))
  const [named] = old
  if (fresh.kind === 'quote') {
    if (named && old.length === 1)
      return ask(`Shall “${named.text}” become “${fresh.text}”?`, [], {
        ...{ kind: 'set_text', words: named.text, value: fresh.text },
      })
    return undefined
  }
  const entries = entriesOf(site)
  const entry =
    named && old.length === 1
      ? onlyOne(entries.filter(({ text }) => text.includes(named.text)))
      : entryMeant(entries, { fresh, about: said.replace(fresh.text, ' ') })
  if (entry === undefined) return undefined
  const before = named ?? valuesIn(entry.text).find(({ kind }) => kind === fresh.kind)
  if (before === undefined) return undefined
  const operation = operationFor(entry, before, fresh)
  const own = new Set(tokensOf(`${entry.around} ${before.text} ${fresh.text}`))
  const left = leftover(said, site).filter(word => !tokensOf(word).every(token => own.has(token)))
  if (left.length === 0) return operation
  const thing = entry.item?.name ?? entry.text.slice(0, 80)
  const of = thing === before.text ? '' : ` of “${thing}”`
  return ask(
    `I did not take in “${left.join(' ')}”. Shall “${before.text}”${of} become “${fresh.text}”, without it?`,
    [],
    operation,
  )
}

function operationFor({ item, kind, text }: Entry, before: Value, after: Value): PageOperation {
  const value = text.replace(before.text, after.text)
  if (after.kind === 'price' && item) return { kind: 'set_price', item: item.name, value: after.text }
  if (kind === 'phone' || kind === 'email') return { kind: 'set_text', part: kind, value }
  return { kind: 'set_text', words: text, value }
}

/** The one entry with one value of the kind that shares most words with what was said; undefined where two do. */
function entryMeant(
  entries: readonly Entry[],
  { fresh, about }: { readonly fresh: Value; readonly about: string },
): Entry | undefined {
  const having = entries.filter(
    entry => valuesIn(entry.text).filter(({ kind }) => kind === fresh.kind).length === 1,
  )
  const said = new Set(tokensOf(about).filter(word => word.length > 2))
  const held = having.map(entry => new Set(tokensOf(entry.around)))
  const weights = held.map(words =>
    [...said]
      .filter(word => words.has(word))
      .reduce((sum, word) => sum + 1 / held.filter(other => other.has(word)).length, 0),
  )
  const most = Math.max(0, ...weights)
  const best = having.filter((_, index) => weights[index] === most)
  const isOnlyOne = new Set(having.map(({ text }) => text)).size === 1
  const isContact = fresh.kind === 'phone' || fresh.kind === 'email'
  if (most === 0 && !(isOnlyOne && isContact)) return undefined
  return onlyOne(best)
}

/** The entry, where all of them say the same. */
function onlyOne(entries: readonly Entry[]): Entry | undefined {
  return new Set(entries.map(({ text }) => text)).size === 1 ? entries[0] : undefined
}

/** Names, descriptions and prices of items; sayings and contacts: each with the words that it is about. */
function entriesOf({ brief }: Site): readonly Entry[] {
  const items = brief.items.flatMap(item => {
    const around = [item.name, item.description, item.category, item.page].join(' ')
    const texts = [item.name, item.description, item.price_text].filter(text => text !== undefined)
    return texts.map(text => ({ text, around, item }))
  })
  const facts = brief.statements.map(({ kind, value, label, page }) => ({
    ...{ kind, text: value },
    around: [value, label, page].join(' '),
  }))
  return [...items, ...facts]
}

function valuesIn(words: string): readonly Value[] {
  const contacts = findContacts(words).flatMap(({ kind, text }) =>
    kind === 'phone' || kind === 'email' ? [{ kind, text }] : [],
  )
  const dates = findDates(words).map(({ text }) => ({ kind: 'date' as const, text }))
  const dateless = dates.reduce((rest, { text }) => rest.replace(text, ' '), words)
  return [
    ...readPrices(words).map(({ text }) => ({ kind: 'price' as const, text })),
    ...contacts,
    ...dates,
    ...findTimes(dateless).map(({ text }) => ({ kind: 'time' as const, text })),
    ...findQuotes(words).map(({ text }) => ({ kind: 'quote' as const, text })),
  ]
}
