import { expect, it } from 'vitest'
import { answerLines } from './answer-lines.ts'

it('tells a value, the lines of a text, and one line for each entry of a list', () => {
  expect(answerLines({ result: 36 })).toEqual(['36'])
  expect(answerLines({ content: 'one\ntwo\n' })).toEqual(['one', 'two'])
  expect(answerLines({ entries: [{ path: 'a.txt', size: 3 }, { path: 'b' }], truncated: false })).toEqual([
    'entries:',
    '  path a.txt  size 3',
    '  b',
    'truncated false',
  ])
  expect(answerLines([])).toEqual(['none'])
})

it('writes hidden characters out, and ends a long answer with how much is left', () => {
  expect(answerLines('a\u202eb')[0]).not.toContain('\u202e')
  const long = answerLines(Array.from({ length: 100 }, (_, n) => n))
  expect([long.length, long.at(-1)]).toEqual([41, '… and 60 more lines (--json has all)'])
})
