import { favouriteButton } from '../blocks/parts.ts'
import { escapeHtml } from '../html.ts'
import { newRegion } from './new-regions.ts'
import {
  attributeOf,
  elementsOf,
  hasClass,
  type PageElement,
  type Splice,
  spliceAttribute,
  spliceInside,
  textOf,
  wholeOf,
} from './page-tree.ts'

export interface PageChange {
  readonly splices: readonly Splice[]
  readonly said: string
}

type Rule = (html: string, instruction: string) => PageChange | undefined

/** What one clause of an instruction changes on a page; the first rule that understands it. */
export function changePage(html: string, instruction: string): PageChange | undefined {
  for (const rule of RULES) {
    const change = rule(html, instruction)
    if (change && change.splices.length > 0) return change
  }
  return undefined
}

const RULES: readonly Rule[] = [replaceText, renameHeadline, resizeCards, addFavourites, removePart, addPart]

const REPLACE =
  /\b(?:change|replace|rename|swap|call)\s+(?:the\s+)?(?:text|title|heading|headline|words?|name|button|label)?\s*["“']([^"”']{1,200})["”']\s+(?:to|with|by|into|as)?\s*["“']([^"”']{1,300})["”']/i

function replaceText(html: string, instruction: string): PageChange | undefined {
  const [, before, after] = REPLACE.exec(instruction) ?? []
  if (before === undefined || after === undefined) return undefined
  const splices = elementsOf(html).flatMap(element => [
    ...replaceInTexts(html, element, { before, after }),
    ...replaceInAttributes(html, element, { before, after }),
  ])
  return { splices, said: `“${before}” is “${after}” now.` }
}

interface Words {
  readonly before: string
  readonly after: string
}

