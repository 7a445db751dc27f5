import type { ChatQuestion } from '../../contracts/chat.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { Question, type QuestionOption } from '../../contracts/question.ts'
import { isObject } from './answers.ts'

const MAX_QUESTIONS = 10
const MAX_OPTIONS = 30

const TYPES: Readonly<Record<string, Question['type']>> = {
  radio: 'radio',
  single: 'radio',
  select: 'radio',
  checkbox: 'checkbox',
  multi: 'checkbox',
  multiple: 'checkbox',
  text: 'text',
}

/** What the model is told it may send; what it sends instead is understood as far as it can be. */
export const QUESTIONS_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    questions: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_QUESTIONS,
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', description: 'A short name for the answer, such as `audience`.' },
          question: { type: 'string' },
          type: { type: 'string', enum: ['radio', 'checkbox', 'text'] },
          options: { type: 'array', items: { type: 'string' }, description: 'For radio and checkbox.' },
          allow_other: { type: 'boolean', description: 'An answer of the person’s own is fine, too.' },
          required: { type: 'boolean' },
          context: { type: 'string', description: 'Why it matters, in one sentence.' },
        },
        required: ['question', 'type'],
      },
    },
  },
  required: ['questions'],
}

/**
 * Questions as a model wrote them, in either vocabulary (`question`|`title`, `radio`|`single`, options as texts or as
 * `{id, label}`), brought into ours. A text says what is wrong with them.
 */
export function readQuestions(args: JsonObject): readonly Question[] | string {
  const { questions } = args
  if (!Array.isArray(questions) || questions.length === 0) return 'questions must be a list of at least one'
  if (questions.length > MAX_QUESTIONS)
    return `questions are at most ${MAX_QUESTIONS} at once; ask the most important ones`
  const read: Question[] = []
  for (const [index, raw] of questions.entries()) {
    const question = readQuestion(raw, index, new Set(read.map(item => item.id)))
    if (typeof question === 'string') return `questions[${index}] ${question}`
    read.push(question)
  }
  return read
}

/** The question in the vocabulary of the chat's widget. */
export function toChatQuestion(question: Question): ChatQuestion {
  const { id, question: title, type, options, allow_other, required, context } = question
  return {
    id,
    title,
    question: title,
    type: type === 'radio' ? 'single' : type === 'checkbox' ? 'multi' : 'text',
    options: options ?? [],
    allow_other,
    required,
    ...(context === undefined ? {} : { context }),
  }
}

function readQuestion(
  value: JsonValue | undefined,
  index: number,
  taken: ReadonlySet<string>,
): Question | string {
  const raw = typeof value === 'string' ? { question: value } : toObject(value)
  if (!raw) return 'is no question'
  const text = [raw.question, raw.title, raw.text].find(isText)
  if (text === undefined) return 'has no text in `question`'
  const options = readOptions(raw.options)
  const type = readType(raw.type, options)
  if (type !== 'text' && options.length < 2) return `is of type ${type} and needs at least two options`
  const wanted = isText(raw.id) ? raw.id.trim().slice(0, 64) : `q${index + 1}`
  const parsed = Question.safeParse({
    id: taken.has(wanted) ? `${wanted}_${index + 1}` : wanted,
    question: text.trim(),
    type,
    ...(type === 'text' ? {} : { options }),
    allow_other: type !== 'text' && raw.allow_other === true,
    // Nobody is kept by a question that was meant to help.
    required: raw.required === true,
    ...(isText(raw.context) ? { context: raw.context.slice(0, 4000) } : {}),
  })
  return parsed.success ? parsed.data : `does not fit: ${parsed.error.issues[0]?.message ?? 'unreadable'}`
}

function readType(value: JsonValue | undefined, options: readonly QuestionOption[]): Question['type'] {
  const known = typeof value === 'string' ? TYPES[value.trim().toLowerCase()] : undefined
  return known ?? (options.length >= 2 ? 'radio' : 'text')
}

function readOptions(value: JsonValue | undefined): readonly QuestionOption[] {
  if (!Array.isArray(value)) return []
  const options = new Map<string, QuestionOption>()
  for (const item of value) {
    const raw = typeof item === 'object' ? toObject(item) : undefined
    const label = raw ? [raw.label, raw.text, raw.title, raw.value].find(isText) : String(item)
    if (label === undefined || label.trim() === '') continue
    const id = raw && isText(raw.id) ? raw.id : raw && isText(raw.value) ? raw.value : label.trim()
    if (!options.has(id)) options.set(id, { id, label: label.trim() })
  }
  return [...options.values()].slice(0, MAX_OPTIONS)
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function toObject(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined
}
