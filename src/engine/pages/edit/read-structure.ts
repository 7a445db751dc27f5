import type { PagePlace } from '../../../contracts/page-operation.ts'
import { readPrices } from '../brief/money.ts'
import { toItem } from '../brief/read-lists.ts'
import { type Clause, type EditHints, escaped, pageCalled, plain, type Read } from './instruction.ts'
import { findSections, itemNames, itemsOf, key } from './locate.ts'
import { namedIn } from './mention.ts'
import { pageHere, sectionPage } from './read-value.ts'
import { ask, askPage, type Site, type SitePage } from './site.ts'

interface Around {
  readonly site: Site
  readonly hints: EditHints
}

/** What comes, goes and moves: pages, parts of pages, items. */
export function readStructure(clause: Clause, site: Site, hints: EditHints): Read {
  const around = { site, hints }
  if (clause.act === 'remove') return readRemoval(clause, around)
  if (clause.act === 'move') return readSectionPut(clause, around) ?? readMove(clause, around)
  return clause.act === 'add' ? readAddition(clause, around) : undefined
}

const SAYING = String.raw`(?:\s*:\s*|\s+(?:with(?: the (?:text|words))?|saying|that (?:says|reads))\s+|\s+(?=\ue000\d+\ue001\s*$))(?<text>.+)`
const TITLE = String.raw`(?<after>\ue000\d+\ue001|(?:(?!\s(?:with|saying|that)\s)[^:\ue000]){2,60})`
const PAGE = new RegExp(
  String.raw`^(?:an?\s+|the\s+|another\s+|one more\s+)?(?:new\s+|extra\s+)?(?:(?<before>[\p{L}\d&'’ -]{2,40}?)\s+)?page\b(?:\s+(?:(?:called|named|titled|about|for|on)\s+)?${TITLE})?(?:${SAYING})?$`,
  'isu',
)
const SECTION = new RegExp(
  String.raw`^(?:an?\s+|the\s+|our\s+)?(?:new\s+)?(?:(?:section|part|block|paragraph|sentence|line|note|notice|banner|announcement|text)\b(?:\s+(?:at the (?:end|bottom|top)))?(?:\s+(?:called|named|titled|about|on|for)\s+${TITLE}|\s+(?<quoted>\ue000\d+\ue001)(?=\s*(?::|with|saying|that)))?|(?<before>[\p{L}&'’ -]{2,50}?)\s+(?:section|part|block|box))(?:${SAYING})?$`,
  'isu',
)
const ITEM_WORD =
  /^(?:an?\s+|the\s+|another\s+|one more\s+|our\s+)?(?:new\s+)?(?:item|product|dish|drink|service|treatment|task|card|chapter|stop|class|lesson|project|event|concert|entry|ticket)\b\s*(?:called|named|:)?\s*(?<name>.+)$/isu

function readAddition(clause: Clause, around: Around): Read {
  const { text: what, page } = clause
  if (/^(?:an?\s+|the\s+)?(?:favou?rites?|hearts?|wish ?list)\b(?!\s+page\s*(?:called|named))/i.test(what))
    return { kind: 'add_favourites', ...(page ? { page: page.slug } : {}) }
  return (
    addedPage(clause) ??
    addedSection(clause, around) ??
    addedItem(clause, around) ??
    readLoose(clause, around)
  )
}

function addedPage({ text, quotes }: Clause): Read {
  const groups = PAGE.exec(text)?.groups
  if (!groups) return undefined
  const title = plain(groups.after ?? groups.before ?? '', quotes)
  if (title === '') return ask('What shall the new page be called, and what shall stand on it?')
  const isNamed = /\bpage\s+(?:(?:called|named|titled)\b|\ue000)/i.test(text)
  const told = groups.text === undefined ? undefined : plain(groups.text, quotes)
  return {
    kind: 'add_page',
    title: isNamed ? title : titleOf(title),
    ...(told === undefined ? {} : { text: told }),
  }
}

function addedSection(clause: Clause, around: Around): Read {
  const groups = SECTION.exec(clause.text)?.groups
  if (!groups) return undefined
  const title = plain(groups.after ?? groups.quoted ?? groups.before ?? '', clause.quotes)
  const text = groups.text === undefined ? undefined : plain(groups.text, clause.quotes)
  return sectionOf(clause, { title, text }, around)
}

/** “Put a sentence at the bottom of the … page: …”. */
function readSectionPut(clause: Clause, around: Around): Read {
  return SECTION.exec(clause.text)?.groups?.text === undefined ? undefined : addedSection(clause, around)
}

