import type { PlanStage, StageConfidence } from '../../../contracts/plan.ts'

/** C = 0.50 · the drafting tool's own score + 0.30 · the validator's + 0.20 · heuristics. */
const SELF_SHARE = 0.5
const VALIDATOR_SHARE = 0.3
const HEURISTIC_SHARE = 0.2

export interface ConfidenceLimits {
  /** From here on the stage goes on. */
  readonly continue_min: number
  /** From here on it is tried again; below, people are asked. */
  readonly retry_min: number
}

export type ConfidenceBand = 'continue' | 'retry' | 'ask'

/** What one heuristic saw; `value` is in [0,1]. */
export type Evidence = StageConfidence['evidence'][number]

/** The confidence of a stage, with what it is made of. Scores that are no numbers in [0,1] count as 0. */
export function weighStage(
  stage: PlanStage,
  scores: { readonly self: number; readonly validator: number; readonly evidence: readonly Evidence[] },
): StageConfidence {
  const evidence = scores.evidence.map(item => ({ ...item, value: toShare(item.value) }))
  const sum = evidence.reduce((total, item) => total + item.value, 0)
  const heuristics = evidence.length === 0 ? 0 : sum / evidence.length
  const self = toShare(scores.self)
  const validator = toShare(scores.validator)
  const weighed = SELF_SHARE * self + VALIDATOR_SHARE * validator + HEURISTIC_SHARE * heuristics
  return { stage, self, validator, heuristics, confidence: round(weighed), evidence }
}

export function bandOf(confidence: number, limits: ConfidenceLimits): ConfidenceBand {
  if (confidence >= limits.continue_min) return 'continue'
  return confidence >= limits.retry_min ? 'retry' : 'ask'
}

function toShare(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
}

/** So that 0.7 made of parts is not a hair below 0.7. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
