import { expect, test } from 'vitest'
import { readActs, readToolActs } from './acts.ts'

test.each([
  ['Call the Friday meeting off', 'cancel'],
  ['put the dentist off until Tuesday', 'reschedule'],
  ['we are out of sea bass', 'disable'],
  ["she can't make it on Monday", 'cancel'],
  ['let Nora know that it is ready', 'message'],
])('“%s” speaks of an act: %s', (text, act) => {
  expect([...readActs(text).keys()]).toContain(act)
})

test('words too far apart are no phrase', () => {
  expect(
    readActs('call Ana and Ben and Cem and Dora about the lights that are off').get('cancel'),
  ).toBeUndefined()
})

test('a tool does what its name and the opening of its description say', () => {
  const acts = readToolActs('renew_loan', 'Renew a loan of a book')
  expect(acts.get('renew')).toBe(1)
  expect(acts.get('cancel')).toBeUndefined()
})
