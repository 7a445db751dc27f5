import type { JsonValue } from '../../../contracts/json-value.ts'
import { UiElement } from '../../../contracts/reasoning.ts'

/**
 * Reads `context.ui_schema`: a list of elements, `{elements: […]}`, or a map by element type whose values are
 * names or elements (`{buttons: ["Save"], inputs: [{id, name}]}`). Anything else is undefined: nothing is known then.
 */
export function readUiSchema(value: JsonValue | undefined): readonly UiElement[] | undefined {
  if (value === undefined || value === null || typeof value !== 'object') return undefined
  if (Array.isArray(value)) return readList(value, '')
  const entries = Object.entries(value)
  const inner = entries.find(([key]) => key === 'elements')?.[1]
  if (Array.isArray(inner)) return readList(inner, '')
  if (entries.length === 0) return undefined
  return entries.flatMap(([type, items]) => readList(Array.isArray(items) ? items : [items], singular(type)))
}

function readList(items: readonly JsonValue[], role: string): readonly UiElement[] {
  return items.flatMap((item, index) => {
    const element = readElement(item, { role, fallbackId: `${role === '' ? 'element' : role}_${index + 1}` })
    return element === undefined ? [] : [element]
  })
}

function readElement(
  item: JsonValue,
  { role, fallbackId }: { readonly role: string; readonly fallbackId: string },
): UiElement | undefined {
  if (typeof item === 'string') return UiElement.parse({ id: fallbackId, role, name: item })
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return undefined
  const record = new Map(Object.entries(item))
  const name = firstText(record, ['name', 'label', 'aria_label', 'title', 'placeholder', 'accessible_name'])
  const parsed = UiElement.safeParse({
    ...item,
    id: firstText(record, ['id', 'element_id', 'key', 'selector']) ?? fallbackId,
    role: firstText(record, ['role', 'type', 'tag', 'kind']) ?? role,
    name: name ?? firstText(record, ['text', 'id']) ?? '',
  })
  return parsed.success ? parsed.data : undefined
}

function firstText(record: ReadonlyMap<string, JsonValue>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = record.get(key)
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return undefined
}

function singular(type: string): string {
  const lower = type.toLowerCase()
  if (lower.endsWith('boxes')) return lower.slice(0, -2)
  return lower.endsWith('s') && !lower.endsWith('ss') ? lower.slice(0, -1) : lower
}
