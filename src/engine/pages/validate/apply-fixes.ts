import type { PageIssue } from '../../../contracts/page.ts'
import { attribute, isInDrawing, type PageDocument, type PageElement, readDocument } from './document.ts'
import { elementAt } from './page-check.ts'

export interface FixedPage {
  readonly html: string
  readonly applied: readonly PageIssue[]
  /** What no fix could be made for; each still says what to do. */
  readonly left: readonly PageIssue[]
}

/** A piece of the page that is replaced; nothing around it changes. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const FIXES_ID = 'page-fixes'

/**
 * Repairs what `validateHtml` found: each fix changes only its own place, everything else stays byte for byte.
 * Styles are put right in one `<style id="page-fixes">` at the end of the head. Applying the same again changes nothing.
 */
export function applyFixes(html: string, issues: readonly PageIssue[]): FixedPage {
  const document = readDocument(html)
  if (document === undefined) return { html, applied: [], left: issues }
  const applied: PageIssue[] = []
  const left: PageIssue[] = []
  const edits: Edit[] = []
  const rules = new Map<string, Map<string, string>>()
  for (const issue of issues) {
    const own = fixOf(document, issue, rules)
    if (own === undefined || own.some(edit => edits.some(other => collide(edit, other)))) left.push(issue)
    else {
      edits.push(...own)
      applied.push(issue)
    }
  }
  const sheet = styleEdit(document, rules)
  if (sheet !== undefined) edits.push(sheet)
  return { html: applyEdits(html, edits), applied, left }
}

type Rules = Map<string, Map<string, string>>
type Fixer = (document: PageDocument, issue: PageIssue, rules: Rules) => readonly Edit[] | undefined

const FIXERS: Readonly<Record<string, Fixer>> = {
  style: (document, issue, rules) => {
    if (elementAt(document, issue.selector) === undefined) return undefined
    addRule(rules, issue.selector, issue.fix?.data?.declarations ?? '')
    return []
  },
  hide_scrollbar: (_document, _issue, rules) => {
    addRule(rules, 'html', 'scrollbar-width:none')
    addRule(rules, 'html::-webkit-scrollbar', 'display:none')
    return []
  },
  set_attribute: (document, issue) => withElement(document, issue, setAttribute),
  remove_attribute: (document, issue) => withElement(document, issue, removeAttribute),
  remove_element: (document, issue) => withElement(document, issue, removeElement),
  close_element: (document, issue) => withElement(document, issue, closeElement),
  insert_doctype: document => (document.hasDoctype ? [] : [insertDoctype(document)]),
  set_title: setTitle,
  set_viewport: setViewport,
  remove_end_tag: removeEndTag,
  remove_css_address: removeCssAddress,
}

function fixOf(document: PageDocument, issue: PageIssue, rules: Rules): readonly Edit[] | undefined {
  const fixer = FIXERS[issue.fix?.kind ?? '']
  return fixer?.(document, issue, rules)
}

function withElement(
  document: PageDocument,
  issue: PageIssue,
  edit: (document: PageDocument, element: PageElement, issue: PageIssue) => readonly Edit[] | undefined,
): readonly Edit[] | undefined {
  const element = elementAt(document, issue.selector)
  return element === undefined ? undefined : edit(document, element, issue)
}

function setAttribute(
  document: PageDocument,
  element: PageElement,
  issue: PageIssue,
): readonly Edit[] | undefined {
  const { name, value } = issue.fix?.data ?? {}
  const start = element.location?.startTag ?? undefined
  if (name === undefined || value === undefined) return undefined
  if (attribute(element, name) === value) return []
  const written = `${name}="${escapeValue(value)}"`
  if (start === undefined) return element.tag === 'html' ? insertRoot(document, written) : undefined
  const place = element.location?.attrs?.[name]
  if (place !== undefined) return [{ start: place.startOffset, end: place.endOffset, text: written }]
  const at = start.startOffset + 1 + element.tag.length
  return [{ start: at, end: at, text: ` ${written}` }]
}

