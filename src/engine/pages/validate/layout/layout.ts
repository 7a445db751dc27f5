import type { Viewport } from '../css/media.ts'
import type { Work } from '../css/selector.ts'
import { splitList } from '../css/selector.ts'
import { splitValue } from '../css/shorthand.ts'
import { lengthContext, lengthOf, type Style, type Styles, styleValue } from '../css/style.ts'
import { lengthInPx } from '../css/values.ts'
import { isElement, type PageDocument, type PageElement } from '../document.ts'
import { inRuns, placeFlow } from './block.ts'
import { itemsOf, measureItem, placeFlex } from './flex.ts'
import { measureGrid, placeGrid } from './grid.ts'
import { hasInlineContent, measureInline } from './inline.ts'
import {
  type Box,
  clampSize,
  displayOf,
  type Extent,
  edgesOf,
  flowChildren,
  isInlineAroundBlocks,
  isInlineLevel,
  isOutOfFlow,
  type LayoutState,
  laidOutChildren,
  marginOf,
  noteReach,
  type Placement,
  type Range,
  type Room,
  setSize,
  styleOf,
} from './layout-state.ts'
import { placeWaiting } from './positioned.ts'
import { isReplaced, naturalSize } from './replaced.ts'
import { measureTable, placeTable } from './table.ts'

export interface Layout {
  /** Border boxes across the page; elements that are not shown have none. */
  readonly boxes: ReadonlyMap<PageElement, Box>
  /** How far a window could scroll sideways. */
  readonly scrollable: Extent
  /** How far what can be read or used reaches sideways. */
  readonly content: Extent
}

const EVERYWHERE: Extent = { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY }
const NOWHERE = (): Extent => ({ left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY })

/**
 * Lays a page out as a browser would, as far as the checks need it: blocks, lines, flex, grid, tables, positions.
 * Widths, heights and places across the page; not how far down something lies.
 */
export function layOut(
  document: PageDocument,
  { styles, viewport, work }: { styles: Styles; viewport: Viewport; work: Work },
): Layout {
  const state: LayoutState = {
    styles,
    viewport,
    work,
    boxes: new Map(),
    ranges: new Map(),
    aroundBlocks: new Map(),
    clip: EVERYWHERE,
    scrollable: NOWHERE(),
    content: NOWHERE(),
    waiting: [[]],
    isFixed: false,
    place: (element, placement) => placeElement(state, element, placement),
    measure: element => measureElement(state, element),
  }
  const { root } = document
  if (displayOf(styleOf(state, root)) !== 'none') {
    const style = styleOf(state, root)
    const margins = marginOf(style, 'left', viewport.width) + marginOf(style, 'right', viewport.width)
    const set = setSize(style, 'width', viewport.width) ?? viewport.width - margins
    const width = clampSize(set, { style, side: 'width', base: viewport.width })
    const x =
      styleValue(style, 'margin-left', '0') === 'auto'
        ? Math.max(0, (viewport.width - width) / 2)
        : marginOf(style, 'left', viewport.width)
    placeElement(state, root, { x, width, base: viewport.width, containerHeight: viewport.height })
    placeWaiting(state, { x: 0, width: viewport.width, height: viewport.height })
  }
  const { boxes, scrollable, content } = state
  return { boxes, scrollable, content }
}

function placeElement(state: LayoutState, element: PageElement, placement: Placement): number {
  const style = styleOf(state, element)
  const isBroken = displayOf(style) === 'inline' && isInlineAroundBlocks(state, element)
  const edges = isBroken ? { left: 0, right: 0, top: 0, bottom: 0 } : edgesOf(style, placement.base)
  const x = placement.x + shiftOf(style, placement)
  const box: Box = { x, width: placement.width, height: 0 }
  state.boxes.set(element, box)
  const heightSet =
    placement.height ?? (isBroken ? undefined : setSize(style, 'height', placement.containerHeight))
  const room: Room = {
    x: x + edges.left,
    width: Math.max(0, placement.width - edges.left - edges.right),
    height: roomHeight(style, {
      heightSet,
      edges: edges.top + edges.bottom,
      containerHeight: placement.containerHeight,
    }),
  }
  const content = placeInside(state, { element, style, room, box })
  const automatic = ratioHeight(style, { box, content: content + edges.top + edges.bottom })
  box.height = heightSet ?? automatic
  if (!isBroken)
    box.height = clampSize(box.height, { style, side: 'height', base: placement.containerHeight })
  return box.height
}

