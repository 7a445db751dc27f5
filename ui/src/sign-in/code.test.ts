import { expect, it } from 'vitest'
import { codeFrom } from './code.ts'

it.each([
  ['http://127.0.0.1:7411/signin?code=abc-123_x', 'abc-123_x'],
  ['http://127.0.0.1:7411/#/signin?code=abc%2B1', 'abc+1'],
  ['  AbCdEf12345 ', 'AbCdEf12345'],
  ['http://127.0.0.1:7411/inbox', undefined],
  ['', undefined],
])('reads the code of %s', (text, code) => {
  expect(codeFrom(text)).toBe(code)
})
