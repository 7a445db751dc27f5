import { JsonValue } from '../../../contracts/json-value.ts'
import { UiElement } from '../../../contracts/reasoning.ts'

/** An element as the page gives it: what may be chosen in it is not part of the contract, but it helps to find it. */
export type PageElement = UiElement & { readonly options?: readonly string[] }

/**
 * Reads `context.ui_schema`: a list of elements, `{elements: […]}`, or a map by element type whose values are
 * names or elements (`{buttons: ["Save"], inputs: [{id, name}]}`). Anything else is undefined: nothing is known then.
 */
export function readUiSchema(value: JsonValue | undefined): readonly PageElement[] | undefined {
  if (value === undefined || value === null || typeof value !== 'object') return undefined
  if (Array.isArray(value)) return readList(value, '')
  const entries = Object.entries(value)
  const inner = entries.find(([key]) => key === 'elements')?.[1]
  if (Array.isArray(inner)) return readList(inner, '')
  if (entries.length === 0) return undefined
  return entries.flatMap(([type, items]) => readList(Array.isArray(items) ? items : [items], singular(type)))
}

const elementsBySchema = new WeakMap<object, readonly PageElement[] | 'unreadable'>()

/** The elements of `context.ui_schema`, whatever stands there; undefined where no page is at hand. Read once a schema. */
export function elementsOfContext({
  ui_schema: schema,
}: {
  readonly ui_schema?: unknown
}): readonly PageElement[] | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  let elements = elementsBySchema.get(schema)
  if (elements === undefined) {
    const parsed = JsonValue.safeParse(schema)
    elements = (parsed.success ? readUiSchema(parsed.data) : undefined) ?? 'unreadable'
    elementsBySchema.set(schema, elements)
  }
  return elements === 'unreadable' ? undefined : elements
}

function readList(items: readonly JsonValue[], role: string): readonly PageElement[] {
  return items.flatMap((item, index) => {
    const element = readElement(item, { role, fallbackId: `${role === '' ? 'element' : role}_${index + 1}` })
    return element === undefined ? [] : [element]
  })
}

function readElement(
  item: JsonValue,
  { role, fallbackId }: { readonly role: string; readonly fallbackId: string },
): PageElement | undefined {
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
  if (!parsed.success) return undefined
  const options = readOptions(record.get('options'))
  return options.length === 0 ? parsed.data : { ...parsed.data, options }
}

/** Options are texts, or records with a label. */
function readOptions(value: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap(option => {
    if (typeof option === 'string' || typeof option === 'number') return [String(option)]
    if (option === null || typeof option !== 'object' || Array.isArray(option)) return []
    return firstText(new Map(Object.entries(option)), ['label', 'name', 'text', 'value']) ?? []
  })
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