function replaceInTexts(html: string, element: PageElement, words: Words): readonly Splice[] {
  const isData = element.tagName === 'script' && attributeOf(element, 'type') === 'application/json'
  if (element.tagName === 'style' || (element.tagName === 'script' && !isData)) return []
  const toSource = isData
    ? (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c')
    : escapeHtml
  return element.childNodes.flatMap(node => {
    const place = 'value' in node ? node.sourceCodeLocation : undefined
    return place ? replaceAt(html, { from: place.startOffset, to: place.endOffset, words, toSource }) : []
  })
}

/** Attributes that people read or hear. */
const SPOKEN = ['aria-label', 'alt', 'title', 'placeholder', 'content', 'data-name', 'data-title']

function replaceInAttributes(html: string, element: PageElement, words: Words): readonly Splice[] {
  return SPOKEN.flatMap(name => {
    const place = element.sourceCodeLocation?.attrs?.[name]
    return place
      ? replaceAt(html, { from: place.startOffset, to: place.endOffset, words, toSource: escapeHtml })
      : []
  })
}

interface Replacing {
  readonly from: number
  readonly to: number
  readonly words: Words
  readonly toSource: (text: string) => string
}

function replaceAt(html: string, { from, to, words, toSource }: Replacing): readonly Splice[] {
  const source = html.slice(from, to)
  const before = [toSource(words.before), words.before].find(text => source.includes(text))
  return before === undefined
    ? []
    : [{ from, to, text: source.replaceAll(before, () => toSource(words.after)) }]
}

/** A page of it, such as “the product page”, is not the whole. */
const WHOLE = String.raw`(?:it|this|the (?:app|shop|store|site|page|board|project|product|brand|cafe|café))\b(?!\s+(?:page|screen)\b)`
const NAME = String.raw`\s+["“']?([^"”'\n]{2,80}?)["”']?\s*$`
const RENAME = new RegExp(
  String.raw`\b(?:rename|call)\s+(?:(?:${WHOLE}\s+)?(?:to|as)${NAME}|${WHOLE}${NAME})|\b(?:change|set)\s+the\s+(?:app'?s? |shop'?s? )?name\s+to${NAME}`,
  'i',
)
const HEADLINE =
  /\b(?:change|set|make)\s+the\s+(?:main\s+)?(?:title|headline|heading)\s+(?:to|say)\s+["“']?([^"”'\n]{2,120}?)["”']?\s*$/i

function renameHeadline(html: string, instruction: string): PageChange | undefined {
  const elements = elementsOf(html)
  const headline = HEADLINE.exec(instruction)?.[1]
  if (headline !== undefined) {
    const first = elements.find(element => element.tagName === 'h1')
    return (
      first && {
        splices: spliceInside(first, escapeHtml(headline)),
        said: `The headline is “${headline}” now.`,
      }
    )
  }
  const found = RENAME.exec(instruction)
  const name = found?.slice(1).find(text => text !== undefined)
  const brand = elements.find(element => hasClass(element, 'brand-name'))
  const before = brand && textOf(brand)
  if (name === undefined || before === undefined || before === '') return undefined
  const change = replaceText(
    html,
    `replace "${before.replace(/["”']/g, '')}" with "${name.replace(/["”']/g, '')}"`,
  )
  return change && { splices: change.splices, said: `It is called “${name}” now.` }
}

function resizeCards(html: string, instruction: string): PageChange | undefined {
  if (!/\b(?:cards?|items?|products?|pictures?|images?|tiles?|services?)\b/i.test(instruction))
    return undefined
  const isLarger = /\b(?:bigger|larger|large|big|huge|full[- ]width|one column|increase)\b/i.test(instruction)
  const isSmaller = /\b(?:smaller|small|compact|tiny|decrease)\b/i.test(instruction)
  if (!isLarger && !isSmaller) return undefined
  const lists = elementsOf(html).filter(element => hasClass(element, 'cards') || hasClass(element, 'rows'))
  const splices = lists.flatMap(list => {
    const classes = (attributeOf(list, 'class') ?? '').split(/\s+/)
    const isLarge = classes.includes('cards-large')
    if (isLarger && !isLarge) return spliceAttribute(list, 'class', [...classes, 'cards-large'].join(' '))
    if (isSmaller && isLarge)
      return spliceAttribute(list, 'class', classes.filter(name => name !== 'cards-large').join(' '))
    return []
  })
  return { splices, said: isLarger ? 'The cards are bigger.' : 'The cards are smaller.' }
}

function addFavourites(html: string, instruction: string): PageChange | undefined {
  if (!/\b(?:favou?rites?|hearts?|wish ?list|like buttons?)\b/i.test(instruction)) return undefined
  if (/\b(?:remove|delete|drop|without|hide|no)\b/i.test(instruction)) return undefined
  const elements = elementsOf(html)
  const marked = new Set(elements.map(element => attributeOf(element, 'data-favourite')))
  const splices = elements.flatMap(element => {
    const id = attributeOf(element, 'data-item')
    const place = element.sourceCodeLocation?.startTag
    if (id === undefined || !place || marked.has(id)) return []
    const title = elements.find(one => hasClass(one, 'card-title') && isInside(one, element))
    const button = favouriteButton(id, title ? textOf(title) : id).text
    return [{ from: place.endOffset, to: place.endOffset, text: `\n${button}` }]
  })
  return { splices, said: `${splices.length} cards have a heart now; it is remembered on the device.` }
}

function isInside(element: PageElement, box: PageElement): boolean {
  const [inner, outer] = [element.sourceCodeLocation, box.sourceCodeLocation]
  return Boolean(
    inner && outer && inner.startOffset > outer.startOffset && inner.endOffset <= outer.endOffset,
  )
}

const REMOVE =
  /\b(?:remove|delete|drop|take out|get rid of|hide|no more)\s+(?:the\s+|all\s+)?([\p{L}][\p{L}' -]{1,50}?)(?:\s+(?:section|part|block|area|bar|from (?:the|this) page|please))*\s*$/iu

/** Other words for parts. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  newsletter: ['sign-up'],
  'signup form': ['sign-up'],
  form: ['sign-up', 'message', 'reply'],
  'opening hours': ['opening-hours', 'visit'],
  contact: ['visit', 'contact', 'message', 'details'],
  banner: ['hero'],
  'hero image': ['hero'],
  faq: ['questions'],
  timeline: ['programme'],
  pricing: ['prices'],
  checklist: ['packing'],
  menu: ['items'],
  navigation: ['navigation'],
}

function removePart(html: string, instruction: string): PageChange | undefined {
  const wanted = REMOVE.exec(instruction)?.[1]?.toLowerCase().trim()
  if (wanted === undefined) return undefined
  const elements = elementsOf(html)
  const small = smallParts(elements, wanted)
  const names = [wanted.replaceAll(' ', '-'), ...(SYNONYMS[wanted] ?? [])]
  const region =
    names.map(name => regionCalled(elements, name)).find(found => found !== undefined) ??
    regionTitled(elements, wanted)
  const gone = small.length > 0 ? small : region && !isNeeded(region) ? [region] : []
  const splices = gone.flatMap(element => {
    const whole = wholeOf(html, element)
    return whole ? [{ ...whole, text: '' }] : []
  })
  return { splices, said: `Gone: ${wanted}.` }
}

/** A page keeps its head line. */
function isNeeded(region: PageElement): boolean {
  return attributeOf(region, 'data-region') === 'page-head'
}

function smallParts(elements: readonly PageElement[], wanted: string): readonly PageElement[] {
  if (/favou?rite|heart|wish ?list/.test(wanted))
    return elements.filter(element => attributeOf(element, 'data-favourite') !== undefined)
  if (/filter|chip|categor/.test(wanted)) return elements.filter(element => hasClass(element, 'chips'))
  if (/description/.test(wanted)) return elements.filter(element => hasClass(element, 'card-text'))
  if (/(?:hero|main|header|top) (?:picture|image|photo|art)/.test(wanted))
    return elements.filter(element => hasClass(element, 'hero-art'))
  return []
}

function regionCalled(elements: readonly PageElement[], name: string): PageElement | undefined {
  return elements.find(element => attributeOf(element, 'data-region') === name)
}

function regionTitled(elements: readonly PageElement[], wanted: string): PageElement | undefined {
  const regions = elements.filter(element => attributeOf(element, 'data-region') !== undefined)
  const isCalled = (region: PageElement): boolean => {
    const heading = elements.find(one => /^h[23]$/.test(one.tagName) && isInside(one, region))
    const label = `${attributeOf(region, 'aria-label') ?? ''} ${heading ? textOf(heading) : ''}`.toLowerCase()
    return label.includes(wanted)
  }
  return regions.find(isCalled)
}

const ADD =
  /\b(?:add|include|insert|put in|show|i (?:want|need)|we need)\b\s+(?:an?\s+|the\s+|some\s+|our\s+)?(.{3,600})$/is

function addPart(html: string, instruction: string): PageChange | undefined {
  const wanted = ADD.exec(instruction)?.[1]?.trim()
  if (wanted === undefined) return undefined
  const elements = elementsOf(html)
  const taken = new Set(elements.map(element => attributeOf(element, 'data-region') ?? ''))
  const made = newRegion(wanted, taken)
  const main = elements.find(element => element.tagName === 'main')
  const at = main?.sourceCodeLocation?.endTag?.startOffset
  if (!made || at === undefined) return undefined
  return { splices: [{ from: at, to: at, text: `${made.markup.text}\n` }], said: made.said }
}
