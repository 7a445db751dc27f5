import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalize, MAX_JSON_DEPTH, parseStrictJson } from './canonical-json.ts'
import { isSoulgateError } from './errors.ts'
import type { JsonValue } from './json-value.ts'

const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter(value => !Number.isInteger(value) || Number.isSafeInteger(value))
  .map(value => value + 0)
const text = fc.string({ unit: 'binary' })
const { value: anyJson } = fc.letrec<{ value: JsonValue }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    number,
    fc.maxSafeInteger(),
    text,
    fc.array(tie('value')),
    fc.dictionary(text, tie('value'), { noNullPrototype: true }),
  ),
}))
const confusable = fc.constantFrom('', 'a', '"', ',', ':', '1', '\\', '\\"', 'null', '{}', '\n', '\\n')
const { value: smallJson } = fc.letrec<{ value: JsonValue }>(tie => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(null, true, 0, 1, 0.1, 11, {}, []),
    confusable,
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(confusable, tie('value'), { maxKeys: 2, noNullPrototype: true }),
  ),
}))

function refusal(act: () => unknown): unknown {
  try {
    return { accepted: act() }
  } catch (error) {
    if (isSoulgateError(error, 'invalid_json_value')) return error.data
    throw error
  }
}

const outside = (value: unknown) => refusal(() => canonicalize(value as JsonValue))
const inText = (json: string) => refusal(() => parseStrictJson(json))

