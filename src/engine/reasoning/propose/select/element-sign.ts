import type { UiElement } from '../../../../contracts/reasoning.ts'
import { type Clause, findSpots, splitIdentifier } from '../../language/language.ts'
import { findElements, suitElements } from '../../ui-elements/ui-elements.ts'
import { findSaidInFull } from '../arguments/find-element.ts'
import type { IndexedTool, ToolIndex } from '../tool-index.ts'

type Deed = 'type' | 'select' | 'toggle' | 'slide' | 'upload' | 'click' | 'read'

/** What the name of a tool for pages says that it does to an element. */
const deeds: readonly (readonly [Deed, RegExp])[] = [
  ['type', /^(?:type|fill|enter|write|edit|input|put)$/],
  ['select', /^(?:select|choose|option|pick|dropdown)$/],
  ['toggle', /^(?:toggle|check|tick|checkbox|switch)$/],
  ['slide', /^(?:slide|slider|drag|range)$/],
  ['upload', /^(?:upload|attach|file|files)$/],
  ['click', /^(?:click|press|tap|push|hit|activate|follow)$/],
  ['read', /^(?:read|get|text|extract|see|look)$/],
]

/** What is done to an element of a role, the likeliest first. */
const deedsByRole: readonly (readonly [RegExp, readonly Deed[]])[] = [
  [/slider|range|scrollbar/i, ['slide', 'type']],
  [/file|upload/i, ['upload', 'type', 'click']],
  [/edit|input|text_?(?:box|field|area)|search|spinbutton|field/i, ['type']],
  [/combobox|drop-?down|select|listbox|spinner/i, ['select', 'click']],
  [/check|switch|toggle/i, ['toggle', 'click']],
  [/radio|option/i, ['click', 'select', 'toggle']],
  [/button|link|tab|menu|tile|icon|image|card/i, ['click']],
]

/**
 * Whether a tool does what is done to the very element that a clause names: 1 it does, −1 it does another thing to
 * elements, 0 when no element is named or the tool has nothing to do with elements.
 */
export function elementSign(
  clause: Clause,
  tool: IndexedTool,
  { index, elements }: { readonly index: ToolIndex; readonly elements: readonly UiElement[] },
): number {
  const own = deedOf(tool)
  if (own === undefined || clause.question) return 0
  const wanted = deedWanted(clause, elements, index)
  if (wanted === undefined) return 0
  return own === wanted ? 1 : -1
}

function deedOf({ tool, parameters }: IndexedTool): Deed | undefined {
  if (!parameters.some(({ name }) => /element|selector|target|locator|field|node|ref/i.test(name)))
    return undefined
  const parts = splitIdentifier(tool.name)
  return deeds.find(([, words]) => parts.some(part => words.test(part)))?.[0]
}

function deedWanted(clause: Clause, elements: readonly UiElement[], index: ToolIndex): Deed | undefined {
  const element = namedElement(clause, elements)
  if (element === undefined) return undefined
  const possible = deedsByRole.find(([role]) => role.test(element.role))?.[1] ?? []
  return possible.find(deed => index.tools.some(tool => deedOf(tool) === deed))
}

/**
 * The one element that the clause names, by what is left when what is entered is taken away; where none is named, or
 * another one is far likelier by all that is said, the likeliest.
 */
function namedElement(clause: Clause, elements: readonly UiElement[]): UiElement | undefined {
  const named = plainlyNamed(clause, elements)
  const [best] = suitElements(clause.text, elements)
  return best !== undefined && best.share >= (named === undefined ? LIKELY : SURE) ? best.element : named
}

/** How likely an element must be to be meant without its name, and in the place of one that is named. */
const LIKELY = 0.5
const SURE = 0.75

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
