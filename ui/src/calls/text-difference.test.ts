import { describe, expect, it } from 'vitest'
import { type DifferencePart, differenceOf } from './text-difference.ts'

const shown = (parts: readonly DifferencePart[] | undefined) =>
  parts?.map(part => (part.isChanged ? `[${part.text}]` : part.text)).join('')
const rows = (before: string, after: string) =>
  differenceOf(before, after).map(row => [shown(row.before), shown(row.after)])

describe('the difference of two texts', () => {
  it('marks the words that changed in lines that stand for each other', () => {
    expect(rows('a b c', 'a x c')).toEqual([['a [b] c', 'a [x] c']])
  })

  it('leaves a side empty where a line came or went', () => {
    expect(rows('one\ntwo\n', 'one\n')).toEqual([
      ['one', 'one'],
      ['[two]', undefined],
    ])
    expect(rows('one\n', 'one\ntwo\n')[1]).toEqual([undefined, '[two]'])
  })

  it('loses nothing of either side', () => {
    const [before, after] = ['x\ny y\n\nz', 'x\ny q\nz\nw']
    const found = differenceOf(before, after)
    const side = (name: 'before' | 'after') =>
      found.flatMap(row => (row[name] ? [row[name].map(part => part.text).join('')] : [])).join('\n')
    expect([side('before'), side('after')]).toEqual([before, after])
  })

  it('of very long texts shows both whole', () => {
    const [one, other] = ['a'.repeat(15_000), 'b'.repeat(15_000)]
    expect(rows(one, other)).toEqual([[`[${one}]`, `[${other}]`]])
  })
})
