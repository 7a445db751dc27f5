import type { Confidence, ConfidenceAdjustment, ConfidenceFactor } from '../../contracts/reasoning.ts'
import { FACTORS, type FactorDefinition, type Rating } from './factors.ts'

export {
  type ContextSignals,
  FACTORS,
  type FactorDefinition,
  type FactorName,
  type GoalSignals,
  type Rating,
  rateContextRichness,
  rateGoalUnderstanding,
  rateToolAvailability,
  rateToolConfidence,
  type ToolAvailabilitySignals,
  type ToolTrait,
} from './factors.ts'

/** Weight per factor; they must cover the table exactly and sum to 1. */
export type Weights = Readonly<Record<string, number>>

/** A rating or a bare value per factor of the table, and what pre-validation and guardrails add or take. */
export type ConfidenceInput = Readonly<
  Record<string, Rating | number | readonly ConfidenceAdjustment[] | undefined>
> & {
  readonly adjustments?: readonly ConfidenceAdjustment[]
}

export type ConfidenceOutcome =
  | { readonly ok: true; readonly confidence: Confidence }
  | {
      readonly ok: false
      readonly code: 'weights_invalid' | 'factor_invalid'
      readonly field: string
      readonly message: string
    }

export type ConfidenceBand = 'high' | 'medium' | 'low'

/**
 * Computes the graded confidence: Σ weight × value over the factor table, plus every adjustment's delta,
 * clamped to [0,1] and rounded to six places so that equal inputs give equal scores on any machine.
 * Weights that do not sum to 1, an unknown or missing weight, or a value outside [0,1] are refused as a value.
 */
export function computeConfidence(
  input: ConfidenceInput,
  weights: Weights,
  table: readonly FactorDefinition[] = FACTORS,
): ConfidenceOutcome {
  const weightProblem = checkWeights(weights, table)
  if (weightProblem) return weightProblem
  const factors: ConfidenceFactor[] = []
  for (const { factor } of table) {
    const rating = ratingOf(input[factor])
    if (!rating || !isShare(rating.value))
      return refuse('factor_invalid', factor, `${factor} must be between 0 and 1`)
    const weight = weights[factor] ?? 0
    factors.push({
      factor,
      weight,
      value: rating.value,
      contribution: round(weight * rating.value),
      evidence: [...rating.evidence],
    })
  }
  const adjustments = [...(input.adjustments ?? [])]
  const bad = adjustments.find(adjustment => !Number.isFinite(adjustment.delta))
  if (bad) return refuse('factor_invalid', 'adjustments', `the delta of ${bad.source} is not a number`)
  const sum = factors.reduce((total, { weight, value }) => total + weight * value, 0)
  const delta = adjustments.reduce((total, adjustment) => total + adjustment.delta, 0)
  return { ok: true, confidence: { score: round(clamp(sum + delta)), factors, adjustments } }
}

/** Names the band of a score: `high` from `thresholds.high`, `medium` from `thresholds.medium`, else `low`. */
export function bandOf(
  score: number,
  thresholds: { readonly high: number; readonly medium: number },
): ConfidenceBand {
  if (score >= thresholds.high) return 'high'
  return score >= thresholds.medium ? 'medium' : 'low'
}

/** The default weights of the table: 0.30 · 0.30 · 0.20 · 0.20. */
export function defaultWeights(table: readonly FactorDefinition[] = FACTORS): Weights {
  return Object.fromEntries(table.map(({ factor, weight }) => [factor, weight]))
}

function checkWeights(weights: Weights, table: readonly FactorDefinition[]): ConfidenceOutcome | undefined {
  const known = new Set(table.map(({ factor }) => factor))
  const unknown = Object.keys(weights).find(name => !known.has(name))
  if (unknown !== undefined) return refuse('weights_invalid', unknown, `there is no factor called ${unknown}`)
  for (const { factor } of table) {
    const weight = weights[factor]
    if (weight === undefined || !isShare(weight)) {
      return refuse('weights_invalid', factor, `the weight of ${factor} must be between 0 and 1`)
    }
  }
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0)
  if (Math.abs(sum - 1) < 1e-9) return undefined
  return refuse('weights_invalid', 'weights', `the weights sum to ${round(sum)}; they must sum to 1`)
}

function ratingOf(value: Rating | number | readonly ConfidenceAdjustment[] | undefined): Rating | undefined {
  if (typeof value === 'number') return { value, evidence: [] }
  return value !== undefined && 'value' in value ? value : undefined
}

function refuse(
  code: 'weights_invalid' | 'factor_invalid',
  field: string,
  message: string,
): ConfidenceOutcome {
  return { ok: false, code, field, message }
}

function isShare(value: number): boolean {
  return Number.isFinite(value) && value >= 0 && value <= 1
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
