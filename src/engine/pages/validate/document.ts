import { type DefaultTreeAdapterTypes, type ParserError, parse, type Token } from 'parse5'

/** An element of a page as it was written, with its place in the source. */
export interface PageElement {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
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

interface Growing extends PageElement {
  readonly children: (PageElement | PageText)[]
  readonly elements: PageElement[]
}

/** Deeper pages are not read: browsers cut there too, and every step below is recursive. */
export const DEEPEST_NESTING = 256
const OMITTABLE_END = new Set(
  'p li dt dd option optgroup tr td th thead tbody tfoot rt rp html head body colgroup'.split(' '),
)
const VOID = new Set('area base br col embed hr img input link meta source track wbr param'.split(' '))

/** Reads a page; `undefined` when its elements are nested too deeply to be read. Never throws. */
export function readDocument(html: string): PageDocument | undefined {
  if (isNestedTooDeeply(html)) return undefined
  const faults: SourceFault[] = []
  const onParseError = ({ code, startOffset }: ParserError) => {
    if (faults.length < 200) faults.push({ code, offset: startOffset })
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
    faults,
  }
}

export function isElement(child: PageElement | PageText): child is PageElement {
  return 'tag' in child
}

/** Text of an element and all below it, spaces as written. */
export function textOf(element: PageElement): string {
  return element.children.map(child => (isElement(child) ? textOf(child) : child.text)).join('')
}

/** Text that stands directly in an element, trimmed. */
export function ownText(element: PageElement): string {
  let text = ''
  for (const child of element.children) if (!isElement(child)) text += child.text
  return text.trim()
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

/** A look over the tags before anything is built: counts what is open, ignoring ends that may be left out. */
function isNestedTooDeeply(html: string): boolean {
  const tags = /<(\/?)([a-zA-Z][a-zA-Z0-9-]*)/g
  let depth = 0
  for (let found = tags.exec(html); found !== null; found = tags.exec(html)) {
    const tag = (found[2] ?? '').toLowerCase()
    if (VOID.has(tag) || OMITTABLE_END.has(tag)) continue
    if (tag === 'script' || tag === 'style') {
      if (found[1] === '') tags.lastIndex = endOfRawText(html, tag, tags.lastIndex)
      continue
    }
    if (found[1] === '/') depth = Math.max(0, depth - 1)
    else if (!isSelfClosed(html, tags.lastIndex, tag)) depth += 1
    if (depth > DEEPEST_NESTING) return true
  }
  return false
}

function endOfRawText(html: string, tag: string, from: number): number {
  const end = html.indexOf(`</${tag}`, from)
  return end === -1 ? html.length : end + tag.length + 2
}

const SELF_CLOSING = new Set(
  'path circle rect line polyline polygon ellipse use stop image animate'.split(' '),
)

function isSelfClosed(html: string, from: number, tag: string): boolean {
  if (!SELF_CLOSING.has(tag)) return false
  const end = html.indexOf('>', from)
  return end !== -1 && html[end - 1] === '/'
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
