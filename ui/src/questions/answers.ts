import type { Answer, Question } from 'soulgate/contracts/question'

/** What a person has entered so far for one question. */
export interface Draft {
  readonly values: readonly string[]
  readonly text: string
  readonly isOther: boolean
}

export type Drafts = Readonly<Record<string, Draft>>

export const EMPTY_DRAFT: Draft = { values: [], text: '', isOther: false }

function isAnswered(question: Question, draft: Draft = EMPTY_DRAFT): boolean {
  if (question.type === 'text') return draft.text.trim() !== ''
  return draft.values.length > 0 || (draft.isOther && draft.text.trim() !== '')
}

/** Required questions that are still open. */
export function openQuestions(questions: readonly Question[], drafts: Drafts): readonly Question[] {
  return questions.filter(question => question.required && !isAnswered(question, drafts[question.id]))
}

/** The answers to send; questions left open are left out. */
export function answersFrom(questions: readonly Question[], drafts: Drafts): Answer[] {
  return questions.flatMap(question => {
    const draft = drafts[question.id]
    return draft && isAnswered(question, draft) ? [answerFrom(question, draft)] : []
  })
}

/** One answer as plain words, for routes that take text. */
export function answerText(question: Question, answer: Answer): string {
  const values = typeof answer.value === 'string' ? [answer.value] : answer.value
  const labels = values.map(value => question.options?.find(option => option.id === value)?.label ?? value)
  return [...labels, ...(answer.other ? [answer.other] : [])].filter(text => text !== '').join(', ')
}

function answerFrom(question: Question, draft: Draft): Answer {
  const other = draft.isOther && draft.text.trim() !== '' ? { other: draft.text } : {}
  if (question.type === 'text') return { question_id: question.id, value: draft.text }
  if (question.type === 'checkbox') return { question_id: question.id, value: [...draft.values], ...other }
  return { question_id: question.id, value: draft.values[0] ?? '', ...other }
}
