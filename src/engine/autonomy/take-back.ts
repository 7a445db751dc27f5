/**
 * When evidence against a contract takes it back. Two tests, each at its own half of δ, both anytime-valid: products of
 * bets that start at 1, do not grow in expectation while nothing is wrong, and by Ville’s inequality ever reach 1/δ with
 * probability at most δ.
 *
 * A change may begin at any call, so each test is a mixture over the time of the change with prior weights that sum to 1
 * (e-detectors: Shin, Ramdas & Rinaldo, New Engl. J. Stat. Data Sci. 2, 2023) and over rates after it.
 */
export interface TakeBackTerms {
  /** The share of right calls that is promised, in (0, 1). */
  readonly target: number
  /** The probability of taking back although nothing is wrong, of each of the two tests. */
  readonly delta: number
  /** Between how many bands of scores the checks share their δ. */
  readonly bands: number
}

/** One call that people looked at. */
export interface CheckedCall {
  /** 0 right, 1 wrong, ½ for a check that nobody answered in time. */
  readonly loss: 0 | 0.5 | 1
  /** The smallest probability with which any call is checked over that of this one, in (0, 1]; 1 for a label. */
  readonly weight: number
  /** False for a label from before the opening: it tells the steady rate, and no change began at it. */
  readonly isSpotCheck: boolean
}

/** Evidence that the rate of wrong calls rose above what is allowed. Plain numbers, so that it can be kept. */
export interface CheckEvidence {
  /** Spot checks, without the labels from which the contract opened. */
  readonly spotChecks: number
  /** Checks and labels by their weights, and the sum of their losses. */
  readonly weight: number
  readonly loss: number
  /** Logarithm of the likelihood of everything without a change, each rate predicted from what came before. */
  readonly logSteady: number
  /** For each rate after a change: the mixture over its time, as a ratio to the steady likelihood. */
  readonly ratios: readonly number[]
}

/** Evidence from reports and undos over all calls that ran. */
export interface ReportEvidence {
  readonly released: number
  readonly bets: readonly number[]
}

export interface TakeBackTests {
  startChecks(): CheckEvidence
  addCheck(evidence: CheckEvidence, check: CheckedCall): CheckEvidence
  isTakenBackByChecks(evidence: CheckEvidence): boolean
  startReports(): ReportEvidence
  /** Evidence with one more call that ran by itself. */
  addReleased(evidence: ReportEvidence, isReported: boolean): ReportEvidence
  isTakenBackByReports(evidence: ReportEvidence): boolean
}

/** Rates after a change as multiples of the allowed rate ε, with their prior weights: small changes are harder to see. */
const CHANGES: readonly (readonly [multiple: number, weight: number])[] = [
  [2, 0.15],
  [3.5, 0.35],
  [7, 0.25],
  [14, 0.15],
  [28, 0.1],
]
/**
 * When a change may begin: half of the prior weight of its time lies on the `half` first observations, and a change to the
 * rate q may begin at every (`apart` / q)-th of them.
 */
const CHECKS = { half: 120, apart: 0.6 }
const RELEASES = { half: 3_000, apart: 1 }
/** Before anything was seen the predicted rate is ε with the weight of 1/(2ε) calls. */
const PRIOR_LOSS = 0.5

/** The two tests of one contract. Throws RangeError for values outside (0, 1). */
export function createTakeBackTests({ target, delta, bands }: TakeBackTerms): TakeBackTests {
  for (const [name, value] of Object.entries({ target, delta })) {
    if (!(value > 0 && value < 1)) throw new RangeError(`${name} lies between 0 and 1; this is ${value}.`)
  }
  const epsilon = 1 - target
  const changes = CHANGES.map(([multiple, weight]) => {
    return { rate: Math.min(multiple * epsilon, (1 + epsilon) / 2), weight }
  })
  return { ...checkTest(epsilon, bands / delta, changes), ...reportTest(epsilon, 1 / delta, changes) }
}

