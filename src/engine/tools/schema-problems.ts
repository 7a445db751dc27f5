import type { JsonSchema } from '../../contracts/tool.ts'

/** Why no arguments could ever be checked against a schema, and where in it. */
export interface SchemaProblem {
  /** The place, as a dotted path below `input_schema`. */
  readonly field: string
  readonly message: string
}

/**
 * Finds a schema that leads back to itself without going deeper into the arguments (checking would never end), and one
 * that no arguments fit. Satisfiability is judged by what surely excludes everything; what is not understood counts as
 * satisfiable.
 */
export function findSchemaProblem(root: JsonSchema): SchemaProblem | undefined {
  const places = collectPlaces(root)
  return findEndlessReference(places) ?? findUnsatisfiable(places, root)
}

interface Place {
  readonly schema: JsonSchema
  readonly field: string
  /** What its references point at. */
  readonly targets: readonly unknown[]
}

type Places = ReadonlyMap<unknown, Place>

const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'] as const
const SINGLE = [
  ...['not', 'if', 'then', 'else', 'items', 'additionalItems', 'contains', 'propertyNames'],
  ...['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'],
] as const
/** Keywords whose schemas are applied to the same value. */
const IN_PLACE: ReadonlySet<string> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'],
])

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every schema inside another, children after their parents. */
function collectPlaces(root: JsonSchema): Places {
  const fields = new Map<JsonSchema, string>([[root, 'input_schema']])
  const anchors = new Map<unknown, JsonSchema>()
  for (const [schema, field] of fields) {
    for (const anchor of [schema.$anchor, schema.$dynamicAnchor]) anchors.set(anchor, schema)
    for (const { step, schema: inner } of childrenOf(schema)) {
      if (isSchema(inner) && !fields.has(inner)) fields.set(inner, `${field}.${step}`)
    }
  }
  const toPlace = (schema: JsonSchema, field: string): Place => ({
    schema,
    field,
    targets: ['$ref', '$dynamicRef', '$recursiveRef'].flatMap(keyword => {
      const reference = schema[keyword]
      return typeof reference === 'string' ? [resolveReference(reference, { root, anchors })] : []
    }),
  })
  return new Map([...fields].map(([schema, field]) => [schema, toPlace(schema, field)]))
}

function childrenOf(schema: JsonSchema): readonly { keyword: string; step: string; schema: unknown }[] {
  const lists = [...LISTS, 'items'].flatMap(keyword => {
    const list = schema[keyword]
    if (!Array.isArray(list)) return []
    return list.map((inner: unknown, index) => ({ keyword, step: `${keyword}.${index}`, schema: inner }))
  })
  const maps = MAPS.flatMap(keyword =>
    Object.entries(isSchema(schema[keyword]) ? schema[keyword] : {}).map(([key, inner]) => ({
      keyword,
      step: `${keyword}.${key}`,
      schema: inner,
    })),
  )
  const single = SINGLE.flatMap(keyword =>
    isSchema(schema[keyword]) ? [{ keyword, step: keyword, schema: schema[keyword] }] : [],
  )
  return [...lists, ...maps, ...single]
}

