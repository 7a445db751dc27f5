import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { SoulgateError } from '../base/errors.ts'
import { JsonObject, JsonValue } from '../contracts/json-value.ts'
import type { JsonSchema } from '../contracts/tool.ts'

/** A schema of any library that follows Standard Schema: zod, Valibot, ArkType and others. */
export type Schema<Output = unknown> = StandardSchemaV1<unknown, Output>

/** What a caller gives for a schema, before defaults and transformations. */
export type InputOf<Given extends StandardSchemaV1> = StandardSchemaV1.InferInput<Given>

/** What a schema answers for it. */
export type OutputOf<Given extends StandardSchemaV1> = StandardSchemaV1.InferOutput<Given>

/** The marks that a field may carry (`z.number().meta({ soulgate: 'amount', soulgateCurrency: 'EUR' })`), as the wire knows them. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['soulgate', 'x-soulgate'],
  ['soulgateCurrency', 'x-soulgate-currency'],
  ['soulgateCurrencyArgument', 'x-soulgate-currency-argument'],
  ['soulgateScale', 'x-soulgate-scale'],
])

/**
 * The JSON Schema (2020-12) of what callers give. Throws `invalid_schema` when the library cannot say; `owner` is then
 * named, with what to do.
 */
export function inputJsonSchema(schema: StandardSchemaV1, owner: string): JsonSchema {
  const described = readJsonSchema(schema, { owner, side: 'input' })
  const nowhere = findImpossible(described, '')
  if (nowhere === undefined) return described
  const where = nowhere === '' ? '' : ` at ${nowhere}`
  throw new SoulgateError(
    'invalid_schema',
    `The input schema of ${owner} accepts nothing${where}, so it could never be called. Use another schema there, or make the field optional.`,
  )
}

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const

/** The JSON pointer of the place that no value can fill; undefined where some value may fit. */
function findImpossible(schema: unknown, pointer: string): string | undefined {
  if (schema === false) return pointer
  if (typeof schema !== 'object' || schema === null) return undefined
  const { not, enum: choices, properties, required, anyOf, allOf } = Object(schema)
  if (typeof not === 'object' && not !== null && Object.keys(not).length === 0) return pointer
  if (Array.isArray(choices) && choices.length === 0) return pointer
  if (BOUNDS.some(([least, most]) => Object(schema)[least] > Object(schema)[most])) return pointer
  const isImpossible = (part: unknown): boolean => findImpossible(part, pointer) !== undefined
  if (Array.isArray(anyOf) && anyOf.every(isImpossible)) return pointer
  if (Array.isArray(allOf) && allOf.some(isImpossible)) return pointer
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return needed
    .map(name => findImpossible(Object(properties)[String(name)], `${pointer}/${String(name)}`))
    .find(place => place !== undefined)
}

/** As `inputJsonSchema`, of what the schema answers; undefined when the library cannot say. */
export function outputJsonSchema(schema: StandardSchemaV1, owner: string): JsonSchema | undefined {
  try {
    return readJsonSchema(schema, { owner, side: 'output' })
  } catch {
    return undefined
  }
}

/** The value as the schema gives it back, or what is wrong with it: `amount: Invalid input`. */
export async function validate<Output>(
  schema: StandardSchemaV1<unknown, Output>,
  value: unknown,
): Promise<
  { readonly ok: true; readonly value: Output } | { readonly ok: false; readonly problems: string }
> {
  const result = await schema['~standard'].validate(value)
  if (result.issues === undefined) return { ok: true, value: result.value }
  return { ok: false, problems: result.issues.map(toLine).join('; ') }
}

/** The value as JSON carries it. Throws `invalid_json_value` naming `owner` when it cannot: a function, a cycle, a bigint. */
export function toJson(value: unknown, owner: string): JsonValue {
  try {
    return JsonValue.parse(value === undefined ? null : JSON.parse(JSON.stringify(value)))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SoulgateError(
      'invalid_json_value',
      `${owner} gave a value that JSON cannot carry (${why}). Return plain objects, lists, texts, numbers and booleans.`,
      { cause },
    )
  }
}

function toLine({ message, path = [] }: StandardSchemaV1.Issue): string {
  const keys = path.map(part => String(typeof part === 'object' ? part.key : part))
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`
}

/** Throws `invalid_schema` for what is no Standard Schema at all, such as a plain object of JSON Schema. */
export function checkSchema(schema: unknown, what: string): void {
  const isSchema = schema instanceof Object && '~standard' in schema
  if (isSchema) return
  const given = schema === undefined ? 'is missing' : 'is no schema'
  throw new SoulgateError(
    'invalid_schema',
    `${what} ${given}. Write one with zod, such as z.object({ order: z.string() }), or another library of Standard Schema.`,
  )
}

function readJsonSchema(
  schema: StandardSchemaV1,
  { owner, side }: { readonly owner: string; readonly side: 'input' | 'output' },
): JsonSchema {
  checkSchema(schema, `The ${side} schema of ${owner}`)
  const standard: StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props> = schema['~standard']
  if (standard.jsonSchema === undefined)
    throw new SoulgateError(
      'invalid_schema',
      `The ${side} schema of ${owner} is of ${standard.vendor}, which cannot describe itself as JSON Schema. Use zod 4.2 or newer, or a library that implements Standard JSON Schema.`,
    )
  const { $schema: _dialect, ...described } = convert(standard.jsonSchema[side], owner)
  return JsonObject.parse(withMeanings(described))
}

function convert(
  to: (options: StandardJSONSchemaV1.Options) => Record<string, unknown>,
  owner: string,
): Record<string, unknown> {
  try {
    return to({ target: 'draft-2020-12' })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SoulgateError(
      'invalid_schema',
      `The schema of ${owner} cannot be described as JSON Schema: ${why}`,
      { cause },
    )
  }
}

/** Marks of meaning under the keyword of the wire, `x-soulgate`, at every depth. */
function withMeanings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMeanings)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      typeof item === 'object' ? [key, withMeanings(item)] : [MARKS.get(key) ?? key, item],
    ),
  )
}
