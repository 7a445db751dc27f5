import type { JsonObject } from '../../../contracts/json-value.ts'
import type { ClarificationQuestion, PreValidationResult } from '../../../contracts/reasoning.ts'
import type { Tool } from '../../../contracts/tool.ts'

export interface ClarifyKnowledge {
  readonly tools: readonly Pick<Tool, 'name' | 'description'>[]
  readonly context: JsonObject
  readonly history: readonly string[]
  readonly validation: PreValidationResult
  readonly missing: readonly { readonly tool: string; readonly name: string; readonly why: string }[]
}

/** At most five questions whose answers would make the goal executable. */
export function askQuestions(goal: string, knowledge: ClarifyKnowledge): readonly ClarificationQuestion[] {
  const asked = knowledge.validation.failures.flatMap(failure => failure.question ?? [])
  const missing = knowledge.missing.map(item => `What is the ${item.name} for ${item.tool}?`)
  const texts = [...new Set([...asked, ...missing, ...(goal.trim() === '' ? ['What should be done?'] : ['What exactly should be done, and to what?'])])]
  return texts.slice(0, 5).map((question, index) => ({
    id: `q${index + 1}`,
    question,
    type: 'text' as const,
    allow_other: false,
    required: index === 0,
    pattern: 'target_identification' as const,
    examples: [],
  }))
}

/** The goal with the answers in it. */
export function rewriteGoal(
  goal: string,
  _questions: readonly ClarificationQuestion[],
  answers: readonly { readonly question_index: number; readonly answer: string }[],
): string {
  return [goal, ...answers.map(answer => answer.answer)].filter(Boolean).join(' — ')
}
