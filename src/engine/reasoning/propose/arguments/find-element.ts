import type { UiElement } from '../../../../contracts/reasoning.ts'
import { contentStems, findSpots } from '../../language/language.ts'
import { findElements } from '../../ui-elements/find-elements.ts'
import type { PageElement } from '../../ui-elements/schema.ts'
import { suitElements } from '../../ui-elements/suit-elements.ts'
import { deedsOn, pageToolOf } from '../page-tool.ts'
import type { IndexedTool } from '../tool-index.ts'

/** An element of a page that a phrase names. */
export interface FoundElement {
  readonly id: string
  readonly label: string
}

/**
 * The one element of a page that a text names; undefined when none or several fit, or when by all that is
 * said another one is far likelier.
 */
export function findElement(
  text: string,
  elements: readonly PageElement[],
  tool: IndexedTool,
): FoundElement | undefined {
  const aimed = findElements(withoutEntered(text), elements)
  const finding = aimed.kind === 'one' ? aimed : findElements(text, elements)
  const element = finding.kind === 'one' ? finding.element : findSaidInFull(text, elements)
  if (element === undefined) return undefined
  const suited = suitElements(text, elements, handledBy(tool))
  const share = suited.find(one => one.element === element)?.share ?? 0
  if (share * MAX_BEHIND < (suited[0]?.share ?? 0)) return undefined
  return { id: element.id, label: `${element.name} ${element.role}`.trim() }
}

/** What is named plainly may be less likely by all else that is said, but not by more than this. */
const MAX_BEHIND = 2.5

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

/** Whether a tool works on an element; unknown for a tool that says nothing of elements. */
function handledBy(tool: IndexedTool): ((element: UiElement) => boolean) | undefined {
  const deed = pageToolOf(tool)?.deed
  return deed && (element => deedsOn(element).includes(deed))
}
