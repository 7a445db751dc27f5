import { expect, test } from 'vitest'
import { findClashingValues } from '../values/clashing-values.ts'
import { findUndoneDemands } from './undone-demands.ts'

test.each([
  'Retire V-2 and keep V-2 in the fleet',
  'Cancel P-7, and P-7 must arrive tomorrow as planned',
  'Turn Tom Reed down today, and no rejection may go to Tom Reed this month',
  'Publish the offer and keep it off the site',
])('“%s” undoes itself', goal => {
  expect(findUndoneDemands(goal)).toBeDefined()
})

test.each([
  'Cancel P-7, and P-8 must arrive tomorrow as planned',
  'Delete the draft but keep a copy of the draft',
  "Cancel Priya's Thursday visit but leave her visit on the 19th as it is",
  'Close T-5 now and open it again on Monday',
  'Do not cancel the visit, only move it to ten',
])('“%s” asks for two things that go together', goal => {
  expect(findUndoneDemands(goal)).toBeUndefined()
})

test.each([
  'Slice it with infill 0 and an infill of 60 percent',
  'A term of 12 months that also runs for 36 months',
  'Set the limit below -80 and above -60',
])('“%s” has no value that fits', goal => {
  expect(findClashingValues(goal)).toBeDefined()
})

test.each([
  'Warn me when it is above 30 or below 10',
  'Find flats with 3 rooms under 1,400 euros',
  'Book a meeting on Monday at 9:30, no later than 9:30',
  'Move 20 from shelf 3 to shelf 4, at least 10 stay',
])('“%s” has one', goal => {
  expect(findClashingValues(goal)).toBeUndefined()
})
