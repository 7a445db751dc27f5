import { JsonValue } from '../../../contracts/json-value.ts'
import { findSpots } from '../language/language.ts'
import { findElements } from '../ui-elements/find-elements.ts'
import { readUiSchema } from '../ui-elements/schema.ts'

/** An element of a page that a phrase names. */
export interface FoundElement {
  readonly id: string
  readonly label: string
}

/** The one element of `context.ui_schema` that a text names; undefined when none or several fit. */
export function findElement(text: string, schema: unknown): FoundElement | undefined {
  const parsed = JsonValue.safeParse(schema)
  const elements = parsed.success ? readUiSchema(parsed.data) : undefined
  if (elements === undefined) return undefined
  const aimed = findElements(withoutEntered(text), elements)
  const finding = aimed.kind === 'one' ? aimed : findElements(text, elements)
  if (finding.kind !== 'one') return undefined
  const { id, name, role } = finding.element
  return { id, label: `${name} ${role}`.trim() }
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
