import { expect, it } from 'vitest'
import { lookalikesIn } from './lookalikes.ts'

it.each([
  ['pay p\u0430ypal now', ['p\u0430ypal']],
  ['see https://\u0430\u0440\u0440\u04CF\u0435.com/login', ['\u0430\u0440\u0440\u04CF\u0435.com']],
  ['mail to boss@xn--80ak6aa92e.com', ['xn--80ak6aa92e.com']],
  ['\u03BFpenai and openai', ['\u03BFpenai']],
  ['\u043E\u0442\u0447\u0451\u0442.txt and résumé.pdf', []],
  ['https://example.com/straße a@b.org', []],
])('finds the disguised words of %j', (text, found) => {
  expect(lookalikesIn(text)).toEqual(found)
})