function insertRoot({ html }: PageDocument, written: string): readonly Edit[] {
  const at = /^\s*<!doctype[^>]*>\s*/i.exec(html)?.[0].length ?? 0
  return [{ start: at, end: at, text: `<html ${written}>` }]
}

function removeAttribute(
  document: PageDocument,
  element: PageElement,
  issue: PageIssue,
): readonly Edit[] | undefined {
  const name = issue.fix?.data?.name
  if (name === undefined) return undefined
  const place = element.location?.attrs?.[name]
  if (place === undefined) return element.attributes.has(name) ? undefined : []
  const isSpaced = /\s/.test(document.html[place.startOffset - 1] ?? '')
  return [{ start: place.startOffset - (isSpaced ? 1 : 0), end: place.endOffset, text: '' }]
}

function removeElement(_document: PageDocument, element: PageElement): readonly Edit[] | undefined {
  const { location } = element
  if (location === undefined) return undefined
  return [{ start: location.startOffset, end: location.endOffset, text: '' }]
}

function closeElement(document: PageDocument, element: PageElement): readonly Edit[] | undefined {
  const { location } = element
  if (location === undefined || location.endTag !== undefined) return undefined
  const bodyEnd = /<\/body\s*>/i.exec(document.html)?.index ?? document.html.length
  const at = Math.min(location.endOffset, location.startOffset < bodyEnd ? bodyEnd : document.html.length)
  return [{ start: at, end: at, text: `</${element.tag}>` }]
}

function insertDoctype({ html }: PageDocument): Edit {
  const old = /^\s*<!doctype[^>]*>/i.exec(html)
  const isMarked = html.startsWith('\ufeff') ? 1 : 0
  return old === null
    ? { start: isMarked, end: isMarked, text: '<!doctype html>\n' }
    : { start: 0, end: old[0].length, text: '<!doctype html>' }
}

function setTitle(document: PageDocument, issue: PageIssue): readonly Edit[] | undefined {
  const value = escapeText(issue.fix?.data?.value ?? '')
  if (value === '') return undefined
  const title = document.elements.find(element => element.tag === 'title' && !isInDrawing(element))
  if (title === undefined) return insertInHead(document, `<title>${value}</title>`)
  const { location } = title
  if (location?.startTag === undefined || location.endTag === undefined) return undefined
  return [{ start: location.startTag.endOffset, end: location.endTag.startOffset, text: value }]
}

function setViewport(document: PageDocument, issue: PageIssue): readonly Edit[] | undefined {
  const value = issue.fix?.data?.value
  if (value === undefined) return undefined
  const written = `<meta name="viewport" content="${escapeValue(value)}">`
  const meta = document.elements.findLast(
    element => element.tag === 'meta' && attribute(element, 'name')?.toLowerCase() === 'viewport',
  )
  if (meta?.location === undefined) return insertInHead(document, written)
  if (attribute(meta, 'content') === value) return []
  return [{ start: meta.location.startOffset, end: meta.location.endOffset, text: written }]
}

/** At the end of the head, or where a head would begin. */
function insertInHead({ head, html }: PageDocument, text: string): readonly Edit[] {
  const at = head?.location?.endTag?.startOffset ?? head?.location?.startTag?.endOffset ?? headStart(html)
  return [{ start: at, end: at, text }]
}

/** Where a head would begin that nobody wrote. */
export function headStart(html: string): number {
  return /^\ufeff?\s*(?:<!doctype[^>]*>\s*)?(?:<html(?:\s[^>]*)?>)?/i.exec(html)?.[0].length ?? 0
}

