import { expect, test } from 'vitest'
import { likenessOfStems, stemWord } from './stems.ts'
import { tellingOf } from './telling.ts'

test('words are near by their form, others are not', () => {
  const near = (left: string, right: string) => likenessOfStems(stemWord(left), stemWord(right))
  expect(near('pharmacy', 'pharmacist')).toBe(0.8)
  expect(near('price', 'cost')).toBe(0)
  expect(near('table', 'dog')).toBe(0)
  expect(near('qwrtz', 'qwrtz')).toBe(1)
})

test('common words tell little, rare and unknown ones all', () => {
  expect(tellingOf('the')).toBeLessThan(0.1)
  expect(tellingOf('complaint')).toBe(1)
  expect(tellingOf('qwrtz')).toBe(1)
})
