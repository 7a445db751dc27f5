import { describe, expect, test } from 'vitest'
import { PreValidationResult, type ValidationCheck } from '../../../contracts/reasoning.ts'
import type { ToolShape } from '../goal/goal.ts'
import {
  type PreValidationKnowledge,
  preValidate,
  refuseUnread,
  validationAdjustments,
} from './prevalidate.ts'

function tool(name: string, description: string, parameters: readonly string[]): ToolShape {
  return {
    name,
    description,
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(parameters.map(key => [key, { type: 'string' }])),
    },
  }
}

const museum: readonly ToolShape[] = [
  tool('find_exhibit', 'Find exhibits by artist, period or room', ['query']),
  tool('loan_exhibit', 'Loan an exhibit to another museum until a date', ['exhibit', 'museum', 'until']),
  tool('mail_visitor', 'Send a visitor an e-mail', ['visitor', 'text']),
  tool('remove_exhibit', 'Remove an exhibit from the catalogue', ['exhibit']),
]
const page = [
  { id: 'n', role: 'textbox', name: 'Visitor name' },
  { id: 'e', role: 'textbox', name: 'Email' },
  { id: 't', role: 'combobox', name: 'Ticket type' },
  { id: 'b', role: 'button', name: 'Buy tickets' },
  { id: 'r1', role: 'button', name: 'Remove', region: 'first row' },
  { id: 'r2', role: 'button', name: 'Remove', region: 'second row' },
]

function check(goal: string, more: Partial<PreValidationKnowledge> = {}) {
  return PreValidationResult.parse(preValidate(goal, { tools: museum, ...more }))
}

function expectStopped(
  goals: readonly string[],
  by: ValidationCheck,
  more: Partial<PreValidationKnowledge> = {},
): void {
  for (const goal of goals) {
    const result = check(goal, more)
    expect(result.validation_status, goal).toBe('pre_validation_failed')
    expect(
      result.failures.map(failure => failure.check),
      goal,
    ).toContain(by)
  }
}

function expectPassed(goals: readonly string[], more: Partial<PreValidationKnowledge> = {}): void {
  for (const goal of goals) expect(check(goal, more), goal).toMatchObject({ validation_status: 'passed' })
}

describe('the arithmetic', () => {
  test('a sound goal keeps 0.75, a certain medium failure is capped at 0.50, a high one gives 0.45, two add up', () => {
    expect(check('Find exhibits from the bronze age').final_confidence).toBe(0.75)
    expect(check('Loan the exhibits listed below to Oslo').final_confidence).toBe(0.5)
    expect(check('Use the HoloScanner tool on exhibit E-7').final_confidence).toBe(0.45)
    expect(check('Use the HoloScanner tool on the attached exhibits').final_confidence).toBe(0.25)
  })

  test('a goal that is too much to be checked stops with a question', () => {
    expect(refuseUnread('It has 400 parts.')).toMatchObject({
      validation_status: 'pre_validation_failed',
      failures: [{ check: 'complexity_warning', message: 'It has 400 parts.' }],
      suggested_questions: ['What should be done, in a few sentences?'],
    })
  })

  test('counts checks, recommends, and gives each failed check as one adjustment', () => {
    const result = check('Use the HoloScanner tool on the attached exhibits')
    expect(result).toMatchObject({
      checks_passed: 4,
      checks_failed: 2,
      recommendation: 'clarify_or_provide_context',
    })
    expect(result.suggested_questions).toHaveLength(2)
    expect(validationAdjustments(result).map(({ delta }) => delta)).toEqual([-0.3, -0.2])
    expect(check('Loan exhibit E-7 and do not loan exhibit E-7').recommendation).toBe('reject')
    expect(check('Find exhibits by Klee').recommendation).toBe('proceed')
  })

  test('an empty goal fails with a question', () => {
    const result = check('  ')
    expect(result.validation_status).toBe('pre_validation_failed')
    expect(result.suggested_questions).toEqual(['What would you like to be done?'])
  })

  test('the same goal gives the same result, for the same array and for a copy of it', () => {
    const goal = 'Mail visitor V-3 that the hall is closed'
    expect(check(goal)).toEqual(check(goal))
    expect(check(goal, { tools: [...museum] })).toEqual(check(goal))
  })
})

describe('required tools', () => {
  test('a named tool that is not registered stops the goal', () => {
    expectStopped(
      [
        'Run the pigment_analyzer tool over exhibit E-7',
        'Use HoloScanner to measure exhibit E-7',
        'invoke `xray.scan` for exhibit E-7',
        'Loan E-7 to Oslo via the TransportPlanner API',
        'with the tool called brushwork_finder look for Klee',
        'Start merge_exhibits for E-7 and E-8',
        'Call exportExhibits for room 2',
      ],
      'required_tool_availability',
    )
  })

  test('registered tools, near spellings, ordinary nouns, files and fields do not', () => {
    expectPassed([
      'Use find_exhibit to look for Klee',
      'use the FindExhibits tool and look for Klee',
      'Use the right tool to find exhibits from Crete',
      'Find exhibits about the history of tool making',
      'Find exhibits with catalogue_number 44',
      'Find the exhibits in rooms.csv',
      'Remove exhibit E-7 with care',
    ])
  })

  test('a near but different name is offered, not taken', () => {
    const [failure] = check('Use the return_exhibit tool for E-7').failures
    expect(failure?.suggestions).toContain('remove_exhibit')
  })
})

