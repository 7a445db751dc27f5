import type { Decision } from '../../contracts/decision.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Answer, Question } from '../../contracts/question.ts'

/** The option that stands for an answer of the person's own. */
const OTHER = '__other__'
const TAG = /^\s*<INTERVIEW_ANSWERS>([\s\S]*?)<\/INTERVIEW_ANSWERS>/
const ACTIONS = ['submit_batch', 'skip_batch', 'generate_now', 'update_answers'] as const

/** Answers to a batch of questions as a chat sends them. */
export interface InterviewReply {
  readonly action: (typeof ACTIONS)[number]
  readonly answers: readonly Answer[]
}

/**
 * Answers in a chat message (`<INTERVIEW_ANSWERS>{json}</INTERVIEW_ANSWERS>`) or in `resume`. Undefined when there
 * are none; a text says what is wrong with them.
 */
export function readInterviewReply(
  message: string,
  resume?: JsonObject,
): InterviewReply | string | undefined {
  const tagged = TAG.exec(message)?.[1]
  if (tagged === undefined) {
    const isReply = resume !== undefined && (Array.isArray(resume.answers) || isAction(resume.action))
    return isReply ? toReply(resume) : undefined
  }
  try {
    const parsed: JsonValue = JSON.parse(tagged)
    return isObject(parsed) ? toReply(parsed) : 'INTERVIEW_ANSWERS holds no JSON object'
  } catch {
    return 'INTERVIEW_ANSWERS holds no valid JSON'
  }
}

/** What became of the questions, as the result of `ask_user`. */
interface Interviewed {
  readonly content: string
  /** What the person wrote or chose, for provenance. */
  readonly personTexts: readonly string[]
  readonly answered: number
}

/** Answers as the model reads them: what was asked, what was said, and plainly what was left open. */
export function toInterviewed(questions: readonly Question[], decision: Decision | undefined): Interviewed {
  const said = decision?.feedback?.trim() ?? decision?.reason?.trim()
  const ownWords = said ? { the_person_wrote_instead: said } : {}
  if (decision === undefined)
    return toResult({ note: 'The questions were withdrawn before anybody answered.' })
  const answers = describeAnswers(questions, decision)
  const open = questions.filter(question => !answers.some(answer => answer.id === question.id))
  const unanswered =
    answers.length > 0 && open.length > 0 ? { unanswered: open.map(item => item.question) } : {}
  const note = noteOn(decision, answers.length)
  const texts = answers.flatMap(answer => (Array.isArray(answer.answer) ? answer.answer : [answer.answer]))
  return toResult(
    { answers, ...unanswered, ...(note === undefined ? {} : { note }), ...ownWords },
    [...texts, ...(said ? [said] : [])],
    answers.length,
  )
}

/** What was answered, also by somebody who skipped the rest. */
function describeAnswers(questions: readonly Question[], decision: Decision) {
  return questions.flatMap((question, index) => {
    const answer = decision.answers?.find(
      item =>
        item.question_id === question.id || (item.question_id === undefined && item.question_index === index),
    )
    return answer && !isEmpty(answer) ? [describeAnswer(question, answer)] : []
  })
}

function noteOn({ decision, option_id: option }: Decision, answered: number): string | undefined {
  if (decision === 'answer') return answered === 0 ? 'The person gave no answers.' : undefined
  if (option === 'generate_now')
    return 'The person asks you to go on now with what you know. Ask no further questions; say what you assume.'
  const skipped = answered === 0 ? 'these questions' : 'the questions without an answer'
  return `The person skipped ${skipped}. Go on with sensible assumptions, say which, and do not ask them again.`
}

function toResult(body: JsonObject, personTexts: readonly string[] = [], answered = 0): Interviewed {
  return { content: JSON.stringify(body), personTexts, answered }
}

function describeAnswer(question: Question, answer: Answer) {
  const labelOf = (value: string): string =>
    question.options?.find(option => option.id === value)?.label ?? value
  const values = (typeof answer.value === 'string' ? [answer.value] : answer.value)
    .filter(value => value.trim() !== '' && value !== OTHER)
    .map(labelOf)
  const other = answer.other?.trim()
  const all = other ? [...values, other] : values
  return {
    id: question.id,
    question: question.question,
    answer: question.type === 'checkbox' ? all : all.join(', '),
  }
}

function isEmpty(answer: Answer): boolean {
  const values = typeof answer.value === 'string' ? [answer.value] : answer.value
  return !values.some(value => value.trim() !== '' && value !== OTHER) && !answer.other?.trim()
}

function toReply(raw: JsonObject): InterviewReply | string {
  const { action = 'submit_batch', answers = [] } = raw
  if (!isAction(action)) return `action must be one of ${ACTIONS.join(', ')}`
  if (!Array.isArray(answers)) return 'answers must be a list'
  const read: Answer[] = []
  for (const [index, item] of answers.entries()) {
    const answer = isObject(item) ? toAnswer(item) : undefined
    if (!answer) return `answers[${index}] needs an id (or an index) and a value`
    read.push(answer)
  }
  return { action, answers: read }
}

/** Of the widget (`{id, value, other}`) or of our own routes (`{question_id | question_index, value}`). */
function toAnswer(raw: JsonObject): Answer | undefined {
  const id = [raw.question_id, raw.id].find(item => typeof item === 'string')
  const index = [raw.question_index, raw.index].find(item => typeof item === 'number')
  const value = toValue(raw.value ?? raw.answer ?? '')
  if ((id === undefined && index === undefined) || value === undefined) return undefined
  const other = typeof raw.other === 'string' ? raw.other : undefined
  // The widget's word for "something else" is no option; what was written instead is.
  const chosen =
    typeof value === 'string' ? (value === OTHER ? '' : value) : value.filter(item => item !== OTHER)
  return {
    ...(id === undefined ? { question_index: Number(index) } : { question_id: String(id) }),
    value: chosen,
    ...(other === undefined ? {} : { other }),
  }
}

function toValue(value: JsonValue): string | string[] | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return undefined
  return value.every(item => typeof item === 'string') ? value : undefined
}

function isAction(value: JsonValue | undefined): value is InterviewReply['action'] {
  return ACTIONS.some(action => action === value)
}

/** Whether a value from outside is a JSON object; a list is none. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
