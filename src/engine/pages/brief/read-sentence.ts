import type { BriefFact, BriefFactKind, BriefItem, BriefPage } from '../../../contracts/page.ts'
import { cut } from './clean-text.ts'
import { readLanguageName } from './language.ts'
import { isLook } from './look-words.ts'
import { isCurrencyOnly, readPrices } from './money.ts'
import { findContacts, without } from './read-contacts.ts'
import { readItemList, toItem } from './read-lists.ts'
import { capital, isSameTitle, pageMeant } from './read-pages.ts'
import { findQuotes, type Sentence, splitList, unquoted } from './sentences.ts'
import { findDates, findTimes } from './time-words.ts'

/** What one sentence added to a brief; `left` is what fits no entry surely. */
export interface ReadSentence {
  readonly facts: readonly BriefFact[]
  readonly items: readonly BriefItem[]
  readonly columns: readonly string[]
  readonly exclusions: readonly string[]
  readonly left: readonly string[]
}

export interface Around {
  readonly pages: readonly BriefPage[]
  /** The page that the words before were about. */
  readonly page?: string
  readonly name?: string
  readonly hasCurrency: boolean
  /** The heading that this line stands under: “Items”. */
  readonly heading?: string
  /** The first sentence says what is to be made; it tells nothing that stands on a page word for word. */
  readonly isFirst?: boolean
}

