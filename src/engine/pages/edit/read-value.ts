import { namedColors } from '../brief/look-words.ts'
import { readPlainPrices, readPrices, type WrittenPrice } from '../brief/money.ts'
import { shownText } from '../generate/complete-page.ts'
import { type Clause, type EditHints, plain, type Read } from './instruction.ts'
import { findSections, itemNames } from './locate.ts'
import { isAccounted, isDenied, itemIn, leftover, namedIn } from './mention.ts'
import { type Asked, ask, askPage, type Site, type SitePage } from './site.ts'

/** Prices, texts, contacts, names and pictures: a target, and the value that it shall have. */
export function readValue(clause: Clause, site: Site, hints: EditHints): Read {
  if (clause.act === 'add' || clause.act === 'move') return readContact(clause, site)
  return (
    readPrice(clause, site) ??
    (clause.act === 'remove' ? undefined : readPicture(clause, site)) ??
    readContact(clause, site) ??
    readExchange(clause, site) ??
    (clause.act === 'remove' ? undefined : readAssignment(clause, site, hints))
  )
}

/** One item, one new price, and nothing else that has a meaning of its own. */
function readPrice({ act, text, quotes, page }: Clause, site: Site): Read {
  const words = plain(text, quotes)
  const speaksOfPrice = /\b(?:prices?|costs?|charge)\b/i.test(words)
  const prices = readPrices(words)
  const bare = readPlainPrices(words).filter(one =>
    prices.every(price => one.end <= price.start || one.start >= price.end),
  )
  const all = prices.length > 0 ? prices : bare
  const value = all.at(-1)
  if (value === undefined) {
    if (act === 'remove' || !speaksOfPrice || leftover(words, site).length === 0) return undefined
    const named = itemIn(words, site)
    return named && !('ask' in named) ? ask(`What shall “${named.name}” cost?`, [], 'text') : undefined
  }
  if (act === 'remove' && !/\bto\b/i.test(words)) return undefined
  const named = itemIn(without(words, [...prices, ...bare]), site)
  if (named === undefined)
    return speaksOfPrice ? ask('Whose price is meant?', itemNames(site).slice(0, 10)) : undefined
  if ('ask' in named) return prices.length > 0 || speaksOfPrice ? named : undefined
  const left = leftover(named.rest, site)
  const change = {
    ...{ kind: 'set_price' as const, item: named.name, value: value.text },
    ...(page ? { page: page.slug } : {}),
  }
  if (isAccounted(named.rest, site)) return change
  if (prices.length === 0 && !speaksOfPrice) return undefined
  return ask(
    `I did not take in “${left.join(' ')}”. Shall “${named.name}” cost ${value.text}, without it?`,
    [],
    isDenied(words) ? undefined : change,
  )
}

function without(words: string, spans: readonly WrittenPrice[]): string {
  return spans
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, words)
}

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/
const PHONE = /\+?\d[\d\s()/-]{6,}\d/

/** An e-mail address or a telephone number takes the place of the one that is known. */
function readContact({ text, quotes, page }: Clause, site: Site): Read {
  const words = plain(text, quotes)
  const email = EMAIL.exec(words)
  const phone = email ? null : PHONE.exec(words)
  const found = email ?? phone
  const named = email
    ? /\be-?mail(?: address)?\b/i
    : /\b(?:tele)?phone(?: number)?\b|\bnumber\b|\bmobile\b|\btel\b/i
  if (found === null || !named.test(words)) return undefined
  const rest = words
    .replace(found[0], ' ')
    .replace(named, ' ')
    .replace(/\baddress\b/i, ' ')
  if (leftover(rest, site).length > 0) return undefined
  return {
    kind: 'set_text',
    part: email ? 'email' : 'phone',
    value: found[0].trim(),
    ...(page ? { page: page.slug } : {}),
  }
}

const INSTEAD =
  /(?<after>\ue000\d+\ue001|\S*\d\S*)\s+(?:instead of|in (?:the )?place of|rather than)\s+(?<before>\ue000\d+\ue001|\S*\d\S*)$/iu
const EXCHANGE =
  /^(?:the (?:text|words?|line|sentence)\s+)?(?<before>\ue000\d+\ue001)\s+(?:to|with|into|by|for|→|->)\s+(?<after>\ue000\d+\ue001|.+)$/iu

/** Words that stand on the pages, and the words that shall stand there instead. */
function readExchange(clause: Clause, site: Site): Read {
  const { text, quotes } = clause
  const found = EXCHANGE.exec(text) ?? INSTEAD.exec(text)
  const { before, after } = found?.groups ?? {}
  if (before === undefined || after === undefined) return undefined
  const behind = behindQuote(after, quotes, site)
  if (behind !== undefined) return behind
  return exchange(clause, { words: plain(before, quotes), value: plain(after, quotes) }, site)
}

