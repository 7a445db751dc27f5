import { expect, test } from 'vitest'
import { findOpposedMeanings } from './opposed-meanings.ts'

function expectFound(goals: readonly string[]): void {
  for (const goal of goals) expect(findOpposedMeanings(goal), goal).toBeDefined()
}

function expectNone(goals: readonly string[]): void {
  for (const goal of goals) expect(findOpposedMeanings(goal), goal).toBeUndefined()
}

test('an act and a state of the same thing that it ends are opposed', () => {
  expectFound([
    'Discard the old minutes and see to it that they are still there on Monday morning',
    'Dim the stage lamp, which has to shine at full brightness',
    'Switch the pump on. It must not be in operation at any point.',
    'Turn down the loan request and have it marked as approved',
    'Set ticket 5 to closed and leave it open',
    'Archive the tender, it should stay among the active ones',
    'Pause the dryer now; it may not be interrupted until it is done',
  ])
})

test('opposite acts for two things, or one after the other, are not opposed', () => {
  expectNone([
    'Switch the pump on and the fan off',
    'Switch the pump off now and on again at 7',
    'Lock the shed; the barn can stay unlocked',
    'Turn down the loan request of Ada, approve the one of Ben',
    'Dim the lamp on the stage and brighten the lamp in the foyer',
    'The shed was unlocked all night. Lock it.',
    'Make the calendar public, it has been private so far',
    'Empty the tank, then fill it with rain water',
  ])
})

test('an act that is asked for and banned in other words is a contradiction', () => {
  expectFound([
    'Telephone the plumber, but no call may be made to him',
    'Purchase a new kettle without buying anything',
    'No money may leave the travel fund. Pay 80 from it to the guide.',
    'Photograph the mural; taking a picture of it is forbidden',
    'Merge the two drafts; they are not to be combined',
  ])
})

test('a ban of something else, for later, or in place of something is none', () => {
  expectNone([
    'Telephone the plumber, do not write to him',
    'Write to the plumber but do not send it yet',
    'Do not mail the offer, send it by courier',
    'No money may leave the travel fund, so pay the guide in cash',
    'Forward the letter to Ada and do not keep a copy',
    'If the plumber is ill, do not call him; otherwise call him today',
  ])
})

test('one thing of two kinds is a contradiction', () => {
  expectFound([
    'Order a vegetarian pizza topped with salami',
    'Book a direct flight to Oslo with a stopover in Bergen',
    'Rent a furnished flat without any furniture in it. It has to be unfurnished.',
    'I need a free map. It has to cost 20 euros.',
    'Make the note confidential, and everybody may read it',
    'Get me a wireless mouse, it must be plugged in by cable',
  ])
})

test('two kinds of two things, a kind that is left behind, or a reason are no contradiction', () => {
  expectNone([
    'Order a vegetarian pizza for me and one with salami for Tim',
    'Order vegan cheese and a decaf espresso',
    'Change my flight from a direct one to one with a stopover in Bergen',
    'Book the direct flight, the one with a stopover takes too long',
    'Rent an automatic, my wife cannot drive a manual car',
    'Find a small van with a large door',
  ])
})
