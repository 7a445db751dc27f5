import { expect, test } from 'vitest'
import { assertNever, isSoulgateError, SoulgateError } from './errors.ts'

test('an error carries its code, retry, data and cause', () => {
  const cause = new Error('disk full')
  const error = new SoulgateError('store_unavailable', 'The store is full.', {
    retry: 'safe',
    data: { path: 'a' },
    cause,
  })
  expect(error).toMatchObject({ code: 'store_unavailable', retry: 'safe', data: { path: 'a' }, cause })
  expect(error).toBeInstanceOf(Error)
  expect(String(error)).toBe('SoulgateError: The store is full.')
})

test('nothing is repeated unless the thrower says so', () => {
  expect(new SoulgateError('x', 'y')).toMatchObject({ retry: 'never', data: {} })
})

test('a SoulgateError is told apart from others, and by its code', () => {
  const error: unknown = new SoulgateError('grant_consumed', 'Used.')
  expect(isSoulgateError(error)).toBe(true)
  expect(isSoulgateError(error, 'grant_consumed')).toBe(true)
  expect(isSoulgateError(error, 'grant_expired')).toBe(false)
  expect(isSoulgateError(new Error('no'))).toBe(false)
  expect(isSoulgateError({ code: 'grant_consumed' })).toBe(false)
})

test('a case that cannot be, when it is, throws and names the value', () => {
  expect(() => assertNever({ kind: 'new' } as never)).toThrow('{"kind":"new"}')
  expect(() => assertNever(1n as never)).toThrow(expect.objectContaining({ code: 'unreachable' }))
})
