import type { Clause } from './instruction.ts'
import { plain } from './instruction.ts'
import { findSections, itemNames, key } from './locate.ts'
import { type Asked, ask, type Site, type SitePage } from './site.ts'

/** Words without substance in an instruction: what is left when these and what was read are gone was not understood. */
const EMPTY = new Set(
  `a an the our my your this that these those it its it's they them we i you us me some any all
  to from of for in on at by with into as up down over under than instead and or so then here there
  be is are was am isn't should shall must will would can could may has have had do does let lets
  now please just also too again currently today new current old instead from-now
  want need like change changes changed set make update put go goes going get give use show say says read reads
  price prices priced cost costs charge charged amount rise rises rose raise raised drop drops fall falls
  increase increases lower reduce reduced bump switch turn turned look looks became becomes moves`
    .split(/\s+/)
    .filter(word => word !== ''),
)
/** What kinds of things and places are called. */
const KIND =
  /^(?:items?|products?|dish(?:es)?|drinks?|services?|treatments?|tasks?|cards?|chapters?|stops?|class(?:es)?|lessons?|projects?|events?|concerts?|entr(?:y|ies)|tickets?|columns?|lanes?|lists?|sections?|parts?|pages?|screens?|tabs?|menu|board|site|website|app|shop|store|headings?|line|option|row)$/i

/** Words of a text that compare: lower case, without the ending of a plural. */
export function tokensOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\d][\p{L}\d'’]*/gu) ?? []).map(stem)
}

function stem(word: string): string {
  const bare = word.replace(/['’]s$/, '')
  return bare.length > 3 ? bare.replace(/(?:(?<=ss|sh|ch|x)es|(?<![su])s)$/, '') : bare
}

/** Words of substance that nothing accounts for. Titles of pages say where a thing stands and are accounted for. */
export function leftover(words: string, site: Site): readonly string[] {
  const titles = new Set(site.pages.flatMap(({ title }) => [...tokensOf(title)]))
  return (words.toLowerCase().match(/[\p{L}\d][\p{L}\d'’]*/gu) ?? []).filter(
    word => !EMPTY.has(word) && !KIND.test(word) && !titles.has(stem(word)),
  )
}

/** At most this many words of another language may stand around a name and a price. */
const MAX_FOREIGN_WORDS = 3
const DENIED = /(?<![\p{L}])(?:no|not|never|nicht|kein\w*|ne|pas|non|nie|inte|ikke)(?![\p{L}])/iu

/** True for words that say what shall not be. */
export function isDenied(words: string): boolean {
  return DENIED.test(words)
}

/** True where all words of a clause are accounted for, as far as the language of the pages can be read. */
export function isAccounted(words: string, site: Site): boolean {
  const left = leftover(words, site)
  if (left.length === 0) return true
  return !site.brief.language.startsWith('en') && left.length <= MAX_FOREIGN_WORDS && !DENIED.test(words)
}

/** The one item that words mean: its whole name stands in them, or all their substance stands in its name alone. */
export function itemIn(
  words: string,
  site: Site,
): { readonly name: string; readonly rest: string } | Asked | undefined {
  const names = itemNames(site).toSorted((a, b) => b.length - a.length)
  const said = words.replace(/[“”".,:;!?()]|'(?!s?(?![\p{L}]))/gu, ' ')
  for (const name of names) {
    const at = placeOf(said, name)
    if (at) return { name, rest: `${words.slice(0, at.from)} ${words.slice(at.to)}` }
  }
  const wanted = contentOf(said, site)
  if (wanted.length === 0) return undefined
  const near = names.filter(name => {
    const own = new Set(tokensOf(name))
    return wanted.every(word => own.has(word))
  })
  const [only] = near
  if (only !== undefined && near.length === 1) return { name: only, rest: '' }
  return near.length > 1 ? ask(`Which one is meant by “${words.trim()}”?`, near.slice(0, 8)) : undefined
}

/** Where a name stands in words, whole, whatever the case and the plural. */
function placeOf(words: string, name: string): { readonly from: number; readonly to: number } | undefined {
  const wanted = tokensOf(name)
  const found = [...words.matchAll(/[\p{L}\d][\p{L}\d'’]*/gu)]
  const own = found.map(([word]) => stem(word.toLowerCase()))
  for (let at = 0; at + wanted.length <= own.length; at += 1) {
    if (wanted.length > 0 && wanted.every((word, index) => own[at + index] === word)) {
      const last = found[at + wanted.length - 1]
      return { from: found[at]?.index ?? 0, to: (last?.index ?? 0) + (last?.[0].length ?? 0) }
    }
  }
  return undefined
}

/** What of the words can be part of a name: kinds and titles of pages only where nothing else is said. */
function contentOf(words: string, site: Site): readonly string[] {
  const all = (words.toLowerCase().match(/[\p{L}\d][\p{L}\d'’]*/gu) ?? []).filter(word => !EMPTY.has(word))
  const named = all.filter(word => !KIND.test(word))
  const titles = new Set(site.pages.flatMap(({ title }) => [...tokensOf(title)]))
  const own = named.map(stem).filter(word => !titles.has(word))
  return own.length > 0 ? own : (named.length > 0 ? named : all).map(stem).filter(word => word.length > 2)
}

/** What a phrase names: an item, a page, a column, a part of a page, or words that stand somewhere. */
export type Named =
  | { readonly kind: 'item'; readonly name: string }
  | { readonly kind: 'page'; readonly page: SitePage }
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'section'; readonly page: SitePage; readonly title: string }

const KIND_BEFORE =
  /^(?:the\s+|our\s+|my\s+)?(?:columns?|lane|list|stage|section|part|item|card|task|dish|product|service|heading|chapter|class|ticket|page)\s+(?=\S)/i

/** The thing that a phrase names whole; a question where several could be meant. */
export function namedIn(
  phrase: string,
  clause: Clause,
  site: Site,
  page?: SitePage,
): Named | Asked | undefined {
  const words = plain(phrase, clause.quotes)
  const bare = plain(phrase.replace(KIND_BEFORE, ''), clause.quotes)
  const same = (name: string): boolean => key(name) === key(words) || key(name) === key(bare)
  const item = itemNames(site).find(same)
  const titled = site.pages.find(({ title }) => same(title))
  const isPage = /\b(?:page|screen|tab)$/i.test(words)
  if (titled && (isPage || item === undefined)) return { kind: 'page', page: titled }
  if (isPage) return undefined
  const column = site.brief.columns.find(same)
  if (column !== undefined) return { kind: 'column', name: column }
  if (item !== undefined) return { kind: 'item', name: item }
  const holders = (page ? [page] : site.pages).filter(one => findSections(one.html, bare).length > 0)
  const [holder] = holders
  if (holder && holders.length === 1) return { kind: 'section', page: holder, title: bare }
  if (holders.length > 1)
    return ask(
      `“${bare}” stands on ${holders.map(({ title }) => title).join(', ')}. On which page is it meant?`,
      holders.map(({ title }) => title),
    )
  const near = itemIn(words, site)
  if (near === undefined || 'ask' in near) return near
  return leftover(near.rest, site).length === 0 ? { kind: 'item', name: near.name } : undefined
}
