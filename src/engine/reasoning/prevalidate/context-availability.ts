import type { ValidationFailure } from '../../../contracts/reasoning.ts'
import type { Pointer } from '../goal/goal.ts'
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
    question: questionFor(worst),
  })
  return [made]
}

function questionFor({ kind, text, noun }: Pointer): string {
  if (kind === 'placeholder') return `What should stand in place of “${text}”?`
  if (kind === 'earlier') return `Nothing is known here of “${text}”. What is meant?`
  if (kind === 'pronoun') return `What does “${text}” stand for?`
  return noun === undefined ? `Can you provide what “${text}” means?` : `Can you provide the ${noun}?`
}
