import { attribute, closest, type PageDocument, type PageElement, textOf } from '../document.ts'
import { BROWSER_DEFAULTS } from './browser-defaults.ts'
import type { Viewport } from './media.ts'
import { matchesSelector, type Selector, type Work } from './selector.ts'
import {
  type Declaration,
  NO_LAYER,
  readDeclarations,
  readStyleSheets,
  ruleHolds,
  type StyleRule,
} from './stylesheet.ts'

/** Which declarations concern which element, in the order in which they are to be applied. */
export interface Cascade {
  declarationsFor(element: PageElement, viewport: Viewport): readonly Declaration[]
  /** Rules of the page for pseudo-elements of an element (`-webkit-scrollbar`, `before`). */
  pseudoDeclarationsFor(element: PageElement, pseudo: string, viewport: Viewport): readonly Declaration[]
  /** Addresses that the style sheets would load. */
  readonly addresses: readonly string[]
  readonly faults: readonly string[]
}

/** The file name under which pages link their design system. */
const DESIGN_SYSTEM = 'design-system.css'

interface Found {
  /** The same for the same declarations of the same rank. */
  readonly key: string
  readonly rule: StyleRule | undefined
  readonly declarations: readonly Declaration[]
  readonly rank: number
  readonly layer: number
  readonly specificity: number
  readonly order: number
}

interface Entry {
  readonly selector: Selector
  readonly rule: StyleRule
  readonly origin: number
}

export function createCascade(document: PageDocument, css: string, work: Work): Cascade {
  const browser = readStyleSheets([BROWSER_DEFAULTS])
  const author = readStyleSheets(pageSheets(document, css))
  const index = indexRules([...entriesOf(browser.rules, 0), ...entriesOf(author.rules, 1)])
  const found = new Map<PageElement, Matched>()
  const matched = new Map<string, Matched>()
  for (const element of document.elements) found.set(element, share(findFor(element, index, work), matched))
  return {
    declarationsFor: (element, viewport) => {
      const own = found.get(element)
      return own === undefined ? [] : holdingOnce(own, viewport)
    },
    pseudoDeclarationsFor: (element, pseudo, viewport) =>
      holding(findPseudo({ element, pseudo, rules: author.rules }, work), viewport),
    addresses: author.addresses,
    faults: author.fault === undefined ? [] : [author.fault],
  }
}

/** Texts of all sheets a page uses, in order: its `<style>` elements and, where it is linked, the design system. */
function pageSheets(document: PageDocument, css: string): readonly string[] {
  const sheets: string[] = []
  for (const element of document.elements) {
    const media = attribute(element, 'media')
    const wrap = (text: string) => (media === undefined || media === '' ? text : `@media ${media}{${text}}`)
    if (element.tag === 'style') sheets.push(wrap(textOf(element)))
    else if (isDesignSystemLink(element)) sheets.push(wrap(css))
  }
  return sheets
}

