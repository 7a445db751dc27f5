import { contentStems, findSpots } from '../language/language.ts'
import { type Check, type CheckInput, failure } from './check.ts'

/** Marks a goal of which no tool speaks at all; whether one is meant is for the choice to say, and for a person. */
export const checkScope: Check = input =>
  isUnknownVocabulary(input)
    ? [
        failure('scope_validation', {
          message: 'No registered tool speaks of anything that the goal names.',
          certain: false,
          answerable: true,
          low: true,
          evidence: [input.goal.slice(0, 80)],
        }),
      ]
    : []

/** No content word of the goal is known to any tool. */
function isUnknownVocabulary({ goal, tools, profile, ui }: CheckInput): boolean {
  if (tools.length === 0 || ui !== undefined || findSpots(goal).length > 0) return false
  const stems = contentStems(goal).filter(stem => !/\d/.test(stem))
  if (stems.length < 2) return false
  return !stems.some(stem => profile.vocabulary.has(stem) || profile.deeds.has(stem))
}
