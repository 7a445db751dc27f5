import type { PageFix, PageIssue } from '../../../contracts/page.ts'
import type { Cascade } from './css/cascade.ts'
import type { Viewport } from './css/media.ts'
import type { Work } from './css/selector.ts'
import { type Style, type Styles, styleValue } from './css/style.ts'
import { closest, type PageDocument, type PageElement } from './document.ts'
import type { Layout } from './layout/layout.ts'
import type { Box } from './layout/layout-state.ts'

/** A page at one size of the window. */
export interface PageView {
  readonly viewport: Viewport
  readonly styles: Styles
  readonly layout: Layout
}

/** A page with everything its rules look at. */
export interface PageCheck {
  readonly document: PageDocument
  readonly cascade: Cascade
  /** The narrowest and the widest phone. */
  readonly phones: readonly PageView[]
  /** A window far wider than a phone. */
  readonly desktop: PageView
  /** Names of all pages there are; absent when nobody knows. */
  readonly slugs: readonly string[] | undefined
  readonly work: Work
}

export interface Fault {
  readonly rule: string
  readonly severity: PageIssue['severity']
  readonly message: string
  readonly fix?: PageFix
}

/** Most issues of one rule: the next round finds the rest. */
const MAX_PER_RULE = 40

/** An issue of an element, or of the page as a whole. */
export function issueAt(check: PageCheck, element: PageElement | undefined, fault: Fault): PageIssue {
  const selector = element === undefined ? 'document' : selectorOf(check.document, element)
  return { ...fault, message: fault.message.slice(0, 1_000), selector }
}

export function firstIssues(issues: readonly PageIssue[]): readonly PageIssue[] {
  return issues.slice(0, MAX_PER_RULE)
}

/** A selector that names this element and no other. */
function selectorOf(document: PageDocument, element: PageElement): string {
  const steps: string[] = []
  let current: PageElement | undefined = element
  while (current !== undefined) {
    const id = current.attributes.get('id')
    if (id !== undefined && /^[a-zA-Z][\w-]{0,60}$/.test(id) && isOnlyWithId(document, id)) {
      steps.unshift(`#${id}`)
      break
    }
    const isUnique: boolean = current.tag === 'html' || current.tag === 'body' || current.tag === 'head'
    const tag = /^[a-z][a-z0-9-]*$/.test(current.tag) ? current.tag : '*'
    steps.unshift(isUnique ? tag : `${tag}:nth-child(${current.place + 1})`)
    current = isUnique ? undefined : current.parent
  }
  const selector = steps.join('>')
  return selector.length <= 500 ? selector : steps.slice(-20).join('>').slice(0, 500)
}

const identifiers = new WeakMap<PageDocument, Map<string, number>>()

function isOnlyWithId(document: PageDocument, id: string): boolean {
  let counts = identifiers.get(document)
  if (counts === undefined) {
    counts = new Map()
    for (const { attributes } of document.elements) {
      const own = attributes.get('id')
      if (own !== undefined) counts.set(own, (counts.get(own) ?? 0) + 1)
    }
    identifiers.set(document, counts)
  }
  return counts.get(id) === 1
}

export function styleIn(view: PageView, element: PageElement): Style | undefined {
  return view.styles.get(element)
}

export function boxIn(view: PageView, element: PageElement): Box | undefined {
  return view.layout.boxes.get(element)
}

/** True when a person can see the element: laid out, visible, not clear, not cut down to nothing. */
export function isShown(view: PageView, element: PageElement): boolean {
  const style = styleIn(view, element)
  if (style === undefined || boxIn(view, element) === undefined) return false
  if (styleValue(style, 'visibility', 'visible') !== 'visible') return false
  return !isUnderUnseen(view, element)
}

const unseen = new WeakMap<PageView, Map<PageElement, boolean>>()

function isUnderUnseen(view: PageView, element: PageElement): boolean {
  const known = unseen.get(view) ?? new Map<PageElement, boolean>()
  unseen.set(view, known)
  const before = known.get(element)
  if (before !== undefined) return before
  const above = element.parent !== undefined && isUnderUnseen(view, element.parent)
  const isUnder = above || isUnseen(view, element)
  known.set(element, isUnder)
  return isUnder
}

function isUnseen(view: PageView, element: PageElement): boolean {
  const style = styleIn(view, element)
  if (style === undefined) return false
  if (Number.parseFloat(styleValue(style, 'opacity', '1')) === 0) return true
  const clip = styleValue(style, 'clip', 'auto')
  if (/^rect\(\s*(0|1px)/.test(clip) || /^inset\((50|100)%/.test(styleValue(style, 'clip-path', 'none')))
    return true
  const box = boxIn(view, element)
  const hides = styleValue(style, 'overflow-x', 'visible') !== 'visible'
  return hides && box !== undefined && box.width <= 1 && box.height <= 1
}

export function isHiddenFromReaders(element: PageElement): boolean {
  return closest(element, ({ attributes }) => attributes.get('aria-hidden') === 'true') !== undefined
}