interface Change {
  readonly rate: number
  readonly weight: number
}

/**
 * Null hypothesis: the expected loss of a check was the same all the time and at most ε. The likelihood is that of a
 * coin, also for half losses: with loss z of mean p, (q/p)^z ((1−q)/(1−p))^(1−z) is at most 1 in expectation by the
 * inequality of means, and a weight below 1 is a power below 1 (Jensen). The denominator is the likelihood under the
 * best of all allowed steady rates, so the answer holds for each of them (universal inference: Wasserman, Ramdas &
 * Balakrishnan, PNAS 117, 2020).
 */
function checkTest(
  epsilon: number,
  required: number,
  changes: readonly Change[],
): Pick<TakeBackTests, 'startChecks' | 'addCheck' | 'isTakenBackByChecks'> {
  return {
    startChecks: () => ({ spotChecks: 0, weight: 0, loss: 0, logSteady: 0, ratios: changes.map(() => 0) }),
    addCheck: (evidence, { loss, weight, isSpotCheck }) => {
      const steady = (PRIOR_LOSS + evidence.loss) / (PRIOR_LOSS / epsilon + evidence.weight)
      const gain = (rate: number) =>
        ((rate / steady) ** loss * ((1 - rate) / (1 - steady)) ** (1 - loss)) ** weight
      const start = (change: Change) =>
        isSpotCheck ? weightOfChange(evidence.spotChecks, change, CHECKS) : 0
      return {
        spotChecks: evidence.spotChecks + (isSpotCheck ? 1 : 0),
        weight: evidence.weight + weight,
        loss: evidence.loss + weight * loss,
        logSteady: evidence.logSteady + weight * (loss * Math.log(steady) + (1 - loss) * Math.log1p(-steady)),
        ratios: changes.map((change, at) => ((evidence.ratios[at] ?? 0) + start(change)) * gain(change.rate)),
      }
    },
    isTakenBackByChecks: ({ loss, weight, ratios, logSteady }) => {
      if (weight === 0) return false
      const rate = Math.min(epsilon, loss / weight)
      const allowed = times(loss, Math.log(rate)) + times(weight - loss, Math.log1p(-rate))
      return Math.log(sumOf(ratios)) + logSteady - allowed >= Math.log(required)
    },
  }
}

/**
 * Null hypothesis: each call that ran was wrong with probability at most ε. What nobody reported counts as right, so
 * this is a bound from below, valid however few people report and whenever they begin to.
 */
function reportTest(
  epsilon: number,
  required: number,
  changes: readonly Change[],
): Pick<TakeBackTests, 'startReports' | 'addReleased' | 'isTakenBackByReports'> {
  const gains = changes.map(change => ({
    change,
    reported: change.rate / epsilon,
    quiet: (1 - change.rate) / (1 - epsilon),
  }))
  return {
    startReports: () => ({ released: 0, bets: changes.map(() => 0) }),
    addReleased: ({ released, bets }, isReported) => ({
      released: released + 1,
      bets: gains.map(({ change, reported, quiet }, at) => {
        const start = weightOfChange(released, change, RELEASES)
        return ((bets[at] ?? 0) + start) * (isReported ? reported : quiet)
      }),
    }),
    isTakenBackByReports: ({ bets }) => sumOf(bets) >= required,
  }
}

/**
 * Prior weight of a change just before observation `index` (from 0). Over all observations and changes the weights sum to
 * 1. Small changes need many observations anyway, so they may begin at every few only.
 */
function weightOfChange(
  index: number,
  { rate, weight }: Change,
  { half, apart }: { readonly half: number; readonly apart: number },
): number {
  const length = Math.max(1, Math.round(apart / rate))
  if (index % length !== 0) return 0
  return weight * (half / (index + half) - half / (index + length + half))
}

function times(count: number, logarithm: number): number {
  return count === 0 ? 0 : count * logarithm
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
