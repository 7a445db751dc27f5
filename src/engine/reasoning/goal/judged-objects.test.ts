import { expect, test } from 'vitest'
import { judgesObjects } from './judged-objects.ts'

test.each([
  'Take the weak students off MATH-2',
  'Cancel the events nobody wants to see',
  'Stop the ones that take too long',
])('“%s” leaves to judgement which are meant', goal => {
  expect(judgesObjects(goal)).toBe(true)
})

test.each([
  'Cancel the overdue loans of M-3',
  'Delete the empty folders',
  'Close the critical tickets',
])('“%s” says which', goal => {
  expect(judgesObjects(goal)).toBe(false)
})
