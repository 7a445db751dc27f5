import { expect, test } from 'vitest'
import { preValidate } from '../../prevalidate.ts'

const isContradictory = (goal: string): boolean =>
  preValidate(goal, { tools: [] }).failures.some(({ check }) => check === 'contradiction_detection')

test.each([
  'Raise the oven to 220 degrees, and it must never go above 180',
  'Cap the ad budget at 500 euros; the ad budget has to come to 800 euros',
  'Pay 92.15, but the payment must not exceed 50 euros',
  'Set the thermostat to 70 and leave it no higher than 40',
  'Put the lounge fee at 3.5 percent, it must not drop below 4 percent',
  'Install version 2.4 on the kiosk, the kiosk has to run version 2.2',
  'Put the car in bay 4, and the car must stand in bay 7',
  'Set the deposit to 300 and never let the deposit go over 200',
  'Schedule the backup for 02:00, the backup cannot start before 04:00',
  'Text the parents at 6:30, and no text may be sent before 8:00',
  'Post the crate on 4 April, and it must not be posted earlier than 20 April',
  'Label box 9 in red, the label on box 9 has to be blue',
  'Set the currency to Francs; the currency must stay on Euros',
  'Assign claim 88 to Priya; claim 88 has to be with Marco',
])('“%s” asks for a value that its own rule excludes', goal => {
  expect(isContradictory(goal)).toBe(true)
})

test.each([
  'Raise the oven to 220 degrees, and it must never go above 250',
  'Set the thermostat in the nursery to 23, but the kitchen should stay at 19',
  'Set the price of the sofa to 899, the armchair must be sold for no less than 950',
  'Install version 2.4 on the kiosk, the till has to stay on version 2.2',
  'Deploy 3.2 to staging, not to production; production must stay on 3.1',
  'Move the meeting from Wednesday to Thursday, it has to be on Thursday',
  'Set the timer for 45 minutes. Sorry, no, for 30 minutes',
  'Invite 60 guests to the fair, there must be no more than 12 guests at each table',
  'Schedule the backup for 02:00, the cleanup cannot start before 04:00',
  'Post the crate on 24 April, and it must not be posted earlier than 20 April',
  'Bill the client for 6 hours at 90 euros, the total must be 540 euros',
  'Paint the fence green; the gate must be white',
  'Carry 15 chairs to hall B, hall C must get exactly 20 chairs',
  'Make the frame 1200 mm wide and at most 900 mm high',
  'Send 500 to Lea, my balance must not fall below 800',
  'Add 5 chairs to hall B, hall B must have exactly 20 chairs',
])('“%s” keeps its own rule, or speaks of another thing', goal => {
  expect(isContradictory(goal)).toBe(false)
})

test.each([
  'Turn the porch light on, and make sure the porch light stays disabled',
  'Enrol P-33 in LAT-210, but P-33 must not be on the roster of LAT-210',
  'Put V-9 on for 2 July; V-9 is to have no shift whatsoever on 2 July',
  'Give Sofia access to the archive, and Sofia must not have any access to the archive',
  'Show the banner on the home page, and the banner must not be visible on the home page',
  'Yodel the greeting for table 3. Under no circumstances yodel the greeting for table 3',
  'Laminate the menu cards, and never laminate the menu cards',
  'Transfer 30 crates from A-1 to B-2; after this A-1 must hold just as many as before',
  'Pin the notice to the board and keep the board free of notices',
  'Schedule a call at 10 am on 3 March and keep 9 to 11 am on 3 March free',
  'Reserve the cabin arriving 20 August and departing 17 August',
  'Hold the seminar starting at 15:00 and ending at 13:30',
])('“%s” is done and yet must not be so', goal => {
  expect(isContradictory(goal)).toBe(true)
})

test.each([
  'Turn the porch light on, and see to it that the garage light is off',
  'Turn the heating on, and make sure it is off in the morning',
  'Remove Lena from the rota, and Lena must not be on the rota',
  'Stop the watering in zone 1 but leave the vents there the way they are',
  'Cancel the 10:00 slot and keep the 11:00 slot',
  'Enrol dog 12 for the walk on 3 May; dog 12 is to have no walk on 4 May',
  'Mail the contract to Ms Adler, though Mr Adler must not receive anything',
  'Baptise the ship Aurora; on no account baptise the ship Boreas',
  'Schedule a call at 10 am on 3 March and keep 9 to 11 am on 4 March free',
  'Pin the notice to the board in the hall and keep the board in the kitchen free of notices',
  'Rent the van, pick-up on 30 December, drop-off on 3 January',
  'I want to start a herb bed but don’t know where to begin',
])('“%s” can all be so', goal => {
  expect(isContradictory(goal)).toBe(false)
})

test.each([
  'Heat the pool to 29 degrees, but its temperature must never be more than 26',
  'Put aside 6 crates of K-12 for the choir, though they must not have more than 4 of that drink',
  'End the rental of bike 7 on 3 May 2027; it must run until 30 June 2027 at least',
  'Choose paper for this ticket; it is a mobile ticket and must not be set to paper',
])('“%s” speaks of the same thing by “its …”, “that …” or not at all', goal => {
  expect(isContradictory(goal)).toBe(true)
})

test.each([
  'Heat the pool to 29 degrees, its depth must never be more than 2 metres',
  'End the rental of bike 7 on 3 May 2027; the one of bike 9 must run until 30 June 2027 at least',
  'Choose paper for ticket 4; ticket 5 must not be set to paper',
])('“%s” speaks of another side or thing', goal => {
  expect(isContradictory(goal)).toBe(false)
})
