import type {
  ClarificationAnswer,
  ClarificationPattern,
  ClarificationQuestion,
} from '../../../contracts/reasoning.ts'
import { splitClauses } from '../language/language.ts'

/** A goal with its answers worked in; the original stays as it was said. */
export interface AnsweredGoal {
  readonly original_goal: string
  readonly goal: string
  /** Indexes of required questions without an answer. */
  readonly unanswered: readonly number[]
}

/**
 * Works answers into a goal: an answered action becomes the goal, an answered target takes the place of what pointed
 * at it, the rest is added in plain sentences. Answers are taken word for word; empty ones and unknown indexes are
 * passed over, and without any the goal stays as it was.
 */
export function rewriteGoal(
  goal: string,
  questions: readonly ClarificationQuestion[],
  answers: readonly ClarificationAnswer[],
): AnsweredGoal {
  const said = new Map<ClarificationPattern, string[]>()
  const answered = new Set<number>()
  for (const { question_index, answer } of answers) {
    const question = questions[question_index]
    const text = labelOf(question, answer).trim()
    if (question === undefined || text === '') continue
    answered.add(question_index)
    said.set(question.pattern, [...(said.get(question.pattern) ?? []), text])
  }
  const unanswered = questions.flatMap((question, index) =>
    question.required && !answered.has(index) ? [index] : [],
  )
  return { original_goal: goal, goal: said.size === 0 ? goal : workIn(goal, said), unanswered }
}

function workIn(goal: string, said: ReadonlyMap<ClarificationPattern, readonly string[]>): string {
  const joined = (pattern: ClarificationPattern): string | undefined => said.get(pattern)?.join(', ')
  const acted = withTarget(withAction(goal, joined('action_identification')), joined('target_identification'))
  return joinSentences(
    [
      acted,
      labelled('Context', joined('context_identification')),
      labelled('Expected outcome', joined('success_criteria')),
      labelled('Constraints', joined('constraints')),
    ].filter(sentence => sentence !== ''),
  )
}

/** An option's id or number stands for its label. */
function labelOf(question: ClarificationQuestion | undefined, answer: string): string {
  return question?.options?.find(option => option.id === answer)?.label ?? answer
}

/** An answered action that is a request of its own replaces the goal; a mere word leads it. */
function withAction(goal: string, action: string | undefined): string {
  if (action === undefined) return goal
  const hasVerb = splitClauses(action).some(clause => clause.verb !== undefined)
  return hasVerb || splitClauses(goal).every(clause => clause.verb === undefined)
    ? startUpper(hasVerb ? action : `${action} ${goal}`)
    : `${startUpper(action)}: ${goal}`
}

const standIns =
  /\b(?:it|this|that|them|these|those|something|someone|somebody|everything|(?:the|a|an|some|that|this|one of the)\s+(?:thing|things|stuff|one|ones|item|task|element|button|field))\b/i
const standInsEverywhere = new RegExp(standIns.source, 'gi')

function withTarget(goal: string, target: string | undefined): string {
  if (target === undefined) return goal
  if (goal.toLowerCase().includes(target.toLowerCase())) return goal
  const match = standIns.exec(goal)
  if (match !== null && goal.match(standInsEverywhere)?.length === 1) {
    return `${goal.slice(0, match.index)}${target}${goal.slice(match.index + match[0].length)}`
  }
  const bare = goal.replace(/[.!?\s]+$/, '')
  return target.split(/\s+/).length <= 6 ? `${bare} ${target}` : `${bare}: ${target}`
}

function labelled(label: string, text: string | undefined): string {
  return text === undefined ? '' : `${label}: ${text}`
}

function joinSentences(sentences: readonly string[]): string {
  return sentences
    .map(sentence => sentence.trim().replace(/([^.!?])$/, '$1.'))
    .join(' ')
    .replace(/\.$/, '')
}

function startUpper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