/** The height that children take theirs from: set, or at least a minimum that cannot be passed below. */
function roomHeight(
  style: Style,
  {
    heightSet,
    edges,
    containerHeight,
  }: { heightSet: number | undefined; edges: number; containerHeight: number | undefined },
): number | undefined {
  const least = setSize(style, 'min-height', containerHeight)
  if (heightSet === undefined) return undefined
  return Math.max(0, Math.max(heightSet, least ?? 0) - edges)
}

interface Inside {
  readonly element: PageElement
  readonly style: Style
  readonly room: Room
  readonly box: Box
}

function placeInside(state: LayoutState, { element, style, room, box }: Inside): number {
  const isContainer = styleValue(style, 'position', 'static') !== 'static' || isMoved(style)
  const outerClip = state.clip
  const wasFixed = state.isFixed
  if (styleValue(style, 'position', 'static') === 'fixed') state.isFixed = true
  noteReach(state, 'scrollable', { left: box.x, right: box.x + box.width })
  state.clip = clipOf(state, { element, style, box })
  if (isContainer) state.waiting.push([])
  const height = placeContent(state, { element, style, room, box })
  collectWaiting(state, element)
  if (isContainer) placeWaiting(state, { x: box.x, width: box.width, height: room.height ?? height })
  state.clip = outerClip
  state.isFixed = wasFixed
  return height
}

function placeContent(state: LayoutState, { element, style, room, box }: Inside): number {
  if (isReplaced(element)) {
    if (isSeen(style)) noteReach(state, 'content', { left: box.x, right: box.x + box.width })
    const natural = naturalSize(element, style)
    const ratio = natural.width > 0 ? natural.height / natural.width : 0
    return natural.isPicture ? room.width * ratio : natural.height
  }
  const display = displayOf(style)
  if (element.tag === 'button' && isSeen(style)) {
    noteReach(state, 'content', { left: box.x, right: box.x + box.width })
  }
  if (display === 'flex' || display === 'inline-flex') return placeFlex(state, element, room)
  if (display === 'grid' || display === 'inline-grid') return placeGrid(state, element, room)
  if (display === 'table' || display === 'inline-table') return placeTable(state, element, room)
  return placeFlow(state, element, room)
}

function isSeen(style: Style): boolean {
  return styleValue(style, 'visibility', 'visible') === 'visible'
}

/** What sticks out of the window's own two elements is scrolled to, whatever they say; elsewhere it is cut off. */
function clipOf(state: LayoutState, { element, style, box }: Omit<Inside, 'room'>): Extent {
  const isWindow = element.parent === undefined || element.tag === 'body'
  const overflow = styleValue(style, 'overflow-x', 'visible')
  const isClipped =
    !isWindow && (overflow !== 'visible' || styleValue(style, 'overflow-y', 'visible') !== 'visible')
  if (!isClipped && styleValue(style, 'clip-path', 'none') === 'none') return state.clip
  return {
    left: Math.max(state.clip.left, box.x),
    right: Math.min(state.clip.right, box.x + box.width),
  }
}

/** Out of the flow, also below inline elements, which are not placed themselves. */
function collectWaiting(state: LayoutState, element: PageElement): void {
  for (const child of laidOutChildren(state, element)) {
    if (!isElement(child)) continue
    const style = styleOf(state, child)
    if (isOutOfFlow(style)) {
      const isFixed = styleValue(style, 'position', 'static') === 'fixed'
      ;(isFixed ? state.waiting[0] : state.waiting.at(-1))?.push(child)
    } else if (displayOf(style) === 'inline' && isInlineLevel(state, child) && !isReplaced(child)) {
      collectWaiting(state, child)
    }
  }
}

/** An aspect ratio decides a height that nothing else does. */
function ratioHeight(style: Style, { box, content }: { box: Box; content: number }): number {
  const text = styleValue(style, 'aspect-ratio', 'auto')
  const match = /([\d.]+)\s*(?:\/\s*([\d.]+))?/.exec(text)
  if (match === null) return content
  const ratio = Number(match[1]) / Number(match[2] ?? 1)
  return ratio > 0
    ? Math.max(box.width / ratio, content > 0 ? Math.min(content, box.width / ratio) : 0)
    : content
}

function isMoved(style: Style): boolean {
  return (
    styleValue(style, 'transform', 'none') !== 'none' || styleValue(style, 'translate', 'none') !== 'none'
  )
}