const NOTHING: ReadSentence = { facts: [], items: [], columns: [], exclusions: [], left: [] }
const LABEL = /^(?<label>[\p{L}\d][^:：.!?"“„]{0,110}?)\s*[:：]\s+(?<content>\S.*)$/u
/** The same behind a quotation: “a manual for “Barista One” with chapters: …”. */
const LABEL_BEHIND_QUOTE =
  /["”“»]\s+(?:with|of|for|featuring)\s+(?<label>\p{L}[^:：.!?"“”„]{0,40}?)\s*[:：]\s+(?<content>\S.*)$/u
const EXCLUDED =
  /^(?:please\s+)?(?:no|not|without|never|don['’]t|do not|avoid|skip|leave out|kein\w*|ohne|sans|sin|senza)\b/i
const EXCLUDED_PART =
  /(?:,|;|\bbut|\band)?\s*(?<![\p{L}])(?:(?:please\s+)?(?:without|no)\s+(?:an?\s+|any\s+)?[\p{L}][\p{L} -]{2,50}?)(?=[.,;!]|$|\s+please)/giu
/** Words of people who order a thing, as against people who tell of one. */
const ORDERING =
  /\b(?:make|build|create|design|website|web ?site|site|apps?|web ?page|pages?|landing|portfolio|invitation|board|dashboard|manual|handbook|business card|theme|palette|button|headline|heading|section|should|must|i need|we need|i want|we want|i['’]d like|would like|please use|use|put|show|list|include|add|(?:keep|give|make) (?:it|everything|things|the))\b|\b(?:webseite|website|seiten?|sitio|página|sito|pagina)\b/i
/** “Housewarming!” */
const CALL = /^(?!(?:hi|hello|hey|hallo|dear)\b)\p{L}[^.?!:]{2,40}!$/iu
const LIST_LABELS =
  /\b(?:items?|products?|menu|services?|treatments?|classes|courses?|tasks?|to-?dos?|cards?|chapters?|sections?|topics?|features?|stops?|activities|places|links|categories|prices?|programme|program|schedule|agenda|team|rooms?|tickets?|lessons?|projects?|works?|events?|concerts?|dates|benefits|reasons|steps|dashboard|tracker|figures|day \d+|tag \d+)\b/i

/** Reads one sentence: exclusions, quotations, contacts, lists, dates; what tells of the thing stands word for word. */
export function readSentence({ text, isBullet }: Sentence, around: Around): ReadSentence {
  if (EXCLUDED.test(text)) return { ...NOTHING, exclusions: [cut(text, 280)] }
  const isOrder = ORDERING.test(text) && !/\b(?:says?|reads?|text)\s*[:：]/i.test(text)
  if (around.isFirst === true && CALL.test(text) && !ORDERING.test(text))
    return { ...NOTHING, facts: [fact('headline', text.replace(/!+$/, ''), { around, quote: text })] }
  const quotes = findQuotes(text)
  const parts = isOrder ? [...text.matchAll(EXCLUDED_PART)] : []
  const excluded = parts
    .filter(({ index }) => !quotes.some(({ start, end }) => index >= start && index < end))
    .map(([part]) => part)
  const said = excluded.reduce((rest, part) => rest.replace(part, ''), text).trim()
  const { label: whole, content } =
    (LABEL.exec(said) ?? LABEL_BEHIND_QUOTE.exec(said) ?? titledList(said, around))?.groups ?? {}
  const label = whole === undefined ? undefined : labelIn(whole)
  const page = pageOf(whole ?? said, around)
  const read =
    label !== undefined && content !== undefined
      ? readLabelled({ label, content, whole: said }, { ...around, ...page })
      : readPlain(said, { ...around, ...page }, isBullet)
  return {
    ...read,
    exclusions: [...read.exclusions, ...excluded.map(part => part.replace(/^[,;\s]+/, '').trim())],
  }
}

/** “Recipes are Ribollita, Cacciucco and Castagnaccio”: the title of a page and a list of what stands there. */
function titledList(text: string, { pages }: Around): RegExpExecArray | undefined {
  const found =
    /^(?<label>[^:,.]{2,60}?)\s+(?:are|include|sind|sont|son|sono)\s+(?<content>[^:]+,[^:]+)$/iu.exec(text)
  const label = found?.groups?.label
  return found && label !== undefined && pages.some(({ title }) => isSameTitle(title, label))
    ? found
    : undefined
}

function pageOf(words: string, around: Around): { readonly page?: string } {
  const meant = pageMeant(words, around.pages)?.title ?? around.page
  return meant === undefined ? {} : { page: meant }
}

/** “I need a page for our choir with our next concerts” is called by its last words; a whole sentence is no label. */
function labelIn(words: string): string | undefined {
  const parts = words.split(/\b(?:with|of|for|featuring|these|following|the columns?)\s+/i)
  const label = words.split(/\s+/).length > MAX_LABEL_WORDS ? (parts.at(-1) ?? words) : words
  return label.split(/\s+/).length > MAX_LABEL_WORDS ? undefined : label
}

const MAX_LABEL_WORDS = 5

interface Labelled {
  readonly label: string
  readonly content: string
  readonly whole: string
}

function readLabelled({ label, content, whole }: Labelled, around: Around): ReadSentence {
  const low = label.toLowerCase()
  if (around.isFirst === true && /\b(?:site|website|app|page|shop)$/.test(low))
    return { ...NOTHING, facts: [fact('text', capital(content), { around, quote: whole })] }
  const one = (kind: BriefFactKind, value = content): ReadSentence => ({
    ...NOTHING,
    facts: [fact(kind, value, { around, quote: whole })],
  })
  if (/\b(?:columns?|lanes?|stages|spalten|colonnes|columnas)\b/.test(low)) {
    return { ...NOTHING, columns: splitList(content).map(entry => capital(unquoted(entry))) }
  }
  if (/\b(?:tagline|slogan|motto|claim|headline|main heading)\b/.test(low)) {
    const [quoted] = findQuotes(content)
    if (quoted === undefined) return one('headline', unquoted(content))
    const headline = fact('headline', quoted.text, { around, quote: whole })
    const rest = readPlain(without(content, [quoted]), around, false)
    return { ...rest, facts: [headline, ...rest.facts] }
  }
  if (/\b(?:address|location|where|adresse|dirección|indirizzo|venue)\b/.test(low)) return one('place')
  if (
    /\b(?:colou?rs?|palette|style|look|theme|tone|mood|language|currency|farben|audience|name|title)\b/.test(
      low,
    )
  ) {
    return isLook(content) || /name|title|audience|language|currency/.test(low)
      ? NOTHING
      : { ...NOTHING, left: [whole] }
  }
  const quotes = findQuotes(content)
  if (quotes.length > 0 && without(content, quotes).replace(/\W+/g, '').length < 3) {
    const kind = /\bbutton\b/.test(low) ? ('button' as const) : ('text' as const)
    const named =
      kind === 'button' || isPageTitle(label, around) || /\b(?:text|words?|says?|reads?)\b/.test(low)
    const facts = quotes.map(({ text }) =>
      fact(kind, text, { around, quote: whole, ...(named ? {} : { label }) }),
    )
    return { ...NOTHING, facts }
  }
  const contacts = findContacts(content)
  const rest = without(content, contacts)
  const list =
    contacts.length > 0 && !/\d\s?[€$£]|[€$£]\s?\d/.test(rest) ? undefined : listUnder(label, rest, around)
  const facts = contacts.map(({ kind, text }) => fact(kind, text, { around, quote: whole }))
  if (list) return { ...NOTHING, facts, items: list }
  if (contacts.length > 0) return withRest(facts, { content, rest, whole, label }, around)
  const isDescribed =
    isPageTitle(label, around) && !/[\d\p{Lu}]/u.test(content.slice(1)) && !/\bwe\b|\bour\b/i.test(content)
  if (isDescribed && !/\b(?:19|20)\d\d\b/.test(content)) return { ...NOTHING, left: [whole] }
  const shown = isPageTitle(label, around) ? {} : { label }
  return { ...NOTHING, facts: [fact('text', capital(content), { around, quote: whole, ...shown })] }
}

/** Contacts among other words: few other words go, a whole saying stays. */
function withRest(
  facts: readonly BriefFact[],
  { content, rest, whole, label }: Labelled & { readonly rest: string },
  around: Around,
): ReadSentence {
  const words = rest.match(/\p{L}{3,}/gu)?.length ?? 0
  if ((words <= 2 && !/\d/.test(rest)) || ORDERING.test(content)) return { ...NOTHING, facts }
  const shown = isPageTitle(label, around) ? {} : { label }
  return { ...NOTHING, facts: [...facts, fact('text', capital(content), { around, quote: whole, ...shown })] }
}

function listUnder(label: string, content: string, around: Around): readonly BriefItem[] | undefined {
  const onPage = isPageTitle(label, around)
  const isList = LIST_LABELS.test(label) || splitList(content).every(entry => /\d|^\p{Lu}/u.test(entry))
  const list = isList
    ? readItemList(content, { isLabelled: true, hasCurrency: around.hasCurrency })
    : undefined
  const titled =
    onPage ||
    /^(?:items?|products?|prices?|tasks?|cards?|chapters?|services?|first cards?)$|\b(?:dashboard|tracker)\b/i.test(
      label,
    )
  return list?.map(item => ({
    ...item,
    ...pagePart(around),
    ...(titled ? {} : { category: cut(capital(label), 80) }),
  }))
}

function isPageTitle(label: string, { pages }: Around): boolean {
  return pages.some(({ title }) => isSameTitle(title, label)) || pageMeant(label, pages) !== undefined
}

function readPlain(text: string, around: Around, isBullet: boolean): ReadSentence {
  const quotes = findQuotes(text).filter(quote => quote.text !== around.name)
  const tells = !ORDERING.test(text) && !(around.isFirst === true && !/^(?:we|our|i)\b/i.test(text))
  const sold = readSold(text, quotes, around)
  if (sold) return sold
  const saying = quotes.length > 0 ? readQuotes(text, quotes, { around, tells }) : undefined
  if (saying) return saying
  const columns = /\b(?:columns?|lanes|stages)\s+(?:(?:are|called|named|should be|for|like)\s+)?(.+)$/i.exec(
    text,
  )?.[1]
  if (columns !== undefined && splitList(columns).length > 1)
    return { ...NOTHING, columns: splitList(columns).map(entry => capital(unquoted(entry))) }
  if (isBullet) {
    const item = toItem(text, true)
    const group =
      around.heading && !/^(?:items?|products?|prices?|menu|tasks?)$/i.test(around.heading)
        ? { category: around.heading }
        : {}
    if (item && !/[.!?]$/.test(text))
      return { ...NOTHING, items: [{ ...item, ...pagePart(around), ...group }] }
  }
  const contacts = findContacts(text)
  const bare = without(text, contacts)
  const isPriced = readPrices(bare).length >= 2 || (bare.match(PLAIN_PRICE)?.length ?? 0) >= 2
  const list = isPriced
    ? readItemList(bare, { isLabelled: false, hasCurrency: around.hasCurrency })
    : undefined
  const facts = contacts.map(({ kind, text: value }) => fact(kind, value, { around, quote: text }))
  if (list) return withUnpriced(bare, { facts, list }, around)
  if (tells) return readTelling(text, { facts, bare }, around)
  return readOrdering(text, { facts, bare }, around)
}

/** Priced things of which some carry a name in quotation marks: “vinyl "Low Tide" €24”. */
function readSold(
  text: string,
  quotes: ReturnType<typeof findQuotes>,
  around: Around,
): ReadSentence | undefined {
  if (quotes.length === 0 || quotes.some(({ start }) => SAYS.test(text.slice(0, start)))) return undefined
  if (readPrices(text).length < 2) return undefined
  const list = readItemList(text, { isLabelled: false, hasCurrency: true })
  return list && withUnpriced(text, { facts: [], list }, around)
}

/** Entries between priced things that have no price of their own stand as they were said. */
function withUnpriced(
  text: string,
  { facts, list }: { readonly facts: readonly BriefFact[]; readonly list: readonly BriefItem[] },
  around: Around,
): ReadSentence {
  const quoted = list.map(({ quote = '' }) => quote)
  const others = splitList(text)
    .filter((entry, index) => index > 0 || /\d/.test(entry))
    .filter(entry => !quoted.some(quote => quote.includes(entry) || entry.includes(quote)))
    .filter(entry => !ORDERING.test(entry) && /\p{L}{3,}/u.test(entry))
  return {
    ...NOTHING,
    facts: [...facts, ...others.map(entry => fact('text', capital(entry), { around, quote: entry }))],
    items: list.map(item => ({ ...item, ...pagePart(around) })),
  }
}

interface Parts {
  readonly facts: readonly BriefFact[]
  /** The sentence without its contacts. */
  readonly bare: string
}

/** What tells of the thing stands word for word, unless contacts were all it told. */
function readTelling(text: string, { facts, bare }: Parts, around: Around): ReadSentence {
  if (isLook(text) || readLanguageName(text) !== undefined || isCurrencyOnly(text)) return NOTHING
  const words = bare.match(/\p{L}{3,}/gu)?.length ?? 0
  if (facts.length > 0 && words <= MAX_CONNECTING_WORDS && !/\d/.test(bare)) return { ...NOTHING, facts }
  if (isNameOnly(text, around)) return { ...NOTHING, facts }
  if ((text.match(/\p{L}+/gu)?.length ?? 0) < 2 && !/\d/.test(text)) return { ...NOTHING, left: [text] }
  return {
    ...NOTHING,
    facts: [
      ...facts.filter(({ kind }) => kind !== 'hours' && kind !== 'place'),
      fact('text', capital(text), { around, quote: text }),
    ],
  }
}

const MAX_CONNECTING_WORDS = 4
/** “4.20” behind a word, without a currency. */
const PLAIN_PRICE = /(?<=\p{L}\)?\s\(?)\d{1,4}[.,]\d{2}(?![\d:])/gu

/** Of an order, dates, times and places stand by themselves; further clauses that nothing took in are left. */
function readOrdering(text: string, { facts, bare }: Parts, around: Around): ReadSentence {
  const dates = findDates(bare)
  const times = dates.length > 0 ? findTimes(bare) : []
  const place = dates.length > 0 ? PLACE.exec(bare)?.groups?.place : undefined
  const prices = readPrices(bare)
  const told = [
    ...dates.map(({ text: value }) => fact('date', value, { around, quote: text })),
    ...times.map(({ text: value }) => fact('time', value, { around, quote: text })),
    ...(place === undefined || facts.some(({ kind }) => kind === 'place')
      ? []
      : [fact('place', place, { around, quote: text })]),
    ...prices.map(price => fact('text', clauseAt(bare, price.start), { around, quote: text })),
  ]
  const all = [...facts, ...told]
  return { ...NOTHING, facts: all, left: leftClauses(text, { all, around }) }
}

const PLACE =
  /(?<![\p{L}])(?:at|in|im|in der|au|en)\s+(?:the\s+)?(?<place>\p{Lu}[\p{L}\p{N}'’&.-]*(?:[ ](?:\p{Lu}[\p{L}\p{N}'’&.-]*|of|the|de|la|&))*(?:,\s\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*)?)/u

function clauseAt(text: string, at: number): string {
  const from = Math.max(0, text.lastIndexOf(', ', at) + 1)
  const to = text.indexOf(', ', at)
  return capital(
    text
      .slice(from, to < 0 ? undefined : to)
      .trim()
      .replace(/[.;]$/, ''),
  )
}

/** Clauses behind the first that hold neither a fact, a name, a page nor a look. */
function leftClauses(
  text: string,
  { all, around }: { readonly all: readonly BriefFact[]; readonly around: Around },
): readonly string[] {
  const clauses = splitList(text).slice(1)
  const isKnown = (clause: string): boolean =>
    all.some(({ value }) => clause.includes(value) || value.includes(clause)) ||
    (around.name !== undefined && (clause.includes(around.name) || around.name.includes(clause))) ||
    around.pages.some(({ title }) => clause.toLowerCase().includes(title.toLowerCase())) ||
    isLook(clause) ||
    ORDERING.test(clause)
  return clauses.filter(clause => !isKnown(clause) && /\p{L}{3,}/u.test(clause))
}

const SAYS =
  /\b(?:say(?:s|ing)?|reads?|text|words?|called|named|titled|label(?:led)?|headline|heading|title|slogan|tagline|motto|button|quote|message|line|sentence|warning|greeting|sagt|heißt)\b[^"“„«]{0,24}$/i

function readQuotes(
  text: string,
  quotes: ReturnType<typeof findQuotes>,
  { around, tells }: { readonly around: Around; readonly tells: boolean },
): ReadSentence | undefined {
  const facts = quotes.map(({ text: value, start }) => {
    const before = text.slice(0, start)
    const kind: BriefFactKind = /\bbutton\b[^"“„«]{0,24}$/i.test(before)
      ? 'button'
      : /\b(?:headline|slogan|tagline|motto|main heading|claim)\b[^"“„«]{0,24}$/i.test(before)
        ? 'headline'
        : 'text'
    return { ...fact(kind, value, { around, quote: text }), isSaid: SAYS.test(before) }
  })
  const areSaid = facts.some(({ isSaid }) => isSaid)
  if (tells && !areSaid) return { ...NOTHING, facts: [fact('text', capital(text), { around, quote: text })] }
  const others = without(text, quotes)
  const isBare = (others.match(/\p{L}{3,}/gu)?.length ?? 0) <= MAX_CONNECTING_WORDS && !/\d/.test(others)
  const rest = isBare ? NOTHING : readPlain(others, around, false)
  return { ...rest, facts: [...facts.map(({ isSaid: _said, ...kept }) => kept), ...rest.facts] }
}

function fact(
  kind: BriefFactKind,
  value: string,
  { around, quote, label }: { readonly around: Around; readonly quote: string; readonly label?: string },
): BriefFact {
  return {
    kind,
    value: cut(
      kind === 'text' || kind === 'headline' ? value.trim() : value.trim().replace(/[.,;]+$/, ''),
      900,
    ),
    ...(label === undefined ? {} : { label: cut(capital(label), 80) }),
    ...pagePart(around),
    quote: cut(quote, 900),
  }
}

function pagePart({ page }: Around): { readonly page?: string } {
  return page === undefined ? {} : { page }
}

function isNameOnly(text: string, { name }: Around): boolean {
  return (
    name !== undefined &&
    text.includes(name) &&
    (text.replace(name, '').match(/\p{L}{3,}/gu)?.length ?? 0) <= 1
  )
}
