import type { UiElement } from '../../../../contracts/reasoning.ts'
import { type Clause, findSpots } from '../../language/language.ts'
import { findElements, suitElements } from '../../ui-elements/ui-elements.ts'
import { findSaidInFull } from '../arguments/find-element.ts'
import { type Deed, deedsOn, pageToolOf } from '../page-tool.ts'
import type { ToolIndex } from '../tool-index.ts'
import { asksPolitely } from './clause-role.ts'

/**
 * How far each tool of a set does what is done to the element that a clause means, in [-1,1]: 1 it does, −1 it does
 * another thing to elements, 0 when nothing can be said or the tool has nothing to do with elements. Where no element is
 * named plainly, all of the page count, each by how likely it is meant.
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
  const named = plainlyNamed(clause, elements)
  const suited = suitElements(clause.text, elements)
  const isOther = (suited[0]?.share ?? 0) >= SURE
  const shares = named === undefined || isOther ? suited : [{ element: named, share: 1 }]
  for (const { element, share } of shares) {
    const deed = deedsOn(element).find(one => possible.has(one))
    if (deed !== undefined) wanted.set(deed, (wanted.get(deed) ?? 0) + share)
  }
  return wanted
}

/** How likely another element must be to be meant in the place of one that is named. */
const SURE = 0.75

/** The one element that the clause names, by what is left when what is entered is taken away. */
function plainlyNamed(clause: Clause, elements: readonly UiElement[]): UiElement | undefined {
  const text = clause.verb === undefined ? clause.text : clause.text.slice(clause.verb.end - clause.start)
  const bare = findSpots(text)
    .filter(spot => spot.kind !== 'quoted' || /\b(?:into|in|to|as)\b/.test(text.slice(spot.end)))
    .reduce((left, spot) => left.replace(spot.text, ' '), text)
  for (const phrase of [text, bare, clause.text]) {
    const finding = findElements(phrase, elements)
    if (finding.kind === 'one') return finding.element
  }
  return findSaidInFull(clause.text, elements)
}
