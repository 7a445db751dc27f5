import { expect, test } from 'vitest'
import { findUndoneDemands } from '../acts/undone-demands.ts'
import { findFixedValues } from './fixed-values.ts'
import { findReversedRange } from './reversed-ranges.ts'

const TOOLS = [
  {
    name: 'set_mode',
    description: 'Set the mode of a pump',
    input_schema: {
      type: 'object',
      properties: { pump: { type: 'string' }, mode: { type: 'string', enum: ['eco', 'boost', 'idle'] } },
    },
  },
]

test.each([
  'Block the hall from 14 June to 9 June',
  'Record the parade from 11:30 to 10:45',
  'Rent it from 3 May 2027 until 20 April 2027',
  'Ship the crates on 12 August and have them there by 9 August',
])('“%s” would be over before it begins', goal => {
  expect(findReversedRange(goal)).toBeDefined()
})

test.each([
  'Keep the gate open from 21:00 to 6:00',
  'Book the cabin from 27 December to 4 January',
  'Send the draft on 12 August, and remind me about it by 9 August',
  'Compare the sales from 3 March to 30 March',
])('“%s” has an order that can be kept', goal => {
  expect(findReversedRange(goal)).toBeUndefined()
})

test.each([
  'Put pump 3 into eco, pump 3 must stay on boost',
  'Start the tour at 10:30, it has to be at 9:15',
  'Plan the yoga class for Friday; it must not be on a Friday',
  'Switch it on in the evening, only in the morning',
  'Ring the bell at 8:00 sharp and at 9:00 sharp',
  'Hire the van for two days starting Monday for five days',
  'Set the fee to 40 although it must stay at 35',
])('“%s” gives one thing two values', goal => {
  expect(findFixedValues(goal, TOOLS)).toBeDefined()
})

test.each([
  'Put pump 3 into eco, pump 4 must stay on boost',
  'Move the tour from 10:30 to 9:15, it must be at 9:15',
  'Start the tour at 10:30, lunch has to be at 12:15',
  'Plan the yoga class for Friday; it must not be on a Sunday',
  'Set the fee to 40, it must not be more than 45',
  'Water it for 10 minutes in the morning and for 5 minutes in the evening',
  'Put pump 3 into eco until Monday, then it must be on boost',
  'Hire the van for two days and the trailer for five days',
])('“%s” does not', goal => {
  expect(findFixedValues(goal, TOOLS)).toBeUndefined()
})

test.each([
  'Cancel the excursion but see to it that the excursion still takes place',
  'Write to the guests of hut 4, but no guest may receive a message',
  'Give locker 12 to Ana Ruiz, and nobody may get locker 12',
  'Release the figures today, but the figures must stay off the site until May',
])('“%s” takes back what it asks for', goal => {
  expect(findUndoneDemands(goal)).toBeDefined()
})

test.each([
  'Cancel the excursion but make sure the bus is still there on Friday',
  'Write to the guests of hut 4, but do not tell anyone else',
  'Tell Ana that the hut is booked, without sending any attachments',
  'Merge the two entries, they are the same person',
])('“%s” goes together', goal => {
  expect(findUndoneDemands(goal)).toBeUndefined()
})
