import { type DefaultTreeAdapterTypes, type ParserError, parse, type Token } from 'parse5'
import { DEEPEST_NESTING, readTags } from './tags.ts'

/** An element of a page as it was written, with its place in the source. */
export interface PageElement {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly classes: readonly string[]
  readonly parent: PageElement | undefined
  readonly children: readonly (PageElement | PageText)[]
  /** Element children only. */
  readonly elements: readonly PageElement[]
  /** Place among all elements of the page, in order of the source. */
  readonly order: number
  /** Place among the element children of its parent, from 0. */
  readonly place: number
  readonly location: Token.ElementLocation | undefined
}

export interface PageText {
  readonly text: string
  readonly parent: PageElement
}

export interface SourceFault {
  readonly code: string
  readonly offset: number
}

export interface PageDocument {
  readonly html: string
  readonly root: PageElement
  readonly head: PageElement | undefined
  readonly body: PageElement | undefined
  /** All elements in order of the source, those in templates not among them. */
  readonly elements: readonly PageElement[]
  readonly hasDoctype: boolean
  readonly faults: readonly SourceFault[]
}

/** The code of an end tag without its start. */
export const STRAY_END = 'end-tag-without-matching-open-element'

interface Growing extends PageElement {
  readonly children: (PageElement | PageText)[]
  readonly elements: PageElement[]
}

/** Reads a page; `undefined` when it has too many elements, or too deep ones, to be read. Never throws. */
export function readDocument(html: string): PageDocument | undefined {
  const tags = readTags(html)
  if (tags.isTooMuch) return undefined
  const faults: SourceFault[] = []
  const onParseError = ({ code, startOffset }: ParserError) => {
    if (faults.length < 200 && code !== STRAY_END) faults.push({ code, offset: startOffset })
  }
  const parsed = parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: true, onParseError })
  const source = parsed.childNodes.find(isElementNode)
  if (source === undefined) return undefined
  const elements: PageElement[] = []
  const root = growTree(source, elements)
  if (root === undefined) return undefined
  return {
    html,
    root,
    head: root.elements.find(({ tag }) => tag === 'head'),
    body: root.elements.find(({ tag }) => tag === 'body'),
    elements,
    hasDoctype: parsed.mode !== 'quirks',
    faults: [...faults, ...strayEnds(parsed, tags.ends)],
  }
}

export function isElement(child: PageElement | PageText): child is PageElement {
  return 'tag' in child
}

/** Text of an element and all below it, spaces as written. */
export function textOf(element: PageElement): string {
  return element.children.map(child => (isElement(child) ? textOf(child) : child.text)).join('')
}

export function attribute(element: PageElement, name: string): string | undefined {
  return element.attributes.get(name)
}

export function closest(
  element: PageElement,
  accept: (candidate: PageElement) => boolean,
): PageElement | undefined {
  let candidate: PageElement | undefined = element
  while (candidate !== undefined && !accept(candidate)) candidate = candidate.parent
  return candidate
}

/** True for what lies in a drawing; its parts are no elements of the page's layout. */
export function isInDrawing(element: PageElement): boolean {
  return closest(element, ({ tag }) => tag === 'svg') !== undefined && element.tag !== 'svg'
}

/** End tags that end nothing. The parser tells of some of them only. */
function strayEnds(
  parsed: DefaultTreeAdapterTypes.Document,
  ends: ReadonlyMap<number, string>,
): readonly SourceFault[] {
  const stray = new Map(ends)
  const waiting: DefaultTreeAdapterTypes.Node[] = [parsed]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('content' in node) waiting.push(node.content)
    if (!('childNodes' in node)) continue
    const end = isElementNode(node) ? node.sourceCodeLocation?.endTag : undefined
    if (end !== undefined) stray.delete(end.startOffset)
    for (const child of node.childNodes) waiting.push(child)
  }
  return [...stray]
    .filter(([, tag]) => tag !== 'body' && tag !== 'html')
    .map(([offset]) => ({ code: STRAY_END, offset }))
}

type Waiting = {
  readonly node: DefaultTreeAdapterTypes.Element
  readonly parent: Growing | undefined
}

/** Builds the tree without recursion, in order of the source. */
function growTree(source: DefaultTreeAdapterTypes.Element, elements: PageElement[]): PageElement | undefined {
  const root = grow(source, undefined, elements)
  const waiting: { readonly from: DefaultTreeAdapterTypes.Element; readonly to: Growing; next: number }[] = [
    { from: source, to: root, next: 0 },
  ]
  while (waiting.length > 0) {
    const current = waiting.at(-1)
    if (current === undefined) break
    const node = current.from.childNodes[current.next]
    current.next += 1
    if (node === undefined) {
      waiting.pop()
    } else if (node.nodeName === '#text' && 'value' in node) {
      current.to.children.push({ text: node.value, parent: current.to })
    } else if (isElementNode(node)) {
      if (waiting.length > DEEPEST_NESTING) return undefined
      const child = grow(node, current.to, elements)
      waiting.push({ from: node, to: child, next: 0 })
    }
  }
  return root
}

function grow(node: Waiting['node'], parent: Growing | undefined, elements: PageElement[]): Growing {
  const element: Growing = {
    tag: node.tagName,
    classes: (node.attrs.find(({ name }) => name === 'class')?.value ?? '')
      .split(/\s+/)
      .filter(name => name !== ''),
    attributes: new Map(
      node.attrs.map(({ name, prefix, value }) => [prefix ? `${prefix}:${name}` : name, value]),
    ),
    parent,
    children: [],
    elements: [],
    order: elements.length,
    place: parent?.elements.length ?? 0,
    location: node.sourceCodeLocation ?? undefined,
  }
  elements.push(element)
  if (parent !== undefined) {
    parent.children.push(element)
    parent.elements.push(element)
  }
  return element
}

function isElementNode(node: DefaultTreeAdapterTypes.Node): node is DefaultTreeAdapterTypes.Element {
  return 'tagName' in node
}
