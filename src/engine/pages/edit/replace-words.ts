import { escapeHtml } from '../generate/html.ts'
import { attributeOf, elementsOf, type PageElement, type Splice } from './page-tree.ts'

export interface Words {
  readonly before: string
  readonly after: string
}

/** Attributes that people read or hear. */
const SPOKEN = [
  'aria-label',
  'alt',
  'title',
  'placeholder',
  'content',
  'data-name',
  'data-title',
  'data-price',
]

/** Words of a page exchanged wherever they are read, heard or counted; ids and addresses stay. */
export function replaceWords(
  html: string,
  words: Words,
  within: readonly PageElement[] = elementsOf(html),
): readonly Splice[] {
  return within.flatMap(element => [
    ...replaceInTexts(html, element, words),
    ...SPOKEN.flatMap(name => {
      const place = element.sourceCodeLocation?.attrs?.[name]
      return place
        ? replaceAt(html, { from: place.startOffset, to: place.endOffset, words, toSource: escapeHtml })
        : []
    }),
  ])
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
