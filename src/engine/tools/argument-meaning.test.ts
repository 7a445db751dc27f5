import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../contracts/json-value.ts'
import { extractMeanings } from './argument-meaning.ts'

const anything = { input_schema: { type: 'object' } }

function meaningsOf(args: JsonObject, tool: Parameters<typeof extractMeanings>[0] = anything) {
  return extractMeanings(tool, args).map(({ pointer, meaning, value }) => `${pointer} ${meaning} ${value}`)
}

describe('extractMeanings', () => {
  test('reads the schema keyword through references, alternatives, lists and nested objects', () => {
    const tool = {
      input_schema: {
        type: 'object',
        properties: {
          moves: { type: 'array', items: { $ref: '#/$defs/move' } },
          target: { anyOf: [{ type: 'string', 'x-soulgate': 'host' }, { type: 'null' }] },
          names: { type: 'array', 'x-soulgate': 'recipient' },
        },
        $defs: { move: { type: 'object', properties: { a: { 'x-soulgate': 'path' } } } },
      },
    }
    expect(
      meaningsOf({ moves: [{ a: 'x/y' }], target: 'Example.ORG:8443', names: ['ada', 'bo'] }, tool),
    ).toEqual([
      '/moves/0/a path x/y',
      '/target host example.org:8443',
      '/names/0 recipient ada',
      '/names/1 recipient bo',
    ])
  })

  test('survives schemas that refer to themselves', () => {
    const tool = {
      input_schema: { type: 'object', properties: { path: { $ref: '#' } }, allOf: [{ $ref: '#' }] },
    }
    expect(meaningsOf({ path: { path: 'a' } }, tool)).toEqual(['/path/path path a'])
  })

  test('reads formats of the schema', () => {
    const properties = { a: { format: 'uri' }, b: { format: 'email' }, c: { format: 'hostname' } }
    const tool = { input_schema: { type: 'object', properties } }
    expect(meaningsOf({ a: 'https://Ex.org/p', b: 'x', c: 'db1' }, tool)).toEqual([
      '/a host ex.org',
      '/b recipient x',
      '/c host db1',
    ])
  })

  test.each([
    ['path', 'path'],
    ['outputFile', 'path'],
    ['to', 'recipient'],
    ['recipient_email', 'recipient'],
    ['account_number', 'recipient'],
    ['iban', 'recipient'],
    ['webhook-url', 'host'],
    ['apiKey', 'secret'],
    ['password', 'secret'],
    ['totalAmount', 'amount'],
  ])('knows the name %s as %s', (name, meaning) => {
    expect(meaningsOf({ [name]: 'x17' })).toEqual([`/${name} ${meaning} x17`])
  })

  test('takes numbers as amounts and account numbers, not as paths or secrets', () => {
    expect(meaningsOf({ amount: 12.5, account: 4711, file: 3, token: 9 })).toEqual([
      '/amount amount 12.5',
      '/account recipient 4711',
    ])
  })

  test('recognises an address and a URL under any name', () => {
    expect(
      meaningsOf({ x: ' ada@example.org ', y: 'wss://evil.example:99/x', z: 'mailto:bo@example.org' }),
    ).toEqual([
      '/x recipient  ada@example.org ',
      '/y host evil.example:99',
      '/z recipient mailto:bo@example.org',
    ])
    expect(meaningsOf({ content: 'Write to ada@example.org today' })).toEqual([])
  })

  test('escapes keys in pointers and keeps the argument as given', () => {
    expect(extractMeanings(anything, { 'a/b~c': { url: 'HTTP://A.example/x' } })).toEqual([
      { pointer: '/a~1b~0c/url', meaning: 'host', value: 'a.example', argument: 'HTTP://A.example/x' },
    ])
  })

  test('lets a claimed definition add meanings but not hide one', () => {
    const input_schema = { type: 'object', properties: { to: { 'x-soulgate': 'amount' } } }
    expect(meaningsOf({ to: 'x' }, { input_schema })).toEqual(['/to amount x'])
    expect(meaningsOf({ to: 'x' }, { input_schema, claimed: true })).toEqual([
      '/to amount x',
      '/to recipient x',
    ])
  })

  test('finds a recipient however deep it is buried', () => {
    const buried: JsonObject = JSON.parse(`${'{"a":['.repeat(90)}{"to":"x"}${']}'.repeat(90)}`)
    expect(meaningsOf(buried)).toHaveLength(1)
  })

  test('does not take a reference to a stored secret for the secret', () => {
    expect(meaningsOf({ token: { $secret: 'GITHUB' } })).toEqual([])
    expect(meaningsOf({ token: { $secret: 'a@b.example', x: 1 } })).not.toEqual([])
  })
})
