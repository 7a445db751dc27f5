import { readPlainPrices, readPrices } from '../brief/money.ts'
import { attributeOf, elementsOf, hasClass, isInside, type PageElement, textOf } from './page-tree.ts'
import type { Site, SitePage } from './site.ts'

/** An item as a page shows it: its box, its name, its price where it has one. */
export interface ShownItem {
  readonly box: PageElement
  readonly name: string
  readonly price?: { readonly element: PageElement; readonly text: string }
}

const BOXES = new Set(['li', 'article', 'tr', 'option'])
const HEADINGS = /^h[1-6]$/

/** Every item of a page: what is marked as one, and every box with a name and a price. */
export function itemsOf(html: string): readonly ShownItem[] {
  const elements = elementsOf(html)
  return elements
    .filter(
      element =>
        BOXES.has(element.tagName) &&
        !elements.some(inner => BOXES.has(inner.tagName) && isInside(inner, element)),
    )
    .flatMap(box => {
      const inner = elements.filter(element => isInside(element, box))
      const name = nameIn(box, inner)
      const priced = [box, ...inner].filter(element => priceIn(element) !== undefined).at(-1)
      const isItem = isMarked(box) || priced !== undefined
      if (name === undefined || !isItem) return []
      const text = priced && priceIn(priced)
      return [{ box, name, ...(priced && text !== undefined ? { price: { element: priced, text } } : {}) }]
    })
}

const MARKS = [
  'data-item',
  'data-task',
  'data-chapter',
  'data-saved-item',
  'data-pick-id',
  'data-source-row',
  'data-favourite-item',
] as const

function isMarked(box: PageElement): boolean {
  return MARKS.some(mark => attributeOf(box, mark) !== undefined)
}

function nameIn(box: PageElement, inner: readonly PageElement[]): string | undefined {
  if (box.tagName === 'option') return attributeOf(box, 'data-name')
  const heading =
    inner.find(element => HEADINGS.test(element.tagName)) ??
    inner.find(
      element =>
        attributeOf(element, 'data-task-title') !== undefined ||
        hasClass(element, 'card-title') ||
        hasClass(element, 'card-link'),
    )
  const first =
    heading ??
    inner.find(element => /^(?:td|strong|b|a|span|p)$/.test(element.tagName) && textOf(element) !== '')
  const text = first && textOf(first)
  return text === '' ? undefined : text
}

/** A price with its currency; a bare number too where the page marks it as one. */
function priceIn(element: PageElement): string | undefined {
  const text = ownText(element)
  const bare = hasClass(element, 'price') ? readPlainPrices(text).at(-1)?.text : undefined
  return readPrices(text)[0]?.text ?? bare
}

/** The text that stands in an element itself, not in those within it. */
function ownText(element: PageElement): string {
  return element.childNodes.map(node => ('value' in node ? node.value : '')).join('')
}

/** Names of all items of a site, each once. */
export function itemNames(site: Site): readonly string[] {
  const shown = site.pages.flatMap(page => itemsOf(page.html).map(({ name }) => name))
  const all = [...site.brief.items.map(({ name }) => name), ...shown]
  const seen = new Set<string>()
  return all.filter(name => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()))
}

/** A part of a page that can be named: by its heading, its label or its name in the source. */
export interface ShownSection {
  readonly element: PageElement
  readonly region: string
  readonly title: string
}

export function sectionsOf(html: string): readonly ShownSection[] {
  const elements = elementsOf(html)
  return elements
    .filter(element => attributeOf(element, 'data-region') !== undefined || element.tagName === 'section')
    .map(element => {
      const heading = elements.find(one => HEADINGS.test(one.tagName) && isInside(one, element))
      const region = attributeOf(element, 'data-region') ?? ''
      const title = (heading ? textOf(heading) : '') || (attributeOf(element, 'aria-label') ?? '')
      return { element, region, title }
    })
}

/** Other words by which people name the usual parts. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  hero: ['banner', 'hero image', 'hero', 'top picture'],
  'sign-up': ['newsletter', 'sign-up', 'signup', 'newsletter form'],
  message: ['contact form', 'form', 'message form', 'request form'],
  details: ['contact details', 'opening hours', 'address', 'contact', 'details'],
  pages: ['links', 'page links', 'all pages', 'cards'],
  items: ['items', 'list', 'products', 'menu', 'services', 'prices'],
  navigation: ['navigation', 'tab bar', 'nav'],
  when: ['date', 'when'],
  text: ['text', 'story'],
  reply: ['reply form', 'rsvp', 'reply'],
  board: ['board', 'columns'],
}

/** Sections that the words mean; more than one where they are not certain. */
export function findSections(html: string, wanted: string): readonly ShownSection[] {
  const low = key(wanted)
  const all = sectionsOf(html)
  const exact = all.filter(({ region, title }) => key(title) === low || key(region) === low)
  if (exact.length > 0) return innermost(exact)
  const also = all.filter(({ region }) => ALSO[region]?.includes(low))
  if (also.length > 0) return innermost(also)
  return innermost(
    all.filter(({ title }) => title !== '' && low.length > 3 && ` ${key(title)} `.includes(` ${low} `)),
  )
}

function innermost(found: readonly ShownSection[]): readonly ShownSection[] {
  return found.filter(one => !found.some(other => other !== one && isInside(other.element, one.element)))
}

export function key(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('-', ' ')
    .replace(/^(?:the|our|my|an?)\s+/, '')
    .replace(/\s+(?:section|part|block|area|page|column)$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The headline of a page. */
export function headingOf(page: SitePage): PageElement | undefined {
  return elementsOf(page.html).find(element => element.tagName === 'h1')
}
