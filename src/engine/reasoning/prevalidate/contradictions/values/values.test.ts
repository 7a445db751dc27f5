import { expect, test } from 'vitest'
import { findMiscounted } from './listed-counts.ts'
import { findSplitWhole } from './shares.ts'
import { findImpossibleSpan } from './spans.ts'
import { findBrokenLimit } from './values.ts'

test.each([
  'Charge the guest 95 euros for the minibar. The charge must not go beyond 60.',
  'Order 30 chairs although we may order at most 20 chairs.',
  'Make the summary 500 words long. Its maximum length is 300 words.',
  'Lower the heating to 16, keeping it above 19 at all times.',
  'Invite 25 people to the dinner and limit the guest list to 15.',
  'The lift carries no more than 400 kg, so load 550 kg into the lift.',
  'Register a team of 9 players. A team has between 5 and 7 players.',
  'Cut the trailer to two minutes and have its running time be three minutes or longer.',
  'The ad may cost 400 at the outside. Run the ad with a cost of 650.',
  'Set the freezer to -10, it can never be warmer than -18.',
])('“%s” asks for a number that its own limit excludes', goal => {
  expect(findBrokenLimit(goal)).toBeDefined()
})

test.each([
  'Charge the guest 55 euros for the minibar. The charge must not go beyond 60.',
  'Order 30 chairs and at most 20 tables.',
  'Sell the bike for 300, the helmet should bring at least 350.',
  'Order 10 laptops at no more than 900 euros each, the total must be below 9,500.',
  'Pay the 450 euro invoice from the account that must not fall below 1000.',
  'Pack 24 bottles into boxes that may hold at most 6 bottles.',
  'Transfer 2,000 to savings in four payments, none above 600.',
  'Hand out 60 flyers in total while nobody gets more than 40.',
  'Set the volume to 8, sorry, to 4; it must be 5 or less.',
  'Approve the repair at 2,600 for the truck; the ceiling for cars is 2,000.',
  'If the crate weighs over 40 kg, book a van of at most 30 kg more',
])('“%s” leaves a number that keeps its limits, or limits another thing', goal => {
  expect(findBrokenLimit(goal)).toBeUndefined()
})

test.each([
  'Deliver the order on 9 June; it has to arrive by 5 June.',
  'Plan the meeting for 4 pm, but it must finish before noon.',
  'Put the deadline at 3 March, although applicants must be given until 20 March.',
  'Set the concert on a Wednesday, it must be at the weekend.',
  'Start the course in September and make sure it starts no later than 31 August.',
  'Water the plants at 7 in the morning, they may only be watered after sunset.',
  'Close the vote at 18:00, people need to be able to vote until at least 20:00.',
  'Book the dinner for tonight, but no earlier than tomorrow.',
  'Ship it on Monday 3 May. The earliest shipping date is 6 May.',
  'Start the movie at 22:00 so that it is over by 21:30.',
])('“%s” asks for a time that its own limit excludes', goal => {
  expect(findBrokenLimit(goal)).toBeDefined()
})

test.each([
  'Deliver the order on 9 June; the invoice has to arrive by 5 June.',
  'Start the course in September; registration must close no later than 31 August.',
  'Change the due date from 3 May to 10 May; it must not be later than 12 May.',
  'Schedule the launch for 4 June. The tests have to be done before 1 June.',
  'Start the sale on 1 May; it must run until 31 May.',
  'Extend the pass to 30 August, it has to be valid beyond the end of July.',
  'Set the reminder for tomorrow; the party is today.',
])('“%s” leaves a time that keeps its limits, or limits another thing', goal => {
  expect(findBrokenLimit(goal)).toBeUndefined()
})

test.each([
  'Schedule a 90-minute interview from 14:00 to 15:00.',
  'Book the flat for 8 to 10 March. The booking has to cover two full weeks.',
  'Set the contract to begin on 1 June 2026 and to end on 31 May 2026.',
  'Enter 5 May as the start date and 2 May as the end date of the leave.',
])('“%s” speaks of a span that cannot be', goal => {
  expect(findImpossibleSpan(goal)).toBeDefined()
})

test.each([
  'Set a two-hour meeting between 9:00 and 17:00 tomorrow.',
  'Book the hall from 9:00 to 12:00 and send a reminder 30 minutes before.',
  'Book the hotel from 2 to 9 May; the stay should cover a whole week.',
  'Reserve the court for 60 minutes, sometime from 18:00 until 20:00.',
  'Open the bar at 18:00 and close it at 2:00.',
])('“%s” speaks of a span that can be', goal => {
  expect(findImpossibleSpan(goal)).toBeUndefined()
})

test.each([
  'Delete all drafts, and four drafts have to be left in the end.',
  'Water every plant, with half of the plants left dry.',
  'Sign both contracts and keep one of them unsigned.',
  'Stamp every single form without exception. Form 12 has to stay unstamped.',
  'Serve none of the cakes, half of the cakes must be served.',
  'Clear all nine shelves, and only four shelves may be cleared.',
])('“%s” speaks of all and of a part only', goal => {
  expect(findSplitWhole(goal)).toBeDefined()
})

test.each([
  'Delete all drafts except the four from Lena.',
  'Water half of the plants, and leave the other half dry.',
  'Sign both contracts and keep one of the copies.',
  'Stamp every form. Form 12 has to stay unstamped.',
  'Serve none of the cakes on Sunday, half of the cakes must be served on Monday.',
  'Clear all nine shelves; only four lamps may be on.',
])('“%s” leaves room for both', goal => {
  expect(findSplitWhole(goal)).toBeUndefined()
})

test.each([
  'Invite these five guests: Ana, Boris and Cleo.',
  'Add two tags to the page: travel, food, music.',
  'Form a trio made up of Ana and Boris.',
])('“%s” lists more or fewer than it says', goal => {
  expect(findMiscounted(goal)).toBeDefined()
})

test.each([
  'Invite these three guests: Ana, Boris and Cleo.',
  'Dinner for four: me, Ana and the two Millers.',
  'Add at least two tags to the page: travel, food, music.',
  'Book the room for two hours: projector, flipchart and coffee.',
])('“%s” lists what it says', goal => {
  expect(findMiscounted(goal)).toBeUndefined()
})
