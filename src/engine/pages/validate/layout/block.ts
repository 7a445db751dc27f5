import { type Style, styleValue } from '../css/style.ts'
import { isElement, type PageElement } from '../document.ts'
import { hasInlineContent, placeInline } from './inline.ts'
import {
  type Child,
  displayOf,
  edgesOf,
  flowChildren,
  hasAutoMargin,
  isFloating,
  isInlineAroundBlocks,
  isInlineLevel,
  type LayoutState,
  marginOf,
  type Room,
  styleOf,
} from './layout-state.ts'
import { fillWidth, fitWidth } from './size.ts'

/** Lays children out one below the other, inline ones in lines, and says how high they are together. */
export function placeFlow(state: LayoutState, element: PageElement, room: Room): number {
  const flow: Flow = { height: 0, margin: 0, isFirst: true }
  for (const run of inRuns(state, flowChildren(state, element))) {
    const [first] = run
    if (first !== undefined && isElement(first) && !isInlineLevel(state, first)) {
      placeBlock(state, { element: first, room, flow })
    } else if (hasInlineContent(run)) {
      flow.height += flow.margin + placeInline(state, { element, children: run, room })
      flow.margin = 0
      flow.isFirst = false
    }
  }
  return flow.height + (keepsMargins(styleOf(state, element)) ? flow.margin : 0)
}

/** Children in runs: neighbours that share lines together, every block by itself. */
export function inRuns(state: LayoutState, children: readonly Child[]): readonly (readonly Child[])[] {
  const runs: Child[][] = []
  let current: Child[] | undefined
  for (const child of children) {
    if (isInlineLevel(state, child)) {
      if (current === undefined) {
        current = []
        runs.push(current)
      }
      current.push(child)
    } else {
      runs.push([child])
      current = undefined
    }
  }
  return runs
}

interface Flow {
  height: number
  /** The margin that the next block shares. */
  margin: number
  isFirst: boolean
}

function placeBlock(
  state: LayoutState,
  { element, room, flow }: { element: PageElement; room: Room; flow: Flow },
): void {
  const style = styleOf(state, element)
  const left = marginOf(style, 'left', room.width)
  const right = marginOf(style, 'right', room.width)
  const size = { available: room.width - left - right, base: room.width }
  const isInline = displayOf(style) === 'inline' && isInlineAroundBlocks(state, element)
  const isTable = displayOf(style) === 'table'
  const width = isInline
    ? room.width
    : isFloating(style) || isTable
      ? fitWidth(state, element, size)
      : fillWidth(state, element, size)
  const free = room.width - width - left - right
  const height = state.place(element, {
    x: room.x + left + offsetOf(style, free),
    width,
    base: room.width,
    containerHeight: room.height,
  })
  if (isFloating(style)) return
  const top = isInline ? 0 : marginOf(style, 'top', room.width)
  const isAtTop = flow.isFirst && !keepsMargins(styleOf(state, element.parent ?? element))
  flow.height += (isAtTop ? 0 : Math.max(flow.margin, top)) + height
  flow.margin = isInline ? 0 : marginOf(style, 'bottom', room.width)
  flow.isFirst = false
}

/** Where `auto` margins, or the alignment of floats, put a block that is narrower than its room. */
function offsetOf(style: Style, free: number): number {
  const floating = styleValue(style, 'float', 'none')
  if (floating === 'right' || floating === 'inline-end') return Math.max(0, free)
  const isLeftAuto = hasAutoMargin(style, 'left')
  if (free <= 0 || !isLeftAuto) {
    const isRightToLeft = styleValue(style, 'direction', 'ltr') === 'rtl'
    return isRightToLeft && !hasAutoMargin(style, 'right') ? free : 0
  }
  return hasAutoMargin(style, 'right') ? free / 2 : free
}

/** True where margins of children stay inside: behind a padding or border, or in a box of its own. */
function keepsMargins(style: Style): boolean {
  const edges = edgesOf(style, 0)
  const display = displayOf(style)
  return (
    edges.top > 0 ||
    edges.bottom > 0 ||
    (display !== 'block' && display !== 'list-item') ||
    styleValue(style, 'overflow-y', 'visible') !== 'visible' ||
    styleValue(style, 'position', 'static') === 'absolute' ||
    styleValue(style, 'position', 'static') === 'fixed'
  )
}