/** What a reference inside the same schema points at; undefined where there is nothing. */
function resolveReference(
  reference: string,
  { root, anchors }: { readonly root: JsonSchema; readonly anchors: ReadonlyMap<unknown, JsonSchema> },
): unknown {
  if (!reference.startsWith('#')) return undefined
  const fragment = reference.slice(1)
  if (fragment !== '' && !fragment.startsWith('/')) return anchors.get(fragment)
  let at: unknown = root
  for (const step of fragment.split('/').slice(1)) {
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

function findEndlessReference(places: Places): SchemaProblem | undefined {
  const state = new Map<unknown, 'open' | 'done'>()
  for (const start of places.keys()) {
    const stack: { readonly schema: unknown; readonly left: unknown[] }[] = []
    const enter = (schema: unknown): void => {
      const place = places.get(schema)
      if (place === undefined || state.has(schema)) return
      state.set(schema, 'open')
      const inner = childrenOf(place.schema).filter(child => IN_PLACE.has(child.keyword))
      stack.push({ schema, left: [...inner.map(child => child.schema), ...place.targets] })
    }
    enter(start)
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.left.pop()
      if (next === undefined && top.left.length === 0) {
        state.set(top.schema, 'done')
        stack.pop()
      } else if (state.get(next) === 'open') {
        const field = places.get(next)?.field ?? 'input_schema'
        return { field, message: 'refers to itself without going deeper, so checking it would never end' }
      } else enter(next)
    }
  }
  return undefined
}

const MAX_ROUNDS = 200

/** Least fixed point: a schema is satisfiable once a finite value is known to be possible for it. */
function findUnsatisfiable(places: Places, root: JsonSchema): SchemaProblem | undefined {
  const satisfiable = new Set<unknown>()
  const isPossible = (schema: unknown): boolean =>
    places.has(schema) ? satisfiable.has(schema) : schema !== false
  const waiting = [...places.values()]
    .toReversed()
    .map(place => ({ place, types: typesOf(place.schema, places, root) }))
  const reasonOf = ({ place, types }: (typeof waiting)[number]) => reasonEmpty(place, types, isPossible)
  for (let round = 0, before = -1; before !== satisfiable.size; round += 1) {
    if (round > MAX_ROUNDS)
      return { field: 'input_schema', message: 'refers from schema to schema too often to be checked' }
    before = satisfiable.size
    for (const entry of waiting) {
      const { schema } = entry.place
      if (!satisfiable.has(schema) && reasonOf(entry) === undefined) satisfiable.add(schema)
    }
  }
  if (satisfiable.has(root)) return undefined
  const whole = waiting.at(-1)
  return { field: 'input_schema', message: `can fit no arguments: ${whole && reasonOf(whole)}` }
}

type IsPossible = (schema: unknown) => boolean

function reasonEmpty(
  { schema, targets }: Place,
  types: ReadonlySet<string>,
  isPossible: IsPossible,
): string | undefined {
  const { enum: allowed, not } = schema
  if (types.size === 0) return 'its types exclude each other'
  if (Array.isArray(allowed) && !allowed.some(value => fitsTypes(value, types)))
    return 'no value of its enum is allowed'
  if ('const' in schema && !fitsTypes(schema.const, types)) return 'its const is of another type'
  if (not === true || (isSchema(not) && Object.keys(not).length === 0)) return '`not` excludes everything'
  if (!targets.every(isPossible)) return 'nothing fits what it refers to'
  if (Array.isArray(schema.allOf) && !schema.allOf.every(isPossible)) return 'nothing fits one of its allOf'
  for (const keyword of ['anyOf', 'oneOf']) {
    const members = schema[keyword]
    if (Array.isArray(members) && !members.some(isPossible)) return `nothing fits any of its ${keyword}`
  }
  return reasonByType(schema, types, isPossible)
}

/** Limits bind values of one type, so they exclude everything only where no other type is left. */
function reasonByType(
  schema: JsonSchema,
  types: ReadonlySet<string>,
  isPossible: IsPossible,
): string | undefined {
  const isOnly = (...names: readonly string[]) => [...types].every(type => names.includes(type))
  if (isOnly('number', 'integer') && isCrossed(schema, 'minimum', 'maximum')) return 'minimum exceeds maximum'
  if (isOnly('string') && isCrossed(schema, 'minLength', 'maxLength')) return 'minLength exceeds maxLength'
  if (isOnly('array')) {
    if (isCrossed(schema, 'minItems', 'maxItems')) return 'minItems exceeds maxItems'
    const isFilled = typeof schema.minItems === 'number' && schema.minItems > 0
    const hasLeading = Array.isArray(schema.prefixItems) || Array.isArray(schema.items)
    if (isFilled && !hasLeading && !isPossible(schema.items ?? true))
      return 'no item can stand in a list that needs one'
  }
  if (!isOnly('object')) return undefined
  if (isCrossed(schema, 'minProperties', 'maxProperties')) return 'minProperties exceeds maxProperties'
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const missing = required.find(name => !isPossible(schemaOfProperty(schema, name)))
  return missing === undefined ? undefined : `no value fits the required property ${missing}`
}

function schemaOfProperty(schema: JsonSchema, name: string): unknown {
  const { properties, patternProperties, additionalProperties } = schema
  if (isSchema(properties) && Object.hasOwn(properties, name)) return properties[name]
  return isSchema(patternProperties) ? true : (additionalProperties ?? true)
}

function isCrossed(schema: JsonSchema, least: string, most: string): boolean {
  const [low, high] = [schema[least], schema[most]]
  return typeof low === 'number' && typeof high === 'number' && low > high
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const

/** The types that a value may have by the schema and all that apply with it; at the root only objects are values. */
function typesOf(schema: JsonSchema, places: Places, root: JsonSchema): ReadonlySet<string> {
  let types = new Set<string>(schema === root ? ['object'] : TYPES)
  const seen = new Set<unknown>()
  const waiting: unknown[] = [schema]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (!isSchema(next) || seen.has(next)) continue
    seen.add(next)
    const stated = [next.type].flat().filter(type => typeof type === 'string')
    if (stated.length > 0) {
      const allowed = new Set(stated.includes('number') ? [...stated, 'integer'] : stated)
      types = new Set([...types].filter(type => allowed.has(type)))
    }
    if (Array.isArray(next.allOf)) waiting.push(...next.allOf)
    waiting.push(...(places.get(next)?.targets ?? []))
  }
  return types
}

function fitsTypes(value: unknown, types: ReadonlySet<string>): boolean {
  if (value === null) return types.has('null')
  if (Array.isArray(value)) return types.has('array')
  if (typeof value === 'number')
    return types.has('number') || (types.has('integer') && Number.isInteger(value))
  return types.has(typeof value)
}
