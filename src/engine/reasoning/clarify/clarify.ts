import type { ClarificationQuestion, PreValidationResult } from '../../../contracts/reasoning.ts'
import type { GoalKnowledge, GoalReading } from '../goal/goal.ts'
import { collectExamples } from './examples.ts'
import { type Draft, draftQuestions, type MissingInput } from './questions.ts'

export type { MissingInput } from './questions.ts'
export { type AnsweredGoal, rewriteGoal } from './rewrite.ts'

/** After the third round the run ends; more asking would not help. */
export const MAX_CLARIFICATION_ROUNDS = 3
export const MAX_CLARIFICATION_QUESTIONS = 5

/** What questions are made from: how the goal was read, what pre-validation found, what may serve as examples. */
export interface ClarificationSources {
  readonly reading: GoalReading
  readonly knowledge: GoalKnowledge
  readonly validation?: PreValidationResult
  /** Required arguments that a proposal could not fill. */
  readonly missing?: readonly MissingInput[]
  /** 1 for the first round. */
  readonly round?: number
}

export type Clarification =
  | {
      readonly kind: 'ask'
      readonly original_goal: string
      readonly ambiguity_reason: string
      readonly questions: readonly ClarificationQuestion[]
      readonly round: number
    }
  | { readonly kind: 'nothing_to_ask' }
  | { readonly kind: 'rounds_used_up'; readonly message: string }

/**
 * Finds the questions that would make a goal executable: at most five, of the five patterns, each with examples from
 * the registry, the UI schema, the context and history; required ones first. Pure; Soul decides which are asked.
 */
export function clarifyGoal(goal: string, sources: ClarificationSources): Clarification {
  const round = sources.round ?? 1
  if (round > MAX_CLARIFICATION_ROUNDS) {
    return {
      kind: 'rounds_used_up',
      message: `The goal was asked about ${MAX_CLARIFICATION_ROUNDS} times. State it anew in full to go on.`,
    }
  }
  const { reading, validation, missing = [] } = sources
  const examples = collectExamples(goal, sources.knowledge)
  const drafts = draftQuestions({
    reading,
    examples,
    missing,
    ...(validation === undefined ? {} : { validation }),
  })
  const questions = [...drafts]
    .sort((left, right) => Number(right.required) - Number(left.required))
    .slice(0, MAX_CLARIFICATION_QUESTIONS)
    .map(questionOf)
  if (questions.length === 0) return { kind: 'nothing_to_ask' }
  return { kind: 'ask', original_goal: goal, ambiguity_reason: reasonOf(sources), questions, round }
}

function questionOf(draft: Draft, index: number): ClarificationQuestion {
  const options = [...new Set(draft.options)].slice(0, 6)
  const isChoice = options.length >= 2
  const shown = isChoice ? options : draft.examples.slice(0, 4)
  const hint = !isChoice && shown.length > 0 ? ` (for example: ${shown.join('; ')})` : ''
  return {
    id: `q${index + 1}`,
    question: `${draft.question}${hint}`,
    type: isChoice ? 'radio' : 'text',
    ...(isChoice ? { options: options.map((label, at) => ({ id: `o${at + 1}`, label })) } : {}),
    allow_other: isChoice,
    required: draft.required,
    pattern: draft.pattern,
    examples: [...shown],
  }
}

function reasonOf({ reading, validation }: ClarificationSources): string {
  const failure = validation?.failures.find(({ certain }) => certain)
  if (failure !== undefined) return failure.message
  const vague = reading.vagueness[0]
  if (vague !== undefined) return `The goal is too vague: ${vague.text}.`
  const mention = reading.referents.ambiguous[0]
  if (mention !== undefined) return `“${mention.text}” fits ${mention.candidates.length} things.`
  return `The goal is understood only in part (${reading.goal_understanding.toFixed(2)}).`
}
