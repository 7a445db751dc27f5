import { lengthOf, styleValue } from '../css/style.ts'
import { attribute, isElement, type PageElement } from '../document.ts'
import {
  displayOf,
  flowChildren,
  type LayoutState,
  type Range,
  type Room,
  setSize,
  styleOf,
} from './layout-state.ts'

interface Columns {
  readonly rows: readonly (readonly PageElement[])[]
  readonly ranges: readonly Range[]
  readonly spacing: number
}

export function placeTable(state: LayoutState, element: PageElement, room: Room): number {
  const { rows, ranges, spacing } = readColumns(state, element)
  const free = room.width - spacing * (ranges.length + 1)
  const widths = shareWidths(ranges, free)
  let total = spacing
  for (const caption of captionsOf(state, element)) {
    total += state.place(caption, { x: room.x, width: room.width, base: room.width })
  }
  for (const row of rows) {
    let x = room.x + spacing
    let height = 0
    let column = 0
    for (const cell of row) {
      const span = spanOf(cell)
      const width = widths
        .slice(column, column + span)
        .reduce((sum, part) => sum + part, spacing * (span - 1))
      height = Math.max(height, state.place(cell, { x, width, base: room.width }))
      x += width + spacing
      column += span
    }
    for (const cell of row) {
      const box = state.boxes.get(cell)
      if (box !== undefined) box.height = height
    }
    total += height + spacing
  }
  return total
}

export function measureTable(state: LayoutState, element: PageElement): Range {
  const { ranges, spacing } = readColumns(state, element)
  const gaps = spacing * (ranges.length + 1)
  return {
    min: ranges.reduce((sum, { min }) => sum + min, gaps),
    max: ranges.reduce((sum, { max }) => sum + max, gaps),
  }
}

function readColumns(state: LayoutState, element: PageElement): Columns {
  const style = styleOf(state, element)
  const isCollapsed = styleValue(style, 'border-collapse', 'separate') === 'collapse'
  const spacing = isCollapsed ? 0 : (lengthOf(style, 'border-spacing') ?? 0)
  const rows = rowsOf(state, element)
  const ranges: Range[] = []
  for (const row of rows) {
    let column = 0
    for (const cell of row) {
      const span = spanOf(cell)
      const range = cellRange(state, cell)
      const known = ranges[column] ?? { min: 0, max: 0 }
      const own = span === 1 ? range : { min: 0, max: 0 }
      ranges[column] = { min: Math.max(known.min, own.min), max: Math.max(known.max, own.max) }
      for (let next = column + 1; next < column + span; next += 1) ranges[next] ??= { min: 0, max: 0 }
      column += span
    }
  }
  return { rows, ranges, spacing }
}

function cellRange(state: LayoutState, cell: PageElement): Range {
  const { min, max } = state.measure(cell)
  const set = setSize(styleOf(state, cell), 'width', undefined)
  return set === undefined ? { min, max } : { min: Math.max(min, set), max: Math.max(min, set) }
}

function rowsOf(state: LayoutState, element: PageElement): PageElement[][] {
  const rows: PageElement[][] = []
  for (const child of flowChildren(state, element)) {
    if (!isElement(child)) continue
    const display = displayOf(styleOf(state, child))
    if (display === 'table-row') {
      rows.push(flowChildren(state, child).filter(isElement))
    } else if (display.startsWith('table-')) rows.push(...rowsOf(state, child))
  }
  return rows
}

function captionsOf(state: LayoutState, element: PageElement): readonly PageElement[] {
  return flowChildren(state, element)
    .filter(isElement)
    .filter(child => !displayOf(styleOf(state, child)).startsWith('table-'))
}

function spanOf(cell: PageElement): number {
  return Math.max(1, Math.min(100, Number.parseInt(attribute(cell, 'colspan') ?? '1', 10) || 1))
}

/** Every column gets its least; what is left goes to those that want more, then to all. */
function shareWidths(ranges: readonly Range[], width: number): number[] {
  const least = ranges.reduce((sum, { min }) => sum + min, 0)
  const most = ranges.reduce((sum, { max }) => sum + max, 0)
  const free = Math.max(0, width - least)
  if (most <= least || width >= most) {
    const extra = Math.max(0, width - most)
    return ranges.map(({ max }) => max + (most > 0 ? (extra * max) / most : extra / ranges.length))
  }
  return ranges.map(({ min, max }) => min + (free * (max - min)) / (most - least))
}
