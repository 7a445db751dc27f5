import { expect, test } from 'vitest'
import { findCountedTwice } from '../values/counted-twice.ts'
import { findSetTwice } from '../values/set-twice.ts'
import { findHeldBack } from './held-back.ts'
import { findUndoneDemands } from './undone-demands.ts'

test('what is asked for at one moment and held back beyond it is a contradiction', () => {
  const goals = [
    'Release build 12 on 2027-03-01, and on no account may build 12 get out before 2027-04-01',
    'Mail the offer today, but it must not leave the house before Monday',
    'Replace CERT_9 now; CERT_9 must remain unchanged until March',
    'Rent out barge B-3 until 2027-02-01 while B-3 must not leave the dock before 2027-06-01',
  ]
  for (const goal of goals) expect(findHeldBack(goal), goal).toBeDefined()
})

test('a bound that the asked moment keeps, or that is for something else, is none', () => {
  const goals = [
    'Release build 12 on 2027-05-01, not before 2027-04-01',
    'Mail the offer today, but do not mail the contract before Monday',
    'Replace CERT_9 now, and if CERT_4 is old, do not touch it before March',
  ]
  for (const goal of goals) expect(findHeldBack(goal), goal).toBeUndefined()
})

test('one thing in two numbers is a contradiction; lots, shares and stretches of time are none', () => {
  expect(findCountedTwice('A hall for 40 chairs, with exactly 30 chairs in it')).toBeDefined()
  expect(findCountedTwice('Two chairs here and another two chairs there')).toBeUndefined()
  expect(findCountedTwice('Book it for 3 days, only 2 hours a day')).toBeUndefined()
})

test('taking away “without deleting anything” is taken back; tidying without deleting is not', () => {
  expect(findUndoneDemands('Wipe the test disk without deleting anything')).toBeDefined()
  expect(findUndoneDemands('Archive the project without deleting anything')).toBeUndefined()
})

test('one thing set to two values is a contradiction; two things, or one after the other, are none', () => {
  expect(findSetTwice('Put lamp 2 to red and put lamp 2 to green')).toBeDefined()
  expect(findSetTwice('Put lamp 2 to red and put lamp 3 to green')).toBeUndefined()
  expect(findSetTwice('Put lamp 2 to red, then put lamp 2 to green')).toBeUndefined()
})
