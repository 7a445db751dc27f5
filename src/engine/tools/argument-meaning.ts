import { RE2JS } from 're2js'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { JsonSchema, RegisteredTool, Tool } from '../../contracts/tool.ts'
import { isEmail } from './formats.ts'
import { argumentMeanings, type Meaning, meaningOfName } from './meaning-names.ts'
import { readSecretReference } from './secret-references.ts'

/** One argument that stands for something outside the call. */
export interface ArgumentMeaning {
  /** JSON pointer into the arguments. */
  readonly pointer: string
  readonly meaning: Meaning
  /** For `host` the bare lower-case host name (with a port that is not the scheme's own), else as given. */
  readonly value: string
  /** The argument exactly as it was given, as text. */
  readonly argument: string
}

interface Place {
  readonly pointer: string
  readonly name: string
  readonly schemas: readonly JsonSchema[]
  /** Meanings that the schema states for a list or object holding this value. */
  readonly stated: readonly Meaning[]
}

/** Deeper than any call that gets a digest (200). */
const maxDepth = 1_000
const maxSchemasOfPlace = 200

/**
 * What the arguments of a call stand for: by the schema keyword `x-soulgate`, by formats (of the schema and of
 * the value itself: addresses, URLs), and by well-known names. A stated meaning replaces the one guessed from
 * the name, unless the tool's definition is only claimed: then a claim can add a meaning, never hide one.
 * One argument may have several meanings; the order is that of the arguments. What earlier declarations of the name
 * stated comes after it.
 */
export function extractMeanings(
  tool: Pick<Tool, 'input_schema'> & Pick<RegisteredTool, 'earlier_schemas'> & { readonly claimed?: boolean },
  args: JsonObject,
): readonly ArgumentMeaning[] {
  const found = readMeanings(tool.input_schema, args, tool.claimed === true ? 'claimed' : 'declared')
  if (tool.earlier_schemas === undefined) return found
  const known = new Map(found.map(item => [`${item.meaning} ${item.pointer}`, item]))
  for (const schema of tool.earlier_schemas) {
    for (const item of readMeanings(schema, args, 'earlier'))
      if (!known.has(`${item.meaning} ${item.pointer}`)) known.set(`${item.meaning} ${item.pointer}`, item)
  }
  return [...known.values()]
}

/** How far a schema's word goes: of an earlier declaration only what it states counts. */
type Standing = 'declared' | 'claimed' | 'earlier'

function readMeanings(root: JsonSchema, args: JsonObject, standing: Standing): readonly ArgumentMeaning[] {
  const found: ArgumentMeaning[] = []
  const visit = (value: JsonValue, place: Place, depth: number): void => {
    if (depth > maxDepth || value === null || typeof value === 'boolean') return
    if (typeof value !== 'object') {
      found.push(...readLeaf(value, place, standing))
      return
    }
    for (const [inner, next] of innerPlaces(value, place, root)) visit(next, inner, depth + 1)
  }
  visit(args, { pointer: '', name: '', schemas: expand([root], root), stated: [] }, 0)
  return found
}

function readLeaf(value: string | number, place: Place, standing: Standing): readonly ArgumentMeaning[] {
  const text = String(value)
  const isText = typeof value === 'string'
  const stated = [...place.stated, ...place.schemas.flatMap(statedMeanings)]
  const meanings = new Set<Meaning>(stated)
  if (standing !== 'earlier') {
    const byName = meaningOfName(place.name)
    const isGuessed = byName !== undefined && (stated.length === 0 || standing === 'claimed')
    if (isGuessed && fitsName(byName, text, isText)) meanings.add(byName)
    if (isText) for (const meaning of meaningsOfText(text, place)) meanings.add(meaning)
  }
  return [...meanings].map(meaning => ({
    pointer: place.pointer,
    meaning,
    value: meaning === 'host' ? hostOf(text) : text,
    argument: text,
  }))
}

function fitsName(meaning: Meaning, text: string, isText: boolean): boolean {
  if (text === '') return false
  return isText || meaning === 'amount' || meaning === 'recipient'
}

