import { expect, test } from 'vitest'
import { isRarerWord, kindOfWord, nearnessOfMeaning } from './meanings.ts'
import { plainVerbOf } from './phrasal-verbs.ts'
import { respell } from './respell.ts'
import { stemWord } from './stems.ts'

const near = (left: string, right: string) => nearnessOfMeaning(stemWord(left), stemWord(right))

test('words of one meaning are near, unrelated and unknown ones are not', () => {
  expect(near('pupil', 'student')).toBeGreaterThan(0.5)
  expect(near('humid', 'humidity')).toBeGreaterThan(0.4)
  expect(near('table', 'dog')).toBe(0)
  expect(near('qwrtz', 'student')).toBe(0)
  expect(near('qwrtz', 'qwrtz')).toBe(1)
})

test('the kind of a word says whether it acts and whether it is a thing', () => {
  expect(kindOfWord(stemWord('hang'))?.verb).toBe(3)
  expect(kindOfWord(stemWord('bedroom'))).toMatchObject({ verb: 0, thing: 3 })
  expect(kindOfWord('qwrtz')).toBeUndefined()
})

test('rarer words are known to exist, slips are not', () => {
  expect(['vial', 'tyre'].every(isRarerWord)).toBe(true)
  expect(['isue', 'duplciate', 'physiks'].some(isRarerWord)).toBe(false)
})

test('a verb and its particle stand for a plain verb, also with the object between them', () => {
  expect(plainVerbOf('call', ' the excursion off')).toBe('cancel')
  expect(plainVerbOf('get', ' rid of the branch')).toBe('delete')
  expect(plainVerbOf('call', ' the office')).toBeUndefined()
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
