import { type Style, styleValue } from '../css/style.ts'
import { isElement, type PageElement, type PageText } from '../document.ts'
import {
  type Child,
  displayOf,
  edgesOf,
  flowChildren,
  type LayoutState,
  marginOf,
  noteReach,
  type Range,
  type Room,
  styleOf,
} from './layout-state.ts'
import { isReplaced } from './replaced.ts'
import { fitWidth } from './size.ts'
import { textWidth } from './text-width.ts'

/** What a line is made of: words, spaces, boxes, and the margins and paddings of inline elements. */
interface Piece {
  readonly kind: 'word' | 'space' | 'box' | 'edge' | 'break'
  width: number
  readonly style: Style
  /** The inline elements around it. */
  readonly around: readonly PageElement[]
  readonly box?: PageElement
  readonly isGlued: boolean
  readonly canSplit: boolean
}

interface Line {
  readonly pieces: readonly Piece[]
  readonly width: number
  /** Lines that one long word fills. */
  readonly count: number
}

/** Lays inline children out in lines and says how high the lines are together. */
export function placeInline(
  state: LayoutState,
  { element, children, room }: { element: PageElement; children: readonly Child[]; room: Room },
): number {
  const style = styleOf(state, element)
  const pieces = readPieces(state, children, style)
  for (const piece of pieces) {
    if (piece.box !== undefined) piece.width = outerWidth(state, piece.box, room.width)
  }
  const rects = new Map<PageElement, { left: number; right: number; lines: number }>()
  let height = 0
  for (const line of breakLines(pieces, room.width)) {
    height += placeLine(state, { line, style, room, rects })
  }
  for (const [inline, rect] of rects) setInlineBox(state, inline, rect)
  return height
}

/** How narrow and how wide inline children are by themselves. */
export function measureInline(state: LayoutState, children: readonly Child[], style: Style): Range {
  let max = 0
  let min = 0
  let line = 0
  let unbroken = 0
  for (const piece of readPieces(state, children, style)) {
    const range = piece.box === undefined ? undefined : outerRange(state, piece.box)
    const width = range?.max ?? piece.width
    if (piece.kind === 'break') line = 0
    else line += width
    const isBreak = piece.kind === 'break' || (piece.kind === 'space' && !piece.isGlued)
    if (isBreak) unbroken = 0
    else if (piece.kind === 'box' && !piece.isGlued) unbroken = range?.min ?? width
    else unbroken += piece.canSplit ? Math.min(width, piece.style.fontSize) : width
    max = Math.max(max, piece.kind === 'space' ? max : line)
    min = Math.max(min, unbroken)
  }
  return { min: Math.min(min, max), max }
}

/** True when there is something to see on a line. */
export function hasInlineContent(children: readonly Child[]): boolean {
  return children.some(child => isElement(child) || child.text.trim() !== '')
}

interface Collecting {
  readonly state: LayoutState
  readonly pieces: Piece[]
  isAfterSpace: boolean
}

function readPieces(state: LayoutState, children: readonly Child[], style: Style): readonly Piece[] {
  const collecting: Collecting = { state, pieces: [], isAfterSpace: true }
  for (const child of children) collectChild(collecting, child, { style, around: [] })
  return collecting.pieces
}

interface Inside {
  readonly style: Style
  readonly around: readonly PageElement[]
}

