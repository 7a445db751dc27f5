import type { UiElement } from '../../../../contracts/reasoning.ts'
import type { Clause } from '../../language/language.ts'
import { suitElements } from '../../ui-elements/ui-elements.ts'
import { type Deed, deedsOn, pageToolOf } from '../page-tool.ts'
import type { ToolIndex } from '../tool-index.ts'
import { asksPolitely } from './clause-role.ts'

/**
 * How far each tool of a set does what is done to the element that a clause means, in [-1,1]: 1 it does, −1 it does
 * another thing to elements, 0 when nothing can be said or the tool has nothing to do with elements. All elements of
 * the page count, each by how likely it is meant.
 */
export function elementSigns(
  clause: Clause,
  index: ToolIndex,
  elements: readonly UiElement[],
): readonly number[] {
  const own = index.tools.map(tool => pageToolOf(tool)?.deed)
  if (elements.length === 0 || (clause.question && !asksPolitely(clause.text))) return own.map(() => 0)
  const wanted = deedsWanted(clause, elements, new Set(own.flatMap(deed => deed ?? [])))
  return own.map(deed => (deed === undefined || wanted.size === 0 ? 0 : 2 * (wanted.get(deed) ?? 0) - 1))
}

/** For each deed how likely it is wanted, by the elements that it is done to. */
function deedsWanted(
  clause: Clause,
  elements: readonly UiElement[],
  possible: ReadonlySet<Deed>,
): ReadonlyMap<Deed, number> {
  const wanted = new Map<Deed, number>()
  for (const { element, share } of suitElements(clause.text, elements)) {
    const deed = deedsOn(element).find(one => possible.has(one))
    if (deed !== undefined) wanted.set(deed, (wanted.get(deed) ?? 0) + share)
  }
  return wanted
}
