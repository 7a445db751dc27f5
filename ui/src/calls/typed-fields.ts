import type { JsonObject, JsonValue } from 'soulgate/contracts/json-value'

export type FieldKind = 'text' | 'long_text' | 'number' | 'integer' | 'boolean' | 'choice' | 'list' | 'json'

/** One argument as a person edits it. `text` is the form in the field; a boolean is `true` or `false`. */
export interface TypedField {
  readonly name: string
  readonly kind: FieldKind
  readonly text: string
  readonly required: boolean
  readonly description: string
  readonly choices: readonly string[]
  /** True while the argument is left out. */
  readonly absent: boolean
}

export type FieldReading =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly error: string }

/** A field for each argument of the schema and for each that the call has beyond it. */
export function fieldsOf(
  schema: Readonly<Record<string, unknown>>,
  values: JsonObject,
): readonly TypedField[] {
  const properties = recordOf(schema.properties)
  const required = Array.isArray(schema.required) ? schema.required : []
  const names = [...new Set([...Object.keys(properties), ...Object.keys(values)])]
  return names.map(name => {
    const property = recordOf(properties[name])
    const value = values[name]
    const kind = kindOf(property, value)
    return {
      name,
      kind,
      text: value === undefined ? '' : textOf(kind, value),
      required: required.includes(name),
      description: typeof property.description === 'string' ? property.description : '',
      choices: Array.isArray(property.enum) ? property.enum.filter(item => typeof item === 'string') : [],
      absent: value === undefined,
    }
  })
}

/** The same fields with what was typed into them; `texts` holds what differs from the values. */
export function withTexts(
  fields: readonly TypedField[],
  texts: Readonly<Record<string, string>>,
): readonly TypedField[] {
  return fields.map(field => {
    const text = texts[field.name]
    return text === undefined ? field : { ...field, text, absent: field.absent && text === '' }
  })
}

/** What a field holds as JSON, or why it is none. */
function readField({ kind, text, choices, name }: TypedField): FieldReading {
  switch (kind) {
    case 'text':
    case 'long_text':
      return { ok: true, value: text }
    case 'choice':
      return choices.includes(text)
        ? { ok: true, value: text }
        : refuse(`${name} must be one of ${choices.join(', ')}`)
    case 'boolean':
      return { ok: true, value: text === 'true' }
    case 'number':
    case 'integer':
      return readNumber(text, kind)
    case 'list':
      return { ok: true, value: text.split('\n').filter(line => line !== '') }
    case 'json':
      return readJson(text)
  }
}

/** All fields as arguments, or the errors by field name. Optional fields that stay empty are left out. */
export function readFields(
  fields: readonly TypedField[],
):
  | { readonly ok: true; readonly arguments: JsonObject }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> } {
  const errors: Record<string, string> = {}
  const values: Record<string, JsonValue> = {}
  for (const field of fields) {
    if (field.absent && field.text === '') {
      if (field.required) errors[field.name] = 'is required'
      continue
    }
    const reading = readField(field)
    if (reading.ok) values[field.name] = reading.value
    else errors[field.name] = reading.error
  }
  return Object.keys(errors).length === 0 ? { ok: true, arguments: values } : { ok: false, errors }
}

export function readJson(text: string): FieldReading {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return refuse('is not valid JSON')
  }
}

function kindOf(property: Readonly<Record<string, unknown>>, value: JsonValue | undefined): FieldKind {
  if (Array.isArray(property.enum) && property.enum.every(item => typeof item === 'string')) return 'choice'
  const type = property.type ?? jsonTypeOf(value)
  if (type === 'string') return typeof value === 'string' && /\n|.{80}/.test(value) ? 'long_text' : 'text'
  if (type === 'number' || type === 'integer' || type === 'boolean') return type
  if (type === 'array' && isTextList(property, value)) return 'list'
  return 'json'
}

function isTextList(property: Readonly<Record<string, unknown>>, value: JsonValue | undefined): boolean {
  const items = recordOf(property.items)
  const isOneLine = (item: JsonValue) => typeof item === 'string' && !item.includes('\n') && item !== ''
  return (items.type === 'string' || value !== undefined) && (!Array.isArray(value) || value.every(isOneLine))
}

function textOf(kind: FieldKind, value: JsonValue): string {
  if (kind === 'list' && Array.isArray(value)) return value.join('\n')
  if (kind === 'json') return JSON.stringify(value, null, 2)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function readNumber(text: string, kind: 'number' | 'integer'): FieldReading {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) return refuse('is not a number')
  return kind === 'integer' && !Number.isSafeInteger(value)
    ? refuse('is not a whole number')
    : { ok: true, value }
}

function refuse(error: string): FieldReading {
  return { ok: false, error }
}

function jsonTypeOf(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
