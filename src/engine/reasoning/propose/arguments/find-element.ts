import type { UiElement } from '../../../../contracts/reasoning.ts'
import { contentStems, findSpots } from '../../language/language.ts'
import { findElements } from '../../ui-elements/find-elements.ts'
import type { PageElement } from '../../ui-elements/schema.ts'

/** An element of a page that a phrase names. */
export interface FoundElement {
  readonly id: string
  readonly label: string
}

/**
 * The one element of a page that a text names; undefined when none or several fit.
 */
export function findElement(text: string, elements: readonly PageElement[]): FoundElement | undefined {
  const aimed = findElements(withoutEntered(text), elements)
  const finding = aimed.kind === 'one' ? aimed : findElements(text, elements)
  const element = finding.kind === 'one' ? finding.element : findSaidInFull(text, elements)
  if (element === undefined) return undefined
  return { id: element.id, label: `${element.name} ${element.role}`.trim() }
}

/** The one element whose whole name stands in the text: “my postcode is 0150”. */
function findSaidInFull(text: string, elements: readonly UiElement[]): UiElement | undefined {
  const said = new Set(contentStems(text))
  const full = elements.filter(({ name }) => {
    const stems = contentStems(name)
    return stems.length > 0 && stems.every(stem => said.has(stem))
  })
  return full.length === 1 ? full[0] : undefined
}

/** What is entered (“ada@…”, a quoted text before “into”) says nothing of where. */
function withoutEntered(text: string): string {
  const target = /\b(?:into|in|to|as)\b/.exec(text)
  return findSpots(text)
    .filter(
      spot => spot.kind === 'email' || spot.kind === 'url' || (target !== null && spot.start < target.index),
    )
    .reduce((left, spot) => left.replace(spot.text, ' '), text)
}
