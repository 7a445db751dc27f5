import { expect, test } from 'vitest'
import { preValidate } from '../prevalidate.ts'

function contradicts(goal: string): boolean {
  const { failures } = preValidate(goal, { tools: [], context: {} })
  return failures.some(({ check }) => check === 'contradiction_detection')
}

test.each([
  'If the bill was checked, pay it; if not, do not pay it',
  'Lock the barn, the stable can stay unlocked',
  'The shutters are closed. Open them, please.',
  'Shut the shop in Graz but leave the one in Linz open',
  "Don't phone her, write to her",
  'Open the hall at 8:00 and close it at 19:00',
  'Lower the price of the mug but do not touch the price of the plate',
  'Make the album public but keep the originals private',
  'Close the claim of Mr. Rossi. He complained that nobody had closed it.',
  'Shut down comments under the old page but leave them open on the new one',
  'She says the gate was open all night. Close it and call me.',
  "Don't mail it, send it by post only.",
  'Draft the letter today but do not send it until next week',
  'Warn me when it is above 30 or below 10',
  'Open the terms of use for me, I never read those things',
  'Cancel booking 77, not booking 78. People keep mixing those two up.',
  'Set the thermostat to 19 and keep it under 20',
  'Let Tom drive van 20 from Monday. No need to inform anybody.',
  'New task: renew the passport, by the end of May',
  "Move the talk to 14:00 on the same day - it doesn't matter that lunch may run over",
])('“%s” only looks like a contradiction', goal => {
  expect(contradicts(goal)).toBe(false)
})

test.each([
  'Lock the barn, the barn has to stay unlocked',
  'Open the hall and keep it closed',
  'Set the thermostat to 25 and keep it under 20',
  'Make the album public and keep it private',
  'Phone her, and under no circumstances phone her',
])('“%s” stays a contradiction', goal => {
  expect(contradicts(goal)).toBe(true)
})
