import { expect, test } from 'vitest'
import { findSecretReferences, validateArguments } from './tools.ts'

const tool = {
  name: 'connect',
  input_schema: {
    type: 'object',
    properties: {
      host: { type: 'string' },
      password: { type: 'string', minLength: 12 },
      keys: { type: 'array', items: { type: 'string' } },
    },
    required: ['host'],
    additionalProperties: false,
  },
} as const
const fits = (args: unknown): boolean => validateArguments(tool, args).ok

test('a reference may stand where the schema wants the value, also within a list', () => {
  expect(fits({ host: 'db', password: { $secret: 'DB' }, keys: ['a', { $secret: 'B' }] })).toBe(true)
})

test('a reference excuses nothing but its own place', () => {
  expect(fits({ password: { $secret: 'DB' } })).toBe(false)
  expect(fits({ host: 'db', password: { $secret: 'DB' }, more: 1 })).toBe(false)
  expect(fits({ host: 'db', password: { $secret: 'DB', beside: 1 } })).toBe(false)
  expect(fits({ host: 'db', password: { $secret: 1 } })).toBe(false)
  expect(fits({ host: 'db', more: { $secret: 'DB' } })).toBe(false)
})

test('the arguments as a whole are no reference', () => {
  expect(fits({ $secret: 'DB' })).toBe(false)
  expect(findSecretReferences({ $secret: 'DB' })).toEqual([])
})

test('each reference is found with its place', () => {
  expect(findSecretReferences({ a: { 'b/c': { $secret: 'X' } }, d: [{ $secret: 'Y' }] })).toEqual([
    { pointer: '/a/b~1c', name: 'X' },
    { pointer: '/d/0', name: 'Y' },
  ])
})
