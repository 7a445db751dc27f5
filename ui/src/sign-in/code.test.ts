import { expect, it } from 'vitest'
import { codeFrom, placeAfter } from './code.ts'

it.each([
  ['http://127.0.0.1:7411/signin?code=abc-123_x', 'abc-123_x'],
  ['http://127.0.0.1:7411/#/signin?code=abc%2B1', 'abc+1'],
  ['  AbCdEf12345 ', 'AbCdEf12345'],
  ['http://127.0.0.1:7411/inbox', undefined],
  ['', undefined],
])('reads the code of %s', (text, code) => {
  expect(codeFrom(text)).toBe(code)
})

it.each([
  ['/sign-in', '', '/'],
  ['/signin', '?code=abc', '/'],
  ['/inbox/gate_1', '', '/inbox/gate_1'],
  ['//evil.example', '', '/evil.example'],
])('goes from %s%s to %s once somebody is signed in', (pathname, search, place) => {
  expect(placeAfter({ pathname, search })).toBe(place)
})