function isDesignSystemLink(element: PageElement): boolean {
  if (element.tag !== 'link') return false
  const kinds = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/)
  const address = (attribute(element, 'href') ?? '').trim()
  return (
    kinds.includes('stylesheet') &&
    /^(?:\.{0,2}\/)*(?:[a-z-]+\/)*/i.test(address) &&
    !/^[a-z]+:|^\/\//i.test(address) &&
    (address.split(/[?#]/)[0] ?? '').endsWith(DESIGN_SYSTEM)
  )
}

/** What elements with the same rules share, and what of it holds at each size of the window. */
interface Matched {
  readonly found: readonly Found[]
  readonly holding: Map<Viewport, readonly Declaration[]>
}

/** Elements that the same rules concern get the same list, so that their styles are computed once. */
function share(found: readonly Found[], known: Map<string, Matched>): Matched {
  const key = found.map(({ key }) => key).join(' ')
  const matched = known.get(key) ?? { found, holding: new Map() }
  known.set(key, matched)
  return matched
}

function holdingOnce({ found, holding: known }: Matched, viewport: Viewport): readonly Declaration[] {
  const declarations = known.get(viewport) ?? holding(found, viewport)
  known.set(viewport, declarations)
  return declarations
}

function* entriesOf(rules: readonly StyleRule[], origin: number): Generator<Entry> {
  for (const rule of rules) {
    for (const selector of rule.selectors) {
      if (selector.pseudoElement === undefined) yield { selector, rule, origin }
    }
  }
}

type Index = ReadonlyMap<string, readonly Entry[]>

/** By what the rightmost step asks for first: an id, a class, a tag, or nothing. */
function indexRules(entries: readonly Entry[]): Index {
  const index = new Map<string, Entry[]>()
  for (const entry of entries) {
    const [last] = entry.selector.compounds
    const [name] = last?.classes ?? []
    const key = last?.id !== undefined ? `#${last.id}` : name !== undefined ? `.${name}` : (last?.tag ?? '*')
    const list = index.get(key)
    if (list === undefined) index.set(key, [entry])
    else list.push(entry)
  }
  return index
}

function findFor(element: PageElement, index: Index, work: Work): readonly Found[] {
  const id = attribute(element, 'id')
  const keys = new Set([
    '*',
    element.tag,
    ...(id === undefined ? [] : [`#${id}`]),
    ...element.classes.map(name => `.${name}`),
  ])
  const found: Found[] = []
  for (const key of keys) {
    for (const { selector, rule, origin } of index.get(key) ?? []) {
      if (matchesSelector(selector, element, work)) found.push(...split(rule, selector.specificity, origin))
    }
  }
  found.push(...presentationHints(element))
  const inline = attribute(element, 'style')
  if (inline !== undefined && inline !== '') found.push(...inlineStyle(inline))
  return found.sort(byPriority)
}

function findPseudo(
  { element, pseudo, rules }: { element: PageElement; pseudo: string; rules: readonly StyleRule[] },
  work: Work,
): readonly Found[] {
  const found = rules.flatMap(rule =>
    rule.selectors
      .filter(selector => selector.pseudoElement === pseudo && matchesSelector(selector, element, work))
      .flatMap(selector => split(rule, selector.specificity, 1)),
  )
  return found.sort(byPriority)
}

/** Declarations marked important form a group of their own above all others. */
function split(rule: StyleRule, specificity: number, origin: number): readonly Found[] {
  const { declarations, layer, order } = rule
  const normal = declarations.filter(({ isImportant }) => !isImportant)
  const important = declarations.filter(({ isImportant }) => isImportant)
  const found: Found[] = []
  if (normal.length > 0)
    found.push({
      key: `${origin}.${order}.${specificity}`,
      rule,
      declarations: normal,
      rank: origin,
      layer,
      specificity,
      order,
    })
  if (important.length > 0) {
    found.push({
      key: `!${order}.${specificity}`,
      rule,
      declarations: important,
      rank: 3,
      layer: NO_LAYER - layer,
      specificity,
      order,
    })
  }
  return found
}

function inlineStyle(text: string): readonly Found[] {
  const declarations = readDeclarations(text)
  const place = { rule: undefined, layer: 0, specificity: 0, order: 0 }
  return [
    {
      ...place,
      key: `style=${text}`,
      declarations: declarations.filter(({ isImportant }) => !isImportant),
      rank: 2,
    },
    { ...place, key: '', declarations: declarations.filter(({ isImportant }) => isImportant), rank: 4 },
  ]
}

const HINTED: Readonly<Record<string, readonly string[]>> = {
  width: ['table', 'td', 'th', 'img', 'iframe', 'video', 'canvas', 'object', 'svg'],
  height: ['td', 'th', 'img', 'iframe', 'video', 'canvas', 'object', 'svg'],
}

/** `width="400"` and its kind count as the weakest rule of the page. */
function presentationHints(element: PageElement): readonly Found[] {
  const declarations: Declaration[] = []
  for (const [property, tags] of Object.entries(HINTED)) {
    const value = attribute(element, property)
    if (value === undefined || !tags.includes(element.tag)) continue
    const match = /^\s*(\d+(?:\.\d+)?)(%?)/.exec(value)
    if (match !== null) {
      declarations.push({ property, value: `${match[1]}${match[2] || 'px'}`, isImportant: false })
    }
  }
  const background = attribute(element, 'bgcolor')
  if (background !== undefined && /^(body|table|tr|td|th)$/.test(element.tag)) {
    declarations.push({ property: 'background-color', value: background, isImportant: false })
  }
  const color = element.tag === 'font' ? attribute(element, 'color') : undefined
  if (color !== undefined) declarations.push({ property: 'color', value: color, isImportant: false })
  if (declarations.length === 0) return []
  const key = declarations.map(({ property, value }) => `${property}=${value}`).join(';')
  return [{ key, rule: undefined, declarations, rank: 1, layer: -1, specificity: 0, order: -1 }]
}

function byPriority(one: Found, other: Found): number {
  return (
    one.rank - other.rank ||
    one.layer - other.layer ||
    one.specificity - other.specificity ||
    one.order - other.order
  )
}

function holding(found: readonly Found[], viewport: Viewport): readonly Declaration[] {
  return found
    .filter(({ rule }) => rule === undefined || ruleHolds(rule, viewport))
    .flatMap(({ declarations }) => declarations)
}

/** True for what lies in a drawing; its parts are no elements of the page's layout. */
export function isInDrawing(element: PageElement): boolean {
  return closest(element, ({ tag }) => tag === 'svg') !== undefined && element.tag !== 'svg'
}