/** How far `transform` and `position: relative` move a box sideways. */
function shiftOf(style: Style, { width, base }: Placement): number {
  let shift = 0
  const transform = styleValue(style, 'transform', 'none')
  const moved = /translate(?:x|3d)?\(([^)]*(?:\([^)]*\)[^)]*)*)\)/i.exec(transform)
  if (moved !== null)
    shift += lengthInPx(splitList(moved[1] ?? '')[0] ?? '', lengthContext(style, width)) ?? 0
  const translate = styleValue(style, 'translate', 'none')
  if (translate !== 'none')
    shift += lengthInPx(splitValue(translate)[0] ?? '', lengthContext(style, width)) ?? 0
  if (styleValue(style, 'position', 'static') === 'relative') {
    const left = lengthOf(style, 'left', base)
    const right = lengthOf(style, 'right', base)
    shift += left ?? (right === undefined ? 0 : -right)
  }
  return shift
}

function measureElement(state: LayoutState, element: PageElement): Range {
  const known = state.ranges.get(element)
  if (known !== undefined) return known
  const style = styleOf(state, element)
  const isBroken = displayOf(style) === 'inline' && isInlineAroundBlocks(state, element)
  const edges = isBroken ? { left: 0, right: 0 } : edgesOf(style, 0)
  const set = setSize(style, 'width', undefined)
  const inside = set === undefined ? measureInside(state, element, style) : { min: 0, max: 0 }
  const clamp = (size: number) =>
    clampSize(set ?? size + edges.left + edges.right, { style, side: 'width', base: undefined })
  const range = { min: clamp(inside.min), max: clamp(inside.max) }
  state.ranges.set(element, range)
  return range
}

function measureInside(state: LayoutState, element: PageElement, style: Style): Range {
  if (isReplaced(element)) return measureReplaced(element, style)
  const display = displayOf(style)
  if (display === 'flex' || display === 'inline-flex') return measureFlex(state, element, style)
  if (display === 'grid' || display === 'inline-grid') return measureGrid(state, element)
  if (display === 'table' || display === 'inline-table') return measureTable(state, element)
  let min = 0
  let max = 0
  for (const run of inRuns(state, flowChildren(state, element))) {
    const [first] = run
    if (first !== undefined && isElement(first) && !isInlineLevel(state, first)) {
      const own = styleOf(state, first)
      const margins = marginOf(own, 'left', 0) + marginOf(own, 'right', 0)
      const range = state.measure(first)
      min = Math.max(min, range.min + margins)
      max = Math.max(max, range.max + margins)
    } else if (hasInlineContent(run)) {
      const range = measureInline(state, run, style)
      min = Math.max(min, range.min)
      max = Math.max(max, range.max)
    }
  }
  return { min, max }
}

/** A width in percent of an unknown width lets a picture shrink to nothing. */
function measureReplaced(element: PageElement, style: Style): Range {
  const natural = naturalSize(element, style)
  const height = lengthOf(style, 'height')
  const byHeight = natural.isPicture && height !== undefined && natural.height > 0
  const width = byHeight ? (natural.width * height) / natural.height : natural.width
  const canShrink = ['width', 'max-width'].some(property => styleValue(style, property, '').includes('%'))
  return { min: canShrink ? 0 : width, max: width }
}

function measureFlex(state: LayoutState, element: PageElement, style: Style): Range {
  const items = itemsOf(state, element, 0)
  const isColumn = styleValue(style, 'flex-direction', 'row').startsWith('column')
  const wraps = styleValue(style, 'flex-wrap', 'nowrap') !== 'nowrap'
  const gap = Math.max(0, lengthOf(style, 'column-gap') ?? 0)
  const ranges = items.map(item => {
    const range = measureItem(state, item)
    const margins = item.margins.left + item.margins.right
    const hides = item.element !== undefined && styleValue(item.style, 'overflow-x', 'visible') !== 'visible'
    return { min: (hides && !isColumn ? 0 : range.min) + margins, max: range.max + margins }
  })
  const gaps = gap * Math.max(0, items.length - 1)
  const widest = (kind: 'min' | 'max') => Math.max(0, ...ranges.map(range => range[kind]))
  const sum = (kind: 'min' | 'max') => ranges.reduce((total, range) => total + range[kind], gaps)
  if (isColumn) return { min: widest('min'), max: widest('max') }
  return { min: wraps ? widest('min') : sum('min'), max: sum('max') }
}
