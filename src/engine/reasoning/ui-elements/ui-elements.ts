import type { UiElement } from '../../../contracts/reasoning.ts'
import { extentOf, inReadingOrder, labelGap, placeScore, relationScore } from './geometry.ts'
import { roleFit, textFit } from './match.ts'
import { type ElementPhrase, readElementPhrase } from './phrase.ts'

export { type ElementKind, kindOfElement } from './element-kind.ts'
export { type ElementFinding, findElements } from './find-elements.ts'
export { wordsAlike } from './icon-words.ts'
export { bearsLabel, properLabel } from './labels.ts'
export type { ElementPhrase } from './phrase.ts'
export { type ElementAct, namesRole, ofDemandedRole } from './role-demands.ts'
export { elementsOfContext, type PageElement, readUiSchema } from './schema.ts'
export { type SuitedElement, suitElements } from './suit-elements.ts'

/** What a phrase means on a screen. Several equally good candidates are not guessed between. */
export type ElementResolution =
  | { readonly kind: 'found'; readonly element: UiElement; readonly score: number }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly UiElement[]; readonly score: number }
  | { readonly kind: 'missing'; readonly nearest: readonly UiElement[]; readonly score: number }

interface Scored {
  readonly element: UiElement
  readonly score: number
  readonly text: number
}

/** How far the best must be ahead of the second, and how well it must fit at all, before it is answered. */
const MARGIN = 0.06
const ENOUGH = 0.42

/**
 * Resolves a phrase to one element by role, name, text, region, position words, ordinals and relations.
 * Scores are in [0,1]. `missing` names the nearest elements for a did-you-mean.
 */
export function resolveElement(phrase: string, elements: readonly UiElement[]): ElementResolution {
  const ranked = rankElements(phrase, elements)
  const best = ranked[0]
  if (best === undefined) return { kind: 'missing', nearest: [], score: 0 }
  const close = ranked.filter(candidate => candidate.score > 0 && best.score - candidate.score < MARGIN)
  if (best.score < ENOUGH) {
    return { kind: 'missing', nearest: ranked.slice(0, 3).map(({ element }) => element), score: best.score }
  }
  if (close.length > 1) {
    return {
      kind: 'ambiguous',
      candidates: close.slice(0, 6).map(({ element }) => element),
      score: best.score,
    }
  }
  return { kind: 'found', element: best.element, score: best.score }
}

/** All elements by how well they fit the phrase, best first; equal ones keep the order of the screen. */
export function rankElements(phrase: string, elements: readonly UiElement[]): readonly Scored[] {
  const read = readElementPhrase(phrase)
  const scored = scoreElements(read, elements)
  return [...scored].sort((left, right) => right.score - left.score)
}

function scoreElements(read: ElementPhrase, elements: readonly UiElement[]): readonly Scored[] {
  const extent = extentOf(elements)
  const anchors = read.relation === undefined ? [] : anchorsOf(read.relation.anchor, elements)
  const texts = textFits(read, elements)
  const scored = elements.map((element, index) => {
    const text = texts[index] ?? 0
    const role = roleFit(read.role, element)
    let score =
      read.stems.length === 0 && read.quoted === undefined ? 0.25 * role : 0.75 * text + 0.2 * role * text
    if (read.places.length > 0) score = placedScore(read, element, { extent, role, score })
    if (read.relation !== undefined && anchors.length > 0 && extent !== undefined && element.bounds) {
      score = relatedScore(read, element, { anchors, extent, text, role })
    }
    return { element, score: score * presence(element), text }
  })
  return read.ordinal === undefined ? scored : takeOrdinal(read, scored)
}

/** Text fits, with labels lent to the unlabelled sign, field or switch beside them when such a role is asked for. */
function textFits(read: ElementPhrase, elements: readonly UiElement[]): readonly number[] {
  const own = elements.map(element => textFit(read, element))
  const borrows = read.role === 'image' || read.role === 'input' || read.role === 'toggle'
  const bestSuited = Math.max(
    0,
    ...own.filter((_, at) => roleFit(read.role, elements[at] as UiElement) === 1),
  )
  if (!borrows || read.stems.length === 0 || bestSuited >= 0.5) return own
  const lent = [...own]
  for (const [at, label] of elements.entries()) {
    if ((own[at] ?? 0) < 0.6 || roleFit(read.role, label) === 1) continue
    const nearest = nearestUnlabelled(label, elements, read)
    if (nearest === undefined) continue
    lent[nearest] = Math.max(lent[nearest] ?? 0, 0.95 * (own[at] ?? 0))
    lent[at] = 0.8 * (own[at] ?? 0)
  }
  return lent
}