/** A quoted value ends with its quote: words behind it say something else, which is asked about. */
function behindQuote(value: string, quotes: Clause['quotes'], site: Site): Asked | undefined {
  const [, quoted = '', behind = ''] = /^(\ue000\d+\ue001)\s+(.+)$/u.exec(value) ?? []
  if (leftover(plain(behind, quotes), site).length === 0) return undefined
  return ask(
    `I did not take in “${plain(behind, quotes)}”. Shall it say “${plain(quoted, quotes)}”, without it?`,
  )
}

function exchange(
  { page, isEverywhere }: Clause,
  { words, value }: { readonly words: string; readonly value: string },
  site: Site,
): Read {
  const where = page ? { page: page.slug } : {}
  const same = (other: string): boolean => other.toLowerCase() === words.toLowerCase()
  const item = itemNames(site).find(same)
  if (item !== undefined) return { kind: 'rename_item', item, value, ...where }
  const titled = site.pages.find(({ title }) => same(title))
  if (titled) return { kind: 'rename_page', page: titled.slug, value }
  if (site.brief.columns.some(same))
    return { kind: 'rename_section', page: firstSlug(site), section: words, value }
  const on = site.pages.filter(({ html }) => shownText(html).includes(words.toLowerCase()))
  const isOne = page !== undefined || isEverywhere || on.length <= 1 || site.brief.name === words
  if (!isOne)
    return ask(`“${words}” stands on ${on.map(({ title }) => title).join(', ')}. Where is it meant?`, [
      ...on.map(({ title }) => title),
      'everywhere',
    ])
  return { kind: 'set_text', words, value, ...where }
}

function firstSlug(site: Site): string {
  return site.pages[0]?.slug ?? 'index'
}

type Part = 'heading' | 'lead' | 'button' | 'hours' | 'place'
const PARTS: readonly (readonly [part: Part, words: RegExp])[] = [
  ['hours', /\b(?:(?:opening|business) )?(?:hours|times)\b/i],
  ['place', /\b(?:street )?address\b|\blocation\b/i],
  [
    'lead',
    /\b(?:lead|subtitle|subheading|subheadline|intro(?:duction)?|tagline|slogan|motto|line under the (?:headline|heading|title))\b/i,
  ],
  ['heading', /\b(?:main |page )?(?:headline|heading|title)\b|\bh1\b|\büberschrift\b|\btitre\b/i],
  ['button', /\bbutton(?: text| label)?\b|\bcall to action\b/i],
]
const LINK =
  /\s*(?:\s(?:to (?:say|read|be)|to|into|with|as|by|for(?=\s+\ue000)|in(?=\s+\ue000)|(?:should|must|shall) (?:say|read|be)|says?|reads?|(?:is|are) now|is|are|becomes)\s+|\s?[:=]\s+|\s(?=\ue000\d+\ue001$))/gu
const NO_VALUE =
  /^(?:something|anything|another|different\w*|better|nicer|more|less|bigger|smaller|larger|bold|new|all|not)\b/i
