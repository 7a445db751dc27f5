import type {
  ClarificationAnswer,
  ClarificationPattern,
  ClarificationQuestion,
} from '../../../contracts/reasoning.ts'
import { splitClauses } from '../language/language.ts'

/**
 * Works answers into a goal and gives the new goal; the one passed in stays the original. An answered action becomes
 * the goal, an answered target takes the place of what pointed at it, the rest is added in plain sentences. Answers are
 * taken word for word; empty ones and unknown indexes are passed over, and without any the goal comes back as it was.
 */
export function rewriteGoal(
  goal: string,
  questions: readonly ClarificationQuestion[],
  answers: readonly ClarificationAnswer[],
): string {
  const said = new Map<ClarificationPattern, string[]>()
  for (const { question_index, answer } of answers) {
    const question = questions[question_index]
    const text = labelOf(question, answer).trim()
    if (question === undefined || text === '' || (!question.required && nothing.test(text))) continue
    said.set(question.pattern, [...(said.get(question.pattern) ?? []), text])
  }
  if (said.size === 0) return goal
  const joined = (pattern: ClarificationPattern): string | undefined => said.get(pattern)?.join(', ')
  const { action, target } = inTheirPlaces(joined('action_identification'), joined('target_identification'))
  const acted = withTarget(withAction(goal, action), target)
  return joinSentences(
    [
      acted,
      labelled('Context', joined('context_identification')),
      labelled('Expected outcome', joined('success_criteria')),
      labelled('Constraints', joined('constraints')),
    ].filter(sentence => sentence !== ''),
  )
}

const nothing = /^(?:no(?:ne|pe|thing)?(?: else| at all)?|n\/?a|-+|not really)[.! ]*$/i

/** People answer in the order they think: a request under “on what” and a place under “what” change places. */
function inTheirPlaces(action: string | undefined, target: string | undefined) {
  const isTurned = action !== undefined && target !== undefined && opensWithVerb(target) && !hasVerb(action)
  return isTurned ? { action: target, target: action } : { action, target }
}

function hasVerb(text: string): boolean {
  return splitClauses(text).some(clause => clause.verb !== undefined)
}

/** An option's id or number stands for its label. */
function labelOf(question: ClarificationQuestion | undefined, answer: string): string {
  return question?.options?.find(option => option.id === answer)?.label ?? answer
}

/** An answered action that is a request of its own replaces the goal; a mere word leads it. */
function withAction(goal: string, action: string | undefined): string {
  if (action === undefined) return goal
  const isAct = hasVerb(action)
  return isAct || !hasVerb(goal)
    ? startUpper(isAct ? action : `${action} ${goal}`)
    : `${startUpper(action)}: ${goal}`
}

const standIns =
  /\b(?:it|this|that|them|these|those|something|someone|somebody|everything|(?:the|a|an|some|that|this|one of the)\s+(?:thing|things|stuff|one|ones|item|task|element|button|field))\b/i
const standInsEverywhere = new RegExp(standIns.source, 'gi')

function withTarget(goal: string, target: string | undefined): string {
  if (target === undefined) return goal
  if (goal.toLowerCase().includes(target.toLowerCase())) return goal
  if (isRequest(target)) return startUpper(target)
  const match = standIns.exec(goal)
  if (match !== null && goal.match(standInsEverywhere)?.length === 1) {
    return `${goal.slice(0, match.index)}${target}${goal.slice(match.index + match[0].length)}`
  }
  const bare = goal.replace(/[.!?\s]+$/, '')
  return target.split(/\s+/).length <= 6 ? `${bare} ${target}` : `${bare}: ${target}`
}

/** Whether an answer is a request by itself: “click the submit button”. */
function isRequest(answer: string): boolean {
  return opensWithVerb(answer) && answer.trim().split(/\s+/).length >= 3
}

function opensWithVerb(answer: string): boolean {
  const verb = splitClauses(answer)[0]?.verb
  return verb?.known === true && verb.start === 0
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
