import type { PageElement } from './schema.ts'
import { readSuitSigns, type SuitSigns } from './suit-signs.ts'
import suit from './suit-weights.json' with { type: 'json' }

/** An element and how likely it is, among all of the page, the one that a text is about. */
export interface SuitedElement {
  readonly element: PageElement
  readonly share: number
}

/**
 * Log-odds per unit of each sign, fitted over requests for pages of many fields; see
 * `scripts/fit-choice.ts`. That its role is one the tool at hand works on is known before anything is read.
 */
const SIGN_WEIGHTS: SuitSigns = { ...suit.signs, handled: 2.7 }

/**
 * The elements of a page by how well they suit a text, the likeliest first. Unlike a finding it never says that none is
 * there: people speak of “the words to the song” where the page says “Lyrics”. `isHandled` tells those that the
 * tool at hand works on.
 */
export function suitElements(
  text: string,
  elements: readonly PageElement[],
  isHandled?: (element: PageElement) => boolean,
): readonly SuitedElement[] {
  const weights = elements.map(element => weigh(readSuitSigns(text, { element, elements, isHandled })))
  const most = Math.max(0, ...weights)
  const odds = weights.map(weight => Math.exp(weight - most))
  const all = odds.reduce((sum, one) => sum + one, 0)
  return elements
    .map((element, at) => ({ element, share: (odds[at] ?? 0) / all }))
    .sort((left, right) => right.share - left.share)
}

function weigh(signs: SuitSigns): number {
  return (Object.keys(SIGN_WEIGHTS) as (keyof SuitSigns)[]).reduce(
    (sum, name) => sum + SIGN_WEIGHTS[name] * signs[name],
    0,
  )
}