function collectChild(collecting: Collecting, child: Child, inside: Inside): void {
  if (!isElement(child)) {
    collectText(collecting, child, inside)
    return
  }
  const { state, pieces } = collecting
  const style = styleOf(state, child)
  const piece = { style, around: inside.around, isGlued: false, canSplit: false }
  if (child.tag === 'br') pieces.push({ ...piece, kind: 'break', width: 0 })
  else if (child.tag === 'wbr') return
  else if (isReplaced(child) || displayOf(style) !== 'inline' || child.tag === 'button') {
    const isGlued = isNoWrap(inside.style)
    pieces.push({ ...piece, kind: 'box', width: 0, box: child, isGlued })
    collecting.isAfterSpace = false
  } else {
    const around = [...inside.around, child]
    const edges = edgesOf(style, state.viewport.width)
    pieces.push({
      ...piece,
      around,
      kind: 'edge',
      width: edges.left + marginOf(style, 'left', 0),
      isGlued: true,
    })
    for (const inner of flowChildren(state, child)) collectChild(collecting, inner, { style, around })
    pieces.push({
      ...piece,
      around,
      kind: 'edge',
      width: edges.right + marginOf(style, 'right', 0),
      isGlued: true,
    })
  }
}

const words = new WeakMap<PageText, readonly string[]>()

function collectText(collecting: Collecting, child: PageText, { style, around }: Inside): void {
  const kind = styleValue(style, 'white-space', 'normal')
  const keepsLines = kind.startsWith('pre')
  const isGlued = isNoWrap(style)
  const wrap = styleValue(style, 'overflow-wrap', 'normal')
  const canSplit =
    wrap === 'anywhere' ||
    wrap === 'break-word' ||
    /break-all|break-word/.test(styleValue(style, 'word-break', 'normal'))
  const parts = words.get(child) ?? child.text.match(/[^\S\u00a0]+|(?:\S|\u00a0)+/g) ?? []
  words.set(child, parts)
  const space = textWidth(' ', style)
  for (const part of parts) {
    const isSpace = /^[^\S\u00a0]/.test(part)
    if (!isSpace) {
      pushWord(collecting, part, { style, around, isGlued, canSplit })
    } else if (keepsLines && part.includes('\n')) {
      for (let index = part.split('\n').length - 1; index > 0; index -= 1) {
        collecting.pieces.push({ kind: 'break', width: 0, style, around, isGlued, canSplit: false })
      }
      collecting.isAfterSpace = true
    } else if (!collecting.isAfterSpace) {
      collecting.pieces.push({ kind: 'space', width: space, style, around, isGlued, canSplit: false })
      collecting.isAfterSpace = true
    }
  }
}

function pushWord(
  collecting: Collecting,
  text: string,
  { style, around, isGlued, canSplit }: Inside & { isGlued: boolean; canSplit: boolean },
): void {
  const width = textWidth(text, style)
  collecting.pieces.push({ kind: 'word', width, style, around, isGlued, canSplit })
  collecting.isAfterSpace = false
}

function isNoWrap(style: Style): boolean {
  const kind = styleValue(style, 'white-space', 'normal')
  return kind === 'nowrap' || kind === 'pre' || styleValue(style, 'text-wrap', 'wrap') === 'nowrap'
}

function breakLines(pieces: readonly Piece[], width: number): readonly Line[] {
  const lines: Line[] = []
  let current: Piece[] = []
  let used = 0
  let pending = 0
  let count = 1
  const finish = () => {
    if (current.length > 0) lines.push({ pieces: current, width: Math.min(used, Math.max(used, 0)), count })
    current = []
    used = 0
    pending = 0
    count = 1
  }
  let canBreak = false
  for (const piece of pieces) {
    if (piece.kind === 'break') {
      current.push(piece)
      finish()
      continue
    }
    if (piece.kind === 'space') {
      pending += piece.width
      current.push(piece)
      canBreak = !piece.isGlued
      continue
    }
    const mayBreak = (canBreak || piece.kind === 'box') && !piece.isGlued
    if (mayBreak && used > 0 && used + pending + piece.width > width + 0.5) finish()
    used += pending + piece.width
    pending = 0
    if (piece.canSplit && piece.width > width && width > 0) {
      count = Math.max(count, Math.ceil(piece.width / width))
      used = width
      piece.width = width
    }
    current.push(piece)
    if (piece.kind !== 'edge') canBreak = piece.kind === 'box'
  }
  finish()
  return lines
}

