import { splitList } from '../css/selector.ts'
import { splitValue } from '../css/shorthand.ts'
import { lengthContext, lengthOf, type Style, styleValue } from '../css/style.ts'
import { lengthInPx } from '../css/values.ts'
import type { PageElement } from '../document.ts'
import { type Item, itemsOf, justify, measureItem, placeItem, stretchItem, stretchWidth } from './flex.ts'
import { hasAutoMargin, type LayoutState, type Range, type Room, styleOf } from './layout-state.ts'
import { fitWidth } from './size.ts'

interface Track {
  /** Least width that is set; `undefined` where the content decides. */
  readonly least: number | undefined
  /** Width that is set, or how it grows. */
  readonly most: number | 'content' | 'auto' | { readonly fraction: number }
}

interface Cell {
  readonly item: Item
  readonly row: number
  readonly column: number
  readonly span: number
}

const MAX_TRACKS = 200

export function placeGrid(state: LayoutState, element: PageElement, room: Room): number {
  const style = styleOf(state, element)
  const items = itemsOf(state, element, room.width)
  if (items.length === 0) return 0
  const gap = Math.max(0, lengthOf(style, 'column-gap', room.width) ?? 0)
  const rowGap = Math.max(0, lengthOf(style, 'row-gap', room.width) ?? 0)
  const areas = readAreas(styleValue(style, 'grid-template-areas', 'none'))
  const tracks = completeTracks(readTracks(style, { width: room.width, gap, count: items.length }), areas)
  const cells = placeCells(items, tracks.length, areas)
  const all = Math.max(tracks.length, ...cells.map(({ column, span }) => column + span))
  while (tracks.length < all) tracks.push({ least: undefined, most: 'auto' })
  const widths = sizeTracks(state, { tracks, cells, width: room.width - gap * (tracks.length - 1), style })
  const used = widths.reduce((sum, width) => sum + width, gap * (widths.length - 1))
  const { start, between } = justify(
    styleValue(style, 'justify-content', 'normal'),
    room.width - used,
    widths.length,
  )
  const starts = widths.map((_, index) => {
    const before = widths.slice(0, index).reduce((sum, width) => sum + width, 0)
    return room.x + start + before + index * (gap + between)
  })
  const rows: number[] = []
  for (const cell of cells) {
    const height = placeCell(state, { cell, element, starts, widths, gap: gap + between, room })
    rows[cell.row] = Math.max(rows[cell.row] ?? 0, height)
  }
  const fixed = fixedRows(style, rows)
  for (const { item, row } of cells) {
    const align = styleValue(item.style, 'align-self', styleValue(style, 'align-items', 'normal'))
    if (item.element !== undefined && /normal|stretch|auto/.test(align))
      stretchItem(state, item, fixed[row] ?? 0)
  }
  return fixed.reduce((sum, height) => sum + (height ?? 0), rowGap * (fixed.length - 1))
}

/** How narrow and how wide a grid's content is by itself. */
export function measureGrid(state: LayoutState, element: PageElement): Range {
  const style = styleOf(state, element)
  const items = itemsOf(state, element, 0)
  const gap = Math.max(0, lengthOf(style, 'column-gap') ?? 0)
  const areas = readAreas(styleValue(style, 'grid-template-areas', 'none'))
  const tracks = completeTracks(readTracks(style, { width: undefined, gap, count: items.length }), areas)
  const cells = placeCells(items, tracks.length, areas)
  const sum = (kind: 'min' | 'max') =>
    tracks.reduce(
      (total, track, column) => {
        const inside = cells.filter(cell => cell.column === column && cell.span === 1)
        const content = Math.max(0, ...inside.map(({ item }) => outerRange(state, item)[kind]))
        const set = typeof track.most === 'number' ? track.most : undefined
        return (
          total +
          (set ?? Math.max(track.least ?? (kind === 'min' ? content : 0), kind === 'max' ? content : 0))
        )
      },
      gap * Math.max(0, tracks.length - 1),
    )
  return { min: sum('min'), max: Math.max(sum('min'), sum('max')) }
}

function readTracks(
  style: Style,
  { width, gap, count }: { width: number | undefined; gap: number; count: number },
): Track[] {
  const text = styleValue(style, 'grid-template-columns', 'none')
  if (text === 'none' || text === 'subgrid') return []
  const tracks: Track[] = []
  for (const part of splitValue(text)) {
    if (part.startsWith('[')) continue
    const repeated = /^repeat\((.*)\)$/s.exec(part)
    if (repeated === null) tracks.push(readTrack(part, style, width))
    else {
      const [times = '1', ...rest] = splitList(repeated[1] ?? '')
      const inside = splitValue(rest.join(',')).map(track => readTrack(track, style, width))
      const number = /^\s*\d+\s*$/.test(times)
        ? Math.min(Number(times), MAX_TRACKS)
        : fillCount({ tracks: inside, width, gap, count, isFit: times.includes('fit') })
      for (let index = 0; index < number; index += 1) tracks.push(...inside)
    }
    if (tracks.length > MAX_TRACKS) break
  }
  return tracks
}

