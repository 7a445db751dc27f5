import { expect, it } from 'vitest'
import { applySplices } from './page-tree.ts'

const insert = (at: number, text: string) => ({ from: at, to: at, text })

it.each([
  ['nothing', [], 'abcdef'],
  [
    'a part in any order',
    [
      { from: 4, to: 5, text: 'E' },
      { from: 0, to: 2, text: 'X' },
    ],
    'XcdEf',
  ],
  [
    'both of two neighbours',
    [
      { from: 0, to: 2, text: '1' },
      { from: 2, to: 4, text: '2' },
    ],
    '12ef',
  ],
  ['what is put at one place, the last one first', [insert(3, '1'), insert(3, '2')], 'abc21def'],
  ['what is put before a part that goes', [{ from: 3, to: 5, text: '' }, insert(3, '1')], 'abc1f'],
  [
    'a part with all that lies in it',
    [
      { from: 1, to: 5, text: '-' },
      { from: 2, to: 3, text: 'C' },
    ],
    'a-f',
  ],
] as const)('splices %s', (_, splices, after) => {
  expect(applySplices('abcdef', splices)).toBe(after)
})
