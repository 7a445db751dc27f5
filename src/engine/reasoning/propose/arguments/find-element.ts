import { JsonValue } from '../../../../contracts/json-value.ts'
import type { UiElement } from '../../../../contracts/reasoning.ts'
import { contentStems, findSpots, nearnessOfMeaning } from '../../language/language.ts'
import { findElements } from '../../ui-elements/find-elements.ts'
import { readUiSchema } from '../../ui-elements/schema.ts'
import type { IndexedTool } from '../tool-index.ts'

/** An element of a page that a phrase names. */
export interface FoundElement {
  readonly id: string
  readonly label: string
  /** No element is named plainly; this is the one that suits the tool and the words best. */
  readonly guessed?: true
}

/** The one element of `context.ui_schema` that a text names; undefined when none or several fit. */
export function findElement(text: string, schema: unknown): FoundElement | undefined {
  const parsed = JsonValue.safeParse(schema)
  const elements = parsed.success ? readUiSchema(parsed.data) : undefined
  if (elements === undefined) return undefined
  const aimed = findElements(withoutEntered(text), elements)
  const finding = aimed.kind === 'one' ? aimed : findElements(text, elements)
  const element = finding.kind === 'one' ? finding.element : findSaidInFull(text, elements)
  return element && { id: element.id, label: `${element.name} ${element.role}`.trim() }
}

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
  [/type|fill|enter|write|input/i, /edit|input|text_?(?:box|field|area)|searchbox|spinbutton|field/i],
  [/select|choose|option|drop-?down/i, /select|combobox|drop-?down|list|radio|menu|option|spinner/i],
  [/click|press|tap|push/i, /button|link|check|radio|toggle|switch|tab|menu|option|image|icon/i],
]

/**
 * The element that a tool would be used on although none is named plainly: of those whose role suits the tool, the one
 * whose words come nearest to the text, or the only one there is.
 */
export function guessElement(text: string, schema: unknown, tool: IndexedTool): FoundElement | undefined {
  const parsed = JsonValue.safeParse(schema)
  const elements = parsed.success ? readUiSchema(parsed.data) : undefined
  if (elements === undefined) return undefined
  const deed = `${tool.tool.name} ${tool.tool.description}`
  const roles = rolesByDeed.find(([deeds]) => deeds.test(deed))?.[1]
  const suited = roles === undefined ? elements : elements.filter(element => roles.test(element.role))
  const stems = contentStems(withoutEntered(text))
  const [best, next] = suited
    .map(element => ({ element, share: shareOfWords(stems, element) }))
    .sort((left, right) => right.share - left.share)
  const isClear = best !== undefined && (suited.length === 1 || best.share > (next?.share ?? 0))
  if (!isClear || best === undefined) return undefined
  const { id, name, role } = best.element
  return { id, label: `${name} ${role}`.trim(), guessed: true }
}

function shareOfWords(stems: readonly string[], { name, text = '', region = '' }: UiElement): number {
  const own = contentStems(`${name} ${text} ${region}`)
  const near = (stem: string): number => Math.max(0, ...own.map(other => nearnessOfMeaning(stem, other)))
  return stems.reduce((sum, stem) => sum + near(stem), 0)
}
