/**
 * When labels suffice to let calls run: an anytime-valid bound on the share of wrong ones.
 *
 * Null hypothesis: the mean probability of a wrong label so far is at least ε = 1 − target. For a fixed alternative
 * q < ε the likelihood ratio ∏ (q/ε)^wrong ((1−q)/(1−ε))^right is at most a nonnegative supermartingale that starts at 1,
 * also where the rate changes between labels (concavity of the logarithm). A mixture over alternatives is one as well
 * (Robbins, Ann. Math. Stat. 41, 1970), and by Ville’s inequality it ever reaches 1/δ with probability at most δ. So the
 * bound may be looked at after every label (Howard, Ramdas, McAuliffe & Sekhon, Ann. Stat. 49, 2021; Ramdas, Grünwald,
 * Vovk & Shafer, Stat. Sci. 38, 2023).
 *
 * The bound as a line: beside each number of wrong labels, the number of right ones that is needed.
 */
export interface OpeningBound {
  rightNeeded(wrong: number): number
}

export interface OpeningTerms {
  /** The share of right calls that is guaranteed, in (0, 1). */
  readonly target: number
  /** The probability of opening although the share is lower, in (0, 1). */
  readonly delta: number
}

/** Alternatives as shares of ε with their prior weights: half on few or no wrong labels, half on rates near the bound. */
const ALTERNATIVES: readonly (readonly [share: number, weight: number])[] = [
  [0, 0.3],
  [0.05, 0.2],
  [0.12, 0.15],
  [0.25, 0.15],
  [0.4, 0.1],
  [0.6, 0.1],
]

/** A bound for one target and δ. Throws RangeError for values outside (0, 1). */
export function createOpeningBound({ target, delta }: OpeningTerms): OpeningBound {
  const epsilon = 1 - requireShare('target', target)
  const required = -Math.log(requireShare('delta', delta))
  const gains = ALTERNATIVES.map(([share, weight]) => ({
    start: Math.log(weight),
    atRight: Math.log1p((epsilon * (1 - share)) / (1 - epsilon)),
    atWrong: Math.log(share),
  }))
  const evidence = (right: number, wrong: number) =>
    logOfSum(
      gains.map(
        ({ start, atRight, atWrong }) => start + right * atRight + (wrong === 0 ? 0 : wrong * atWrong),
      ),
    )
  const known: number[] = []
  const rightNeeded = (wrong: number): number => {
    const before = known[wrong]
    if (before !== undefined) return before
    const needed = leastFrom(0, right => evidence(right, wrong) >= required)
    known[wrong] = needed
    return needed
  }
  return { rightNeeded }
}

/** The least whole number from `start` on for which a monotone test holds. */
function leastFrom(start: number, holds: (value: number) => boolean): number {
  let high = start + 1
  while (!holds(high)) high *= 2
  let low = start
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function logOfSum(logs: readonly number[]): number {
  const most = Math.max(...logs)
  return most + Math.log(logs.reduce((sum, each) => sum + Math.exp(each - most), 0))
}

function requireShare(name: string, value: number): number {
  if (value > 0 && value < 1) return value
  throw new RangeError(`${name} lies between 0 and 1; this is ${value}.`)
}
