import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'
import type { JsonObject } from '../../contracts/json-value.ts'
import { JsonObject as JsonObjectSchema } from '../../contracts/json-value.ts'
import type { JsonSchema, Tool } from '../../contracts/tool.ts'
import { assertedFormats } from './formats.ts'
import { findSchemaProblem } from './schema-problems.ts'
import { findSecretReferences } from './secret-references.ts'

export interface ArgumentError {
  readonly field: string
  readonly message: string
}

/** `arguments` is the very object that was passed in: nothing is coerced, defaulted or dropped. */
export type ArgumentValidation =
  | { readonly ok: true; readonly arguments: JsonObject }
  | { readonly ok: false; readonly errors: readonly ArgumentError[] }

type Validate = (data: unknown) => { valid: boolean; errors: readonly ErrorObject[] }
type Compiled =
  | { readonly ok: true; readonly validate: Validate }
  | { readonly ok: false; readonly error: string }

const maxSchemaCharacters = 65_536
const maxSchemaDepth = 32
const maxErrors = 20
const draft7 = /^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/
const draft2020 = /^https:\/\/json-schema\.org\/draft\/20(19-09|20-12)\/schema#?$/

// Schemas come from agents and remote servers: their patterns run in linear time, like every regex of theirs.
const linearRegExp = Object.assign((pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern)), {
  code: 'linearRegExp',
})
const options: Options = {
  strict: false,
  allErrors: true,
  ownProperties: true,
  logger: false,
  formats: { ...assertedFormats },
  code: { regExp: linearRegExp },
}
const validators = { draft7: new Ajv(options), draft2020: new Ajv2020(options) }
const compiledBySchema = new WeakMap<JsonSchema, Compiled>()

// The same tools come again and again as new objects: with each request of an agent that brings its own, with each
// connection of a server. The least lately used go first.
const compiledByText = new Map<string, Compiled>()
const mostTexts = 2_000
const maxTextCharacters = 8_192

/**
 * Checks arguments against the tool's input schema (JSON Schema 2020-12; draft 7 when `$schema` says so).
 * A schema that cannot be read makes every argument invalid.
 */
export function validateArguments(
  tool: Pick<Tool, 'name' | 'input_schema'>,
  args: unknown,
): ArgumentValidation {
  const parsed = JsonObjectSchema.safeParse(args)
  if (!parsed.success) {
    return refused('(arguments)', `The arguments of ${tool.name} must be one JSON object.`)
  }
  const compiled = compile(tool.input_schema)
  if (!compiled.ok) return refused('(schema)', compiled.error)
  const checked = check(compiled.validate, args)
  if (checked === undefined)
    return refused('(schema)', `The input schema of ${tool.name} cannot be checked: it refers to itself.`)
  const { valid, errors: found } = checked
  const errors = outsideReferences(found, parsed.data)
  if (valid || (found.length > 0 && errors.length === 0)) return { ok: true, arguments: parsed.data }
  return { ok: false, errors: errors.slice(0, maxErrors).map(toArgumentError) }
}

/** Undefined where the schema, stored before such were refused, leads back to itself until the stack ends. */
function check(validate: Validate, args: unknown): ReturnType<Validate> | undefined {
  try {
    return validate(args)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A stored secret is checked when its value is known, just before the tool runs; until then it may stand anywhere. */
function outsideReferences(errors: readonly ErrorObject[], args: JsonObject): readonly ErrorObject[] {
  const places = findSecretReferences(args).map(({ pointer }) => pointer)
  return errors.filter(
    ({ instancePath }) =>
      !places.some(pointer => instancePath === pointer || instancePath.startsWith(`${pointer}/`)),
  )
}

/** Why a schema cannot be used and the field that says so, or undefined when it can. */
export function findSchemaError(schema: JsonSchema): ArgumentError | undefined {
  const compiled = compile(schema)
  return compiled.ok ? findSchemaProblem(schema) : { field: 'input_schema', message: compiled.error }
}

function refused(field: string, message: string): ArgumentValidation {
  return { ok: false, errors: [{ field, message }] }
}

function compile(schema: JsonSchema): Compiled {
  const known = compiledBySchema.get(schema)
  if (known !== undefined) return known
  const compiled = compileText(schema)
  compiledBySchema.set(schema, compiled)
  return compiled
}

function compileText(schema: JsonSchema): Compiled {
  const text = isShallow(schema, maxSchemaDepth) ? JSON.stringify(schema) : undefined
  if (text === undefined || text.length > maxTextCharacters) return compileAnew(schema)
  const compiled = compiledByText.get(text) ?? compileAnew(schema)
  compiledByText.delete(text)
  compiledByText.set(text, compiled)
  const [oldest] = compiledByText.keys()
  if (compiledByText.size > mostTexts && oldest !== undefined) compiledByText.delete(oldest)
  return compiled
}

function compileAnew(schema: JsonSchema): Compiled {
  const unusable = findUnusable(schema)
  if (unusable !== undefined) return { ok: false, error: unusable }
  const { $schema: dialect, $id: _id, ...body } = schema
  const ajv = typeof dialect === 'string' && draft7.test(dialect) ? validators.draft7 : validators.draft2020
  try {
    const validate = ajv.compile(body)
    ajv.removeSchema(body)
    // Under the empty name it was found by references to its root; the next schema must not find it there.
    delete ajv.refs['']
    return {
      ok: true,
      validate: data => ({ valid: validate(data) === true, errors: validate.errors ?? [] }),
    }
  } catch (cause) {
    return { ok: false, error: `The input schema cannot be used: ${messageOf(cause)}` }
  }
}

function findUnusable(schema: JsonSchema): string | undefined {
  if (!isShallow(schema, maxSchemaDepth))
    return `The input schema is nested deeper than ${maxSchemaDepth} levels.`
  if (JSON.stringify(schema).length > maxSchemaCharacters) {
    return `The input schema is longer than ${maxSchemaCharacters} characters.`
  }
  const dialect = schema.$schema
  if (
    dialect !== undefined &&
    !(typeof dialect === 'string' && (draft7.test(dialect) || draft2020.test(dialect)))
  ) {
    return 'The input schema names a dialect other than JSON Schema 2020-12 or draft 7.'
  }
  if (schema.type !== undefined && schema.type !== 'object') {
    return 'The input schema must describe an object.'
  }
  // An asynchronous schema answers with a promise, which a careless caller would take for yes.
  return hasKey(schema, '$async') ? 'The input schema must not be asynchronous ($async).' : undefined
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every(inner => isShallow(inner, levels - 1))
}

function hasKey(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, key) || Object.values(value).some(inner => hasKey(inner, key))
}

function toArgumentError(error: ErrorObject): ArgumentError {
  const steps = error.instancePath.split('/').slice(1).map(unescapePointer)
  const { missingProperty, additionalProperty, unevaluatedProperty } = error.params
  const named = missingProperty ?? additionalProperty ?? unevaluatedProperty
  if (typeof named === 'string') steps.push(named)
  const field = steps.length === 0 ? '(arguments)' : steps.join('.')
  return { field, message: describe(error) }
}

function describe(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a known argument'
    case 'enum':
      return `must be one of ${JSON.stringify(error.params.allowedValues)}`
    default:
      return error.message ?? `fails ${error.keyword}`
  }
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
