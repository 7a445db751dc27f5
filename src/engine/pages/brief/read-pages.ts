import type { BriefPage } from '../../../contracts/page.ts'
import { cut } from './clean-text.ts'
import { type Sentence, splitList } from './sentences.ts'

/** “Pages” as people name them, in the languages whose lists are read. */
const PAGES = String.raw`(?:sub)?pages|screens|tabs|seiten|páginas|pagine|pagina['’]s|sider|sidor|strony`
const LISTED = new RegExp(
  String.raw`(?<![\p{L}])(?<!(?:all|every|each)\s(?:(?:of )?the\s)?)(?:${PAGES})(?![\p{L}])(?:\s*(?:are|called|named|titled|for|should be|will be|as follows|namely|such as|like|heißen)(?![\p{L}])\s*[:：(–—]?\s*|\s*[:：=(–—]\s*|\s-\s|\s+(?=\p{Lu}[^,]*,))(?<list>.+)$`,
  'iu',
)
/** “A start page, an emergency page and a page with prices”: each entry of a list says that it is one. */
const ONE_PAGE =
  /(?<![\p{L}])(?:an?|the|one|our|my)\s+(?:(?<named>[\p{L}\d'’&-]+(?:\s[\p{L}\d'’&-]+){0,2}?)\s+page|page\s+(?:about|for|of|on|with)\s+(?<told>[\p{L}\d'’&-]+(?:\s[\p{L}\d'’&-]+){0,3}?))(?=\s*(?:[,;.!]|$)|\s+(?:and|or)\s)/giu
const ALONE = new RegExp(
  String.raw`(?<![\p{L}])(?:${PAGES})(?![\p{L}])\s*(?:(?:are|should be|as follows|needed)\s*)?[:：]?\s*$`,
  'iu',
)
/** “Home, Cuts and Find us as pages”. */
const LISTED_AS = new RegExp(
  String.raw`(?<list>\p{Lu}[^,.:;]*(?:,\s*[^,.:;]+)+?)\s+as\s+(?:the\s+)?(?:${PAGES})(?![\p{L}])`,
  'u',
)
const LEADING_WISH = /^.*\b(?:thinking(?: of| about)?|want|need|like|love|have|with)\s+(?=\p{Lu})/u
const FILLER = /^(?:an?|the|one for|for|der|die|das|le|la|el|il)\s+/i
const NO_TITLE =
  /^(?:and|with|that|which|in|please|all|everything|each|every|must|should|have|has|of|work|look|no|on|i|we|it|they)\b/
const MAX_TITLE_WORDS = 5

export interface PageList {
  readonly pages: readonly BriefPage[]
  /** Sentences that only name pages: what else they say is the pages' purpose. */
  readonly used: ReadonlySet<Sentence>
  /** What a sentence says beside the list. */
  readonly rest: ReadonlyMap<Sentence, string>
}

/** The list of pages as it was given: “4 pages: home, …”, “Pages (a, b)”, or a heading with a line for each. */
export function readPageList(sentences: readonly Sentence[]): PageList {
  const heading = sentences.findIndex(({ text }) => ALONE.test(text))
  const lines = heading < 0 ? [] : bulletsAfter(sentences, heading)
  if (lines.length > 0) {
    const pages = lines.map(({ text }) => toPage(text)).filter(page => page !== undefined)
    return {
      pages,
      used: new Set([sentences[heading], ...lines].filter(one => one !== undefined)),
      rest: new Map(),
    }
  }
  for (const sentence of sentences) {
    const each = readEach(sentence)
    if (each !== undefined) return each
    const read = readListed(sentence)
    if (read === undefined) continue
    const { found, list, inside, pages } = read
    const before = sentence.text.slice(0, found.index)
    const behind = list.slice(list.indexOf(inside) + inside.length).replace(/^[).;\s]+/, '')
    const rest = `${before.replace(/\b(?:with|has|have|it has|containing|\d+|two|three|four|five|six|seven|eight|nine|ten|the|these|following)\s*$/gi, '').trim()} ${behind}`
    return { pages, used: new Set([sentence]), rest: new Map([[sentence, rest.trim()]]) }
  }
  return { pages: [], used: new Set(), rest: new Map() }
}

