import { describe, expect, it } from 'vitest'
import type { Decision } from '../../contracts/decision.ts'
import type { Question } from '../../contracts/question.ts'
import { toInterviewed } from './answers.ts'

const questions: readonly Question[] = [
  { id: 'name', type: 'text', question: 'What is it called?', required: true },
  { id: 'colour', type: 'text', question: 'Which colour?', required: true },
] as unknown as readonly Question[]

const decided = (some: Partial<Decision>): Decision =>
  ({
    ...{ decision_id: 'dec_1', gate_id: 'gate_1', decided_by: 'person_1', decided_at: '', late: false },
    ...{ decision: 'skip', option_id: 'generate_now' },
    ...some,
  }) as Decision

describe('somebody who asks for no more questions', () => {
  it('is heard with what was answered so far', () => {
    const answers = [{ question_id: 'name', value: 'Zebra Roasters' }]
    const told = toInterviewed(questions, decided({ answers }))
    expect(told).toMatchObject({ answered: 1, personTexts: ['Zebra Roasters'] })
    expect(JSON.parse(told.content)).toMatchObject({
      answers: [{ id: 'name', answer: 'Zebra Roasters' }],
      unanswered: ['Which colour?'],
      note: expect.stringContaining('Ask no further questions'),
    })
  })

  it('has said nothing where nothing was typed', () => {
    expect(toInterviewed(questions, decided({}))).toMatchObject({ answered: 0, personTexts: [] })
  })
})
