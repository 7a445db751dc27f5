import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'

export type PageElement = DefaultTreeAdapterTypes.Element

/** A change of a text: what stands between two places becomes something else. */
export interface Splice {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** All elements of a page in order, with their places in its text; templates' insides are left alone. */
export function elementsOf(html: string): readonly PageElement[] {
  const found: PageElement[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (defaultTreeAdapter.isElementNode(node)) found.push(node)
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(parse(html, { sourceCodeLocationInfo: true }))
  return found
}

export function attributeOf(element: PageElement, name: string): string | undefined {
  return element.attrs.find(attribute => attribute.name === name)?.value
}

export function hasClass(element: PageElement, name: string): boolean {
  return (attributeOf(element, 'class') ?? '').split(/\s+/).includes(name)
}

export function textOf(element: PageElement): string {
  const collect = (node: DefaultTreeAdapterTypes.Node): string => {
    if (defaultTreeAdapter.isTextNode(node)) return node.value
    return 'childNodes' in node ? node.childNodes.map(collect).join('') : ''
  }
  return collect(element).replace(/\s+/g, ' ').trim()
}

/** The element with its tags, and the line break behind it. */
export function wholeOf(
  html: string,
  element: PageElement,
): { readonly from: number; readonly to: number } | undefined {
  const place = element.sourceCodeLocation
  if (!place) return undefined
  const to = html[place.endOffset] === '\n' ? place.endOffset + 1 : place.endOffset
  return { from: place.startOffset, to }
}

/** Another text inside an element. */
export function spliceInside(element: PageElement, text: string): readonly Splice[] {
  const place = element.sourceCodeLocation
  if (!place?.startTag || !place.endTag) return []
  return [{ from: place.startTag.endOffset, to: place.endTag.startOffset, text }]
}

/** Another value of an attribute the element has. */
export function spliceAttribute(element: PageElement, name: string, value: string): readonly Splice[] {
  const place = element.sourceCodeLocation?.attrs?.[name]
  return place ? [{ from: place.startOffset, to: place.endOffset, text: `${name}="${value}"` }] : []
}

/**
 * The text with each part replaced; parts are places in the text as it is given. What lies within a part that another
 * splice replaces goes with it. Of insertions at one place the last one named stands first.
 */
export function applySplices(html: string, splices: readonly Splice[]): string {
  const ordered = splices
    .toReversed()
    .sort(
      (one, other) =>
        one.from - other.from || Number(isEmpty(other)) - Number(isEmpty(one)) || other.to - one.to,
    )
  const pieces: string[] = []
  let at = 0
  for (const { from, to, text } of ordered) {
    if (from < at) continue
    pieces.push(html.slice(at, from), text)
    at = to
  }
  return pieces.join('') + html.slice(at)
}

function isEmpty({ from, to }: Splice): boolean {
  return from === to
}

/** The page with a script at the end of its body; for previews, never kept. */
export function withScript(html: string, code: string): string {
  const script = `<script>${code}</script>`
  const end = html.toLowerCase().lastIndexOf('</body>')
  return end < 0 ? html + script : html.slice(0, end) + script + html.slice(end)
}

/** True where one element stands within another. */
export function isInside(element: PageElement, box: PageElement): boolean {
  const [inner, outer] = [element.sourceCodeLocation, box.sourceCodeLocation]
  return Boolean(
    inner && outer && inner.startOffset > outer.startOffset && inner.endOffset <= outer.endOffset,
  )
}

/** Whole elements gone, with the line break behind each. */
export function spliceAway(html: string, elements: readonly PageElement[]): readonly Splice[] {
  return elements.flatMap(element => {
    const whole = wholeOf(html, element)
    return whole ? [{ ...whole, text: '' }] : []
  })
}