describe('the vectors of RFC 8785', () => {
  test('the sample of section 3.2.2 is written as printed there, less its integer beyond 2^53', () => {
    const sample = String.raw`{
      "numbers": [333333333.33333329, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`
    const expected = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`
    expect(canonicalize(parseStrictJson(sample))).toBe(expected)
    expect(inText('{"numbers": [1E30]}')).toEqual({ pointer: '/numbers/0', reason: 'unsafe_integer' })
  })

  test('keys are sorted by UTF-16 code units as in section 3.2.3', () => {
    const sample = String.raw`{ "\u20ac": "Euro Sign", "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One", "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis" }`
    const order = [...canonicalize(parseStrictJson(sample)).matchAll(/:"([^"]+)"/g)].map(match => match[1])
    expect(order).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('the double %s of appendix B is written %s', (bits, expected) => {
    expect(canonicalize(doubleFromBits(bits))).toBe(expected)
  })

  test.each([
    ['7fefffffffffffff', 'unsafe_integer'],
    ['ffefffffffffffff', 'unsafe_integer'],
    ['4340000000000000', 'unsafe_integer'],
    ['c340000000000000', 'unsafe_integer'],
    ['4430000000000000', 'unsafe_integer'],
    ['44b52d02c7e14af5', 'unsafe_integer'],
    ['44b52d02c7e14af6', 'unsafe_integer'],
    ['44b52d02c7e14af7', 'unsafe_integer'],
    ['444b1ae4d6e2ef4e', 'unsafe_integer'],
    ['444b1ae4d6e2ef4f', 'unsafe_integer'],
    ['444b1ae4d6e2ef50', 'unsafe_integer'],
    ['7fffffffffffffff', 'non_finite_number'],
    ['7ff0000000000000', 'non_finite_number'],
  ])('the double %s of appendix B is refused: %s', (bits, reason) => {
    expect(outside(doubleFromBits(bits))).toEqual({ pointer: '', reason })
  })
})

describe('canonicalize', () => {
  test('reading its text gives the value back', () => {
    fc.assert(
      fc.property(anyJson, value => {
        expect(parseStrictJson(canonicalize(value))).toEqual(value)
      }),
    )
  })

  test('writing what was read changes nothing', () => {
    fc.assert(
      fc.property(anyJson, value => {
        const once = canonicalize(value)
        expect(canonicalize(parseStrictJson(once))).toBe(once)
      }),
    )
  })

  test('the order of keys makes no difference', () => {
    fc.assert(
      fc.property(anyJson, value => {
        expect(canonicalize(reverseKeys(value))).toBe(canonicalize(value))
      }),
    )
  })

  test('two values have the same text only when they are equal', () => {
    fc.assert(
      fc.property(smallJson, smallJson, (left, right) => {
        expect(canonicalize(left) === canonicalize(right)).toBe(isEqual(left, right))
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['undefined', { a: { 'b/c~d': [1, undefined] } }, '/a/b~1c~0d/1', 'not_json'],
    ['a hole', { a: new Array(1) }, '/a/0', 'not_json'],
    ['a function', [() => 1], '/0', 'not_json'],
    ['a bigint', { a: 1n }, '/a', 'not_json'],
    ['a symbol', { a: Symbol('x') }, '/a', 'not_json'],
    ['a date', { a: new Date(0) }, '/a', 'not_json'],
    ['a map', { a: new Map() }, '/a', 'not_json'],
    ['a boxed number', { a: Object(1) }, '/a', 'not_json'],
    ['not-a-number', { a: Number.NaN }, '/a', 'non_finite_number'],
    ['infinity', { a: -Infinity }, '/a', 'non_finite_number'],
    ['an integer of 2^53', { a: 2 ** 53 }, '/a', 'unsafe_integer'],
    ['an integer of -2^53', { a: -(2 ** 53) }, '/a', 'unsafe_integer'],
    ['half a surrogate pair', { a: 'x\ud83d' }, '/a', 'lone_surrogate'],
    ['half a surrogate pair in a key', { '\udc00': 1 }, '/\ufffd', 'lone_surrogate'],
  ])('%s is refused with its place', (_, value, pointer, reason) => {
    expect(outside(value)).toEqual({ pointer, reason })
  })

  test('the message names the place and the reason', () => {
    expect(() => canonicalize({ amount: 2 ** 60 })).toThrow(
      'The value at /amount is an integer beyond 2^53 - 1; send it as a string.',
    )
  })

  test('a cycle is refused as too deep', () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    expect(outside(loop)).toMatchObject({ reason: 'too_deep' })
  })

  test('plain objects without a prototype or from another realm are written', () => {
    expect(canonicalize(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}')
    expect(canonicalize(runInNewContext('({ a: [1] })'))).toBe('{"a":[1]}')
  })
})

describe('parseStrictJson', () => {
  test('it reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(anyJson, fc.constantFrom('', ' ', '\t', '\n'), (value, indent) => {
        const json = JSON.stringify(value, null, indent)
        expect(parseStrictJson(json)).toEqual(JSON.parse(json))
      }),
    )
  })

  test('whatever the text, it answers a value or throws invalid_json_value', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      'a',
      '1',
      '-',
      'e',
      ' ',
      'null',
      '\ud800',
    )
    const noise = fc.array(pieces, { maxLength: 12 }).map(parts => parts.join(''))
    fc.assert(
      fc.property(noise, json => refusal(() => parseStrictJson(json)) !== undefined),
      { numRuns: 5000 },
    )
  })

  test.each([
    ['a repeated key', '{"a":1,"a":1}', '/a', 'duplicate_key'],
    ['a repeated key in an array in an object', '{"x":[0,{"a":1,"b":{},"a":2}]}', '/x/1/a', 'duplicate_key'],
    ['a key repeated in another escape', String.raw`{"ab":1,"\u0061b":2}`, '/ab', 'duplicate_key'],
    ['a repeated empty key', '{"":1, "" :2}', '/', 'duplicate_key'],
    ['a repeated __proto__', '{"__proto__":1,"__proto__":2}', '/__proto__', 'duplicate_key'],
    ['a repeated key with an escaped quote', String.raw`{"\"":1,"\u0022":2}`, '/"', 'duplicate_key'],
    ['an escaped lone surrogate', String.raw`["\ud83d"]`, '/0', 'lone_surrogate'],
    ['a raw lone surrogate', '["\udc00"]', '/0', 'lone_surrogate'],
    ['surrogates in the wrong order', String.raw`["\ude00\ud83d"]`, '/0', 'lone_surrogate'],
    ['a number that overflows', '{"a":1e400}', '/a', 'non_finite_number'],
    ['2^53 + 1', '[9007199254740993]', '/0', 'unsafe_integer'],
    ['-2^53 - 1', '[-9007199254740993]', '/0', 'unsafe_integer'],
    ['a large integer in exponent form', '[1e16]', '/0', 'unsafe_integer'],
    ['a trailing comma', '[1,]', '', 'syntax'],
    ['a byte order mark', '\ufeff{}', '', 'syntax'],
    ['no text', '', '', 'syntax'],
    ['NaN', 'NaN', '', 'syntax'],
  ])('%s is refused with its place', (_, json, pointer, reason) => {
    expect(inText(json)).toEqual({ pointer, reason })
  })

  test('the same key may stand in different objects, and a string may look like a key', () => {
    const json = String.raw`[{"a":{"a":["a","a"]}},{"a":"\"a\":1,\"a\":2"},{"a":"a\\"}]`
    expect(parseStrictJson(json)).toEqual(JSON.parse(json))
  })

  test('a __proto__ key is data and changes no prototype', () => {
    const value = parseStrictJson('{"__proto__":{"admin":true}}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(canonicalize(value)).toBe('{"__proto__":{"admin":true}}')
  })

  test('nesting is read and written to the limit and refused beyond it', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(canonicalize(parseStrictJson(nested(MAX_JSON_DEPTH)))).toBe(nested(MAX_JSON_DEPTH))
    expect(inText(nested(MAX_JSON_DEPTH + 1))).toMatchObject({ reason: 'too_deep' })
    expect(inText(nested(200_000))).toMatchObject({ reason: 'too_deep' })
    expect(outside(JSON.parse(nested(MAX_JSON_DEPTH + 1)))).toMatchObject({ reason: 'too_deep' })
  })

  test('a key repeated in any spelling is found at any place', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(3), { maxLength: 5 }), (key, path) => {
        const escaped = key.replace(
          /[\s\S]/g,
          unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
        const inner = `{${JSON.stringify(key)}:1,"${escaped}":2}`
        const json = path.reduce((within, index) => `[${'0,'.repeat(index)}${within}]`, inner)
        expect(inText(json)).toMatchObject({ reason: 'duplicate_key' })
      }),
    )
  })
})

function doubleFromBits(hex: string): number {
  return Buffer.from(hex, 'hex').readDoubleBE()
}

function reverseKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reverseKeys(member)]),
  )
}

function isEqual(left: JsonValue, right: JsonValue): boolean {
  try {
    expect(left).toEqual(right)
    return true
  } catch {
    return false
  }
}
