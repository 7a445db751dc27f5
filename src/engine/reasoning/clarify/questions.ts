import type {
  ClarificationPattern,
  PreValidationResult,
  ValidationFailure,
} from '../../../contracts/reasoning.ts'
import type { GoalReading, Pointer } from '../goal/goal.ts'
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

const pronoun = /^(?:it|this|that|these|those|them|him|her)$/i

/** One question per thing that is open; what a check already asks is not asked again. */
export function draftQuestions(findings: Findings): readonly Draft[] {
  const fromChecks = (findings.validation?.failures ?? [])
    .filter(failure => failure.answerable && failure.confidence_delta <= -0.2)
    .map(failure => draftOfFailure(failure, findings.examples))
  const asked = new Set(fromChecks.map(({ pattern }) => pattern))
  const fromReading = [
    ...askAction(findings),
    ...askTarget(findings),
    ...askContext(findings),
    ...askSuccess(findings),
  ].filter(({ pattern }) => !asked.has(pattern))
  const isWide = fromReading.some(({ pattern }) => pattern === 'action_identification')
  return [...fromChecks, ...fromReading, ...(isWide ? askConstraints(findings) : [])]
}

function draftOfFailure(failure: ValidationFailure, examples: Examples): Draft {
  const question = failure.question ?? failure.message
  const isPronoun = failure.evidence.some(text => pronoun.test(text))
  if (failure.check === 'element_existence' || isPronoun) {
    const options = failure.suggestions.length > 0 ? failure.suggestions : choicesOf(examples.elements)
    return {
      pattern: 'target_identification',
      question,
      required: true,
      options,
      examples: targetsOf(examples),
    }
  }
  if (failure.check === 'required_tool_availability') {
    const options = failure.suggestions.length > 0 ? failure.suggestions : examples.actions
    return { pattern: 'action_identification', question, required: true, options, examples: examples.actions }
  }
  return {
    pattern: 'context_identification',
    question,
    required: true,
    options: [],
    examples: examples.things,
  }
}

function askAction({ reading, examples }: Findings): readonly Draft[] {
  if (!isOpen(reading, 'no_action', 'no_target')) return []
  return [
    {
      pattern: 'action_identification',
      question: 'What exactly should be done?',
      required: true,
      options: examples.actions,
      examples: examples.actions,
    },
  ]
}

function askTarget({ reading, examples }: Findings): readonly Draft[] {
  const choices = reading.referents.ambiguous.slice(0, 2).map(
    ({ text, candidates }): Draft => ({
      pattern: 'target_identification',
      question: `Which ${text} is meant?`,
      required: true,
      options: candidates,
      examples: candidates,
    }),
  )
  if (choices.length > 0) return choices
  const open = openPointers(reading).find(({ kind }) => kind === 'pronoun')
  if (open === undefined && !isOpen(reading, 'no_target', 'unanchored_effect', 'no_action')) return []
  return [
    {
      pattern: 'target_identification',
      question: open === undefined ? 'On what should it be done?' : `What does “${open.text}” stand for?`,
      required: true,
      options: choicesOf(examples.elements),
      examples: targetsOf(examples),
    },
  ]
}

function askContext({ reading, examples }: Findings): readonly Draft[] {
  const open = openPointers(reading).find(({ kind }) => kind !== 'pronoun')
  if (open === undefined) return []
  const isEarlier = open.kind === 'earlier'
  return [
    {
      pattern: 'context_identification',
      question: isEarlier
        ? `Nothing is known here of “${open.text}”. What is meant?`
        : `What is “${open.text}”? Paste it or say where it is.`,
      required: true,
      options: [],
      examples: isEarlier ? examples.earlier : examples.things,
    },
  ]
}

function askSuccess({ reading }: Findings): readonly Draft[] {
  if (!isOpen(reading, 'no_target') || reading.signals.outcome_stated) return []
  return [
    {
      pattern: 'success_criteria',
      question: 'How will you know that it is done right?',
      required: false,
      options: [],
      examples: ['a value that must be reached', 'something that must be visible or gone'],
    },
  ]
}

function askConstraints({ examples }: Findings): readonly Draft[] {
  return [
    {
      pattern: 'constraints',
      question: 'Is there anything that must be kept to or left alone?',
      required: false,
      options: [],
      examples: examples.limits,
    },
  ]
}

function isOpen(
  reading: GoalReading,
  ...reasons: readonly GoalReading['vagueness'][number]['reason'][]
): boolean {
  return reading.vagueness.some(({ reason }) => reasons.includes(reason))
}

function openPointers(reading: GoalReading): readonly Pointer[] {
  return reading.pointers.filter(({ resolved }) => !resolved)
}

function choicesOf(elements: readonly string[]): readonly string[] {
  return elements.length >= 2 ? elements : []
}

function targetsOf(examples: Examples): readonly string[] {
  return examples.elements.length > 0 ? examples.elements : examples.things
}
