import { expect, test } from 'vitest'
import { findOpposedDemands } from './opposed-demands.ts'

test.each([
  'Erase disk sdb while keeping everything on disk sdb',
  'Call off the museum excursion; the museum excursion must take place',
  "Approve Henrik's leave in May and refuse Henrik's leave in May",
  'Publish episode 60 today and hold episode 60 back until after New Year',
  'Restore shop_db without altering anything in shop_db',
])('what undoes what is asked contradicts it: %s', goal => {
  expect(findOpposedDemands(goal)).toBeDefined()
})

test.each([
  'Get rid of feature/old-login but keep feature/new-login',
  'Lock the back door, leave the front one open',
  'delete the old newsletters but keep the ones of this month',
  'Close the ticket, then reopen the ticket tomorrow',
  'Upload final.wav and publish the trailer',
])('another thing or another time is no contradiction: %s', goal => {
  expect(findOpposedDemands(goal)).toBeUndefined()
})
