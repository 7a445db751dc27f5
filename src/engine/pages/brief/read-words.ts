import type { BriefFact, BriefItem, BriefPage, PageBrief } from '../../../contracts/page.ts'
import { readLanguage, readLanguageName } from './language.ts'
import { readColors, readMode, readStyle } from './look-words.ts'
import { lostWords } from './lost-words.ts'
import { readCurrency, readPrices } from './money.ts'
import { readProductType } from './product-words.ts'
import { readAudience, readFeatures, readHints, readWantedPages } from './read-hints.ts'
import { readModelOf, readName } from './read-name.ts'
import { isSameTitle, pageMeant, readPageList } from './read-pages.ts'
import { type Around, type ReadSentence, readSentence } from './read-sentence.ts'
import { readSector } from './sector-words.ts'
import { type Sentence, splitSentences } from './sentences.ts'

const SURE = 0.4
const HEADING = /^(?<heading>[\p{L}][^:.!?]{0,50})[:：]\s*$/u

/** Reads words into a brief without a model: what is certain, with its quote; the rest under `not_placed`. Pure. */
export function readWords(text: string): PageBrief {
  const sentences = splitSentences(text)
  const list = readPageList(sentences)
  const name = readName(
    sentences.map(one => (list.used.has(one) ? { ...one, text: list.rest.get(one) ?? '' } : one)),
  )
  const read = readSentences(sentences, { list, text, ...(name === undefined ? {} : { name }) })
  const { type, confidence } = productOf(text)
  const currency = currencyOf(text)
  const headline = read.facts.find(({ kind }) => kind === 'headline')?.value
  const model = name === undefined ? readModelOf(text) : undefined
  const sector = readSector(text)
  const audience = readAudience(text)
  const looks = lookWords(text, read, name)
  const style = readStyle(looks)
  const mode = readMode(looks)
  return {
    text,
    product_type: read.columns.length > 0 ? 'kanban' : type,
    confidence,
    language: readLanguageName(text) ?? readLanguage(text),
    ...(name ? { name } : {}),
    ...(headline ? { tagline: headline.slice(0, 300) } : {}),
    ...(audience ? { audience } : {}),
    features: [...readFeatures(withoutExclusions(text, read.exclusions))],
    items: uniqueItems(read.items),
    colors: [...readColors(looks)],
    ...(style ? { style } : {}),
    ...(mode ? { mode } : {}),
    ...(currency ? { currency } : {}),
    facts: {
      ...readHints(text),
      ...firstOfKinds(read.facts),
      ...(sector ? { sector: sector.sector } : {}),
      ...(model ? { like: model } : {}),
    },
    wanted_pages: list.pages.length > 0 ? [] : [...readWantedPages(withoutExclusions(text, read.exclusions))],
    page_list: [...list.pages],
    statements: uniqueFacts(read.facts),
    columns: [...read.columns].slice(0, 12),
    exclusions: [...read.exclusions].slice(0, 20),
    not_placed: notPlaced(sentences, read, [name, audience, ...list.pages.map(({ title }) => title)]),
    complexity: complexityOf(text, read.items.length),
    missing: [],
    read_by: 'rules',
    version: 1,
  }
}

/** What no entry took in, and what stands in none though it tells something: a name, a figure. */
function notPlaced(
  sentences: readonly Sentence[],
  read: ReadSentence,
  others: readonly (string | undefined)[],
): string[] {
  const entries = [read.facts, read.items, read.columns, read.exclusions, read.left, others]
  const lost = lostWords(sentences, JSON.stringify(entries))
  return [...read.left, ...lost].map(words => words.slice(0, 500)).slice(0, 60)
}

interface Reading {
  readonly list: ReturnType<typeof readPageList>
  readonly text: string
  readonly name?: string
}

/** Sentence by sentence; a heading holds for the bullets under it, a page for what follows in its line. */
function readSentences(sentences: readonly Sentence[], { list, text, name }: Reading): ReadSentence {
  const { pages } = list
  // A bare number is a price where a currency is told in words; a time or a date otherwise.
  const hasCurrency = readCurrency(text) !== undefined
  const all: ReadSentence[] = []
  let heading: string | undefined
  let page: string | undefined
  for (const sentence of sentences) {
    const named = HEADING.exec(sentence.text)?.groups?.heading ?? titleAlone(sentence, pages)
    if (named !== undefined && !list.used.has(sentence)) {
      heading = named
      page = pageMeant(named, pages)?.title
      continue
    }
    const label = /^([^:.!?]{1,60})[:：]\s/.exec(sentence.text)?.[1]
    if (!sentence.isBullet) heading = undefined
    const titled = pages.find(({ title }) => label !== undefined && isSameTitle(title, label))?.title
    if (titled !== undefined) page = titled
    else if (!sentence.isBullet && (label !== undefined || (sentence.isFirst && isNewSubject(sentence.text))))
      page = undefined
    const around: Around = {
      ...{ pages, hasCurrency },
      ...(page === undefined ? {} : { page }),
      ...(name === undefined ? {} : { name }),
      ...(heading === undefined ? {} : { heading }),
      isFirst: sentence === sentences[0],
    }
    const words = list.used.has(sentence) ? list.rest.get(sentence) : sentence.text
    if (words !== undefined && words.trim() !== '' && !list.used.has(sentence))
      all.push(readSentence({ ...sentence, text: words }, around))
    else if (words !== undefined && /\p{L}{3,}/u.test(words))
      all.push(
        keepOrdered(
          readSentence(
            { text: words, isBullet: false },
            { pages, hasCurrency, ...(name === undefined ? {} : { name }) },
          ),
        ),
      )
  }
  all.push(
    ...pages.filter(({ purpose }) => purpose !== '').map(entry => readPurpose(entry, { pages, hasCurrency })),
  )
  return mergeReads(all)
}

