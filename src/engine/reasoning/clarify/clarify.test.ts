import { describe, expect, test } from 'vitest'
import { ClarificationQuestion } from '../../../contracts/reasoning.ts'
import type { ToolShape } from '../goal/goal.ts'
import { preValidate } from '../prevalidate/prevalidate.ts'
import { askQuestions, MAX_CLARIFICATION_QUESTIONS, rewriteGoal } from './clarify.ts'

const tools: readonly ToolShape[] = [
  {
    name: 'plant_tree',
    description: 'Plant a tree in a park.',
    input_schema: {
      type: 'object',
      properties: { park: {}, kind: {}, note: {} },
      required: ['park', 'kind'],
    },
  },
  {
    name: 'water_park',
    description: 'Water every bed of a park.',
    input_schema: { type: 'object', properties: { park: {} }, required: ['park'] },
  },
]

function patternsOf(goal: string, more: Parameters<typeof askQuestions>[1] = { tools }) {
  return askQuestions(goal, more).map(({ pattern }) => pattern)
}

describe('questions', () => {
  test('a goal without action and target is asked for both, with the registry’s tools as choices', () => {
    const questions = askQuestions('Help me out with it', { tools })
    expect(questions.map(({ pattern }) => pattern)).toContain('action_identification')
    const action = questions.find(({ pattern }) => pattern === 'action_identification')
    expect(action?.options?.map(({ label }) => label)).toEqual([
      'Plant a tree in a park',
      'Water every bed of a park',
    ])
    expect(action?.allow_other).toBe(true)
  })

  test('all five patterns come up where they are needed', () => {
    const seen = new Set([
      ...patternsOf('do something'),
      ...patternsOf('make the park nicer'),
      ...patternsOf('Plant the trees on the list below'),
    ])
    expect(seen).toEqual(
      new Set([
        'action_identification',
        'target_identification',
        'context_identification',
        'success_criteria',
        'constraints',
      ]),
    )
  })

  test('elements of the page are offered as targets', () => {
    const context = {
      ui_schema: [
        { id: 'a', role: 'button', name: 'Archive' },
        { id: 'b', role: 'button', name: 'Undo' },
      ],
    }
    const target = askQuestions('press it', { tools, context }).find(
      ({ pattern }) => pattern === 'target_identification',
    )
    expect(target?.options?.map(({ label }) => label)).toEqual(['Archive', 'Undo'])
  })

  test('of several things that a word may mean each is offered, and what the surroundings name is an example', () => {
    const things = { tools, context: { parks: ['North park', 'South park'], last: 'planted in "Elm row"' } }
    const which = askQuestions('Water the park', things).find(({ question }) =>
      question.includes('park is meant'),
    )
    expect(which?.options?.map(({ label }) => label)).toEqual(['North park', 'South park'])
    const open = askQuestions('press it', things).find(({ pattern }) => pattern === 'target_identification')
    expect(JSON.stringify(open)).toContain('Elm row')
  })

  test('what pre-validation could not find becomes a question with its suggestions', () => {
    const context = {
      ui_schema: [
        { id: 'a', role: 'button', name: 'Delete', region: 'row 1' },
        { id: 'b', role: 'button', name: 'Delete', region: 'row 2' },
      ],
    }
    const validation = preValidate('Click Delete', { tools, context })
    const [question] = askQuestions('Click Delete', { tools, context, validation })
    expect(question?.pattern).toBe('target_identification')
    expect(question?.options).toHaveLength(2)
  })

  test('there are never more than five, required ones first, and each is a valid question', () => {
    for (const goal of [
      '',
      'help',
      'make it better somehow',
      'do the usual with the list below, or whatever',
    ]) {
      const questions = askQuestions(goal, { tools, validation: preValidate(goal, { tools }) })
      expect(questions.length).toBeGreaterThan(0)
      expect(questions.length).toBeLessThanOrEqual(MAX_CLARIFICATION_QUESTIONS)
      const required = questions.map(question => question.required)
      expect(required).toEqual([...required].sort((left, right) => Number(right) - Number(left)))
      for (const question of questions) ClarificationQuestion.parse(question)
    }
  })

  test('a clear goal with nothing open is asked nothing', () => {
    expect(askQuestions('Plant an oak in Mill Park', { tools })).toEqual([])
  })
})

describe('rewriting', () => {
  const question = (pattern: ClarificationQuestion['pattern'], labels: readonly string[] = []) =>
    ClarificationQuestion.parse({
      id: 'q',
      question: '?',
      type: labels.length > 0 ? 'radio' : 'text',
      pattern,
      ...(labels.length > 0 ? { options: labels.map((label, at) => ({ id: `o${at + 1}`, label })) } : {}),
    })

  test('an answered target takes the place of the word that pointed at it', () => {
    const questions = [question('target_identification')]
    expect(
      rewriteGoal('Please water it twice', questions, [{ question_index: 0, answer: 'Mill Park' }]),
    ).toBe('Please water Mill Park twice')
    expect(rewriteGoal('Cancel the tour', questions, [{ question_index: 0, answer: 'T-9' }])).toBe(
      'Cancel the tour T-9',
    )
  })

  test('an answered action that is a request becomes the goal', () => {
    const questions = [question('action_identification')]
    expect(rewriteGoal('Help me', questions, [{ question_index: 0, answer: 'water Mill Park' }])).toBe(
      'Water Mill Park',
    )
  })

  test('an option’s id stands for its label', () => {
    const questions = [question('target_identification', ['Mill Park', 'Old Yard'])]
    expect(rewriteGoal('Water it', questions, [{ question_index: 0, answer: 'o2' }])).toBe('Water Old Yard')
  })

  test('context, outcome and constraints are added word for word', () => {
    const questions = [
      question('context_identification'),
      question('success_criteria'),
      question('constraints'),
    ]
    const answers = [
      { question_index: 0, answer: 'oak, ash' },
      { question_index: 1, answer: 'two trees stand' },
      { question_index: 2, answer: 'not on Sunday' },
    ]
    expect(rewriteGoal('Plant the trees listed below', questions, answers)).toBe(
      'Plant the trees listed below. Context: oak, ash. Expected outcome: two trees stand. Constraints: not on Sunday',
    )
  })

  test('a request that is answered under “on what” is still what is to be done', () => {
    const questions = [question('action_identification'), question('target_identification')]
    const answers = [
      { question_index: 0, answer: 'in the old park' },
      { question_index: 1, answer: 'water the young oaks' },
    ]
    expect(rewriteGoal('Help me with this', questions, answers)).toBe('Water the young oaks in the old park')
    const short = [
      { question_index: 0, answer: 'Mill Park' },
      { question_index: 1, answer: 'water it' },
    ]
    expect(rewriteGoal('Fix this', questions, short)).toBe('Water Mill Park')
  })

  test('“nothing” to a question that need not be answered adds nothing', () => {
    const questions = [{ ...question('constraints'), required: false }]
    expect(rewriteGoal('Water Mill Park', questions, [{ question_index: 0, answer: 'Nothing else.' }])).toBe(
      'Water Mill Park',
    )
  })

  test('empty answers and unknown indexes leave the goal as it was', () => {
    const questions = [question('target_identification')]
    const answers = [
      { question_index: 0, answer: '  ' },
      { question_index: 7, answer: 'x' },
    ]
    expect(rewriteGoal('Water it', questions, answers)).toBe('Water it')
  })
})
