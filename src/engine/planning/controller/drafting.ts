import type { GrammarReport, PlanToolName, StageConfidence } from '../../../contracts/plan.ts'
import { retryLimit } from './caps.ts'
import type { DraftedStage, Flow, ReachedCap } from './flow.ts'
import { bandOf } from './stage-confidence.ts'
import { orderTools } from './tool-order.ts'
import type { PlanOutcome } from './transitions.ts'

/** The tools of a stage, each as what is to be done; they run in the order that their needs make. */
type StageWork = Readonly<Partial<Record<PlanToolName, () => Promise<PlanOutcome | undefined>>>>

/** Runs the tools of a stage in their order; the first that comes to something else ends it. */
export async function workThrough(flow: Flow, work: StageWork): Promise<PlanOutcome | undefined> {
  const names = (Object.keys(work) as PlanToolName[]).filter(name => work[name] !== undefined)
  for (const name of orderTools(flow.parts.tools, names)) {
    const outcome = await work[name]?.()
    if (outcome !== undefined) return outcome
  }
  return undefined
}

export function reachedCap(flow: Flow, reached: ReachedCap): PlanOutcome {
  flow.pending = { kind: 'limit', reached }
  return 'cap_reached'
}

/**
 * A drafting tool gave nothing, or is very unsure of what it gave: people are asked first. Where they have said to go
 * on, an unsure draft is taken, and none at all is the end.
 */
export function judgeDraft(
  flow: Flow,
  stage: DraftedStage,
  answer: { readonly ok: boolean; readonly confidence: number; readonly explanations: readonly string[] },
): PlanOutcome | undefined {
  flow.selfScores[stage] = answer.confidence
  const isUnsure = !answer.ok || answer.confidence < flow.limits.retry_min
  if (!isUnsure) return undefined
  if (flow.accepted.has(stage)) {
    if (answer.ok) return undefined
    flow.errorMessage = `The ${stage} could not be drafted: ${answer.explanations.join(' ')}`
    return 'fatal_error'
  }
  flow.uncertain = { stage, problems: [...answer.explanations] }
  return 'low_confidence'
}

/**
 * What a validated stage comes to. What is repairable or not sure enough is tried again: first with the suggested fix,
 * then narrowed; what people must look at, and what stays wrong, goes to them.
 */
export function judgeStage(
  flow: Flow,
  stage: DraftedStage,
  seen: { readonly report: GrammarReport; readonly weighed: StageConfidence; readonly canFix: boolean },
): 'valid' | 'invalid_retryable' | 'invalid_fatal' | 'cap_reached' {
  const { report, weighed, canFix } = seen
  flow.confidence = [...flow.confidence.filter(item => item.stage !== stage), weighed]
  const problems = report.violations.map(violation => violation.message)
  if (report.violations.some(violation => violation.severity === 'fatal'))
    return toPeople(flow, stage, problems)
  const band = bandOf(weighed.confidence, flow.limits)
  if (report.valid && (band === 'continue' || flow.accepted.has(stage))) return 'valid'
  const unsure = `The confidence of the ${stage} is ${weighed.confidence.toFixed(2)}.`
  if (report.valid && band === 'ask') return toPeople(flow, stage, [unsure, ...weakest(weighed)])
  const attempt = flow.attempts[stage]
  const isTired = attempt.isNarrow && (attempt.isFixed || !canFix)
  if (report.valid && isTired) return toPeople(flow, stage, [unsure, ...weakest(weighed)])
  const reached = retryLimit(flow, stage)
  if (reached !== undefined) {
    flow.pending = { kind: 'limit', reached }
    return 'cap_reached'
  }
  attempt.retries += 1
  attempt.violations = report.violations
  if (canFix && !attempt.isFixed) attempt.isFixed = true
  else attempt.isNarrow = true
  return 'invalid_retryable'
}

function toPeople(flow: Flow, stage: DraftedStage, problems: readonly string[]): 'invalid_fatal' {
  flow.pending = { kind: 'unclear', stage, problems }
  return 'invalid_fatal'
}

function weakest({ evidence }: StageConfidence): readonly string[] {
  return evidence.filter(item => item.value < 0.7).map(item => `${item.text}.`)
}