/** A line that is the title of a page and nothing else. */
function titleAlone({ text, isLine }: Sentence, pages: readonly BriefPage[]): string | undefined {
  return isLine ? pages.find(({ title }) => isSameTitle(title, text))?.title : undefined
}

/** The words without what stands on the pages: a name, an item or a saying is no wish for a look. */
function lookWords(text: string, read: ReadSentence, name: string | undefined): string {
  const placed = [
    ...(name === undefined ? [] : [name]),
    ...read.facts.filter(({ kind }) => kind !== 'headline').map(({ value }) => value.replace(/[.]$/, '')),
    ...read.items.flatMap(({ name: item, quote }) => [quote ?? item, item]),
    ...read.columns,
    ...read.exclusions,
  ]
  return placed.reduce((rest, words) => rest.replaceAll(new RegExp(escapeWords(words), 'gi'), ' '), text)
}

function escapeWords(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** What stands beside a list of pages orders them; it is no saying of its own. */
function keepOrdered(read: ReadSentence): ReadSentence {
  return { ...read, facts: read.facts.filter(({ kind }) => kind !== 'text'), left: [] }
}

/** “We …”, “The shop …”, “It …” begins something else than the page of the sentence before. */
function isNewSubject(text: string): boolean {
  return /^(?:the|we|our|i|it|use|please|no|without|colou?rs?|style|prices? (?:are )?in)\b/i.test(text)
}

/** What was said of a page in the list itself; a description of what is wanted there stays its purpose. */
function readPurpose({ title, purpose }: BriefPage, around: Around): ReadSentence {
  const isContent = /[\d"“„]/.test(purpose) || /(?<!^)\p{Lu}\p{L}+/u.test(purpose.slice(1))
  if (!isContent) return { facts: [], items: [], columns: [], exclusions: [], left: [] }
  return readSentence({ text: `${title}: ${purpose}`, isBullet: false }, { ...around, page: title })
}

function mergeReads(all: readonly ReadSentence[]): ReadSentence {
  return {
    facts: all.flatMap(({ facts }) => facts),
    items: all.flatMap(({ items }) => items),
    columns: all.flatMap(({ columns }) => columns),
    exclusions: all.flatMap(({ exclusions }) => exclusions),
    left: all.flatMap(({ left }) => left),
  }
}

function productOf(text: string): Pick<ReturnType<typeof readProductType>, 'type' | 'confidence'> {
  const { type, confidence } = readProductType(text)
  const sector = readSector(text)
  if (type !== 'unknown' && confidence >= SURE) return { type, confidence }
  return sector ? { type: sector.product, confidence: 0.6 } : { type, confidence }
}

function currencyOf(text: string): string | undefined {
  const counted = new Map<string, number>()
  for (const { currency } of readPrices(text)) {
    if (currency !== undefined) counted.set(currency, (counted.get(currency) ?? 0) + 1)
  }
  return readCurrency(text) ?? [...counted].sort((a, b) => b[1] - a[1])[0]?.[0]
}

const KINDS = {
  hours: 'hours',
  place: 'place',
  phone: 'phone',
  email: 'email',
  link: 'website',
  date: 'date',
  time: 'time',
} as const

function firstOfKinds(facts: readonly BriefFact[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(KINDS).flatMap(([kind, name]) => {
      const found = facts.find(fact => fact.kind === kind)?.value
      return found === undefined ? [] : [[name, found.slice(0, 300)] as const]
    }),
  )
}

function withoutExclusions(text: string, exclusions: readonly string[]): string {
  return exclusions.reduce((rest, excluded) => rest.replace(excluded, ' '), text)
}

function uniqueItems(items: readonly BriefItem[]): BriefItem[] {
  const seen = new Set<string>()
  return items
    .filter(({ name, page, category }) => {
      const key = `${name.toLowerCase()}|${page ?? ''}|${category ?? ''}`
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, 60)
}

function uniqueFacts(facts: readonly BriefFact[]): BriefFact[] {
  const seen = new Set<string>()
  return facts
    .filter(({ kind, value, page }) => {
      const key = `${kind}|${value.toLowerCase()}|${page ?? ''}`
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, 120)
}

function complexityOf(text: string, items: number): PageBrief['complexity'] {
  const words = text.split(/\s+/).length
  if (words > 120 || items > 15) return 'complex'
  return words > 25 || items > 3 ? 'medium' : 'simple'
}