interface PlacingLine {
  readonly line: Line
  readonly style: Style
  readonly room: Room
  readonly rects: Map<PageElement, { left: number; right: number; lines: number }>
}

function placeLine(state: LayoutState, { line, style, room, rects }: PlacingLine): number {
  let x = room.x + alignment(style, Math.max(0, room.width - line.width))
  let height = style.lineHeight
  const onLine = new Set<PageElement>()
  const isVisible = styleValue(style, 'visibility', 'visible') === 'visible'
  for (const piece of line.pieces) {
    const right = x + piece.width
    for (const inline of piece.around) {
      const rect = rects.get(inline) ?? { left: x, right, lines: 0 }
      if (piece.kind !== 'space' || piece !== line.pieces.at(-1)) {
        rect.left = Math.min(rect.left, x)
        rect.right = Math.max(rect.right, right)
      }
      if (!onLine.has(inline)) rect.lines += line.count
      onLine.add(inline)
      rects.set(inline, rect)
    }
    if (piece.box !== undefined) height = Math.max(height, placeBoxOnLine(state, { piece, x, room }))
    else height = Math.max(height, piece.kind === 'word' ? piece.style.lineHeight : 0)
    if (piece.kind === 'word') {
      noteReach(state, 'scrollable', { left: x, right })
      if (isVisible) noteReach(state, 'content', { left: x, right })
    }
    x = right
  }
  const isOnlySpace = line.pieces.every(({ kind }) => kind === 'space')
  return isOnlySpace ? 0 : height * line.count
}

function placeBoxOnLine(
  state: LayoutState,
  { piece, x, room }: { piece: Piece; x: number; room: Room },
): number {
  const { box } = piece
  if (box === undefined) return 0
  const style = styleOf(state, box)
  const left = marginOf(style, 'left', room.width)
  const right = marginOf(style, 'right', room.width)
  const height = state.place(box, {
    x: x + left,
    width: piece.width - left - right,
    base: room.width,
    containerHeight: room.height,
  })
  const outer = height + marginOf(style, 'top', room.width) + marginOf(style, 'bottom', room.width)
  const isOnBaseline = styleValue(style, 'vertical-align', 'baseline') === 'baseline'
  const isPicture = isReplaced(box) && box.tag !== 'input' && box.tag !== 'select'
  return outer + (isOnBaseline && isPicture ? style.lineHeight / 2 - style.fontSize * 0.36 : 0)
}

function alignment(style: Style, free: number): number {
  const align = styleValue(style, 'text-align', 'start')
  const isRightToLeft = styleValue(style, 'direction', 'ltr') === 'rtl'
  if (align === 'center' || align === '-webkit-center') return free / 2
  const isRight = align === 'right' || align === (isRightToLeft ? 'start' : 'end')
  return isRight ? free : 0
}

/** The rectangle around all lines of an inline element. */
function setInlineBox(
  state: LayoutState,
  element: PageElement,
  rect: { left: number; right: number; lines: number },
): void {
  const style = styleOf(state, element)
  const edges = edgesOf(style, state.viewport.width)
  const left = rect.left + marginOf(style, 'left', 0)
  const letters = style.fontSize * 1.13
  state.boxes.set(element, {
    x: left,
    width: Math.max(0, rect.right - marginOf(style, 'right', 0) - left),
    height: letters + edges.top + edges.bottom + (rect.lines - 1) * style.lineHeight,
  })
}

function outerWidth(state: LayoutState, box: PageElement, available: number): number {
  const style = styleOf(state, box)
  const margins = marginOf(style, 'left', available) + marginOf(style, 'right', available)
  return margins + fitWidth(state, box, { available: available - margins, base: available })
}

function outerRange(state: LayoutState, box: PageElement): Range {
  const style = styleOf(state, box)
  const margins = marginOf(style, 'left', 0) + marginOf(style, 'right', 0)
  const { min, max } = state.measure(box)
  return { min: min + margins, max: max + margins }
}