function meaningsOfText(text: string, place: Place): readonly Meaning[] {
  const formats = place.schemas.map(schema => schema.format)
  const trimmed = text.trim()
  const meanings: Meaning[] = []
  if (formats.some(format => format === 'email' || format === 'idn-email')) meanings.push('recipient')
  if (
    formats.some(
      format => typeof format === 'string' && /^(uri|iri|url|hostname|idn-hostname|ipv4|ipv6)$/.test(format),
    )
  ) {
    meanings.push('host')
  }
  if (isEmail(trimmed.replace(/^mailto:/i, ''))) meanings.push('recipient')
  if (/^file:\/\//i.test(trimmed)) meanings.push('path')
  else if (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(trimmed)) meanings.push('host')
  return meanings
}

function hostOf(text: string): string {
  const trimmed = text.trim()
  for (const candidate of [trimmed, `http://${trimmed}`]) {
    const host = URL.canParse(candidate) ? new URL(candidate).host : ''
    if (host !== '') return host.toLowerCase()
  }
  return trimmed.toLowerCase()
}

function* innerPlaces(
  value: readonly JsonValue[] | JsonObject,
  place: Place,
  root: JsonSchema,
): Generator<readonly [Place, JsonValue]> {
  const stated = [...place.stated, ...place.schemas.flatMap(statedMeanings)]
  if (isList(value)) {
    for (const [index, item] of value.entries()) {
      const schemas = expand(
        place.schemas.flatMap(schema => itemSchemas(schema, index)),
        root,
      )
      yield [{ pointer: `${place.pointer}/${index}`, name: place.name, schemas, stated }, item]
    }
    return
  }
  // A reference to a stored secret names it; it does not hold it.
  if (readSecretReference(value) !== undefined) return
  for (const [key, item] of Object.entries(value)) {
    const schemas = expand(
      place.schemas.flatMap(schema => propertySchemas(schema, key)),
      root,
    )
    yield [{ pointer: `${place.pointer}/${escapePointer(key)}`, name: key, schemas, stated }, item]
  }
}

function isList(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function itemSchemas(schema: JsonSchema, index: number): readonly unknown[] {
  const leading = schema.prefixItems ?? schema.items
  const positional = Array.isArray(leading) ? leading[index] : undefined
  return [positional, schema.items, schema.additionalItems, schema.contains]
}

function propertySchemas(schema: JsonSchema, key: string): readonly unknown[] {
  const properties = schema.properties
  const patterns = schema.patternProperties
  const byPattern = isSchema(patterns)
    ? Object.entries(patterns).flatMap(([pattern, inner]) => (matches(pattern, key) ? [inner] : []))
    : []
  const own = isSchema(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
  return [own, ...byPattern, schema.additionalProperties, schema.unevaluatedProperties]
}

function matches(pattern: string, key: string): boolean {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern)).test(key)
  } catch {
    return true
  }
}

/** Every schema that may apply where these do: themselves, what they refer to, and their alternatives. */
function expand(starts: readonly unknown[], root: JsonSchema): readonly JsonSchema[] {
  const seen = new Set<JsonSchema>()
  const waiting = [...starts]
  while (waiting.length > 0 && seen.size < maxSchemasOfPlace) {
    const schema = waiting.shift()
    if (!isSchema(schema) || seen.has(schema)) continue
    seen.add(schema)
    for (const keyword of ['$ref', '$dynamicRef']) waiting.push(resolveReference(schema[keyword], root))
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const members = schema[keyword]
      if (Array.isArray(members)) waiting.push(...members)
    }
    waiting.push(schema.if, schema.then, schema.else)
    if (isSchema(schema.dependentSchemas)) waiting.push(...Object.values(schema.dependentSchemas))
  }
  return [...seen]
}

function resolveReference(reference: unknown, root: JsonSchema): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined
  const steps = reference.slice(1).split('/').slice(1)
  let at: unknown = root
  for (const step of steps) {
    const key = decodeStep(step)
    if (Array.isArray(at)) at = at[Number(key)]
    else at = isSchema(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function statedMeanings(schema: JsonSchema): readonly Meaning[] {
  return argumentMeanings.filter(meaning => meaning === schema['x-soulgate'])
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
