import fc from 'fast-check'

export type Schema = Readonly<Record<string, unknown>>

/** Texts that have broken servers before: hidden characters, lone surrogates' neighbours, paths, expressions, length. */
const NASTY = [
  '',
  ' ',
  '\u0000',
  '\u202e\u2066',
  '\u{e0041}',
  '../../etc/passwd',
  '%2e%2e%2f',
  "' or 1=1 --",
  '{{7*7}}',
  '$' + '{x}',
  '<script>1</script>',
  'a'.repeat(5000),
  '9'.repeat(400),
  '𝒳'.repeat(50),
  '__proto__',
  'constructor',
  '(a+)+$',
  '-1',
  '1e309',
  'null',
]

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(...NASTY),
  fc.constant(-1),
  fc.constant(Number.MAX_SAFE_INTEGER + 2),
  fc.constant([]),
  fc.constant({ __proto__: null, toString: 1 }),
)

/**
 * Values that fit a JSON Schema, or nearly: now and then a part is left out, replaced by something else or joined by
 * something nobody asked for.
 */
export function fromSchema(schema: Schema, root: Schema, depth = 0): fc.Arbitrary<unknown> {
  const fitting = fittingValue(resolve(schema, root), root, depth)
  return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: anything })
}

function resolve(schema: Schema, root: Schema): Schema {
  const reference = schema.$ref
  if (typeof reference !== 'string') return schema
  const found = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (isSchema(at) ? at[key] : undefined), root)
  return isSchema(found) ? resolve(found, root) : {}
}

function fittingValue(schema: Schema, root: Schema, depth: number): fc.Arbitrary<unknown> {
  if (depth > 5) return fc.constant(null)
  const options = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (options) {
    return fc.oneof(...options.filter(isSchema).map(each => fromSchema(each, root, depth + 1)))
  }
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return fittingObject(schema, root, depth)
  if (type === 'array') {
    const items = isSchema(schema.items) ? schema.items : {}
    return fc.array(fromSchema(items, root, depth + 1), { maxLength: 3 })
  }
  if (type === 'string') return fittingText(schema)
  if (type === 'integer' || type === 'number') return fittingNumber(schema, type)
  if (type === 'boolean') return fc.boolean()
  return anything
}

function fittingObject(schema: Schema, root: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = isSchema(schema.properties) ? schema.properties : {}
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const entries = Object.entries(properties).map(([key, value]) => {
    const each = fromSchema(isSchema(value) ? value : {}, root, depth + 1)
    const present = required.has(key) ? 20 : 1
    return fc.oneof(
      { weight: present, arbitrary: each.map(found => [key, found] as const) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    )
  })
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('extra', '__proto__', 'role'), anything) },
  )
  return fc
    .tuple(...entries, extra)
    .map(found => Object.fromEntries(found.filter(entry => entry !== undefined)))
}

function fittingText(schema: Schema): fc.Arbitrary<string> {
  const least = typeof schema.minLength === 'number' ? schema.minLength : 0
  const plain = fc.string({ minLength: Math.min(least, 20), maxLength: Math.max(least, 30), unit: 'binary' })
  const pattern = typeof schema.pattern === 'string' ? schema.pattern : undefined
  return fc.oneof(
    { weight: 4, arbitrary: pattern === undefined ? plain : fromPattern(pattern, plain) },
    { weight: 1, arbitrary: fc.constantFrom(...NASTY) },
    { weight: 1, arbitrary: fc.string({ maxLength: 200, unit: 'grapheme' }) },
  )
}

function fromPattern(pattern: string, otherwise: fc.Arbitrary<string>): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return otherwise
  }
}

function fittingNumber(schema: Schema, type: 'integer' | 'number'): fc.Arbitrary<number> {
  const least = typeof schema.minimum === 'number' ? schema.minimum : -1000
  const most = Math.min(typeof schema.maximum === 'number' ? schema.maximum : 1000, 10_000)
  const fitting =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(least), max: Math.max(Math.floor(most), Math.ceil(least)) })
      : fc.double({ min: least, max: Math.max(most, least), noNaN: true })
  return fc.oneof(
    { weight: 6, arbitrary: fitting },
    { weight: 1, arbitrary: fc.constantFrom(-1, 0, 2 ** 53) },
  )
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
