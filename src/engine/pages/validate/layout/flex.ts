import { lengthOf, type Style, styleValue } from '../css/style.ts'
import { isElement, type PageElement } from '../document.ts'
import { hasInlineContent, measureInline, placeInline } from './inline.ts'
import {
  type Child,
  clampSize,
  edgesOf,
  flowChildren,
  hasAutoMargin,
  type LayoutState,
  marginOf,
  type Range,
  type Room,
  setSize,
  styleOf,
} from './layout-state.ts'
import { isReplaced } from './replaced.ts'
import { fillWidth, fitWidth } from './size.ts'

/** A child of a flex or grid container; text between elements is one too. */
export interface Item {
  readonly element: PageElement | undefined
  readonly text: readonly Child[]
  readonly style: Style
  readonly margins: {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
}

interface FlexItem extends Item {
  base: number
  least: number
  most: number
  size: number
  isFrozen: boolean
}

export function itemsOf(state: LayoutState, element: PageElement, base: number): readonly Item[] {
  const items: Item[] = []
  let text: Child[] = []
  const style = styleOf(state, element)
  const flush = () => {
    const none = { left: 0, right: 0, top: 0, bottom: 0 }
    if (hasInlineContent(text)) items.push({ element: undefined, text, style, margins: none })
    text = []
  }
  for (const child of flowChildren(state, element)) {
    if (!isElement(child)) {
      text.push(child)
      continue
    }
    flush()
    const own = styleOf(state, child)
    const margin = (side: string) => marginOf(own, side, base)
    const margins = {
      left: margin('left'),
      right: margin('right'),
      top: margin('top'),
      bottom: margin('bottom'),
    }
    items.push({ element: child, text: [], style: own, margins })
  }
  flush()
  return [...items].sort((one, other) => orderOf(one) - orderOf(other))
}

export function measureItem(state: LayoutState, item: Item): Range {
  return item.element === undefined
    ? measureInline(state, item.text, item.style)
    : state.measure(item.element)
}

/** Lays an item out and says how high it is. */
export function placeItem(
  state: LayoutState,
  {
    item,
    container,
    x,
    width,
    room,
    height,
  }: {
    item: Item
    container: PageElement
    x: number
    width: number
    room: Room
    height?: number | undefined
  },
): number {
  if (item.element === undefined) {
    return placeInline(state, {
      element: container,
      children: item.text,
      room: { x, width, height: undefined },
    })
  }
  return state.place(item.element, { x, width, base: room.width, height, containerHeight: room.height })
}

/** Makes an item as high as the line it stands in, where nothing else decides its height. */
export function stretchItem(state: LayoutState, item: Item, height: number): void {
  if (item.element === undefined || lengthOf(item.style, 'height', 0) !== undefined) return
  if (hasAutoMargin(item.style, 'top') || hasAutoMargin(item.style, 'bottom')) return
  const box = state.boxes.get(item.element)
  const free = height - item.margins.top - item.margins.bottom
  if (box !== undefined && free > box.height) {
    box.height = clampSize(free, { style: item.style, side: 'height', base: undefined })
  }
}

export function placeFlex(state: LayoutState, element: PageElement, room: Room): number {
  const style = styleOf(state, element)
  const items = itemsOf(state, element, room.width)
  if (items.length === 0) return 0
  const direction = styleValue(style, 'flex-direction', 'row')
  if (direction.startsWith('column')) return placeColumn(state, { element, items, room })
  return placeRow(state, { element, items: direction === 'row-reverse' ? [...items].reverse() : items, room })
}

interface Placing {
  readonly element: PageElement
  readonly items: readonly Item[]
  readonly room: Room
}

function placeRow(state: LayoutState, { element, items, room }: Placing): number {
  const style = styleOf(state, element)
  const gap = Math.max(0, lengthOf(style, 'column-gap', room.width) ?? 0)
  const rowGap = Math.max(0, lengthOf(style, 'row-gap', room.width) ?? 0)
  const flexItems = items.map(item => toFlexItem(state, item, room.width))
  const wraps = styleValue(style, 'flex-wrap', 'nowrap') !== 'nowrap'
  const lines = wraps ? wrapItems(flexItems, room.width, gap) : [flexItems]
  let total = 0
  for (const line of lines) {
    resolveSizes(line, room.width - gap * (line.length - 1))
    const height = placeLine(state, { element, line, room, gap, isOnly: lines.length === 1 })
    total += height
  }
  return total + rowGap * (lines.length - 1)
}

function toFlexItem(state: LayoutState, item: Item, base: number): FlexItem {
  const { style } = item
  const range = measureItem(state, item)
  const isText = item.element === undefined
  const basisWord = isText ? 'content' : styleValue(style, 'flex-basis', 'auto')
  const basis = isText ? undefined : setSize(style, 'flex-basis', base)
  const width = isText ? undefined : setSize(style, 'width', base)
  const size = basis ?? (basisWord === 'auto' ? width : undefined) ?? range.max
  const hidesOverflow = !isText && styleValue(style, 'overflow-x', 'visible') !== 'visible'
  const edges = isText ? { left: 0, right: 0 } : edgesOf(style, base)
  const set = isText ? undefined : setSize(style, 'min-width', base)
  const automatic = hidesOverflow ? 0 : Math.min(range.min, width ?? Number.POSITIVE_INFINITY)
  const most = (isText ? undefined : setSize(style, 'max-width', base)) ?? Number.POSITIVE_INFINITY
  const least = Math.max(edges.left + edges.right, set ?? Math.min(automatic, most))
  const hypothetical = Math.max(least, Math.min(size, most))
  return { ...item, base: size, least, most, size: hypothetical, isFrozen: false }
}

function outerSize(item: FlexItem): number {
  return item.size + item.margins.left + item.margins.right
}

function wrapItems(items: readonly FlexItem[], width: number, gap: number): FlexItem[][] {
  const lines: FlexItem[][] = []
  let used = 0
  for (const item of items) {
    const line = lines.at(-1)
    if (line !== undefined && used + gap + outerSize(item) <= width + 0.5) {
      line.push(item)
      used += gap + outerSize(item)
    } else {
      lines.push([item])
      used = outerSize(item)
    }
  }
  return lines
}

/** Grows or shrinks the items of a line to its width, each within its least and most. */
function resolveSizes(line: readonly FlexItem[], width: number): void {
  const hypothetical = line.reduce((sum, item) => sum + outerSize(item), 0)
  const isGrowing = hypothetical < width
  const factorOf = ({ style, element, base }: FlexItem) => {
    if (element === undefined) return isGrowing ? 0 : base
    const factor = Number(styleValue(style, isGrowing ? 'flex-grow' : 'flex-shrink', isGrowing ? '0' : '1'))
    return isGrowing ? factor : factor * base
  }
  for (const item of line) {
    const isFixed = isGrowing ? item.base > item.size : item.base < item.size
    item.isFrozen = factorOf(item) <= 0 || isFixed
  }
  for (let round = 0; round <= line.length; round += 1) {
    const open = line.filter(item => !item.isFrozen)
    if (open.length === 0) return
    const margins = line.reduce((sum, { margins }) => sum + margins.left + margins.right, 0)
    const used = line.reduce((sum, item) => sum + (item.isFrozen ? item.size : item.base), margins)
    const factors = open.reduce((sum, item) => sum + factorOf(item), 0)
    const share = isGrowing && factors < 1 ? (width - used) * factors : width - used
    let violation = 0
    const clamped = open.map(item => {
      const wanted = item.base + (share * factorOf(item)) / factors
      const size = Math.max(item.least, Math.min(wanted, item.most))
      violation += size - wanted
      return { item, size, wanted }
    })
    for (const { item, size, wanted } of clamped) {
      item.size = size
      item.isFrozen = Math.abs(violation) < 0.01 || (violation > 0 ? size > wanted : size < wanted)
    }
  }
}

interface PlacingLine {
  readonly element: PageElement
  readonly line: readonly FlexItem[]
  readonly room: Room
  readonly gap: number
  readonly isOnly: boolean
}

function placeLine(state: LayoutState, { element, line, room, gap, isOnly }: PlacingLine): number {
  const style = styleOf(state, element)
  const used = line.reduce((sum, item) => sum + outerSize(item), gap * (line.length - 1))
  const free = room.width - used
  const autos = line.reduce(
    (sum, { style: own, element: is }) =>
      is === undefined ? sum : sum + Number(hasAutoMargin(own, 'left')) + Number(hasAutoMargin(own, 'right')),
    0,
  )
  const { start, between } =
    autos > 0 && free > 0
      ? { start: 0, between: 0 }
      : justify(styleValue(style, 'justify-content', 'normal'), free, line.length)
  const isRightToLeft = styleValue(style, 'direction', 'ltr') === 'rtl'
  let x = room.x + (isRightToLeft && free > 0 ? free - start : start)
  let height = 0
  for (const item of line) {
    const auto = (side: string) =>
      item.element !== undefined && autos > 0 && free > 0 && hasAutoMargin(item.style, side)
        ? free / autos
        : 0
    x += item.margins.left + auto('left')
    const own = placeItem(state, { item, container: element, x, width: item.size, room })
    height = Math.max(height, own + item.margins.top + item.margins.bottom)
    x += item.size + item.margins.right + auto('right') + gap + between
  }
  if (isOnly && room.height !== undefined) height = room.height
  const alignItems = styleValue(style, 'align-items', 'normal')
  for (const item of line) {
    const align = item.element === undefined ? 'start' : styleValue(item.style, 'align-self', alignItems)
    if (align === 'normal' || align === 'stretch' || align === 'auto') stretchItem(state, item, height)
  }
  return height
}

/** How far the first is moved and what lies between two more than the gap. */
export function justify(kind: string, free: number, count: number): { start: number; between: number } {
  const word = kind.replace(/^(safe|unsafe) /, '')
  if (word === 'center') return { start: free / 2, between: 0 }
  if (word === 'flex-end' || word === 'end' || word === 'right') return { start: free, between: 0 }
  if (free <= 0) return { start: 0, between: 0 }
  if (word === 'space-between') return { start: 0, between: count > 1 ? free / (count - 1) : 0 }
  if (word === 'space-around') return { start: free / count / 2, between: free / count }
  if (word === 'space-evenly') return { start: free / (count + 1), between: free / (count + 1) }
  return { start: 0, between: 0 }
}

function placeColumn(state: LayoutState, { element, items, room }: Placing): number {
  const style = styleOf(state, element)
  const gap = Math.max(0, lengthOf(style, 'row-gap', room.width) ?? 0)
  const alignItems = styleValue(style, 'align-items', 'normal')
  let total = gap * (items.length - 1)
  const growing: { readonly item: Item; readonly factor: number }[] = []
  for (const item of items) {
    const width = columnWidth(state, { item, alignItems, room })
    const free = room.width - width - item.margins.left - item.margins.right
    const x = room.x + item.margins.left + columnOffset(item, alignItems, free)
    const basis = item.element === undefined ? undefined : setSize(item.style, 'flex-basis', room.height)
    const isBasis = basis !== undefined && basis > 0 && lengthOf(item.style, 'height') === undefined
    const height = placeItem(state, { item, container: element, x, width, room })
    const box = item.element && state.boxes.get(item.element)
    if (isBasis && box !== undefined && box.height < basis) box.height = basis
    total += Math.max(height, isBasis ? basis : 0) + item.margins.top + item.margins.bottom
    const factor = item.element === undefined ? 0 : Number(styleValue(item.style, 'flex-grow', '0'))
    if (factor > 0) growing.push({ item, factor })
  }
  const free = (room.height ?? 0) - total
  const factors = growing.reduce((sum, { factor }) => sum + factor, 0)
  for (const { item, factor } of growing) {
    const box = item.element && state.boxes.get(item.element)
    if (box !== undefined && free > 0) box.height += (free * factor) / Math.max(1, factors)
  }
  return total
}

function columnWidth(
  state: LayoutState,
  { item, alignItems, room }: { item: Item; alignItems: string; room: Room },
): number {
  const available = room.width - item.margins.left - item.margins.right
  if (item.element === undefined) {
    return Math.min(available, measureInline(state, item.text, item.style).max)
  }
  const size = { available, base: room.width }
  const align = alignOf(item, alignItems)
  const isAuto = hasAutoMargin(item.style, 'left') || hasAutoMargin(item.style, 'right')
  if (align !== 'stretch' || isAuto) return fitWidth(state, item.element, size)
  return stretchWidth(state, item.element, size)
}

/** Buttons and pictures are stretched here, though not in the flow. */
export function stretchWidth(
  state: LayoutState,
  element: PageElement,
  size: { available: number; base: number },
): number {
  const style = styleOf(state, element)
  if (styleValue(style, 'width', 'auto') !== 'auto') return fillWidth(state, element, size)
  if (isReplaced(element) && (element.tag === 'img' || element.tag === 'svg')) {
    const hasHeight = lengthOf(style, 'height') !== undefined
    if (hasHeight && setSize(style, 'aspect-ratio', 0) !== undefined) return fitWidth(state, element, size)
  }
  return clampSize(size.available, { style, side: 'width', base: size.base })
}

function alignOf(item: Item, alignItems: string): string {
  const own = styleValue(item.style, 'align-self', 'auto')
  const align = own === 'auto' ? alignItems : own
  return align === 'normal' ? 'stretch' : align
}

function columnOffset(item: Item, alignItems: string, free: number): number {
  if (item.element === undefined) return alignItems === 'center' ? free / 2 : 0
  const isLeft = hasAutoMargin(item.style, 'left')
  const isRight = hasAutoMargin(item.style, 'right')
  if (free > 0 && (isLeft || isRight)) return isLeft ? (isRight ? free / 2 : free) : 0
  const align = alignOf(item, alignItems)
  if (align === 'center') return free / 2
  return align === 'end' || align === 'flex-end' ? free : 0
}

function orderOf(item: Item): number {
  return item.element === undefined ? 0 : Number(styleValue(item.style, 'order', '0')) || 0
}
