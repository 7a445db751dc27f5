import type { Pointer } from '../goal/goal.ts'
import { contentStems, findSpots } from '../language/language.ts'
import { type Check, failure } from './check.ts'

const MANY_STEPS = 5

/** Warns when a goal asks for five steps or more; it never stops a goal by itself. */
export const checkComplexity: Check = ({ clauses }) => {
  const steps = clauses.filter(
    clause => clause.verb?.known === true && !clause.negated && !clause.conditional,
  )
  if (steps.length < MANY_STEPS) return []
  return [
    failure('complexity_warning', {
      message: `The goal asks for ${steps.length} steps; it may need approval step by step.`,
      certain: false,
      answerable: false,
      evidence: steps.slice(0, 8).map(step => step.verb?.base ?? step.text),
    }),
  ]
}

/** Marks a goal of which no tool speaks at all; whether one is meant is for the choice to say, and for a person. */
export const checkScope: Check = ({ goal, index: { tools }, ui }) => {
  if (tools.length === 0 || ui !== undefined || findSpots(goal).length > 0) return []
  const stems = contentStems(goal).filter(stem => !/\d/.test(stem))
  if (stems.length < 2 || stems.some(stem => tools.some(({ spoken }) => spoken.weights.has(stem)))) return []
  return [
    failure('scope_validation', {
      message: 'No registered tool speaks of anything that the goal names.',
      certain: false,
      answerable: true,
      low: true,
      evidence: [goal.slice(0, 80)],
    }),
  ]
}

/** Fires when the goal points at something that is neither in it, nor in its context, nor in history. */
export const checkContext: Check = ({ goal, pointers }) => {
  if (!/[\p{L}\p{N}]/u.test(goal)) {
    return [
      failure('context_availability', {
        message: 'The goal is empty.',
        certain: true,
        answerable: true,
        evidence: [],
        question: 'What would you like to be done?',
      }),
    ]
  }
  const open = pointers.filter(pointer => !pointer.resolved)
  const worst = open.find(({ kind }) => kind !== 'pronoun') ?? open[0]
  if (worst === undefined) return []
  return [
    failure('context_availability', {
      message: `“${worst.text}” points at something that is not in the goal, its context or the conversation.`,
      certain: worst.kind !== 'pronoun',
      answerable: true,
      evidence: open.map(pointer => pointer.text),
      question: questionFor(worst),
    }),
  ]
}

function questionFor({ kind, text, noun }: Pointer): string {
  if (kind === 'earlier') return `Nothing is known here of “${text}”. What is meant?`
  if (kind === 'pronoun') return `What does “${text}” stand for?`
  return noun === undefined ? `Can you provide what “${text}” means?` : `Can you provide the ${noun}?`
}
