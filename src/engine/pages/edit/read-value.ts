import { readPlainPrices, readPrices } from '../brief/money.ts'
import { type Clause, type EditHints, plain, type Read } from './instruction.ts'
import { findSections, itemNames, key } from './locate.ts'
import { ask, askPage, type Site, type SitePage } from './site.ts'

/** Prices, texts, contacts, names and pictures: “set the price of … to …”, “change "a" to "b"”, “rename … to …”. */
export function readValue(clause: Clause, site: Site, hints: EditHints): Read {
  return (
    readPrice(clause, site) ??
    readPart(clause, site, hints) ??
    readExchange(clause, site) ??
    readRename(clause, site) ??
    readPicture(clause, site)
  )
}

const PRICE_VERB =
  /\b(?:price|cost|costs|charge|raise|increase|lower|reduce|make|change|set|update|put|is now|now)\b/i

/** One item and one price in one clause. */
function readPrice({ text, quotes, page }: Clause, site: Site): Read {
  const words = plain(text, quotes)
  if (/^(?:add|include|insert|remove|delete)\b/i.test(words)) return undefined
  if (!PRICE_VERB.test(words) && !isItemAndPrice(words, site)) return undefined
  const speaksOfPrice = /\b(?:price|prices|cost|costs|charge)\b/i.test(words)
  const written = readPrices(words)
  const value =
    written.at(-1) ??
    (speaksOfPrice || / to \d[\d.,]*$/.test(words) ? readPlainPrices(words).at(-1) : undefined)
  if (value === undefined) return undefined
  const rest = words.slice(0, value.start)
  const named = itemIn(rest, site) ?? itemIn(words.slice(value.end), site)
  if (named === undefined) {
    if (!speaksOfPrice) return undefined
    return ask(`Whose price is meant?`, itemNames(site).slice(0, 10))
  }
  if ('ask' in named) return named
  return { kind: 'set_price', item: named.name, value: value.text, ...(page ? { page: page.slug } : {}) }
}

/** In whatever language: an item, a price and at most three words between them. */
function isItemAndPrice(words: string, site: Site): boolean {
  const [price, ...more] = readPrices(words)
  const name = itemNames(site).find(one => words.toLowerCase().includes(one.toLowerCase()))
  if (price === undefined || more.length > 0 || name === undefined) return false
  const rest = words.toLowerCase().replace(name.toLowerCase(), ' ').replace(price.text.toLowerCase(), ' ')
  return (rest.match(/\p{L}+/gu)?.length ?? 0) <= 3
}

