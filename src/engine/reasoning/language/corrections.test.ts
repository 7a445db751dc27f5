import { expect, it } from 'vitest'
import { findCorrections, withoutCorrected } from './corrections.ts'

const corrected = (text: string): string => withoutCorrected(text).replace(/\s+/g, ' ').trim()

it.each([
  ['Give 12 to Ada, no wait, to Bob.', 'Give 12 to Bob.'],
  ['Warm it to 23, hmm, make that 21.', 'Warm it to 21.'],
  ['A desk for 5, sorry, 7 people', 'A desk for 7 people'],
  ['On the 6th, oops, 7th of May', 'On the 7th of May'],
  ['Copy a.txt to old/a.txt — sorry, I mean to new/a.txt.', 'Copy a.txt to new/a.txt.'],
  ['Delete one.log. Correction: two.log', 'Delete two.log'],
  ['Add the tag red, I mean blue, to it', 'Add the tag blue, to it'],
  ['Write "a", sorry, "b" to x.txt', 'Write "b" to x.txt'],
])('a value that is corrected goes for the one that is said next: %s', (said, meant) => {
  expect(corrected(said)).toBe(meant)
})

it.each([
  'Write hello to fig.txt, no wait, do not',
  'Sorry to ask, but move a.txt to old/',
  'Say sorry to Ana',
  'Delete a.txt and b.txt, no others',
])('what takes nothing back for something else stays as it is: %s', said => {
  expect(findCorrections(said)).toEqual([])
})

it('every other word stays where it was', () => {
  const text = 'Give 12 to Ada, no wait, to Bob.'
  expect(withoutCorrected(text).indexOf('Bob')).toBe(text.indexOf('Bob'))
})
