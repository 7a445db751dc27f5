import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'

/** A value that must not be seen, and the name that may. */
export interface Hidden {
  readonly name: string
  readonly value: string
}

/**
 * Takes the values out of anything that a tool answered, as they are and as they look in JSON, in an address, in
 * base64 and in hexadecimal; what stands there instead is their name. Keys of objects are read too.
 */
export function redactValues(value: JsonValue, hidden: readonly Hidden[]): JsonValue {
  const forms = hidden
    .flatMap(({ name, value: text }) => formsOf(text).map(form => ({ form, name })))
    .sort((left, right) => right.form.length - left.form.length)
  return forms.length === 0 ? value : redact(value, forms)
}

interface Form {
  readonly form: string
  readonly name: string
}

function redact(value: JsonValue, forms: readonly Form[]): JsonValue {
  if (typeof value === 'string') return redactText(value, forms)
  if (typeof value === 'number') return redactNumber(value, forms)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => redact(item, forms))
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, inner]) => [redactText(key, forms), redact(inner, forms)]),
  )
}

function redactText(text: string, forms: readonly Form[]): string {
  return forms.reduce((left, { form, name }) => left.replaceAll(form, () => `[secret ${name}]`), text)
}

/** A secret of digits may come back as a number. */
function redactNumber(value: number, forms: readonly Form[]): JsonValue {
  const text = String(value)
  const found = redactText(text, forms)
  return found === text ? value : found
}

function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value)
  const base64 = bytes.toString('base64').replace(/=+$/, '')
  const all = [
    ...[value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)],
    ...[base64, bytes.toString('base64url'), bytes.toString('hex')],
  ]
  return [...new Set(all)]
}
