import type { Viewport } from '../css/media.ts'
import type { Work } from '../css/selector.ts'
import { lengthOf, type Style, type Styles, styleValue } from '../css/style.ts'
import { isElement, type PageElement, type PageText } from '../document.ts'

/** Where an element's border box lies across the page, and its size; what lies above it is not followed. */
export interface Box {
  x: number
  width: number
  height: number
}

export interface Range {
  readonly min: number
  readonly max: number
}

/** A place an element is laid out at. */
export interface Placement {
  readonly x: number
  /** Of the border box. */
  readonly width: number
  /** Width that percentages of margins and paddings are of. */
  readonly base: number
  /** Height of the border box when the surroundings decide it. */
  readonly height?: number | undefined
  /** Height that `height: 50%` is half of. */
  readonly containerHeight?: number | undefined
}

/** The inside of a box that its children are laid out in. */
export interface Room {
  readonly x: number
  readonly width: number
  readonly height: number | undefined
}

export type Child = PageElement | PageText

export interface Extent {
  left: number
  right: number
}

export interface LayoutState {
  readonly styles: Styles
  readonly viewport: Viewport
  readonly work: Work
  readonly boxes: Map<PageElement, Box>
  readonly ranges: Map<PageElement, Range>
  readonly aroundBlocks: Map<PageElement, boolean>
  /** What is cut off at the edges of an element that hides its overflow. */
  clip: Extent
  /** How far boxes reach, those that no window scrolls to not counted. */
  readonly scrollable: Extent
  /** How far what can be read or used reaches. */
  readonly content: Extent
  /** Elements out of the flow, by the element around that they are placed in; the window's come first. */
  readonly waiting: PageElement[][]
  isFixed: boolean
  /** Lays an element out and says how high it is. */
  place(element: PageElement, placement: Placement): number
  /** How narrow and how wide an element's border box would be by itself. */
  measure(element: PageElement): Range
}

export function styleOf(state: LayoutState, element: PageElement): Style {
  const style = state.styles.get(element)
  if (style === undefined) throw new Error(`No style was computed for <${element.tag}>.`)
  return style
}

export function displayOf(style: Style): string {
  const display = styleValue(style, 'display', 'inline')
  if (display.includes(' ')) return DISPLAY_PAIRS[display] ?? 'block'
  return display
}

const DISPLAY_PAIRS: Readonly<Record<string, string>> = {
  'block flow': 'block',
  'block flex': 'flex',
  'block grid': 'grid',
  'inline flex': 'inline-flex',
  'inline grid': 'inline-grid',
  'inline flow-root': 'inline-block',
}

export function isOutOfFlow(style: Style): boolean {
  const position = styleValue(style, 'position', 'static')
  return position === 'absolute' || position === 'fixed'
}

export function isFloating(style: Style): boolean {
  return styleValue(style, 'float', 'none') !== 'none'
}

/** The children that take part in layout; boxes of `display: contents` give way to their own children. */
export function laidOutChildren(state: LayoutState, element: PageElement): readonly Child[] {
  const children: Child[] = []
  for (const child of element.children) {
    if (!isElement(child)) children.push(child)
    else {
      const display = displayOf(styleOf(state, child))
      if (display === 'contents') children.push(...laidOutChildren(state, child))
      else if (display !== 'none') children.push(child)
    }
  }
  return children
}

/** Children of the flow: those that no `position` takes out of it. */
export function flowChildren(state: LayoutState, element: PageElement): readonly Child[] {
  return laidOutChildren(state, element).filter(
    child => !isElement(child) || !isOutOfFlow(styleOf(state, child)),
  )
}

const BLOCK_LEVEL = new Set(['block', 'flex', 'grid', 'table', 'list-item', 'flow-root', '-webkit-box'])

export function isInlineLevel(state: LayoutState, child: Child): boolean {
  if (!isElement(child)) return true
  const style = styleOf(state, child)
  const display = displayOf(style)
  if (isFloating(style) || BLOCK_LEVEL.has(display) || display.startsWith('table')) return false
  return !(display === 'inline' && isInlineAroundBlocks(state, child))
}

/** A link around a card: inline by itself, yet as wide as the blocks in it. */
export function isInlineAroundBlocks(state: LayoutState, element: PageElement): boolean {
  if (element.tag === 'svg' || element.tag === 'select' || element.tag === 'button') return false
  const known = state.aroundBlocks.get(element)
  if (known !== undefined) return known
  const isAround = laidOutChildren(state, element).some(
    child => isElement(child) && !isOutOfFlow(styleOf(state, child)) && !isInlineLevel(state, child),
  )
  state.aroundBlocks.set(element, isAround)
  return isAround
}

export interface Edges {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Padding and border together. */
export function edgesOf(style: Style, base: number): Edges {
  return {
    left: padding(style, 'left', base),
    right: padding(style, 'right', base),
    top: padding(style, 'top', base),
    bottom: padding(style, 'bottom', base),
  }
}

function borderWidth(style: Style, side: string): number {
  const line = styleValue(style, `border-${side}-style`, 'none')
  if (line === 'none' || line === 'hidden') return 0
  return lengthOf(style, `border-${side}-width`) ?? 3
}

function padding(style: Style, side: string, base: number): number {
  return Math.max(0, lengthOf(style, `padding-${side}`, base) ?? 0) + borderWidth(style, side)
}

/** A margin in px; `auto` counts as 0. */
export function marginOf(style: Style, side: string, base: number): number {
  return lengthOf(style, `margin-${side}`, base) ?? 0
}

export function hasAutoMargin(style: Style, side: string): boolean {
  return styleValue(style, `margin-${side}`, '0') === 'auto'
}

/** The width or height that a style sets, as border box; `undefined` for `auto` and its kind. */
export function setSize(style: Style, property: string, base: number | undefined): number | undefined {
  const size = lengthOf(style, property, base)
  if (size === undefined) return undefined
  if (styleValue(style, 'box-sizing', 'content-box') === 'border-box') return Math.max(0, size)
  const edges = edgesOf(style, base ?? 0)
  const isWidth = property.includes('width') || property === 'flex-basis'
  return Math.max(0, size) + (isWidth ? edges.left + edges.right : edges.top + edges.bottom)
}

/** `size` between the style's minimum and maximum; the minimum wins. */
export function clampSize(
  size: number,
  { style, side, base }: { style: Style; side: 'width' | 'height'; base: number | undefined },
): number {
  const most = setSize(style, `max-${side}`, base) ?? Number.POSITIVE_INFINITY
  const least = setSize(style, `min-${side}`, base) ?? 0
  return Math.max(least, Math.min(size, most))
}

/** Notes how far something reaches, as far as it is not cut off. */
export function noteReach(state: LayoutState, kind: 'content' | 'scrollable', reach: Extent): void {
  if (kind === 'scrollable' && state.isFixed) return
  const left = Math.max(reach.left, state.clip.left)
  const right = Math.min(reach.right, state.clip.right)
  if (right < left) return
  const extent = state[kind]
  extent.left = Math.min(extent.left, left)
  extent.right = Math.max(extent.right, right)
}