function removeEndTag({ html }: PageDocument, issue: PageIssue): readonly Edit[] | undefined {
  const offset = Number(issue.fix?.data?.offset ?? Number.NaN)
  const tag = Number.isInteger(offset)
    ? /^<\/[a-zA-Z][^>]{0,100}>/.exec(html.slice(offset, offset + 120))
    : null
  return tag === null ? undefined : [{ start: offset, end: offset + tag[0].length, text: '' }]
}

/** Takes the address out wherever a style of the page names it; what is imported goes with its line. */
function removeCssAddress(document: PageDocument, issue: PageIssue): readonly Edit[] | undefined {
  const address = issue.fix?.data?.address
  if (address === undefined || address === '') return undefined
  const edits: Edit[] = []
  for (const [start, end] of styleTexts(document)) {
    const text = document.html.slice(start, end)
    for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + address.length)) {
      const rule = text.lastIndexOf('@import', at)
      const isImport = rule !== -1 && !text.slice(rule, at).includes(';')
      const stop = text.indexOf(';', at)
      if (isImport)
        edits.push({ start: start + rule, end: start + (stop === -1 ? text.length : stop + 1), text: '' })
      else edits.push({ start: start + at, end: start + at + address.length, text: 'data:,' })
    }
  }
  return edits.length === 0 ? undefined : edits
}

function styleTexts({ elements }: PageDocument): readonly (readonly [number, number])[] {
  return elements.flatMap((element): readonly (readonly [number, number])[] => {
    const { location } = element
    const inline = location?.attrs?.style
    const own = inline === undefined ? [] : [[inline.startOffset, inline.endOffset] as const]
    if (element.tag !== 'style' || location?.startTag === undefined || location.endTag === undefined)
      return own
    return [...own, [location.startTag.endOffset, location.endTag.startOffset]]
  })
}

function addRule(rules: Rules, selector: string, declarations: string): void {
  const known = rules.get(selector) ?? new Map<string, string>()
  for (const declaration of declarations.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0) known.set(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim())
  }
  if (known.size > 0) rules.set(selector, known)
}

/** One style element for all; rules that stand in it already are kept and changed by property. */
function styleEdit(document: PageDocument, rules: Rules): Edit | undefined {
  if (rules.size === 0) return undefined
  const existing = document.elements.find(
    element => element.tag === 'style' && attribute(element, 'id') === FIXES_ID,
  )
  const { location } = existing ?? {}
  const place =
    location?.startTag === undefined || location.endTag === undefined
      ? undefined
      : { start: location.startTag.endOffset, end: location.endTag.startOffset }
  const all: Rules = new Map()
  if (place !== undefined) {
    for (const match of document.html
      .slice(place.start, place.end)
      .matchAll(/^([^{}\n]+)\{([^{}\n]*)\}$/gm)) {
      addRule(all, match[1] ?? '', (match[2] ?? '').replaceAll('!important', ''))
    }
  }
  for (const [selector, declarations] of rules) {
    const written = [...declarations].map(([property, value]) => `${property}:${value}`)
    addRule(all, selector, written.join(';'))
  }
  const text = `\n${[...all].map(writeRule).join('\n')}\n`
  if (place !== undefined) return { ...place, text }
  const [edit] = insertInHead(document, `<style id="${FIXES_ID}">${text}</style>`)
  return edit
}

function writeRule([selector, declarations]: readonly [string, ReadonlyMap<string, string>]): string {
  return `${selector}{${[...declarations].map(([property, value]) => `${property}:${value}!important`).join(';')}}`
}

function collide(one: Edit, other: Edit): boolean {
  return one.start < other.end && other.start < one.end
}

function applyEdits(html: string, edits: readonly Edit[]): string {
  // What is put in at a place comes before what is taken out behind it.
  const ordered = [...edits].sort((one, other) => one.start - other.start || one.end - other.end)
  let result = ''
  let at = 0
  for (const { start, end, text } of ordered) {
    if (start < at) continue
    result += html.slice(at, start) + text
    at = end
  }
  return result + html.slice(at)
}

function escapeValue(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function escapeText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
