import type { UiBounds, UiElement } from '../../../contracts/reasoning.ts'
import type { RelationKind, ScreenPlace } from './phrase.ts'

export interface Extent {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The smallest box around all elements: what “top left” is measured against. */
export function extentOf(elements: readonly UiElement[]): Extent | undefined {
  const bounds = elements.flatMap(element => (element.bounds ? [element.bounds] : []))
  if (bounds.length === 0) return undefined
  return {
    left: Math.min(0, ...bounds.map(box => box[0])),
    top: Math.min(0, ...bounds.map(box => box[1])),
    right: Math.max(...bounds.map(box => box[2])),
    bottom: Math.max(...bounds.map(box => box[3])),
  }
}

/** Closeness in [0,1] of an element to the named places of the screen. */
export function placeScore(bounds: UiBounds, places: readonly ScreenPlace[], extent: Extent): number {
  const x = ratio((bounds[0] + bounds[2]) / 2, extent.left, extent.right)
  const y = ratio((bounds[1] + bounds[3]) / 2, extent.top, extent.bottom)
  const scores = places.map(place => {
    if (place === 'top') return 1 - y
    if (place === 'bottom') return y
    if (place === 'left') return 1 - x
    if (place === 'right') return x
    return 1 - Math.hypot(x - 0.5, y - 0.5) / Math.SQRT1_2
  })
  return scores.reduce((product, score) => product * Math.max(0, score), 1)
}

/** How well `bounds` stands in the named relation to `anchor`: near and in line is 1, the wrong side 0. */
export function relationScore(
  kind: RelationKind,
  {
    bounds,
    anchor,
    extent,
  }: { readonly bounds: UiBounds; readonly anchor: UiBounds; readonly extent: Extent },
): number {
  const width = Math.max(1e-9, extent.right - extent.left)
  const height = Math.max(1e-9, extent.bottom - extent.top)
  const dx = ((bounds[0] + bounds[2]) / 2 - (anchor[0] + anchor[2]) / 2) / width
  const dy = ((bounds[1] + bounds[3]) / 2 - (anchor[1] + anchor[3]) / 2) / height
  if (kind === 'above' || kind === 'below') {
    const along = kind === 'below' ? dy : -dy
    if (along < 0.005) return 0
    return near(along) * near(sideGap(bounds, anchor) / width) * near(Math.abs(dx) / 2)
  }
  if (kind === 'left' || kind === 'right') {
    const along = kind === 'right' ? dx : -dx
    if (along < 0.005) return 0
    return near(along / 2) * near((2 * verticalGap(bounds, anchor)) / height) * near(Math.abs(dy) * 3)
  }
  if (kind === 'inside') return contains(anchor, bounds) ? 1 : 0
  return near(Math.abs(dx) / 2) * near(Math.abs(dy) * 3)
}

/** Distance between a label and what it labels, in label heights; undefined when they share neither row nor column. */
export function labelGap(label: UiBounds, other: UiBounds): number | undefined {
  const height = Math.max(1e-9, label[3] - label[1])
  const sameRow = verticalGap(label, other) === 0
  const sameColumn = sideGap(label, other) === 0
  if (!sameRow && !sameColumn) return undefined
  const gap = (sameRow ? 0.4 * sideGap(label, other) : verticalGap(label, other)) / height
  return gap <= 6 ? gap + (sameRow ? 0 : 0.3) : undefined
}

/** Reading order: by row, then from left to right; rows are elements whose middles are close. */
export function inReadingOrder(elements: readonly UiElement[]): readonly UiElement[] {
  return [...elements].sort((left, right) => {
    const a = left.bounds
    const b = right.bounds
    if (a === undefined || b === undefined) return 0
    const rowHeight = Math.min(a[3] - a[1], b[3] - b[1]) / 2
    const middleA = (a[1] + a[3]) / 2
    const middleB = (b[1] + b[3]) / 2
    return Math.abs(middleA - middleB) > rowHeight ? middleA - middleB : a[0] - b[0]
  })
}

function near(distance: number): number {
  return 1 / (1 + 6 * Math.max(0, distance))
}

function sideGap(one: UiBounds, two: UiBounds): number {
  return Math.max(0, one[0] - two[2], two[0] - one[2])
}

function verticalGap(one: UiBounds, two: UiBounds): number {
  return Math.max(0, one[1] - two[3], two[1] - one[3])
}

function contains(outer: UiBounds, inner: UiBounds): boolean {
  const x = (inner[0] + inner[2]) / 2
  const y = (inner[1] + inner[3]) / 2
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3]
}

function ratio(value: number, from: number, to: number): number {
  return to > from ? (value - from) / (to - from) : 0.5
}
