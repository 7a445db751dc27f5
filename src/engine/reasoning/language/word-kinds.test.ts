import { expect, test } from 'vitest'
import { likenessOfStems } from './likeness.ts'
import { respell } from './respell.ts'
import { stemWord } from './stems.ts'
import { isKnownWord, kindOfWord, tellingOf } from './word-kinds.ts'

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

test('the kind of a word says whether it acts and whether it is a thing', () => {
  expect(kindOfWord(stemWord('hang'))?.verb).toBe(3)
  expect(kindOfWord(stemWord('bedroom'))).toMatchObject({ verb: 0, thing: 3 })
  expect(kindOfWord('qwrtz')).toBeUndefined()
})

test('words are known to exist, slips are not', () => {
  expect(['vial', 'tyre', 'student', 'holiday'].every(isKnownWord)).toBe(true)
  expect(['isue', 'duplciate', 'physiks'].some(isKnownWord)).toBe(false)
})

test('slips are put right, names, codes and quoted texts stay', () => {
  const vocabulary = new Set(['issue', 'playlist'])
  expect(respell('close isue 907, pls', vocabulary)).toBe('close issue 907, please')
  const clinic = new Set(['appointments', 'prescription', 'quantity', 'invoice', 'inventory'])
  expect(respell('appts with the qty tmrw', clinic)).toBe('appointments with the quantity tomorrow')
  expect(respell('send the inv', clinic)).toBe('send the inv')
  expect(respell('my playlists of Khruangbin', vocabulary)).toBe('my playlists of Khruangbin')
  expect(respell('rename it to "isue" in crm_prdo', vocabulary)).toBe('rename it to "isue" in crm_prdo')
})