const WHOLE =
  /^(?:it|this|everything|(?:the |our |my )?(?:app|shop|store|site|website|board|project|product|brand|caf[eé]|business|company|trip|event)(?:['’]?s? name)?|(?:the |our )?name(?: of .{2,40})?)$/i

/** Target, link, value: “the headline to …”, “our hours are …”, “Greek salad to Horiatiki”. */
function readAssignment(clause: Clause, site: Site, hints: EditHints): Read {
  const { text, act } = clause
  for (const link of text.matchAll(LINK)) {
    const target = text.slice(0, link.index).trim()
    const told = text.slice(link.index + link[0].length)
    const value = plain(told, clause.quotes)
    if (target === '' || value === '' || NO_VALUE.test(value)) continue
    const behind = behindQuote(told, clause.quotes, site)
    if (behind !== undefined) return behind
    const read = assign(clause, { target, value, act }, { site, hints })
    if (read !== undefined) return read
  }
  const [, whole, name] = act === 'rename' ? (/^(it|this|the \p{L}+)\s+(.+)$/iu.exec(text) ?? []) : []
  return whole !== undefined && name !== undefined && WHOLE.test(whole)
    ? { kind: 'rename_product', value: plain(name, clause.quotes) }
    : undefined
}

interface Assignment {
  readonly target: string
  readonly value: string
  readonly act: Clause['act']
}

function assign(
  clause: Clause,
  { target, value, act }: Assignment,
  { site, hints }: { readonly site: Site; readonly hints: EditHints },
): Read {
  const part = PARTS.find(([, words]) => words.test(target))
  const isColor = namedColors(value).length > 0 && leftover(value, site).length <= 2
  if (part && !isColor) {
    const rest = plain(target.replace(part[1], ' '), clause.quotes)
    return setPart(clause, { part: part[0], rest, value }, { site, hints })
  }
  if (act === 'state' || isColor) return undefined
  if (WHOLE.test(target) || target.toLowerCase() === site.brief.name?.toLowerCase())
    return act === 'rename' || /\bname\b/i.test(target) ? { kind: 'rename_product', value } : undefined
  const where = clause.page ? { page: clause.page.slug } : {}
  const named = namedIn(target, clause, site, clause.page)
  if (named && 'ask' in named) return named
  if (named === undefined) return byWords(clause, { target, value, act }, site)
  switch (named.kind) {
    case 'item':
      return { kind: 'rename_item', item: named.name, value, ...where }
    case 'page':
      return { kind: 'rename_page', page: named.page.slug, value }
    case 'column':
      return { kind: 'rename_section', page: firstSlug(site), section: named.name, value }
    case 'section':
      return act === 'rename'
        ? { kind: 'rename_section', page: named.page.slug, section: named.title, value }
        : undefined
  }
}

/** No name of a thing: words that stand somewhere, as they are. */
function byWords(clause: Clause, { target, value, act }: Assignment, site: Site): Read {
  const words = plain(target, clause.quotes)
  const stands = site.pages.some(({ html }) => shownText(html).includes(words.toLowerCase()))
  if (stands && /\p{Lu}|\d/u.test(words)) return exchange(clause, { words, value }, site)
  if (act !== 'rename') return undefined
  return /\b(?:page|screen|tab)$/i.test(words)
    ? askPage(`Which page is meant by “${words}”?`, site)
    : ask(`What is meant by “${words}”? There is no page, part or item of this name.`)
}

function setPart(
  { page, isEverywhere, said }: Clause,
  { part, rest, value }: { readonly part: Part; readonly rest: string; readonly value: string },
  { site, hints }: { readonly site: Site; readonly hints: EditHints },
): Read {
  const section = /\bof (?:the )?(.{2,40})$/i.exec(rest.trim())?.[1]
  const holder = section === undefined ? undefined : (page ?? sectionPage(section, site))
  if (part === 'heading' && section !== undefined && holder && findSections(holder.html, section).length > 0)
    return { kind: 'rename_section', page: holder.slug, section, value }
  const left = leftover(rest.replace(/\bfrom\s.+$/i, ' '), site)
  if (left.length > 0) return undefined
  if (part === 'hours' || part === 'place') {
    if (part === 'hours' && !/\d/.test(value)) return ask('What are the opening hours now?')
    return { kind: 'set_text', part, value, ...(page ? { page: page.slug } : {}) }
  }
  const { tagline } = site.brief
  if (part === 'lead' && /tagline|slogan|motto/i.test(said) && tagline !== undefined)
    return { kind: 'set_text', words: tagline, value, ...(page ? { page: page.slug } : {}) }
  const only = part === 'button' ? pageWithButton(site) : undefined
  const where = page ?? pageHere(site, hints) ?? only
  if (where === undefined || isEverywhere)
    return askPage(`On which page is the ${part === 'lead' ? 'line' : part} meant?`, site)
  return { kind: 'set_text', part, value, page: where.slug }
}

/** The one page whose button the person named in the brief. */
function pageWithButton(site: Site): SitePage | undefined {
  const named = site.brief.statements.find(({ kind }) => kind === 'button')
  const on =
    named === undefined
      ? []
      : site.pages.filter(({ html }) => shownText(html).includes(named.value.toLowerCase()))
  return on.length === 1 ? on[0] : undefined
}

/** The one page there is, or the one in front of the person. */
export function pageHere(site: Site, hints: EditHints): SitePage | undefined {
  return site.pages.length === 1 ? site.pages[0] : site.pages.find(({ slug }) => slug === hints.active)
}

/** The page that alone has a part of this name. */
export function sectionPage(section: string, site: Site): SitePage | undefined {
  const holders = site.pages.filter(page => findSections(page.html, section).length > 0)
  return holders.length === 1 ? holders[0] : undefined
}

const PICTURE =
  /^(?:the\s+)?(?:picture|image|photo|drawing|illustration)\s*(?:of|for|at|next to)?\s*(?:the\s+)?(?<item>.*?)\s*(?:to|with|by|into|show)\s+(?:an?\s+|the\s+)?(?:picture of\s+(?:an?\s+)?)?(?<value>.+)$/iu

function readPicture({ text, quotes, page }: Clause, site: Site): Read {
  const groups = PICTURE.exec(text)?.groups
  if (groups?.value === undefined) return undefined
  const value = plain(groups.value, quotes)
  const wanted = plain(groups.item ?? '', quotes)
  if (wanted === '') {
    const where = page ?? (site.pages.length === 1 ? site.pages[0] : undefined)
    return where
      ? { kind: 'set_picture', page: where.slug, value }
      : askPage('Which picture is meant: of which item, or on which page?', site)
  }
  const item = itemIn(wanted, site)
  if (item === undefined) return ask(`Which picture is meant by “${wanted}”?`, itemNames(site).slice(0, 8))
  return 'ask' in item
    ? item
    : { kind: 'set_picture', item: item.name, value, ...(page ? { page: page.slug } : {}) }
}
