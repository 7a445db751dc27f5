import type { UiBounds, UiElement } from '../../../contracts/reasoning.ts'
import { roleFit, textFit } from './match.ts'
import { type ElementPhrase, type RelationKind, readElementPhrase, type ScreenPlace } from './phrase.ts'

/** What a phrase means on a screen. Several equally good candidates are not guessed between. */
export type ElementResolution =
  | { readonly kind: 'found'; readonly element: UiElement; readonly score: number }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly UiElement[]; readonly score: number }
  | { readonly kind: 'missing'; readonly nearest: readonly UiElement[]; readonly score: number }

export interface Scored {
  readonly element: UiElement
  readonly score: number
}

/** How far the best must be ahead of the second, and how well it must fit at all, before it is answered. */
const MARGIN = 0.06
const ENOUGH = 0.42

/** Resolves a phrase to one element by role, name, text, position words and relations. Scores are in [0,1]. */
export function resolveElement(phrase: string, elements: readonly UiElement[]): ElementResolution {
  const ranked = rankElements(phrase, elements)
  const { score = 0, element } = ranked[0] ?? {}
  const close = ranked.filter(other => score - other.score < MARGIN).map(other => other.element)
  if (element === undefined || score < ENOUGH)
    return { kind: 'missing', nearest: ranked.slice(0, 3).map(other => other.element), score }
  if (close.length > 1) return { kind: 'ambiguous', candidates: close.slice(0, 6), score }
  return { kind: 'found', element, score }
}

/** All elements by how well they fit the phrase, best first; equal ones keep the order of the screen. */
export function rankElements(phrase: string, elements: readonly UiElement[]): readonly Scored[] {
  const read = readElementPhrase(phrase)
  const screen = boxAround(elements)
  const anchors = read.relation === undefined ? [] : anchorsOf(read.relation.anchor, elements)
  return elements
    .map(element => ({ element, score: scoreOf(read, element, { screen, anchors }) }))
    .sort((left, right) => right.score - left.score)
}

interface Surroundings {
  readonly screen: UiBounds
  readonly anchors: readonly { readonly element: UiElement; readonly text: number }[]
}

function scoreOf(read: ElementPhrase, element: UiElement, { screen, anchors }: Surroundings): number {
  const { bounds, region = '' } = element
  const text = textFit(read, element)
  const role = roleFit(read.role, element)
  const isUnnamed = read.stems.length === 0 && read.quoted === undefined
  // Elements without role, name and text are decoration more often than not.
  const presence = element.role === '' && element.name === '' && (element.text ?? '') === '' ? 0.55 : 1
  if (read.relation !== undefined && anchors.length > 0 && bounds !== undefined) {
    const { kind } = read.relation
    const others = anchors.filter(anchor => anchor.element !== element)
    const best = Math.max(
      0,
      ...others.map(
        anchor => anchor.text * relationFit(kind, { bounds, anchor: anchor.element.bounds, screen }),
      ),
    )
    return (
      presence * (isUnnamed ? best * (0.35 + 0.65 * role) : 0.45 * text + 0.4 * best + 0.15 * role * best)
    )
  }
  const named = isUnnamed ? 0.25 * role : 0.75 * text + 0.2 * role * text
  if (read.places.length === 0) return presence * named
  const isIn = (place: ScreenPlace): boolean => region.toLowerCase().includes(place)
  const placed = bounds ? placeFit(bounds, read.places, screen) : read.places.every(isIn) ? 1 : 0.3
  return presence * (isUnnamed ? 0.8 * placed * (0.4 + 0.6 * role) : 0.8 * named + 0.2 * placed)
}

/** The elements that an anchor phrase may mean: those whose text fits best. */
function anchorsOf(anchor: ElementPhrase, elements: readonly UiElement[]): Surroundings['anchors'] {
  const scored = elements
    .map(element => ({ element, text: textFit(anchor, element) }))
    .filter(({ text }) => text >= 0.5)
    .sort((left, right) => right.text - left.text)
  return scored.filter(({ text }) => (scored[0]?.text ?? 0) - text < 0.15).slice(0, 4)
}

/** The smallest box around all elements: what “top left” is measured against. */
function boxAround(elements: readonly UiElement[]): UiBounds {
  const boxes = elements.flatMap(({ bounds }) => (bounds ? [bounds] : []))
  const far = (side: 0 | 1 | 2 | 3, most: (...sides: number[]) => number): number =>
    most(0, ...boxes.map(box => box[side]))
  return [far(0, Math.min), far(1, Math.min), far(2, Math.max), far(3, Math.max)]
}

/** The middle of a box as shares of the screen. */
function middleOf(box: UiBounds, screen: UiBounds): readonly [number, number] {
  const share = (middle: number, from: number, to: number): number =>
    to > from ? (middle - from) / (to - from) : 0.5
  return [
    share((box[0] + box[2]) / 2, screen[0], screen[2]),
    share((box[1] + box[3]) / 2, screen[1], screen[3]),
  ]
}

/** Closeness in [0,1] of an element to the named places of the screen. */
function placeFit(bounds: UiBounds, places: readonly ScreenPlace[], screen: UiBounds): number {
  const [x, y] = middleOf(bounds, screen)
  const fits: Readonly<Record<ScreenPlace, number>> = {
    top: 1 - y,
    bottom: y,
    left: 1 - x,
    right: x,
    center: 1 - Math.hypot(x - 0.5, y - 0.5) / Math.SQRT1_2,
  }
  return places.reduce((product, place) => product * Math.max(0, fits[place]), 1)
}

/** How well `bounds` stands in the named relation to `anchor`: near and in line is 1, the wrong side 0. */
function relationFit(
  kind: RelationKind,
  {
    bounds,
    anchor,
    screen,
  }: { readonly bounds: UiBounds; readonly anchor: UiBounds | undefined; readonly screen: UiBounds },
): number {
  if (anchor === undefined) return 0
  const [x, y] = middleOf(bounds, screen)
  const [anchorX, anchorY] = middleOf(anchor, screen)
  const [dx, dy] = [x - anchorX, y - anchorY]
  const along = { below: dy, above: -dy, right: dx, left: -dx, beside: 1, inside: 1 }[kind]
  if (along < 0.005) return 0
  if (kind === 'above' || kind === 'below') return near(along) * near(Math.abs(dx))
  if (kind === 'left' || kind === 'right') return near(along / 2) * near(3 * Math.abs(dy))
  return near(Math.abs(dx) / 2) * near(3 * Math.abs(dy))
}

function near(distance: number): number {
  return 1 / (1 + 6 * distance)
}
