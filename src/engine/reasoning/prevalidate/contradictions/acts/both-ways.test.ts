import { expect, test } from 'vitest'
import { splitClauses } from '../../../language/language.ts'
import { findExclusiveDemands } from '../values/exclusive-demands.ts'
import { isOfAnother } from '../values/numbered-things.ts'
import { readFrames } from './action-frame.ts'
import { findBothWays } from './both-ways.ts'
import { findOpposedDemands } from './opposed-demands.ts'

test.each([
  ['Print the leaflet with a map on the back and without any map'],
  ['Translate the menu into Danish only, and it must not be in Danish'],
])('one thing cannot be had both ways: %s', goal => {
  expect(findBothWays(goal)).toBeDefined()
})

test.each([
  ['Send the leaflet with a map, and the poster without a frame'],
  ['Translate the menu not into Danish but into Dutch'],
  ['Put the parcel with the label on the cart without waiting'],
])('different things are no contradiction: %s', goal => {
  expect(findBothWays(goal)).toBeUndefined()
})

test.each([
  ['Send Ada Berg an offer for the room, and do not make Ada Berg any offer'],
  ['Put Ada Berg on the night shift and keep Ada Berg off the night shift'],
])('what is asked for and then kept away is a contradiction: %s', goal => {
  expect(findOpposedDemands(goal)).toBeDefined()
})

test('two exact temperatures leave none', () => {
  const goal = 'Keep the cellar at exactly 12 °C all day and at exactly 9 °C all day'
  expect(findExclusiveDemands(goal, readFrames(splitClauses(goal)))).toBeDefined()
})

test('the first thing of a kind is what is asked about, and a ban on another one is none on it', () => {
  expect(isOfAnother('Heat room 2 to 21 degrees', 'do not heat room 3')).toBe(true)
  expect(isOfAnother('Merge #12 into #9', 'do not merge #9')).toBe(true)
  expect(isOfAnother('Heat room 2 to 21 degrees', 'do not heat room 2')).toBe(false)
  expect(isOfAnother('Send V-3 the letter at 9', 'send V-3 nothing at 10')).toBe(false)
})