/** The element of the asked role closest to a label in the same row or column, within a short reach. */
function nearestUnlabelled(
  label: UiElement,
  elements: readonly UiElement[],
  read: ElementPhrase,
): number | undefined {
  let best: { readonly at: number; readonly gap: number } | undefined
  for (const [at, element] of elements.entries()) {
    if (element === label || roleFit(read.role, element) !== 1 || !element.bounds || !label.bounds) continue
    const gap = labelGap(label.bounds, element.bounds)
    if (gap !== undefined && (best === undefined || gap < best.gap)) best = { at, gap }
  }
  return best?.at
}

function placedScore(
  read: ElementPhrase,
  element: UiElement,
  {
    extent,
    role,
    score,
  }: { readonly extent: ReturnType<typeof extentOf>; readonly role: number; readonly score: number },
): number {
  const placed =
    element.bounds && extent ? placeScore(element.bounds, read.places, extent) : regionFit(read, element)
  return read.stems.length === 0 ? 0.8 * placed * (0.4 + 0.6 * role) : score * 0.8 + 0.2 * placed
}

/** “The second …”: counts in reading order, or outwards from the anchor, among those that fit about equally well. */
function takeOrdinal(read: ElementPhrase, scored: readonly Scored[]): readonly Scored[] {
  const suited = scored.filter(({ element }) => presence(element) > 0.6 && roleFit(read.role, element) === 1)
  const texted = read.stems.length === 0 ? suited : suited.filter(({ text }) => text >= 0.5)
  const pool = texted.length > 0 ? texted : suited
  const anchored = read.relation !== undefined && pool.some(({ score }) => score > 0.1)
  const reachable = anchored ? pool.filter(({ score }) => score > 0.02) : pool
  const group = largestGroup(reachable)
  const ordered = inReadingOrder(group.map(({ element }) => element))
  const ordinal = read.ordinal ?? 1
  const chosen = ordinal < 0 ? ordered.at(-1) : ordered[ordinal - 1]
  const isSure = group.length === reachable.length || (group.length >= 3 && anchored)
  return scored.map(one => ({
    ...one,
    score:
      one.element === chosen ? (isSure && read.places.length === 0 ? 0.7 : ENOUGH - 0.01) : one.score * 0.4,
  }))
}

/** The largest set of alike elements: same role and same programmer's name. */
function largestGroup(scored: readonly Scored[]): readonly Scored[] {
  const groups = new Map<string, Scored[]>()
  for (const one of scored) {
    const key = `${one.element.role}|${one.element.text === undefined ? one.element.name : ''}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const largest = [...groups.values()].sort((left, right) => right.length - left.length)[0] ?? []
  return largest.length >= 2 ? largest : scored
}

interface Related {
  readonly anchors: readonly Scored[]
  readonly extent: NonNullable<ReturnType<typeof extentOf>>
  readonly text: number
  readonly role: number
}

function relatedScore(
  read: ElementPhrase,
  element: UiElement,
  { anchors, extent, text, role }: Related,
): number {
  const kind = read.relation?.kind ?? 'beside'
  let best = 0
  for (const anchor of anchors) {
    if (anchor.element === element || !anchor.element.bounds || !element.bounds) continue
    const fit = relationScore(kind, { bounds: element.bounds, anchor: anchor.element.bounds, extent })
    best = Math.max(best, fit * anchor.text)
  }
  return read.stems.length === 0 ? best * (0.35 + 0.65 * role) : 0.45 * text + 0.4 * best + 0.15 * role * best
}

/** The elements that an anchor phrase may mean: those whose text fits best. */
function anchorsOf(anchor: ElementPhrase, elements: readonly UiElement[]): readonly Scored[] {
  const scored = elements
    .map(element => ({ element, text: textFit(anchor, element), score: 0 }))
    .filter(({ text }) => text >= 0.5)
    .sort((left, right) => right.text - left.text)
  const best = scored[0]?.text ?? 0
  return scored.filter(({ text }) => best - text < 0.15).slice(0, 4)
}

function regionFit(read: ElementPhrase, element: UiElement): number {
  const region = (element.region ?? '').toLowerCase()
  if (region === '') return 0.3
  return read.places.filter(place => region.includes(place)).length / read.places.length
}

/** Elements without role, name and text are decoration more often than not. */
function presence(element: UiElement): number {
  if (element.role === '' && element.name === '' && (element.text ?? '') === '') return 0.55
  return 1
}
