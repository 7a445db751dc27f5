/** One earlier prediction and what came of it. */
export interface CalibrationPoint {
  readonly score: number
  readonly isRight: boolean
}

/** The probability of being right with its interval; all in [0, 1]. */
export interface CalibratedProbability {
  readonly probability: number
  readonly low: number
  readonly high: number
}

/**
 * Inductive Venn–Abers prediction: isotonic regression of what came out on the scores, once with the new call as wrong
 * (`low`) and once as right (`high`). Whatever the scores mean, one of the two is perfectly calibrated; `probability`
 * minimises the worst regret under logarithmic loss (Vovk & Petej, “Venn–Abers predictors”, UAI 2014). The points must
 * have been predicted before their outcome was known. Without points: 0 to 1.
 */
export function predictVennAbers(points: readonly CalibrationPoint[], score: number): CalibratedProbability {
  const low = isotonicAt([...points, { score, isRight: false }], score)
  const high = isotonicAt([...points, { score, isRight: true }], score)
  return { probability: high / (1 - low + high), low, high }
}

/** The value at `score`, which is among the points, of the nondecreasing fit by least squares (pool adjacent violators). */
function isotonicAt(points: readonly CalibrationPoint[], score: number): number {
  const byScore = Map.groupBy(points, point => point.score)
  const blocks: { right: number; count: number; upTo: number }[] = []
  for (const [upTo, tied] of [...byScore].toSorted(([a], [b]) => a - b)) {
    let block = { right: tied.filter(({ isRight }) => isRight).length, count: tied.length, upTo }
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      if (last.right * block.count < block.right * last.count) break
      blocks.pop()
      block = { right: last.right + block.right, count: last.count + block.count, upTo }
    }
    blocks.push(block)
  }
  const at = blocks.find(({ upTo }) => score <= upTo)
  return at === undefined ? 0 : at.right / at.count
}