describe('elements', () => {
  const context = { ui_schema: page }

  test('an element that the page lacks stops the goal and near ones are offered', () => {
    expectStopped(
      ['Press the Refund button', 'Type Ada into the Phone field', 'Open the Opening hours tab'],
      'element_existence',
      { context },
    )
    expect(check('Click Buy vouchers', { context }).failures[0]?.suggestions).toContain('Buy tickets')
  })

  test('several that fit equally are asked about, also where one is meant by its place or by counting', () => {
    for (const goal of ['Click Remove', 'Click the second Remove button']) {
      const [failure] = check(goal, { context }).failures
      expect(failure).toMatchObject({ check: 'element_existence', certain: true, answerable: true })
      expect(failure?.suggestions).toHaveLength(2)
    }
  })

  test('what is there is found under other spellings, and nothing can be known without a schema', () => {
    expectPassed(
      [
        'put ada@example.org into the e-mail field and buy tickets',
        'Press Buy tickets, do not press Refund',
        'Choose Family in the ticket type dropdown',
      ],
      { context },
    )
    expectPassed(['Press the Refund button'])
  })

  test('a disabled element only lowers the score', () => {
    const disabled = { ui_schema: [{ id: 'b', role: 'button', name: 'Buy tickets', enabled: false }] }
    expect(check('Press Buy tickets', { context: disabled })).toMatchObject({
      validation_status: 'passed',
      final_confidence: 0.55,
    })
  })
})

describe('context', () => {
  const open = [
    'Loan the exhibits on the list below to Oslo',
    'Mail the attached letter to V-3',
    'Summarize this report',
    'Remove the exhibits from the file I uploaded',
    'Mail V-3 the text you wrote',
    'Remove the following exhibits',
  ]

  test('a pointer that leads nowhere stops the goal', () => {
    expectStopped(open, 'context_availability')
  })

  test('material in the goal, in its context or in history resolves it', () => {
    expectPassed([
      'Here is the list: E-1, E-2. Loan them to Oslo until May.',
      'Mail V-3 the following text: We are closed this Friday.',
      'Remove the exhibits below.\nE-1\nE-2',
      'Mail V-3 “see the attached plan”',
      'Which exhibits arrived this week?',
      'Find exhibits valued below 500 euros',
    ])
    expectPassed(['Mail the attached letter to V-3'], { context: { attachments: [{ name: 'letter.txt' }] } })
    expectPassed(['Mail V-3 the text you wrote'], { history: ['Write a friendly text for visitor V-3'] })
    expectStopped(['Mail the attached letter to V-3'], 'context_availability', { context: { locale: 'de' } })
  })
})

describe('contradictions', () => {
  test('the same act demanded and forbidden, and bounds that no number meets, stop the goal', () => {
    expectStopped(
      [
        'Loan E-7 to Oslo and do not loan E-7 to Oslo',
        'Find at least 10 and at most 5 exhibits',
        'Loan E-7 to Oslo; E-7 must never be loaned',
      ],
      'contradiction_detection',
    )
  })

  test('different objects, exceptions, order in time and negated side effects do not', () => {
    expectPassed([
      'Loan E-7 to Oslo but do not loan E-8',
      'Remove E-7 and keep a copy of its record',
      'Loan E-7 to Oslo, and do not send any mail about it',
      'Mail V-3, but not before Tuesday',
      'Find at least 5 and at most 10 exhibits',
      'Remove all exhibits from room 2, but do not remove those on loan',
      'Sort the exhibits by room ascending and by age descending',
    ])
  })
})

describe('scope', () => {
  test('a plausible task in words that no tool knows is only marked', () => {
    expect(check('Compile a quarterly tax statement')).toMatchObject({
      validation_status: 'passed',
      final_confidence: 0.65,
    })
  })
})

test('five steps or more are warned about and never stopped', () => {
  const goal = 'Find E-1, loan E-2 to Oslo, mail V-3 about it, remove E-4, find E-5 and mail V-6'
  expect(check(goal)).toMatchObject({ validation_status: 'passed', final_confidence: 0.65 })
})

describe('what lies outside of the tools', () => {
  test('a program that is named as the means, and of which no tool speaks, is missing', () => {
    expectStopped(
      [
        'Send the loan papers through DocuSign',
        'Have the label_printer make a card for E-7',
        'Remove exhibit E-9 via CollectionHub',
      ],
      'required_tool_availability',
    )
  })

  test('a person, a place, or a program that a tool speaks of is no missing tool', () => {
    expectPassed([
      'Loan E-7 to the museum in Graz until 4 May 2027',
      'Find exhibits together with Anna Keller',
      'Mail visitor V-3 that the talk with Zoe is in Lyon',
      'Find exhibits about YouTube',
      'Run `find every exhibit` now',
    ])
    const mailing = [tool('mailchimp_send', 'Send a campaign', ['text'])]
    expectPassed(['Send “Hello” to the list in Mailchimp'], { tools: mailing })
  })

  test('what somebody marked, drew up or left in a picture has to be handed over', () => {
    expectStopped(
      [
        'Remove the exhibits I highlighted',
        'Loan the exhibit in the photo to Oslo until 4 May 2027',
        'Mail visitor V-3 the letter attached',
        'Find everything on the list at the bottom',
      ],
      'context_availability',
    )
    expectPassed([
      'Find the photo of the harbour',
      'Find exhibits that I loaned to Oslo',
      'Mail V-3 that a list is attached to E-7',
    ])
  })
})
