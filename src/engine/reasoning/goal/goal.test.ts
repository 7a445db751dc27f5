import { describe, expect, test } from 'vitest'
import { Understanding } from '../../../contracts/reasoning.ts'
import { findPointers, type GoalKnowledge, resolveReferents, understandGoal } from './goal.ts'

function understandingOf(goal: string, knowledge: GoalKnowledge = {}): number {
  return understandGoal(goal, knowledge).goal_understanding
}

const VAGUE = [
  'fix it',
  'Help me with this',
  'make everything nicer',
  'do the usual',
  'Sort it out somehow',
  'T-88 please',
  'Cancel the tour',
  'the tour',
]
const CLEAR = [
  'Cancel tour T-88 on 4 May',
  'What is the opening time of the Prado on Sundays?',
  'How many visitors came in March 2026?',
  'Move tour T-88 from 10:00 to 14:00 and mail ada@example.org about it',
  'List all tours in Spanish, sorted by date',
]

describe('goal understanding', () => {
  test('vague goals stay below 0.3 and clear ones above 0.7', () => {
    for (const goal of VAGUE) expect(understandingOf(goal), goal).toBeLessThan(0.3)
    for (const goal of CLEAR) expect(understandingOf(goal), goal).toBeGreaterThan(0.7)
  })

  test('saying more never makes a goal vaguer in these steps', () => {
    const steps = [
      'Book',
      'Book a tour',
      'Book a tour of the Prado',
      'Book a tour of the Prado on 4 May at 10:00',
    ]
    const values = steps.map(goal => understandingOf(goal))
    expect(values).toEqual([...values].sort((left, right) => left - right))
  })

  test('a contradiction and an open reference lower the value', () => {
    const goal = 'Cancel tour T-88'
    expect(understandingOf(goal, { contradictions: 1 })).toBeLessThan(understandingOf(goal))
    expect(understandingOf('Cancel the tours listed below')).toBeLessThan(understandingOf(goal))
  })

  test('history makes a pointing goal followable', () => {
    const history = ['Draft an announcement of tour T-88']
    expect(understandingOf('Publish it on the website', { history })).toBeGreaterThan(
      understandingOf('Publish it on the website'),
    )
  })

  test('the same goal in the same surroundings gives the same reading, with evidence', () => {
    const first = understandGoal('Move tour T-88 to 14:00', { context: { tours: ['T-88', 'T-89'] } })
    expect(first).toEqual(understandGoal('Move tour T-88 to 14:00', { context: { tours: ['T-88', 'T-89'] } }))
    expect(first.evidence.length).toBeGreaterThan(0)
    Understanding.parse(first.understanding)
  })

  test('an empty goal is not understood at all', () => {
    expect(understandingOf('')).toBe(0)
    expect(understandGoal('').evidence).toContain('the goal is empty')
  })
})

describe('listed things', () => {
  const context = { stock: ['blue ladder', 'red ladder', 'paint roller', 'masking tape'] }

  test('a full name resolves, a bare class is ambiguous, a repeated one is the thing named before', () => {
    expect(resolveReferents('Reserve the red ladder', { context })).toMatchObject({ ambiguous: [] })
    expect(resolveReferents('Reserve the ladder', { context }).ambiguous[0]?.candidates).toEqual([
      'blue ladder',
      'red ladder',
    ])
    expect(resolveReferents('Take the red ladder and return the ladder', { context }).ambiguous).toEqual([])
  })

  test('naming the very thing is clearer than naming its class', () => {
    expect(understandingOf('Reserve the red ladder', { context })).toBeGreaterThan(
      understandingOf('Reserve the ladder', { context }),
    )
  })
})

describe('pointers', () => {
  const open = (goal: string, knowledge = {}) =>
    findPointers(goal, knowledge)
      .filter(({ resolved }) => !resolved)
      .map(({ kind }) => kind)

  test('each kind is found where nothing answers it', () => {
    expect(open('Print the attached map')).toEqual(['attached'])
    expect(open('Print the maps below')).toEqual(['placed'])
    expect(open('Proofread this letter')).toEqual(['demonstrative'])
    expect(open('Send it to Ada')).toEqual(['pronoun'])
    expect(open('Do it as we discussed')).toContain('earlier')
  })

  test('time, quotes, comparisons and things named before are not pointers', () => {
    for (const goal of [
      'Which tours run this week?',
      'Print “see the map below”',
      'List tours priced below 20 euros',
      'Find map M-4 and print it',
      'List the tours of the following Monday',
      'Download the file attached to ticket T-9',
      'Answer the guide of tour T-9 with a line underneath',
      'Cancel tour T-9, which we agreed on the phone with Ada',
      'Find the letters with the attached maps',
    ]) {
      expect(open(goal), goal).toEqual([])
    }
  })
})
