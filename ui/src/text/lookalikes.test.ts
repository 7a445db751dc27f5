import { expect, it } from 'vitest'
import { letterCodes, lookalikesIn } from './lookalikes.ts'

it.each([
  ['pay p\u0430ypal now', ['p\u0430ypal']],
  ['see https://\u0430\u0440\u0440\u04CF\u0435.com/login', ['\u0430\u0440\u0440\u04CF\u0435.com']],
  ['mail to boss@xn--80ak6aa92e.com', ['xn--80ak6aa92e.com']],
  ['\u03BFpenai and openai', ['\u03BFpenai']],
  ['\u043E\u0442\u0447\u0451\u0442.txt and résumé.pdf', []],
  ['pay at \u0430\u0440\u0440\u04CF\u0435.example today', ['\u0430\u0440\u0440\u04CF\u0435.example']],
  ['https://example.com/straße a@b.org', []],
])('finds the disguised words of %j', (text, found) => {
  expect(lookalikesIn(text)).toEqual(found)
})

it('names the letters that are not what they look like', () => {
  expect(letterCodes('p\u0430yp\u0430l')).toEqual(['\u0430 U+0430'])
  expect(letterCodes('xn--80ak6aa92e.com')).toEqual([])
})
