import type { ValidationFailure } from '../../../contracts/reasoning.ts'
import { type Check, failure } from './check.ts'

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
  const worst = open.find(pointer => pointer.certain) ?? open[0]
  if (worst === undefined) return []
  const made: ValidationFailure = failure('context_availability', {
    message: `“${worst.text}” points at something that is not in the goal, its context or the conversation.`,
    certain: worst.certain,
    answerable: true,
    evidence: open.map(pointer => pointer.text),
    question: questionFor(worst.kind, worst.noun ?? worst.text),
  })
  return [made]
}

function questionFor(kind: string, noun: string): string {
  if (kind === 'placeholder') return `What should stand in place of “${noun}”?`
  if (kind === 'earlier') return 'Nothing from before is known here. Can you say what is meant?'
  if (kind === 'pronoun') return `What does “${noun}” refer to?`
  return `Can you provide the ${noun} that is meant?`
}
