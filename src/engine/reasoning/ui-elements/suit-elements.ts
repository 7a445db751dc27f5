import { roleFit, textFit } from './match.ts'
import { readElementPhrase } from './phrase.ts'
import type { PageElement } from './schema.ts'

/** An element and how likely it is, among all of the page, the one that a text is about. */
export interface SuitedElement {
  readonly element: PageElement
  readonly share: number
}

const WEIGHTS = { text: 6, role: 1, handled: 2.7 }

/**
 * The elements of a page by how well their words and roles suit a text, the likeliest first. `isHandled` tells those
 * that the tool at hand works on.
 */
export function suitElements(
  text: string,
  elements: readonly PageElement[],
  isHandled?: (element: PageElement) => boolean,
): readonly SuitedElement[] {
  const read = readElementPhrase(text)
  const odds = elements.map(element => {
    const handled = isHandled === undefined ? 0 : isHandled(element) ? WEIGHTS.handled : -WEIGHTS.handled
    return Math.exp(
      WEIGHTS.text * textFit(read, element) + WEIGHTS.role * roleFit(read.role, element) + handled,
    )
  })
  const all = odds.reduce((sum, one) => sum + one, 0)
  return elements
    .map((element, at) => ({ element, share: (odds[at] ?? 0) / all }))
    .sort((left, right) => right.share - left.share)
}
