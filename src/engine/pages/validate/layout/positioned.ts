import { lengthOf, type Style, styleValue } from '../css/style.ts'
import type { PageElement } from '../document.ts'
import { clampSize, hasAutoMargin, type LayoutState, marginOf, setSize, styleOf } from './layout-state.ts'
import { isReplaced } from './replaced.ts'
import { fitWidth } from './size.ts'

interface Container {
  readonly x: number
  readonly width: number
  readonly height: number
}

/** Places what waited for the element around it: absolute and fixed boxes. */
export function placeWaiting(state: LayoutState, container: Container): void {
  const waiting = state.waiting.at(-1) ?? []
  const isWindow = state.waiting.length === 1
  // Those that wait for the window may bring more along while they are placed.
  for (let index = 0; index < waiting.length; index += 1) {
    const element = waiting[index]
    if (element !== undefined) placePositioned(state, element, container)
  }
  if (!isWindow) state.waiting.pop()
}

function placePositioned(state: LayoutState, element: PageElement, container: Container): void {
  const style = styleOf(state, element)
  const margins = {
    left: marginOf(style, 'left', container.width),
    right: marginOf(style, 'right', container.width),
  }
  const left = lengthOf(style, 'left', container.width)
  const right = lengthOf(style, 'right', container.width)
  const available = container.width - (left ?? 0) - (right ?? 0) - margins.left - margins.right
  const size = { available, base: container.width }
  const isStretched =
    left !== undefined &&
    right !== undefined &&
    setSize(style, 'width', container.width) === undefined &&
    styleValue(style, 'width', 'auto') === 'auto' &&
    !isReplaced(element) &&
    element.tag !== 'button'
  const width = isStretched
    ? clampSize(available, { style, side: 'width', base: container.width })
    : fitWidth(state, element, size)
  const parent = element.parent && state.boxes.get(element.parent)
  const staticPlace = Math.max(0, (parent?.x ?? container.x) - container.x)
  const x =
    container.x +
    margins.left +
    offset(style, { left, right, free: available - width, container, width, margins, staticPlace })
  state.place(element, {
    x,
    width,
    base: container.width,
    height: stretchedHeight(style, container),
    containerHeight: container.height,
  })
}

interface Offset {
  readonly left: number | undefined
  readonly right: number | undefined
  readonly free: number
  readonly container: Container
  readonly width: number
  readonly margins: { readonly left: number; readonly right: number }
  /** Where it would lie if nothing took it out of the flow. */
  readonly staticPlace: number
}

function offset(style: Style, { left, right, free, container, width, margins, staticPlace }: Offset): number {
  if (left !== undefined && right !== undefined && hasAutoMargin(style, 'left') && free > 0) {
    return left + (hasAutoMargin(style, 'right') ? free / 2 : free)
  }
  if (left !== undefined) return left
  if (right !== undefined) return container.width - right - width - margins.left - margins.right
  return staticPlace
}

/** Held at the top and at the bottom, a box is as high as what lies between. */
function stretchedHeight(style: Style, { height }: Container): number | undefined {
  const top = lengthOf(style, 'top', height)
  const bottom = lengthOf(style, 'bottom', height)
  if (top === undefined || bottom === undefined || styleValue(style, 'height', 'auto') !== 'auto')
    return undefined
  return Math.max(0, height - top - bottom)
}
