import { JsonValue } from '../../../../contracts/json-value.ts'
import type { UiElement } from '../../../../contracts/reasoning.ts'
import { contentStems, findSpots, readWords, splitIdentifier } from '../../language/language.ts'
import { findElements } from '../../ui-elements/find-elements.ts'
import { readUiSchema } from '../../ui-elements/schema.ts'
import { suitElements } from '../../ui-elements/suit-elements.ts'
import type { IndexedTool } from '../tool-index.ts'

/** An element of a page that a phrase names. */
export interface FoundElement {
  readonly id: string
  readonly label: string
  /** No element is named plainly; this is the one that suits the tool and the words best. */
  readonly guessed?: true
}

/**
 * The one element of `context.ui_schema` that a text names; undefined when none or several fit, or when by all that is
 * said another one is far likelier.
 */
export function findElement(text: string, schema: unknown, tool?: IndexedTool): FoundElement | undefined {
  const parsed = JsonValue.safeParse(schema)
  const elements = parsed.success ? readUiSchema(parsed.data) : undefined
  if (elements === undefined) return undefined
  const aimed = findElements(withoutEntered(text), elements)
  const finding = aimed.kind === 'one' ? aimed : findElements(text, elements)
  const element = finding.kind === 'one' ? finding.element : findSaidInFull(text, elements)
  if (element === undefined) return undefined
  const suited = suitElements(text, elements, tool && rolesOfTool(tool))
  const share = suited.find(one => one.element === element)?.share ?? 0
  if (share * MOST_BEHIND < (suited[0]?.share ?? 0)) return undefined
  return { id: element.id, label: `${element.name} ${element.role}`.trim() }
}

/** What is named plainly may be less likely by all else that is said, but not by more than this. */
const MOST_BEHIND = 2.5

/** The one element whose whole name stands in the text: “my postcode is 0150”. */
export function findSaidInFull(text: string, elements: readonly UiElement[]): UiElement | undefined {
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

/** What a tool does to elements, and the roles of those that it can be done to. */
const rolesByDeed: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:read|get|see|look|extract|show)$/,
    /text|label|heading|region|article|status|log|list|table|paragraph|note|alert|figure|cell/i,
  ],
  [/^(?:slide|slider|drag|range)$/, /slider|range|scrollbar|spinbutton/i],
  [/^(?:upload|attach|file|files)$/, /file|upload|attach/i],
  [
    /^(?:select|choose|pick|option|options|dropdown)$/,
    /select|combobox|drop-?down|list|radio|menu|option|spinner/i,
  ],
  [/^(?:toggle|check|tick|untick|checkbox|switch|flag|box)$/, /check|switch|toggle|radio/i],
  [
    /^(?:type|fill|enter|write|edit|input|text)$/,
    /edit|input|text_?(?:box|field|area)|search|spinbutton|field/i,
  ],
  [
    /^(?:click|press|tap|push|hit|activate|follow)$/,
    /button|link|check|radio|toggle|switch|tab|menu|option|image|icon/i,
  ],
]

/** The roles of the elements that a tool works on, by its name and, if that says nothing, by its description. */
function rolesOfTool({ tool }: IndexedTool): RegExp | undefined {
  for (const words of [splitIdentifier(tool.name), readWords(tool.description).map(({ lower }) => lower)]) {
    const found = rolesByDeed.find(([deed]) => words.some(word => deed.test(word)))
    if (found !== undefined) return found[1]
  }
  return undefined
}

/**
 * The element that a tool would be used on although none is named plainly: the likeliest by the words, the role and the
 * kind of value, where it is clearly ahead of the others.
 */
export function guessElement(text: string, schema: unknown, tool: IndexedTool): FoundElement | undefined {
  const parsed = JsonValue.safeParse(schema)
  const elements = parsed.success ? readUiSchema(parsed.data) : undefined
  if (elements === undefined) return undefined
  const [best, next] = suitElements(text, elements, rolesOfTool(tool))
  if (best === undefined || best.share < LEAST_LEAD * (next?.share ?? 0)) return undefined
  const { id, name, role } = best.element
  return { id, label: `${name} ${role}`.trim(), guessed: true }
}

/** By how much the likeliest element must be ahead of the second to be guessed. */
const LEAST_LEAD = 1.15