function fillCount(fill: {
  tracks: readonly Track[]
  width: number | undefined
  gap: number
  count: number
  isFit: boolean
}): number {
  const { tracks, width, gap, count, isFit } = fill
  if (width === undefined) return 1
  const one = tracks.reduce((sum, { least, most }) => {
    return sum + Math.max(1, typeof most === 'number' ? most : (least ?? 1)) + gap
  }, 0)
  const fitting = Math.max(1, Math.floor((width + gap) / one))
  return Math.min(MAX_TRACKS, isFit ? Math.min(fitting, Math.max(1, count)) : fitting)
}

function readTrack(text: string, style: Style, width: number | undefined): Track {
  const range = /^minmax\((.*)\)$/s.exec(text)
  if (range !== null) {
    const [least = 'auto', most = 'auto'] = splitList(range[1] ?? '').map(part => part.trim())
    const set = lengthInPx(least, lengthContext(style, width))
    const upper = readTrack(most, style, width)
    const limit = typeof upper.most === 'number' ? Math.max(upper.most, set ?? 0) : upper.most
    return { least: set, most: limit }
  }
  const fraction = /^([\d.]+)fr$/.exec(text)
  if (fraction !== null) return { least: undefined, most: { fraction: Number(fraction[1]) } }
  if (text === 'auto') return { least: undefined, most: 'auto' }
  const set = lengthInPx(text, lengthContext(style, width))
  return set === undefined ? { least: undefined, most: 'content' } : { least: set, most: set }
}

type Areas = ReadonlyMap<string, { readonly row: number; readonly column: number; readonly span: number }>

function readAreas(text: string): Areas {
  const areas = new Map<string, { row: number; column: number; span: number }>()
  const rows = text.match(/"[^"]*"|'[^']*'/g) ?? []
  rows.forEach((row, rowIndex) => {
    const names = row.slice(1, -1).trim().split(/\s+/)
    names.forEach((name, column) => {
      const known = areas.get(name)
      if (known === undefined) areas.set(name, { row: rowIndex, column, span: 1 })
      else if (known.row === rowIndex) known.span = column - known.column + 1
    })
  })
  return areas
}

function completeTracks(tracks: Track[], areas: Areas): Track[] {
  const wanted = Math.max(1, ...[...areas.values()].map(({ column, span }) => column + span))
  while (tracks.length < wanted) tracks.push({ least: undefined, most: 'auto' })
  return tracks
}

function placeCells(items: readonly Item[], columns: number, areas: Areas): readonly Cell[] {
  const cells: Cell[] = []
  let row = 0
  let next = 0
  for (const item of items) {
    const area = item.element && areas.get(styleValue(item.style, 'grid-area', ''))
    if (area !== undefined) {
      cells.push({ item, ...area })
      continue
    }
    const wanted = readColumn(item, columns)
    if (wanted.column !== undefined && wanted.column < next) row += 1
    let column = wanted.column ?? next
    if (column + wanted.span > Math.max(columns, wanted.span)) {
      if (wanted.column === undefined) {
        row += 1
        column = 0
      }
    }
    cells.push({ item, row, column, span: wanted.span })
    next = column + wanted.span
    if (next >= columns) {
      row += 1
      next = 0
    }
  }
  return cells
}

function readColumn(item: Item, columns: number): { column: number | undefined; span: number } {
  if (item.element === undefined) return { column: undefined, span: 1 }
  const text = styleValue(item.style, 'grid-column', '')
  const [first = '', last = ''] = text.split('/').map(part => part.trim())
  const start = first === '' ? styleValue(item.style, 'grid-column-start', '') : first
  const end = last === '' ? styleValue(item.style, 'grid-column-end', '') : last
  const line = (part: string) => {
    const number = Number(part)
    if (part === '' || !Number.isInteger(number) || number === 0) return undefined
    return Math.max(0, Math.min(MAX_TRACKS, number < 0 ? columns + 1 + number : number - 1))
  }
  const from = line(start)
  const to = line(end)
  const span = Math.min(MAX_TRACKS, Number(/span\s+(\d+)/.exec(`${start} ${end}`)?.[1] ?? 1))
  if (from !== undefined && to !== undefined && to > from) return { column: from, span: to - from }
  return { column: from, span: Math.max(1, span) }
}

interface Sizing {
  readonly tracks: readonly Track[]
  readonly cells: readonly Cell[]
  readonly width: number
  readonly style: Style
}

