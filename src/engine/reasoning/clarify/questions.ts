import type {
  ClarificationPattern,
  PreValidationResult,
  ValidationFailure,
} from '../../../contracts/reasoning.ts'
import type { GoalReading } from '../goal/goal.ts'
import type { Examples } from './examples.ts'

/** A question before it is numbered and shown. Two or more options make it a choice. */
export interface Draft {
  readonly pattern: ClarificationPattern
  readonly question: string
  readonly required: boolean
  readonly options: readonly string[]
  readonly examples: readonly string[]
}

interface Findings {
  readonly reading: GoalReading
  readonly validation?: PreValidationResult
  readonly examples: Examples
}

/** One question for each thing that is open; what a check already asks is not asked again. */
export function draftQuestions({ reading, validation, examples }: Findings): readonly Draft[] {
  const fromChecks = (validation?.failures ?? [])
    .filter(failure => failure.answerable && failure.confidence_delta <= -0.2)
    .map(failure => draftOfFailure(failure, examples))
  const asked = new Set(fromChecks.map(({ pattern }) => pattern))
  return [...fromChecks, ...draftsOfReading(reading, examples).filter(({ pattern }) => !asked.has(pattern))]
}

const pronoun = /^(?:it|this|that|these|those|them|him|her)$/i

function draftOfFailure(failure: ValidationFailure, examples: Examples): Draft {
  const isTarget = failure.check === 'element_existence' || failure.evidence.some(text => pronoun.test(text))
  const isTool = failure.check === 'required_tool_availability'
  const things = isTarget ? targetsOf(examples) : isTool ? examples.actions : examples.things
  const choices = isTarget ? choicesOf(examples.elements) : isTool ? examples.actions : []
  return {
    pattern: isTarget ? 'target_identification' : isTool ? 'action_identification' : 'context_identification',
    question: failure.question ?? failure.message,
    required: true,
    options: failure.suggestions.length > 0 ? failure.suggestions : choices,
    examples: things,
  }
}

/** What the words leave open: the act, what it is done to, what they point at, and how to tell that it is done. */
function draftsOfReading(reading: GoalReading, examples: Examples): readonly Draft[] {
  const reasons = new Set(reading.vagueness.map(({ reason }) => reason))
  const open = reading.pointers.filter(({ resolved }) => !resolved)
  const pointed = open.find(({ kind }) => kind === 'pronoun')
  const away = open.find(({ kind }) => kind !== 'pronoun')
  const isIdle = reasons.has('no_action') || reasons.has('no_target')
  const ask = (pattern: ClarificationPattern, question: string, more: Partial<Draft> = {}): Draft => ({
    ...{ pattern, question, required: true, options: [], examples: [] },
    ...more,
  })
  const drafts: Draft[] = []
  if (isIdle)
    drafts.push(
      ask('action_identification', 'What exactly should be done?', {
        options: examples.actions,
        examples: examples.actions,
      }),
    )
  for (const { text, candidates } of reading.referents.ambiguous.slice(0, 2))
    drafts.push(ask('target_identification', `Which ${text} is meant?`, { options: candidates }))
  const lacksTarget = isIdle || reasons.has('unanchored_effect') || pointed !== undefined
  if (lacksTarget && reading.referents.ambiguous.length === 0) {
    const question = pointed ? `What does “${pointed.text}” stand for?` : 'On what should it be done?'
    const options = choicesOf(examples.elements)
    drafts.push(ask('target_identification', question, { options, examples: targetsOf(examples) }))
  }
  if (away !== undefined) {
    const isEarlier = away.kind === 'earlier'
    const question = isEarlier
      ? `Nothing is known here of “${away.text}”. What is meant?`
      : `What is “${away.text}”? Paste it or say where it is.`
    drafts.push(ask('context_identification', question, { examples: examples.things }))
  }
  if (reasons.has('no_target') && !reading.signals.outcome_stated)
    drafts.push(ask('success_criteria', 'How will you know that it is done right?', { required: false }))
  if (isIdle)
    drafts.push(
      ask('constraints', 'Is there anything that must be kept to or left alone?', { required: false }),
    )
  return drafts
}

function choicesOf(elements: readonly string[]): readonly string[] {
  return elements.length >= 2 ? elements : []
}

function targetsOf(examples: Examples): readonly string[] {
  return examples.elements.length > 0 ? examples.elements : examples.things
}
