import { type CalibratedProbability, type CalibrationPoint, predictVennAbers } from './venn-abers.ts'

/** Below this many labels of a scope no number is told. */
const MIN_LABELS = 30

/** How probable it is that people find a call right, for people; no contract opens by it. */
export type RightEstimate =
  | ({ readonly kind: 'estimated'; readonly labels: number } & CalibratedProbability)
  | { readonly kind: 'unproven'; readonly labels: number; readonly needed: number }

/** `points` are the labels of the call’s scope, each with the score that was journaled before its decision. */
export function estimateRight(points: readonly CalibrationPoint[], score: number): RightEstimate {
  const labels = points.length
  if (labels < MIN_LABELS) return { kind: 'unproven', labels, needed: MIN_LABELS - labels }
  return { kind: 'estimated', labels, ...predictVennAbers(points, score) }
}
