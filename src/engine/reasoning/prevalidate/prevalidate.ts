import type { JsonValue } from '../../../contracts/json-value.ts'
import type {
  ConfidenceAdjustment,
  PreValidationResult,
  ValidationFailure,
} from '../../../contracts/reasoning.ts'
import { findPointers, type ToolShape } from '../goal/goal.ts'
import { splitClauses } from '../language/language.ts'
import { prepareTools } from '../propose/propose.ts'
import { readUiSchema } from '../ui-elements/ui-elements.ts'
import { type Check, type CheckInput, failure } from './check.ts'
import { checkContradictions } from './contradictions.ts'
import { checkElements } from './element-existence.ts'
import { checkRequiredTools } from './required-tool.ts'
import { checkComplexity, checkContext, checkScope } from './small-checks.ts'

/** What pre-validation may look at. Tools are only described to it; none is ever called. */
export interface PreValidationKnowledge {
  readonly tools: readonly ToolShape[]
  readonly context?: Readonly<Record<string, JsonValue>>
  readonly history?: readonly string[]
}

const BASE_CONFIDENCE = 0.75
const CERTAIN_CAP = 0.5
const PASSING_CONFIDENCE = 0.55

const CHECKS: readonly Check[] = [
  checkRequiredTools,
  checkElements,
  checkContext,
  checkContradictions,
  checkScope,
  checkComplexity,
]

/**
 * Runs the six checks on a goal before any reasoning. Base 0.75 plus the delta of each failed check (once per check);
 * a certain failure caps the confidence at 0.50; below 0.55 the goal stops. What was learnt of a tool array is kept
 * by its identity, so pass the same array for the same registry. Deterministic, pure, no tool is called.
 */
export function preValidate(goal: string, knowledge: PreValidationKnowledge): PreValidationResult {
  const input = readInput(goal, knowledge)
  return conclude(CHECKS.flatMap(check => check(input)))
}

/** The answer for a goal that is too much to be checked: it stops, and a person can say it in fewer words. */
export function refuseUnread(message: string): PreValidationResult {
  const question = 'What should be done, in a few sentences?'
  const words = { message, certain: true, answerable: true, evidence: [], question }
  return conclude([failure('complexity_warning', words)])
}

function conclude(failures: readonly ValidationFailure[]): PreValidationResult {
  const failedChecks = new Set(failures.map(({ check }) => check))
  const confidence = confidenceOf(failures)
  const failed = confidence < PASSING_CONFIDENCE
  const questions = failures.flatMap(({ question }) => (question === undefined ? [] : [question]))
  return {
    validation_status: failed ? 'pre_validation_failed' : 'passed',
    checks_passed: CHECKS.length - failedChecks.size,
    checks_failed: failedChecks.size,
    failures: [...failures],
    final_confidence: confidence,
    recommendation: recommend(failed, failures),
    suggested_questions: [...new Set(questions)].slice(0, 5),
  }
}

/** The failures as adjustments of the graded confidence, one per failed check. */
export function validationAdjustments(result: PreValidationResult): readonly ConfidenceAdjustment[] {
  return onePerCheck(result.failures).map(({ check, confidence_delta, message }) => ({
    source: `pre_validation:${check}`,
    delta: confidence_delta,
    text: message,
  }))
}

function readInput(goal: string, { tools, context = {}, history = [] }: PreValidationKnowledge): CheckInput {
  return {
    goal,
    clauses: splitClauses(goal),
    pointers: findPointers(goal, { context, history }),
    tools,
    index: prepareTools(tools),
    ui: readUiSchema(context.ui_schema),
    context,
    history,
  }
}

function confidenceOf(failures: readonly ValidationFailure[]): number {
  const sum = onePerCheck(failures).reduce(
    (total, { confidence_delta }) => total + confidence_delta,
    BASE_CONFIDENCE,
  )
  const capped = failures.some(({ certain }) => certain) ? Math.min(CERTAIN_CAP, sum) : sum
  return Math.round(Math.min(1, Math.max(0, capped)) * 1000) / 1000
}

/** The worst failure of each check. */
function onePerCheck(failures: readonly ValidationFailure[]): readonly ValidationFailure[] {
  const worst = new Map<string, ValidationFailure>()
  for (const failure of failures) {
    const known = worst.get(failure.check)
    if (known === undefined || failure.confidence_delta < known.confidence_delta)
      worst.set(failure.check, failure)
  }
  return [...worst.values()]
}

/** A contradiction or an act out of scope ends the run; everything else a person can answer. */
function recommend(
  failed: boolean,
  failures: readonly ValidationFailure[],
): PreValidationResult['recommendation'] {
  if (!failed) return 'proceed'
  return failures.some(({ certain, answerable }) => certain && !answerable)
    ? 'reject'
    : 'clarify_or_provide_context'
}
