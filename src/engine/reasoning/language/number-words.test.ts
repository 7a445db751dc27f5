import { expect, test } from 'vitest'
import { findNumberWords } from './number-words.ts'

const values = (text: string): readonly number[] => findNumberWords(text).map(({ value }) => value)

test('numbers are read as people write them out', () => {
  expect(values('two crates and thirty-five minutes')).toEqual([2, 35])
  expect(values('set it to twenty two degrees')).toEqual([22])
  expect(values('a hundred and five euros')).toEqual([105])
  expect(values('three hundred of them, a dozen boxes, fourteen thousand')).toEqual([300, 12, 14_000])
  expect(values('zero')).toEqual([0])
})

test('“the one” and parts of words count nothing', () => {
  expect(values('take the one on the left, not that one')).toEqual([])
  expect(values('someone at Oneida has tension')).toEqual([])
})
