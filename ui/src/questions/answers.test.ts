import type { Question } from 'soulgate/contracts/question'
import { describe, expect, it } from 'vitest'
import { answersFrom, answerText, openQuestions } from './answers.ts'

const options = [
  { id: 'a', label: 'Archive' },
  { id: 'd', label: 'Delete' },
]
const radio: Question = {
  id: 'q1',
  question: 'What?',
  type: 'radio',
  options,
  allow_other: true,
  required: true,
}
const boxes: Question = {
  id: 'q2',
  question: 'Which?',
  type: 'checkbox',
  options,
  allow_other: true,
  required: false,
}
const text: Question = { id: 'q3', question: 'Where?', type: 'text', allow_other: false, required: true }

describe('answers', () => {
  it('leave open what is required and empty', () => {
    const drafts = {
      q1: { values: [], text: '', isOther: true },
      q3: { values: [], text: ' ', isOther: false },
    }
    expect(openQuestions([radio, boxes, text], drafts).map(question => question.id)).toEqual(['q1', 'q3'])
  })

  it('carry a choice, a list, a text and what else was typed', () => {
    const answers = answersFrom([radio, boxes, text], {
      q1: { values: ['a'], text: '', isOther: false },
      q2: { values: ['d'], text: 'Ask me', isOther: true },
      q3: { values: [], text: 'logs/', isOther: false },
    })
    expect(answers).toEqual([
      { question_id: 'q1', value: 'a' },
      { question_id: 'q2', value: ['d'], other: 'Ask me' },
      { question_id: 'q3', value: 'logs/' },
    ])
    expect(answers.map((answer, index) => answerText([radio, boxes, text][index] ?? text, answer))).toEqual([
      'Archive',
      'Delete, Ask me',
      'logs/',
    ])
  })
})
