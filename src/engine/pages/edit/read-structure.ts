import type { PagePlace } from '../../../contracts/page-operation.ts'
import { readPrices } from '../brief/money.ts'
import { toItem } from '../brief/read-lists.ts'
import { type Clause, type EditHints, pageCalled, plain, type Read } from './instruction.ts'
import { findSections, itemNames, key } from './locate.ts'
import { itemIn, pageHere, sectionPage } from './read-value.ts'
import { ask, askPage, type Site } from './site.ts'

/** What comes, goes and moves: pages, parts of pages, items. */
export function readStructure(clause: Clause, site: Site, hints: EditHints): Read {
  return (
    readAddition(clause, site, hints) ?? readRemoval(clause, site, hints) ?? readMove(clause, site, hints)
  )
}

const ADD =
  /^(?:add|include|insert|put in|create|we (?:also )?(?:need|offer|sell)|i (?:also )?(?:need|want))\s+(?<what>.+)$/isu
const PAGE =
  /^(?:an?\s+|the\s+|another\s+|one more\s+)?(?:new\s+|extra\s+)?(?:(?<before>[\p{L}\d&'’ -]{2,40}?)\s+)?page\b(?:\s+(?:called|named|titled|about|for|on)\s+(?<after>\ue000\d+\ue001|(?:(?!\s(?:with|saying|that says)\s)[^:]){2,60}))?(?:\s*(?::|\bwith(?: the text)?|\bsaying|\bthat says)\s+(?<text>.+))?$/isu
const SECTION =
  /^(?:an?\s+|the\s+|our\s+)?(?:new\s+)?(?:(?:section|part|block|paragraph|note|notice|banner|announcement|text)\b(?:\s+(?:called|named|titled|about|on|for)\s+(?<after>\ue000\d+\ue001|(?:(?!\s(?:with|saying|that says)\s)[^:]){2,60}))?|(?<before>[\p{L}&'’ -]{2,50}?)\s+(?:section|part|block|box))(?:\s*(?::|\bwith(?: the (?:text|words))?|\bsaying|\bthat says|\bthat reads)\s+(?<text>.+))?$/isu
const ITEM_WORD =
  /^(?:an?\s+|the\s+|another\s+|one more\s+|our\s+)?(?:new\s+)?(?<kind>item|product|dish|drink|service|treatment|task|card|chapter|stop|class|lesson|project|event|concert|entry|ticket)\b\s*(?:called|named|:)?\s*(?<name>.+)$/isu

function readAddition(clause: Clause, site: Site, hints: EditHints): Read {
  const { text, quotes, page } = clause
  const what = ADD.exec(text)?.groups?.what
  if (what === undefined) return undefined
  if (/^(?:an?\s+|the\s+)?(?:favou?rites?|hearts?|wish ?list)\b(?!\s+page\s*(?:called|named))/i.test(what))
    return { kind: 'add_favourites', ...(page ? { page: page.slug } : {}) }
  const asPage = PAGE.exec(what)?.groups
  if (asPage) {
    const isNamed = /\bpage\s+(?:called|named|titled)\b/i.test(what)
    const title = plain(asPage.after ?? asPage.before ?? '', quotes)
    if (title === '') return ask('What shall the new page be called, and what shall stand on it?')
    const told = asPage.text === undefined ? undefined : plain(asPage.text, quotes)
    return {
      kind: 'add_page',
      title: isNamed ? title : titleOf(title),
      ...(told === undefined ? {} : { text: told }),
    }
  }
  const asSection = SECTION.exec(what)?.groups
  if (asSection)
    return sectionOf(
      clause,
      {
        title: plain(asSection.after ?? asSection.before ?? '', quotes),
        text: asSection.text === undefined ? undefined : plain(asSection.text, quotes),
      },
      { site, hints },
    )
  return itemOf(clause, what, site) ?? readLoose(clause, what, { site, hints })
}

function titleOf(words: string): string {
  const bare = words.replace(/^(?:our|the|my|an?)\s+/i, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

interface Around {
  readonly site: Site
  readonly hints: EditHints
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

/** “Add Cortado for 3.20”, “add a task: Order seeds to Ideas”, “add "Lemon tart" to the menu”. */
function itemOf({ page, quotes }: Clause, what: string, site: Site): Read {
  const { kind, name: named } = ITEM_WORD.exec(what)?.groups ?? {}
  const where =
    page ??
    site.pages.find(
      ({ title }) =>
        kind !== undefined && key(title).replace(/(?:e?s)$/, '') === kind.replace(/(?:e?s)$/, ''),
    )
  const words = plain(named ?? what, quotes)
  const hasPrice = readPrices(words).length > 0 || /\b(?:for|at)\s+\d+[.,]?\d*\s*$/i.test(words)
  const isQuoted = /^\ue000\d+\ue001/.test(what)
  if (named === undefined && !hasPrice && !(isQuoted && page !== undefined)) return undefined
  const groups = [
    ...new Set([...site.brief.items.map(({ category }) => category ?? ''), ...site.brief.columns]),
  ].filter(group => group !== '')
  const group = groups.find(one =>
    new RegExp(
      String.raw`\b(?:to|under|in|into)\s+(?:the\s+)?(?:column\s+)?["“]?${one.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}["”]?(?:\s+column)?\s*$`,
      'i',
    ).test(words),
  )
  const bare =
    group === undefined
      ? words
      : words.replace(
          /\s+(?:to|under|in|into)\s+(?:the\s+)?(?:column\s+)?["“]?[^"”]+["”]?(?:\s+column)?\s*$/i,
          '',
        )
  const item = toItem(bare.replace(/\s+(?:to|on|in)\s+(?:the\s+)?(?:list|menu|board|shop)\s*$/i, ''), true)
  if (item === undefined) return ask('What is it called?')
  const { name, price_text: price, description, minutes } = item
  const about = [minutes === undefined ? '' : `${minutes} min`, description ?? '']
    .filter(part => part !== '')
    .join(' · ')
  return {
    kind: 'add_item',
    name,
    ...(price === undefined ? {} : { price }),
    ...(about === '' ? {} : { description: about }),
    ...(group === undefined ? {} : { group }),
    ...(where ? { page: where.slug } : {}),
  }
}

/** “Add our story: …” is a part; “add reviews” without words asks for them. */
function readLoose(clause: Clause, what: string, around: Around): Read {
  const { quotes } = clause
  const [, title, told] =
    /^(?:an?\s+|the\s+|our\s+|some\s+)?([\p{L}][\p{L}'’ -]{1,50}?)\s*(?::|\bsaying\b|\bthat says\b)\s*(.+)$/isu.exec(
      what,
    ) ?? []
  if (title !== undefined && told !== undefined)
    return sectionOf(clause, { title, text: plain(told, quotes) }, around)
  const bare =
    /^(?:an?\s+|the\s+|our\s+|some\s+)?(reviews?|testimonials?|faq|questions and answers|opening hours|story|prices|team|gallery|map|announcement|newsletter(?: sign-?up)?)$/i.exec(
      what,
    )?.[1]
  return bare === undefined ? undefined : sectionOf(clause, { title: bare, text: undefined }, around)
}

const REMOVE =
  /^(?:remove|delete|drop|take out|take away|get rid of|hide|we no longer (?:sell|offer|have)|no more)\s+(?:the\s+|all\s+|our\s+)?(?<what>.+)$/iu

function readRemoval({ text, quotes, page }: Clause, site: Site, hints: EditHints): Read {
  const said = REMOVE.exec(text)?.groups?.what
  if (said === undefined || /^shadows?$/i.test(said)) return undefined
  const what = plain(said, quotes).replace(/\s+from\s+(?:the\s+)?(?:list|menu|board|shop|site)$/i, '')
  if (/\bpage$/i.test(what)) {
    const meant = pageCalled(what.replace(/\s*page$/i, ''), site)
    return meant
      ? { kind: 'remove_page', page: meant.slug }
      : askPage(`Which page is meant by “${what}”?`, site)
  }
  const where = page ? { page: page.slug } : {}
  const isPart = /\b(?:section|part|block|banner|form|box|headline|heading)$/i.test(what)
  const bare = what.replace(
    /\s+(?:item|product|dish|drink|service|treatment|task|card|chapter|stop|class|lesson|project|event|entry)$/i,
    '',
  )
  const item =
    itemNames(site).find(name => key(name) === key(what)) ??
    itemNames(site).find(name => key(name) === key(bare))
  if (item !== undefined && !isPart) return { kind: 'remove_item', item, ...where }
  const holder = page ?? pageHere(site, hints) ?? sectionPage(what, site)
  if (holder && findSections(holder.html, what).length > 0)
    return { kind: 'remove_section', page: holder.slug, section: what }
  const near = isPart ? undefined : (itemIn(what, site) ?? itemIn(`the ${bare}`, site))
  if (near !== undefined) return 'ask' in near ? near : { kind: 'remove_item', item: near.name, ...where }
  const holders = site.pages.filter(one => findSections(one.html, what).length > 0)
  if (holders.length > 1)
    return ask(
      `“${what}” stands on ${holders.map(({ title }) => title).join(', ')}. From which page shall it go?`,
      holders.map(({ title }) => title),
    )
  return ask(`There is no “${what}”${page ? ` on ${page.title}` : ' on the pages'}. What shall go?`)
}

const MOVE =
  /^(?:move|put|place|bring|shift)\s+(?:the\s+|our\s+)?(?<what>.+?)\s+(?:to\s+the\s+|to\s+|at\s+the\s+|at\s+)?(?<where>top|beginning|start|front|first|bottom|end|last|up|down|before|after|above|below|under)\b\s*(?:the\s+|of the (?:page|list)\s*)?(?<other>.*)$/iu

function readMove({ text, quotes, page }: Clause, site: Site, hints: EditHints): Read {
  const groups = MOVE.exec(text)?.groups
  if (groups?.what === undefined) return undefined
  const what = plain(groups.what, quotes)
  const place = placeOf(groups.where ?? '', plain(groups.other ?? '', quotes))
  const item = itemNames(site).find(name => key(name) === key(what))
  if (item !== undefined) return { kind: 'move_item', item, place, ...(page ? { page: page.slug } : {}) }
  const meant = site.pages.find(({ title }) => key(title) === key(what))
  if (meant && (/\bpage\b/i.test(what) || findSectionsAnywhere(what, site) === 0))
    return { kind: 'move_page', page: meant.slug, place }
  const holder = page ?? pageHere(site, hints) ?? sectionPage(what, site)
  if (holder && findSections(holder.html, what).length > 0)
    return { kind: 'move_section', page: holder.slug, section: what, place }
  return ask(
    `What is meant by “${what}”? There is no page, part or item of this name${page ? ` on ${page.title}` : ''}.`,
  )
}

function findSectionsAnywhere(what: string, site: Site): number {
  return site.pages.filter(page => findSections(page.html, what).length > 0).length
}

function placeOf(where: string, other: string): PagePlace {
  const low = where.toLowerCase()
  if (['before', 'above'].includes(low) && other !== '')
    return { at: 'before', other: other.replace(/\s+page$/i, '') }
  if (['after', 'below', 'under'].includes(low) && other !== '')
    return { at: 'after', other: other.replace(/\s+page$/i, '') }
  if (low === 'up' || low === 'down') return { at: low }
  return { at: ['bottom', 'end', 'last'].includes(low) ? 'last' : 'first' }
}
