import { describe, expect, test } from 'vitest'
import { preValidate } from './prevalidate.ts'

const reasonOf = (goal: string): string | undefined =>
  preValidate(goal, { tools: [] }).failures.find(({ check }) => check === 'contradiction_detection')?.message

describe('what cannot be done', () => {
  test.each([
    ['Install redis in staging, but do not install redis', 'it asks for and forbids the same thing'],
    ['Email Ada the offer and don’t email Ada anything', 'it asks for and forbids the same thing'],
    ['Click Save, and never click Save', 'it asks for and forbids the same thing'],
    [
      'Make sure the order of Ada is not cancelled and cancel the order of Ada',
      'it asks for and forbids the same thing',
    ],
    ['Write at least 300 words, and not more than 10 words in total', 'no number meets both bounds'],
    ['Order exactly 50 units, at most 30 of them', 'no number meets both bounds'],
  ])('is found in %j', (goal, reason) =>
    expect(reasonOf(goal)).toBe(`The goal contradicts itself: ${reason}.`))
})

describe('what only looks like a contradiction', () => {
  test.each([
    'Click Preview, do not click Publish',
    'Delete old.log, but do not delete new.log',
    'Send the letter, but do not send it before Monday',
    'Write the report, but do not write more than 100 words',
    'Open the valve, then close the valve',
    'Lock the front door and unlock the back door',
    'Upload the cut but don’t publish it',
    'Write at least 300 words and use at most 10 pictures',
    'Tell Ada that she must delete the file and keep the file',
    'Write a note that says “lock it, do not lock it”',
    'The title has at least 3 words and the lead at most 2 words',
    'Restart web before worker, and worker before cron',
  ])('is none: %j', goal => expect(reasonOf(goal)).toBeUndefined())
})
