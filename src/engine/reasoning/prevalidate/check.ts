import type { JsonValue } from '../../../contracts/json-value.ts'
import type { ValidationCheck, ValidationFailure } from '../../../contracts/reasoning.ts'
import type { Pointer, ToolShape } from '../goal/goal.ts'
import type { Clause } from '../language/language.ts'
import type { ToolIndex } from '../propose/propose.ts'
import type { PageElement } from '../ui-elements/ui-elements.ts'

/** What every check reads; made once per goal. */
export interface CheckInput {
  readonly goal: string
  readonly clauses: readonly Clause[]
  readonly pointers: readonly Pointer[]
  readonly tools: readonly ToolShape[]
  readonly index: ToolIndex
  readonly ui: readonly PageElement[] | undefined
  readonly context: Readonly<Record<string, JsonValue>>
  readonly history: readonly string[]
}

/** One check: pure, calls no tool, answers what does not hold. */
export type Check = (input: CheckInput) => readonly ValidationFailure[]

/** The source's deltas and severities. `scope_validation` has a low form for a plausible task in unknown words. */
const SCALE: Readonly<
  Record<ValidationCheck, { readonly delta: number; readonly severity: ValidationFailure['severity'] }>
> = {
  required_tool_availability: { delta: -0.3, severity: 'high' },
  element_existence: { delta: -0.2, severity: 'medium' },
  context_availability: { delta: -0.2, severity: 'medium' },
  contradiction_detection: { delta: -0.3, severity: 'high' },
  scope_validation: { delta: -0.4, severity: 'high' },
  complexity_warning: { delta: -0.1, severity: 'low' },
}

interface FailureWords {
  readonly message: string
  readonly certain: boolean
  readonly answerable: boolean
  readonly evidence: readonly string[]
  readonly suggestions?: readonly string[]
  readonly question?: string
  readonly low?: boolean
}

/** Makes a failure of a check with its fixed delta; `low` takes −0.1. */
export function failure(check: ValidationCheck, words: FailureWords): ValidationFailure {
  const { delta, severity } = SCALE[check]
  return {
    check,
    severity: words.low === true ? 'low' : severity,
    message: words.message,
    confidence_delta: words.low === true ? -0.1 : delta,
    certain: words.certain,
    answerable: words.answerable,
    evidence: [...words.evidence],
    suggestions: [...(words.suggestions ?? [])],
    ...(words.question === undefined ? {} : { question: words.question }),
  }
}