/** The one item that the words name; the longest name that stands in them. */
export function itemIn(
  words: string,
  site: Site,
): { readonly name: string } | ReturnType<typeof ask> | undefined {
  const low = ` ${words
    .toLowerCase()
    .replace(/[“”"'’.,:;!?()]/g, ' ')
    .replace(/\s+/g, ' ')} `
  const names = itemNames(site).toSorted((a, b) => b.length - a.length)
  const clean = (name: string): string =>
    ` ${name
      .toLowerCase()
      .replace(/[“”"'’.,:;!?()]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()} `
  const whole = names.find(name => low.includes(clean(name)) || low.includes(`${clean(name).trimEnd()}s `))
  if (whole !== undefined) return { name: whole }
  const said =
    /\bprices? (?:of|for) (?:the\s+|a\s+)?([\p{L}][\p{L}\d'’ -]{1,40}?)(?=\s+(?:to|from|by)\b|\s*$)/iu.exec(
      words.trim(),
    )?.[1] ??
    /\b(?:for|of|the|make|change|set|raise|lower|remove|delete)\s+(?:the\s+|a\s+)?([\p{L}][\p{L}\d'’ -]{1,40}?)(?=\s+(?:to|from|cost|costs|is|now|by|for|price|should)\b|\s*$)/iu.exec(
      words.trim(),
    )?.[1]
  const wanted = said === undefined ? '' : key(said.replace(/\s+price$/i, ''))
  if (wanted.length < 3) return undefined
  const near = names.filter(
    name =>
      key(name)
        .split(' ')
        .some(word => word === wanted || `${wanted}s` === word) || key(name).includes(wanted),
  )
  const [only] = near
  if (near.length === 1 && only !== undefined) return { name: only }
  return near.length > 1 ? ask(`Which one is meant by “${said}”?`, near.slice(0, 8)) : undefined
}

const PARTS: readonly (readonly [
  part: 'heading' | 'lead' | 'button' | 'hours' | 'place' | 'phone' | 'email',
  words: string,
])[] = [
  ['hours', 'opening hours|opening times|business hours|hours'],
  ['phone', 'phone(?: number)?|telephone(?: number)?|number to call|mobile(?: number)?'],
  ['email', 'e-?mail(?: address)?'],
  ['place', 'address|street address|location'],
  ['heading', '(?:main |page )?(?:headline|heading|title)|h1'],
  [
    'lead',
    'lead|subtitle|subheading|subheadline|intro(?:duction)?|line under the (?:headline|heading|title)',
  ],
  ['button', 'button(?: text| label)?|call to action'],
]
const CHANGE = '(?:change|set|make|update|put|turn|correct|fix|replace)'
const CONTACTS = new Set(['hours', 'place', 'phone', 'email'])

/** “Change the headline to …”, “our phone number is …”, “the button should say …”. */
function readPart({ text, quotes, page, isEverywhere }: Clause, site: Site, hints: EditHints): Read {
  for (const [part, words] of PARTS) {
    const found =
      new RegExp(
        String.raw`^(?:${CHANGE}|add|show)\s+(?:the\s+|our\s+|my\s+|a\s+)?(?:new\s+)?(?:${words})\s*(?:of (?:the )?(?<section>[^\ue000]{2,40}?)\s*)?(?:from\s+.{1,80}\s+)?(?:to (?:say|read|be)?|into|with|say|read|as|:|=)\s*(?<value>.+)$`,
        'iu',
      ).exec(text) ??
      new RegExp(
        String.raw`^(?:the|our|my)?\s*(?:new\s+)?(?:${words})\s+(?:is now|should (?:say|read|be)|is|are now|are|says|must (?:say|be)|reads|:)\s*(?<value>.+)$`,
        'iu',
      ).exec(text) ??
      new RegExp(
        String.raw`^(?:add|show|include)\s+(?:the\s+|our\s+|my\s+)?(?:${words})\s+(?<value>[\d+\ue000].*|\S+@\S+.*)$`,
        'iu',
      ).exec(text)
    if (found === null) continue
    const value = plain(found.groups?.value ?? '', quotes)
    const section = found.groups?.section
    if (
      value === '' ||
      /^(?:something|another|different|better|bigger|smaller|larger|red|green|blue|black|white)\b/i.test(
        value,
      )
    )
      return undefined
    if (CONTACTS.has(part)) return { kind: 'set_text', part, value, ...(page ? { page: page.slug } : {}) }
    const where = page ?? pageHere(site, hints)
    if (section !== undefined && part === 'heading')
      return headingOfSection({ section: plain(section, quotes), value }, where, site)
    if (isEverywhere)
      return askPage(`The ${part} differs from page to page. On which page is it meant?`, site)
    if (where === undefined)
      return askPage(
        `On which page is the ${part === 'lead' ? 'line under the headline' : part} meant?`,
        site,
      )
    return { kind: 'set_text', part, value, page: where.slug }
  }
  return undefined
}

function headingOfSection(
  { section, value }: { readonly section: string; readonly value: string },
  where: SitePage | undefined,
  site: Site,
): Read {
  const page = where ?? sectionPage(section, site)
  if (page === undefined) return askPage(`On which page is the part “${section}”?`, site)
  return { kind: 'rename_section', page: page.slug, section, value }
}

/** The only page, or the one in front of the person. */
export function pageHere(site: Site, hints: EditHints): SitePage | undefined {
  if (site.pages.length === 1) return site.pages[0]
  return site.pages.find(({ slug }) => slug === hints.active)
}

/** The page that alone has a part of this name. */
export function sectionPage(section: string, site: Site): SitePage | undefined {
  const found = site.pages.filter(page => findSections(page.html, section).length > 0)
  return found.length === 1 ? found[0] : undefined
}

const EXCHANGE =
  /^(?:change|replace|rename|swap|turn|update|call)\s+(?:the\s+|all\s+)?(?:text|words?|name|label|sentence|line|item|page|section|title|heading|headline|button)?\s*(?<before>\ue000\d+\ue001)\s+(?:to|with|by|into|as|for)?\s*(?<after>\ue000\d+\ue001|.{1,300})$/iu
const INSTEAD =
  /^(?:say|write|put|use)\s+(?<after>\ue000\d+\ue001)\s+(?:instead of|in place of|rather than)\s+(?<before>\ue000\d+\ue001)$/iu

function readExchange({ text, quotes, page, isEverywhere }: Clause, site: Site): Read {
  const { before, after } = (EXCHANGE.exec(text) ?? INSTEAD.exec(text))?.groups ?? {}
  if (before === undefined || after === undefined) return undefined
  const [words, value] = [plain(before, quotes), plain(after, quotes)]
  const where = page ? { page: page.slug } : {}
  if (itemNames(site).some(name => name.toLowerCase() === words.toLowerCase()))
    return { kind: 'rename_item', item: words, value, ...where }
  const titled = site.pages.find(({ title }) => title.toLowerCase() === words.toLowerCase())
  if (titled) return { kind: 'rename_page', page: titled.slug, value }
  const on = site.pages.filter(({ html }) => html.includes(words))
  const isOne = page !== undefined || isEverywhere || on.length <= 1 || site.brief.name === words
  if (!isOne)
    return ask(`“${words}” stands on ${on.map(({ title }) => title).join(', ')}. Where is it meant?`, [
      ...on.map(({ title }) => title),
      'everywhere',
    ])
  return { kind: 'set_text', words, value, ...where }
}

const WHOLE =
  /^(?:it|this|everything|the (?:app|shop|store|site|website|board|project|product|brand|caf[eé]|business|company|trip|event))$/i
const RENAME =
  /^(?:rename|call)\s+(?:the\s+|our\s+)?(?<what>.+?)(?:\s+(?:to|as|into)\s+|\s+(?=\ue000))(?<value>.+)$/iu
const CALL =
  /^call\s+(?<what>it|this|the (?:app|shop|store|site|website|board|product|brand))\s+(?<value>.+)$/iu
const NAME_TO =
  /^(?:change|set|update)\s+(?:the\s+|our\s+)?(?:(?:app|shop|store|site|website|business|board|brand|company|product)['’]?s?\s+)?name(?:\s+of\s+(?:the\s+)?(?<what>[^\ue000]+?))?\s+to\s+(?<value>.+)$/iu

function readRename({ text, quotes, page }: Clause, site: Site): Read {
  const call = CALL.exec(text) ?? NAME_TO.exec(text) ?? RENAME.exec(text)
  const groups = call?.groups
  if (groups?.value === undefined) return undefined
  const value = plain(groups.value, quotes)
  const what = plain(
    (groups.what ?? 'it').replace(
      /^(?:the\s+)?(?:column|section|part|item|card|task|dish|product|service|heading)\s+(?=\S)/i,
      '',
    ),
    quotes,
  )
  const low = what.toLowerCase()
  if (
    WHOLE.test(what) ||
    /^(?:app|shop|store|site|website|board|brand|product|business|company)$/i.test(what) ||
    site.brief.name?.toLowerCase() === low
  )
    return { kind: 'rename_product', value }
  const pages = site.pages.filter(({ title }) => key(title) === key(what))
  if (/\b(?:page|screen|tab)$/i.test(what) || pages.length === 1) {
    const meant = pages[0]
    return meant
      ? { kind: 'rename_page', page: meant.slug, value }
      : askPage(`Which page is meant by “${what}”?`, site)
  }
  const where = page ? { page: page.slug } : {}
  const item = itemNames(site).find(name => key(name) === key(what))
  if (item !== undefined) return { kind: 'rename_item', item, value, ...where }
  const holder = page ?? sectionPage(what, site)
  if (holder && findSections(holder.html, what).length > 0)
    return { kind: 'rename_section', page: holder.slug, section: what, value }
  const near = itemIn(what, site)
  if (near === undefined)
    return ask(`What is meant by “${what}”? There is no page, part or item of this name.`)
  return 'ask' in near ? near : { kind: 'rename_item', item: near.name, value, ...where }
}

const PICTURE =
  /^(?:change|set|replace|make|swap|use|put|show)\s+(?:the\s+)?(?:picture|image|photo|drawing|illustration)\s*(?:of|for|at|next to)?\s*(?:the\s+)?(?<item>.*?)\s*(?:to|with|by|into|show)\s+(?:an?\s+|the\s+)?(?:picture of\s+(?:an?\s+)?)?(?<value>.+)$/iu

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
