import { describe, expect, test } from 'vitest'
import { findSchemaError, validateArguments } from './argument-validation.ts'

const moveFile = {
  name: 'move_file',
  input_schema: {
    type: 'object',
    properties: {
      from: { type: 'string', minLength: 1, 'x-soulgate': 'path' },
      to: { type: 'string', 'x-soulgate': 'path' },
      count: { type: 'integer', minimum: 1, default: 3 },
    },
    required: ['from', 'to'],
    additionalProperties: false,
  },
}

function errorsOf(inputSchema: Record<string, unknown>, args: unknown) {
  const outcome = validateArguments({ name: 'tool', input_schema: inputSchema }, args)
  return outcome.ok ? [] : outcome.errors
}

describe('validateArguments', () => {
  test('passes arguments on unchanged: nothing is coerced, defaulted or dropped', () => {
    const args = { from: 'a', to: 'b' }
    expect(validateArguments(moveFile, args)).toEqual({ ok: true, arguments: { from: 'a', to: 'b' } })
    expect(validateArguments(moveFile, { ...args, count: '3' })).toMatchObject({ ok: false })
  })

  test('names every wrong field', () => {
    const outcome = validateArguments(moveFile, { from: '', count: 0, surprise: true })
    expect(outcome.ok ? [] : outcome.errors.map(error => error.field).sort()).toEqual([
      'count',
      'from',
      'surprise',
      'to',
    ])
  })

  test('refuses what is not one JSON object', () => {
    for (const args of [null, [], 'from', 3, undefined, { from: () => 1 }, { from: Number.NaN }]) {
      expect(validateArguments(moveFile, args)).toMatchObject({ ok: false })
    }
  })

  test('does not take inherited properties for arguments', () => {
    expect(errorsOf({ type: 'object', required: ['constructor', 'toString'] }, {})).toHaveLength(2)
  })

  test('supports conditionals, references and unevaluated properties of 2020-12', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { kind: { enum: ['mail', 'none'] }, to: { $ref: '#/$defs/address' } },
      if: { properties: { kind: { const: 'mail' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['to'] },
      unevaluatedProperties: false,
      $defs: { address: { type: 'string', format: 'email' } },
    }
    expect(errorsOf(schema, { kind: 'mail', to: 'ada@example.org' })).toEqual([])
    expect(errorsOf(schema, { kind: 'mail' }).map(error => error.field)).toContain('to')
    expect(errorsOf(schema, { kind: 'none', to: 'nobody' }).map(error => error.field)).toContain('to')
    expect(errorsOf(schema, { kind: 'none', other: 1 }).map(error => error.field)).toContain('other')
  })

  test('asserts the common formats', () => {
    const fits = (format: string, value: string) =>
      errorsOf({ type: 'object', properties: { value: { type: 'string', format } } }, { value }).length === 0
    const good = {
      ipv4: '1.2.3.4',
      ipv6: '::1',
      date: '2024-02-29',
      'date-time': '2024-02-29T10:00:00Z',
      uri: 'a:b',
    }
    const bad = {
      ipv4: '1.2.3',
      ipv6: '1.2.3.4',
      date: '2023-02-29',
      'date-time': '2024-02-29T25:00:00Z',
      uri: '/a',
    }
    for (const [format, value] of Object.entries(good))
      expect([format, fits(format, value)]).toEqual([format, true])
    for (const [format, value] of Object.entries(bad))
      expect([format, fits(format, value)]).toEqual([format, false])
  })

  test('reads draft 7 when the schema says so', () => {
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', required: ['a'] }
    expect(errorsOf(schema, {})).toHaveLength(1)
  })

  test('keeps two schemas with the same $id apart', () => {
    const first = { $id: 'https://example.org/s', type: 'object', required: ['a'] }
    const second = { $id: 'https://example.org/s', type: 'object', required: ['b'] }
    expect(errorsOf(first, { a: 1 })).toEqual([])
    expect(errorsOf(second, { a: 1 })).toHaveLength(1)
  })

  test('judges by the schema at hand, however many other schemas came before it', () => {
    const requiring = (name: string) => ({ type: 'object', required: [name] })
    expect(errorsOf(requiring('name'), { name: 1 })).toEqual([])
    for (let count = 0; count < 2_001; count += 1) findSchemaError({ type: 'object', title: `${count}` })
    expect(errorsOf(requiring('name'), { name: 1 })).toEqual([])
    expect(errorsOf(requiring('title'), { name: 1 })).toHaveLength(1)
  })

  test('runs a pattern that would backtrack for ever in linear time', () => {
    const schema = { type: 'object', properties: { text: { type: 'string', pattern: '^(a|a)*$' } } }
    expect(errorsOf(schema, { text: `${'a'.repeat(5_000)}!` })).toHaveLength(1)
  })

  test.each([
    ['asynchronous', { $async: true, type: 'object' }],
    ['referring elsewhere', { type: 'object', properties: { a: { $ref: 'https://example.org/a.json' } } }],
    ['of another dialect', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }],
    ['not describing an object', { type: 'string' }],
    ['itself malformed', { type: 'object', properties: { a: { type: 'strin' } } }],
    ['with a pattern that is no regex', { type: 'object', properties: { a: { pattern: '(' } } }],
    ['too long', { type: 'object', description: 'x'.repeat(70_000) }],
    ['too deep', JSON.parse(`${'{"not":'.repeat(40)}{}${'}'.repeat(40)}`)],
  ])('makes every argument invalid when the schema is %s', (_case, schema) => {
    expect(findSchemaError(schema)).toMatchObject({ field: 'input_schema' })
    expect(validateArguments({ name: 'tool', input_schema: schema }, {})).toMatchObject({ ok: false })
  })

  test('says no, and does not fail, where a schema that was stored long ago leads back to itself for ever', () => {
    const schema = { type: 'object', $defs: { x: { allOf: [{ $ref: '#/$defs/x' }] } }, $ref: '#/$defs/x' }
    expect(findSchemaError(schema)).toMatchObject({ field: 'input_schema.$defs.x' })
    expect(validateArguments({ name: 'tool', input_schema: schema }, {})).toMatchObject({
      ok: false,
      errors: [{ field: '(schema)' }],
    })
  })

  test('follows references to the root, of each schema to its own', () => {
    const tree = (name: string) => ({
      type: 'object',
      properties: { [name]: { $ref: '#' } },
      additionalProperties: false,
    })
    const fits = (name: string, args: object) =>
      validateArguments({ name: 'tool', input_schema: tree(name) }, args).ok
    expect([fits('a', { a: { a: {} } }), fits('b', { b: { b: {} } })]).toEqual([true, true])
    expect([fits('a', { a: { b: {} } }), fits('b', { b: { a: {} } })]).toEqual([false, false])
  })
})
