import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate, GateOption } from '../../contracts/gate.ts'
import type { Answer, Question } from '../../contracts/question.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { validateArguments } from '../tools/tools.ts'
import { callsOf } from './build-gate.ts'
import { optionFor } from './gate-types.ts'
import { checkRemember } from './sticky-rule.ts'

type FieldError = { readonly field: string; readonly message: string }

/** Control and format characters (bidi, zero-width, tags) but tab, line ends and the joiner inside an emoji. */
const HIDDEN = /(?![\t\n\r\u200d])[\p{Cc}\p{Cf}]|(?<!\p{Extended_Pictographic}\ufe0f?)\u200d/u

/** Whether the request fits the gate; answers the option it takes, or a refusal naming the fields. */
export function checkRequest(gate: Gate, request: DecideRequest): { readonly option: GateOption } | Refusal {
  const option = optionFor(gate, request)
  if ('errors' in option) return invalid(gate, option.errors)
  const errors = [
    ...checkSteer(request, option),
    ...checkTexts(request),
    ...checkCalls(gate, request),
    ...checkInput(request, option),
    ...checkAnswers(gate, request),
    ...checkRemember(gate, request, option),
  ]
  return errors.length > 0 ? invalid(gate, errors) : { option }
}

function invalid(gate: Gate, errors: readonly FieldError[]): Refusal {
  const first = errors[0]
  const detail = first ? `${first.field} ${first.message}` : 'the decision does not fit'
  return refuse('invalid', `Gate ${gate.gate_id} was not decided: ${detail}.`, { errors })
}

function checkSteer(request: DecideRequest, option: GateOption): readonly FieldError[] {
  if (request.decision === 'approve' && request.steer_instructions?.trim())
    return [{ field: 'steer_instructions', message: 'can only come with steer' }]
  if (request.decision !== 'steer') return []
  const text = request.steer_instructions?.trim() || option.default_instruction
  return text ? [] : [{ field: 'steer_instructions', message: 'must say what to do instead' }]
}

function checkTexts(request: DecideRequest): readonly FieldError[] {
  const texts = {
    steer_instructions: request.steer_instructions,
    feedback: request.feedback,
    reason: request.reason,
  }
  const conditions = (request.conditions ?? []).map((text, index) => [`conditions.${index}`, text] as const)
  return [...Object.entries(texts), ...conditions]
    .filter(([, text]) => text !== undefined && HIDDEN.test(text))
    .map(([field]) => ({ field, message: 'contains hidden characters; remove them' }))
}

function checkCalls(gate: Gate, request: DecideRequest): readonly FieldError[] {
  const known = new Set(callsOf(gate).map(call => call.call_id))
  const errors: FieldError[] = []
  const naming = { calls: request.calls, approved_calls: request.approved_calls }
  for (const [field, ids] of Object.entries(naming)) {
    const unknown = (ids ?? []).find(id => !known.has(id))
    if (unknown !== undefined)
      errors.push({ field, message: `names ${unknown}, which is not a call of this gate` })
    if (ids?.length === 0) errors.push({ field, message: 'must name at least one call' })
    if (ids !== undefined && ids.length < known.size && gate.quorum.approvals_required > 1) {
      errors.push({ field, message: 'cannot pick single calls where several approvals are needed' })
    }
  }
  const { calls } = request
  const beside = calls && request.approved_calls?.find(id => known.has(id) && !calls.includes(id))
  if (beside !== undefined)
    errors.push({ field: 'approved_calls', message: `names ${beside}, which calls leaves out` })
  for (const id of Object.keys(request.edited_arguments ?? {})) {
    if (!known.has(id))
      errors.push({ field: `edited_arguments.${id}`, message: 'is not a call of this gate' })
  }
  for (const id of Object.keys(request.edited_arguments ?? {})) {
    const isDecided = (request.approved_calls ?? request.calls ?? [id]).includes(id)
    if (known.has(id) && !isDecided)
      errors.push({ field: `edited_arguments.${id}`, message: 'is not approved by this decision' })
    if (gate.call_decisions[id] !== undefined)
      errors.push({ field: `edited_arguments.${id}`, message: 'was answered already' })
  }
  if (
    known.size > 0 &&
    request.option_id === 'edit' &&
    Object.keys(request.edited_arguments ?? {}).length === 0
  ) {
    errors.push({
      field: 'edited_arguments',
      message: 'must say what is changed; use approve to change nothing',
    })
  }
  if (request.edited_arguments && request.decision !== 'approve') {
    errors.push({ field: 'edited_arguments', message: 'can only come with approve' })
  }
  return errors
}

function checkInput(request: DecideRequest, option: GateOption): readonly FieldError[] {
  if (option.input_schema === undefined) {
    return request.option_input ? [{ field: 'option_input', message: `is not taken by ${option.id}` }] : []
  }
  const checked = validateArguments(
    // Gates of before say nothing of fields that the option does not know.
    { name: `option ${option.id}`, input_schema: { additionalProperties: false, ...option.input_schema } },
    request.option_input ?? {},
  )
  if (checked.ok) return []
  return checked.errors.map(error => ({ field: `option_input.${error.field}`, message: error.message }))
}

function checkAnswers(gate: Gate, request: DecideRequest): readonly FieldError[] {
  if (!('questions' in gate.subject)) {
    return request.answers ? [{ field: 'answers', message: 'are not taken by this gate' }] : []
  }
  const { questions } = gate.subject
  const given = request.answers ?? []
  const errors: FieldError[] = given.flatMap((answer, index) => {
    const question = questionOf(answer, questions)
    const field = `answers.${index}`
    return question
      ? checkAnswer(question, answer, field)
      : [{ field, message: 'names no question of this gate' }]
  })
  if (request.decision !== 'answer') return errors
  for (const question of questions.filter(item => item.required)) {
    const answer = given.find(item => questionOf(item, questions)?.id === question.id)
    if (!answer || isEmpty(answer))
      errors.push({ field: 'answers', message: `must answer “${question.question}”` })
  }
  return errors
}

function checkAnswer(question: Question, answer: Answer, field: string): readonly FieldError[] {
  const values = typeof answer.value === 'string' ? [answer.value] : answer.value
  if (question.type === 'radio' && values.length > 1) return [{ field, message: 'takes one option' }]
  if (question.type === 'text' || !question.options) return []
  const known = new Set(question.options.flatMap(option => [option.id, option.label]))
  const unknown = values.find(value => value !== '' && !known.has(value))
  if (unknown === undefined || question.allow_other) return []
  return [{ field, message: `${JSON.stringify(unknown)} is none of the options` }]
}

function isEmpty(answer: Answer): boolean {
  const values = typeof answer.value === 'string' ? [answer.value] : answer.value
  return !values.some(value => value.trim() !== '') && !answer.other?.trim()
}

/** The question an answer is about, named by id or by index. */
function questionOf(answer: Answer, questions: readonly Question[]): Question | undefined {
  if (answer.question_id !== undefined) return questions.find(item => item.id === answer.question_id)
  return answer.question_index === undefined ? undefined : questions[answer.question_index]
}