function titleOf(words: string): string {
  const bare = words.replace(/^(?:our|the|my|an?)\s+/i, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

function sectionOf(
  { page }: Clause,
  { title, text }: { readonly title: string; readonly text: string | undefined },
  { site, hints }: Around,
): Read {
  const where = page ?? pageHere(site, hints)
  const name = title === '' ? 'Note' : titleOf(title)
  if (where === undefined) return askPage(`On which page shall “${name}” stand?`, site)
  if (text === undefined) return ask(`What shall stand under “${name}” on ${where.title}?`, [], 'text')
  return { kind: 'add_section', page: where.slug, title: name, text }
}

/** Parts of pages that are no item of a list. */
const COMPONENT =
  /\b(?:map|form|gallery|button|link|picture|photo|image|video|reviews?|testimonials?|newsletter|calendar|search|chat|login|sign-?up|slider|carousel|footer|header|logo|icon|cart|map|blog|feed)s?$/i

/** “Cortado for 3.20”, “a task: Order seeds to Ideas”, “Olive Kitteridge to the catalogue”, “card in Pack: knives”. */
function addedItem(clause: Clause, { site }: Around): Read {
  const { text, quotes } = clause
  const { group, rest } = groupIn(text, quotes, site)
  const named = ITEM_WORD.exec(rest)?.groups?.name
  const page = clause.page ?? (named === undefined ? undefined : pageOfKind(rest, site))
  const words = plain((named ?? rest).replace(/^\s*:\s*/, ''), quotes)
  const hasPrice = readPrices(words).length > 0 || /(?:\b(?:for|at)|,)\s+\d+[.,]?\d*\s*$/i.test(words)
  const isListed = group !== undefined || (page !== undefined && itemsOf(page.html).length > 0)
  const isQuoted = /^\ue000\d+\ue001$/.test(rest) && page !== undefined
  if (named === undefined && !hasPrice && !isQuoted && !isListed) return undefined
  const item = toItem(
    words
      .replace(/\s+(?:to|on|in)\s+(?:the\s+|our\s+)?(?:list|menu|board|shop)\s*$/i, '')
      .replace(/,(?=\s*$|\s+\D?\d)/g, ' '),
    true,
  )
  if (item === undefined) return ask('What is it called?')
  const { name, price_text: price, description, minutes } = item
  if (named === undefined && price === undefined && COMPONENT.test(name))
    return ask(
      `What shall stand in the ${name.toLowerCase()}? Say its words, or which thing of the list it is.`,
    )
  const about = [minutes === undefined ? '' : `${minutes} min`, description ?? '']
    .filter(part => part !== '')
    .join(' · ')
  return {
    kind: 'add_item',
    name,
    ...(price === undefined ? {} : { price }),
    ...(about === '' ? {} : { description: about }),
    ...(group === undefined ? {} : { group }),
    ...(page ? { page: page.slug } : {}),
  }
}

/** The column or group of items that the words put a thing under. */
function groupIn(
  text: string,
  quotes: readonly string[],
  { brief }: Site,
): { readonly group?: string; readonly rest: string } {
  const groups = [...new Set([...brief.items.map(({ category }) => category ?? ''), ...brief.columns])]
  const words = text.replace(/\ue000(\d+)\ue001/g, (mark, index: string) =>
    groups.some(group => group.toLowerCase() === (quotes[Number(index)] ?? '').toLowerCase())
      ? (quotes[Number(index)] ?? '')
      : mark,
  )
  for (const group of groups.filter(one => one !== '')) {
    const found = new RegExp(
      String.raw`\s*\b(?:to|under|in|into)\s+(?:the\s+)?(?:column\s+|lane\s+)?${escaped(group)}(?:\s+(?:column|lane|list))?(?=\s*$|\s*:)`,
      'iu',
    ).exec(words)
    if (found) return { group, rest: words.replace(found[0], '').trim() }
  }
  return { rest: text }
}

/** A page that is called as the kind of thing is: “lesson”, “Lessons”. */
function pageOfKind(words: string, site: Site): SitePage | undefined {
  const bare = (text: string): string => key(text).replace(/(?:e?s)$/, '')
  return site.pages.find(({ title }) =>
    words
      .toLowerCase()
      .split(/\W+/)
      .some(word => word.length > 3 && bare(word) === bare(title)),
  )
}

/** “Add our story: …” is a part; “add reviews” without words asks for them. */
function readLoose(clause: Clause, around: Around): Read {
  const [, title, told] =
    /^(?:an?\s+|the\s+|our\s+|some\s+)?([\p{L}][\p{L}'’ -]{1,50}?)\s*(?::|\bsaying\b|\bthat says\b)\s*(.+)$/isu.exec(
      clause.text,
    ) ?? []
  if (title !== undefined && told !== undefined)
    return sectionOf(clause, { title, text: plain(told, clause.quotes) }, around)
  const bare = clause.text.replace(/^(?:an?|the|our|some)\s+/i, '')
  return COMPONENT.test(bare) && bare.split(' ').length <= 3
    ? sectionOf(clause, { title: bare, text: undefined }, around)
    : undefined
}

function readRemoval(clause: Clause, { site, hints }: Around): Read {
  const { quotes, page } = clause
  const said = clause.text
    .replace(/^(?:of\s+)?(?:the\s+|all\s+|our\s+|my\s+)?/i, '')
    .replace(/\s+from\s+(?:the\s+|our\s+)?(?:list|menu|board|shop|site)$/i, '')
  if (/^shadows?$/i.test(said)) return undefined
  const what = plain(said, quotes)
  if (/\bpage$/i.test(what)) {
    const meant = pageCalled(what.replace(/\s*page$/i, ''), site)
    return meant
      ? { kind: 'remove_page', page: meant.slug }
      : askPage(`Which page is meant by “${what}”?`, site)
  }
  const where = page ? { page: page.slug } : {}
  const isPart = /\b(?:section|part|block|banner|form|box|headline|heading)$/i.test(what)
  const exact = itemNames(site).find(name => key(name) === key(what))
  if (exact !== undefined && !isPart) return { kind: 'remove_item', item: exact, ...where }
  const holder = page ?? pageHere(site, hints) ?? sectionPage(what, site)
  if (holder && findSections(holder.html, what).length > 0)
    return { kind: 'remove_section', page: holder.slug, section: what }
  const named = isPart ? undefined : namedIn(said, clause, site, page)
  if (named && 'ask' in named) return named
  if (named?.kind === 'item') return { kind: 'remove_item', item: named.name, ...where }
  return ask(`There is no “${what}”${page ? ` on ${page.title}` : ' on the pages'}. What shall go?`)
}

const MOVE =
  /^(?:the\s+|our\s+)?(?<what>.+?)\s+(?:to\s+the\s+|to\s+|at\s+the\s+|at\s+)?(?<where>top|beginning|start|front|first|bottom|end|last|up|down|before|after|above|below|under)\b\s*(?:the\s+|of the (?:page|list|menu)\s*)?(?<other>.*)$/iu

function readMove(clause: Clause, { site, hints }: Around): Read {
  const { quotes } = clause
  const whole = plain(clause.text, quotes).replace(/\s+in the (?:menu|navigation|nav|tab bar)$/i, '')
  const groups = MOVE.exec(whole)?.groups
  if (groups?.what === undefined) return undefined
  const what = groups.what
  const place = placeOf(groups.where ?? '', groups.other ?? '')
  const meant = site.pages.find(({ title }) => key(title) === key(what))
  const other = site.pages.find(({ title }) => place.other !== undefined && key(title) === key(place.other))
  const isPage = /\bpage$/i.test(what) || other !== undefined || sectionPage(what, site) === undefined
  if (meant && isPage) return { kind: 'move_page', page: meant.slug, place }
  const { page } = clause
  const named = namedIn(what, clause, site, page ?? pageHere(site, hints))
  if (named && 'ask' in named) return named
  if (named?.kind === 'item')
    return { kind: 'move_item', item: named.name, place, ...(page ? { page: page.slug } : {}) }
  if (named?.kind === 'section')
    return { kind: 'move_section', page: named.page.slug, section: named.title, place }
  return ask(
    `What is meant by “${what}”? There is no page, part or item of this name${page ? ` on ${page.title}` : ''}.`,
  )
}

function placeOf(where: string, other: string): PagePlace {
  const low = where.toLowerCase()
  const name = other.replace(/\s+page$/i, '').trim()
  if (['before', 'above'].includes(low) && name !== '') return { at: 'before', other: name }
  if (['after', 'below', 'under'].includes(low) && name !== '') return { at: 'after', other: name }
  if (low === 'up' || low === 'down') return { at: low }
  return { at: ['bottom', 'end', 'last'].includes(low) ? 'last' : 'first' }
}