/** The first reading of a sentence as a list in which every entry is a title. */
function readListed({ text }: Sentence) {
  for (const pattern of [LISTED, LISTED_AS]) {
    const found = pattern.exec(text)
    const list = found?.groups?.list?.replace(LEADING_WISH, '')
    if (found === null || list === undefined) continue
    const inside = listPart(list)
    const pages = pagesIn(inside)
    if (pages) return { found, list, inside, pages }
  }
  return undefined
}

/** Entries of one list that are pages each, with what stands before the first. */
function readEach(sentence: Sentence): PageList | undefined {
  const found = [...sentence.text.matchAll(ONE_PAGE)]
  const pages = found.flatMap(({ groups }) => toPage(groups?.named ?? groups?.told ?? '') ?? [])
  if (pages.length < 2) return undefined
  const before = sentence.text.slice(0, found[0]?.index)
  const rest = before.replace(/\s*\b(?:with|has|have|need|want)\s*$/i, '')
  return { pages, used: new Set([sentence]), rest: new Map([[sentence, rest]]) }
}

function bulletsAfter(sentences: readonly Sentence[], heading: number): readonly Sentence[] {
  const lines: Sentence[] = []
  for (const sentence of sentences.slice(heading + 1)) {
    if (!sentence.isBullet) break
    lines.push(sentence)
  }
  return lines.length >= 2 ? lines : []
}

/** The list ends where its bracket, its sentence or its half of it ends. */
function listPart(list: string): string {
  let depth = 0
  for (const [index, letter] of [...list].entries()) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (
      depth < 0 ||
      (depth === 0 && (letter === ';' || (letter === '.' && !/\S/.test(list[index + 1] ?? ' '))))
    ) {
      return list.slice(0, index)
    }
  }
  return list.replace(/[.!?]+$/, '')
}

function pagesIn(list: string): readonly BriefPage[] | undefined {
  const entries = splitList(list)
  const pages = entries.map(toPage).filter(page => page !== undefined)
  if (pages.length < 2 || pages.length < entries.length) return undefined
  return pages
}

function toPage(entry: string): BriefPage | undefined {
  const [, inBrackets] = /\(([^()]*)\)\s*$/.exec(entry) ?? []
  const bare = entry.replace(/\s*\([^()]*\)\s*$/, '')
  const [head = '', ...more] = bare.split(/\s+[–—-]\s+|:\s+|\s+with\s+/)
  const title = head
    .replace(/^["“„«]|["”“»]$/g, '')
    .replace(FILLER, '')
    .replace(/\s+(?:page|screen|seite)$/i, '')
    .replace(/[.,;]+$/, '')
    .trim()
  if (title === '' || title.split(/\s+/).length > MAX_TITLE_WORDS || NO_TITLE.test(title)) return undefined
  return { title: cut(capital(title), 80), purpose: cut([...more, inBrackets ?? ''].join(' ').trim(), 900) }
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** True where both are the same page: case, an article and the word “page” do not matter. */
export function isSameTitle(one: string, other: string): boolean {
  return titleKey(one) === titleKey(other)
}

export function titleKey(title: string): string {
  return title
    .toLowerCase()
    .replace(/^(?:on|in|at|for|under)\s+/, '')
    .replace(/^(?:the|our|my|an?|der|die|das|auf der)\s+/, '')
    .replace(/\s+(?:page|screen|seite)$/, '')
    .trim()
}

const SUBJECT_WORDS = 5

/** The page that a sentence is about: it begins with its title, or says “on the … page”. */
export function pageMeant(text: string, pages: readonly BriefPage[]): BriefPage | undefined {
  const low = text.toLowerCase()
  const first = ` ${low
    .split(/\s+/)
    .slice(0, SUBJECT_WORDS)
    .join(' ')
    .replace(/[:,.–—]/g, ' ')} `
  const said = pages.find(({ title }) =>
    new RegExp(String.raw`(?<![\p{L}])${escapeTitle(title)} (?:page|screen|seite)(?![\p{L}])`, 'iu').test(
      low,
    ),
  )
  if (said) return said
  const longest = pages.toSorted((a, b) => b.title.length - a.title.length)
  return longest.find(({ title }) => first.includes(` ${titleKey(title)} `))
}

function escapeTitle(text: string): string {
  return text.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