function sizeTracks(state: LayoutState, { tracks, cells, width, style }: Sizing): number[] {
  const ranges = tracks.map((_, column) => contentRange(state, cells, column))
  const sizes = tracks.map((track, column) => {
    if (typeof track.most === 'number') return track.least === track.most ? track.most : (track.least ?? 0)
    return track.least ?? ranges[column]?.min ?? 0
  })
  const limits = tracks.map(({ most }, column) => {
    if (typeof most === 'number') return most
    return typeof most === 'object'
      ? (sizes[column] ?? 0)
      : Math.max(sizes[column] ?? 0, ranges[column]?.max ?? 0)
  })
  growToLimits(sizes, limits, width)
  const free = width - sizes.reduce((sum, size) => sum + size, 0)
  if (tracks.some(({ most }) => typeof most === 'object')) return shareFractions(tracks, sizes, width)
  const autos = tracks.flatMap(({ most }, column) => (most === 'auto' ? [column] : []))
  const isStretching = /normal|stretch/.test(styleValue(style, 'justify-content', 'normal'))
  if (free > 0 && isStretching) {
    for (const column of autos) sizes[column] = (sizes[column] ?? 0) + free / autos.length
  }
  return sizes
}

function contentRange(state: LayoutState, cells: readonly Cell[], column: number): Range {
  let min = 0
  let max = 0
  for (const { item, column: at, span } of cells) {
    if (column < at || column >= at + span) continue
    if (span > 1) continue
    const range = outerRange(state, item)
    const hidesOverflow =
      item.element !== undefined && styleValue(item.style, 'overflow-x', 'visible') !== 'visible'
    const isZero = item.element !== undefined && lengthOf(item.style, 'min-width') === 0
    min = Math.max(min, hidesOverflow || isZero ? 0 : range.min)
    max = Math.max(max, range.max)
  }
  return { min, max }
}

function outerRange(state: LayoutState, item: Item): Range {
  const { min, max } = measureItem(state, item)
  const margins = item.margins.left + item.margins.right
  return { min: min + margins, max: max + margins }
}

function growToLimits(sizes: number[], limits: readonly number[], width: number): void {
  for (let round = 0; round < sizes.length; round += 1) {
    const open = sizes.flatMap((size, column) => (size < (limits[column] ?? 0) - 0.01 ? [column] : []))
    const free = width - sizes.reduce((sum, size) => sum + size, 0)
    if (open.length === 0 || free <= 0.01) return
    for (const column of open) {
      const size = sizes[column] ?? 0
      sizes[column] = Math.min(limits[column] ?? size, size + free / open.length)
    }
  }
}

function shareFractions(tracks: readonly Track[], sizes: readonly number[], width: number): number[] {
  const result = [...sizes]
  const fractionOf = (column: number) => {
    const most = tracks[column]?.most
    return typeof most === 'object' ? most.fraction : 0
  }
  let open = result.flatMap((_, column) => (fractionOf(column) > 0 ? [column] : []))
  while (open.length > 0) {
    const fixed = result.reduce((sum, size, column) => sum + (open.includes(column) ? 0 : size), 0)
    const fractions = Math.max(
      1,
      open.reduce((sum, column) => sum + fractionOf(column), 0),
    )
    const one = Math.max(0, width - fixed) / fractions
    const tooSmall = open.filter(column => one * fractionOf(column) < (sizes[column] ?? 0) - 0.01)
    if (tooSmall.length === 0) {
      for (const column of open) result[column] = one * fractionOf(column)
      break
    }
    open = open.filter(column => !tooSmall.includes(column))
  }
  return result
}

interface PlacingCell {
  readonly cell: Cell
  readonly element: PageElement
  readonly starts: readonly number[]
  readonly widths: readonly number[]
  readonly gap: number
  readonly room: Room
}

function placeCell(state: LayoutState, { cell, element, starts, widths, gap, room }: PlacingCell): number {
  const { item, column, span } = cell
  const area = widths.slice(column, column + span).reduce((sum, width) => sum + width, gap * (span - 1))
  const available = area - item.margins.left - item.margins.right
  const x = (starts[column] ?? room.x) + item.margins.left
  const own = { x, width: area, height: undefined }
  if (item.element === undefined) {
    return placeItem(state, { item, container: element, x, width: available, room: own })
  }
  const container = styleOf(state, element)
  const justifySelf = styleValue(item.style, 'justify-self', styleValue(container, 'justify-items', 'normal'))
  const isAuto = hasAutoMargin(item.style, 'left') || hasAutoMargin(item.style, 'right')
  const isStretched = /normal|stretch|auto|legacy/.test(justifySelf) && !isAuto
  const size = { available, base: area }
  const width = isStretched ? stretchWidth(state, item.element, size) : fitWidth(state, item.element, size)
  const free = available - width
  const isCentred = justifySelf === 'center' || (isAuto && free > 0)
  const offset = isCentred ? free / 2 : /end|right/.test(justifySelf) ? free : 0
  const height = placeItem(state, { item, container: element, x: x + offset, width, room: own })
  return height + item.margins.top + item.margins.bottom
}

/** Rows that are given a height have it, whatever lies in them. */
function fixedRows(style: Style, rows: readonly number[]): number[] {
  const template = styleValue(style, 'grid-template-rows', 'none')
  const automatic = lengthInPx(styleValue(style, 'grid-auto-rows', 'auto'), lengthContext(style))
  const written = template === 'none' ? [] : splitValue(template)
  return Array.from(rows, (height = 0, index) => {
    const set = written[index] === undefined ? automatic : lengthInPx(written[index], lengthContext(style))
    return set ?? height
  })
}
