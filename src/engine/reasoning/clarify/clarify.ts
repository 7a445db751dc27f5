import type { ClarificationQuestion, PreValidationResult } from '../../../contracts/reasoning.ts'
import { type GoalKnowledge, type GoalReading, understandGoal } from '../goal/goal.ts'
import { collectExamples } from './examples.ts'
import { type Draft, draftQuestions } from './questions.ts'

export { rewriteGoal } from './rewrite.ts'

export const MAX_CLARIFICATION_QUESTIONS = 5

/** What questions are made from, besides the goal and what is known around it. */
export interface ClarificationSources extends GoalKnowledge {
  readonly validation?: PreValidationResult
  /** A reading made before; without it the goal is read here. */
  readonly reading?: GoalReading
}

/**
 * Finds the questions that would make a goal executable: at most five, of the five patterns, each with examples from
 * the registry, the UI schema, the context and history; required ones first. Empty when nothing is open. Pure; Soul
 * decides which of them are asked.
 */
export function askQuestions(goal: string, sources: ClarificationSources): readonly ClarificationQuestion[] {
  const reading = sources.reading ?? understandGoal(goal, sources)
  const examples = collectExamples(goal, sources)
  const { validation } = sources
  const drafts = draftQuestions({
    reading,
    examples,
    ...(validation === undefined ? {} : { validation }),
  })
  return [...drafts]
    .sort((left, right) => placeOf(left) - placeOf(right))
    .slice(0, MAX_CLARIFICATION_QUESTIONS)
    .map(questionOf)
}

/** Required questions first, and among them what is to be done before what it is to be done to. */
function placeOf({ required, pattern }: Draft): number {
  return (required ? 0 : 2) + (pattern === 'action_identification' ? 0 : 1)
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
