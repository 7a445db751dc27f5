/**
 * A contract of autonomy over one scope: shadow, live, taken back. Pure: the evidence is passed in and a new one is
 * answered, all of it plain data.
 *
 * Thresholds of the score cut the calls into bands. Each band is tested by itself, so that it does not matter that people
 * see every call of a closed band and a few of an open one; bands open in their fixed order, the strictest first, each at
 * the full δ: the first band that must not open is the only one that can be the first error (fixed-sequence testing;
 * Angelopoulos, Bates, Candès, Jordan & Lei, “Learn then Test”, 2021).
 *
 * Taking back halves δ for the evidence that begins then. A scope that turned bad reopens with probability at most
 * δ/2 + δ/4 + … ≤ δ, and one that was bad from the beginning must first open wrongly, with probability at most δ.
 */
import { createOpeningBound, type OpeningBound } from './opening-bound.ts'
import {
  type CheckEvidence,
  createTakeBackTests,
  type ReportEvidence,
  type TakeBackTests,
} from './take-back.ts'

export interface ContractTerms {
  /** The share of right calls that is guaranteed, in (0, 1). */
  readonly target: number
  /** The probability of opening wrongly, ever; each of the two tests that take back gets half of it. */
  readonly delta: number
  /** Thresholds of the score in [0, 1], the strictest first; `[0]` where calls carry no score. */
  readonly thresholds: readonly number[]
  /** The least share of what would run that people are asked about all the same; at least `MIN_SPOT_CHECK_SHARE`. */
  readonly spot_check_share: number
}

/** `shadow` gathers evidence and releases nothing, `live` releases, `suspended` was taken back and gathers anew. */
export type ContractStatus = 'shadow' | 'live' | 'suspended'

export type SuspensionReason = 'spot_checks' | 'reports' | 'harm' | 'changed'

/** Evidence of the calls whose score lies from this threshold up to the one before it. */
export interface BandEvidence {
  readonly threshold: number
  readonly right: number
  readonly wrong: number
  /** The bound was reached once; the band is open when those before it are met too. */
  readonly isMet: boolean
  readonly checks: CheckEvidence
}

export interface ContractEvidence {
  readonly status: ContractStatus
  readonly suspended_because?: SuspensionReason | undefined
  /** How often it was taken back. */
  readonly suspensions: number
  readonly bands: readonly BandEvidence[]
  readonly reports: ReportEvidence
}

/** One decision of a person on a call that the contract could have released. */
export interface ScoredLabel {
  readonly isRight: boolean
  /** The score that was journaled before the decision; a call without one lies in the band from 0. */
  readonly score?: number
}

export interface SpotCheckResult {
  readonly outcome: 'right' | 'wrong' | 'expired'
  readonly score?: number
  /** The probability with which it was drawn, at least the contract’s share. */
  readonly share: number
}

/** How far the evidence is from opening the next band. */
export interface OpeningProgress {
  /** Calls of at least this score may run; undefined while nothing is open. */
  readonly openFrom?: number
  readonly right: number
  readonly wrong: number
  /** How many more labels are needed if all of them are right; 0 when every band is open. */
  readonly stillNeeded: number
}

export interface Contract {
  start(): ContractEvidence
  /** A decision while the band of the call is closed. In an open band only spot checks count: they alone are a fair draw. */
  addLabel(evidence: ContractEvidence, label: ScoredLabel): ContractEvidence
  addSpotCheck(evidence: ContractEvidence, check: SpotCheckResult): ContractEvidence
  /** A call that ran by itself, and whether it was reported or undone. */
  addReleased(evidence: ContractEvidence, isReported: boolean): ContractEvidence
  /** All calls that ran since it opened, in order, told again because a report came for one of them. */
  readReports(evidence: ContractEvidence, reported: readonly boolean[]): ContractEvidence
  /** Harm, or another definition, model or guideline: what was learned is no evidence any more. */
  suspend(evidence: ContractEvidence, because: SuspensionReason): ContractEvidence
  read(evidence: ContractEvidence): OpeningProgress
}

export const DEFAULT_TARGET = 0.98
export const DEFAULT_DELTA = 0.05
export const MIN_SPOT_CHECK_SHARE = 0.05

/** Throws RangeError for terms outside their ranges. */
export function createContract(terms: ContractTerms): Contract {
  checkTerms(terms)
  const known: Rules[] = []
  const rulesOf = ({ suspensions }: Pick<ContractEvidence, 'suspensions'>): Rules => {
    const rules = known[suspensions] ?? createRules(terms, suspensions)
    known[suspensions] = rules
    return rules
  }
  const start = (suspensions: number): ContractEvidence => {
    const { tests } = rulesOf({ suspensions })
    const bands = terms.thresholds.map(threshold => {
      return { threshold, right: 0, wrong: 0, isMet: false, checks: tests.startChecks() }
    })
    return { status: 'shadow', suspensions, bands, reports: tests.startReports() }
  }
  const suspend = ({ suspensions }: ContractEvidence, because: SuspensionReason): ContractEvidence => {
    return { ...start(suspensions + 1), status: 'suspended', suspended_because: because }
  }
  return {
    start: () => start(0),
    suspend,
    addLabel: (evidence, label) => addLabel(evidence, label, rulesOf(evidence)),
    addSpotCheck: (evidence, { outcome, score, share }) => {
      const { tests } = rulesOf(evidence)
      const weight = Math.min(1, terms.spot_check_share / share)
      const check = { loss: LOSSES[outcome], weight, isSpotCheck: true }
      const at = bandOf(evidence, score)
      if (!isOpen(evidence, at)) return evidence
      const next = changeBand(evidence, at, band => ({ ...band, checks: tests.addCheck(band.checks, check) }))
      const isTakenBack = next.bands[at] !== undefined && tests.isTakenBackByChecks(next.bands[at].checks)
      return isTakenBack ? suspend(next, 'spot_checks') : next
    },
    addReleased: (evidence, isReported) => {
      const { tests } = rulesOf(evidence)
      const reports = tests.addReleased(evidence.reports, isReported)
      return tests.isTakenBackByReports(reports) ? suspend(evidence, 'reports') : { ...evidence, reports }
    },
    readReports: (evidence, reported) => {
      const { tests } = rulesOf(evidence)
      const reports = reported.reduce(tests.addReleased, tests.startReports())
      return tests.isTakenBackByReports(reports) ? suspend(evidence, 'reports') : { ...evidence, reports }
    },
    read: evidence => read(evidence, rulesOf(evidence).bound),
  }
}

interface Rules {
  readonly bound: OpeningBound
  readonly tests: TakeBackTests
}

const LOSSES = { right: 0, wrong: 1, expired: 0.5 } as const

function checkTerms({ thresholds, spot_check_share: share }: ContractTerms): void {
  const falls = thresholds.every((threshold, at) => at === 0 || threshold < (thresholds[at - 1] ?? 0))
  if (thresholds.length === 0 || !falls || thresholds.some(each => !(each >= 0 && each <= 1))) {
    throw new RangeError(`Thresholds fall from at most 1 to at least 0; these are ${thresholds.join(', ')}.`)
  }
  if (!(share >= MIN_SPOT_CHECK_SHARE && share <= 1)) {
    throw new RangeError(`spot_check_share lies from ${MIN_SPOT_CHECK_SHARE} to 1; this is ${share}.`)
  }
}

function createRules({ target, delta, thresholds }: ContractTerms, suspensions: number): Rules {
  const left = delta / 2 ** suspensions
  return {
    bound: createOpeningBound({ target, delta: left }),
    tests: createTakeBackTests({ target, delta: left / 2, bands: thresholds.length }),
  }
}

function addLabel(
  evidence: ContractEvidence,
  { isRight, score }: ScoredLabel,
  { bound, tests }: Rules,
): ContractEvidence {
  const at = bandOf(evidence, score)
  if (isOpen(evidence, at)) return evidence
  const label = { loss: isRight ? 0 : 1, weight: 1, isSpotCheck: false } as const
  const next = changeBand(evidence, at, band => {
    const right = band.right + (isRight ? 1 : 0)
    const wrong = band.wrong + (isRight ? 0 : 1)
    const isMet = band.isMet || right >= bound.rightNeeded(wrong)
    return { ...band, right, wrong, isMet, checks: tests.addCheck(band.checks, label) }
  })
  if (!isOpen(next, 0)) return next
  const { suspended_because: _over, ...open } = next
  return { ...open, status: 'live' }
}

/** The band of a score; -1 below the last threshold. */
function bandOf({ bands }: ContractEvidence, score = 0): number {
  return bands.findIndex(({ threshold }) => score >= threshold)
}

function isOpen({ bands }: ContractEvidence, at: number): boolean {
  return at >= 0 && bands.slice(0, at + 1).every(({ isMet }) => isMet)
}

function changeBand(
  evidence: ContractEvidence,
  at: number,
  change: (band: BandEvidence) => BandEvidence,
): ContractEvidence {
  return { ...evidence, bands: evidence.bands.map((band, index) => (index === at ? change(band) : band)) }
}

function read({ bands }: ContractEvidence, bound: OpeningBound): OpeningProgress {
  const closed = bands.findIndex(({ isMet }) => !isMet)
  const openFrom = (closed === -1 ? bands.at(-1) : bands[closed - 1])?.threshold
  const { right = 0, wrong = 0 } = bands[closed] ?? bands.at(-1) ?? {}
  return {
    ...(openFrom === undefined ? {} : { openFrom }),
    right,
    wrong,
    stillNeeded: closed === -1 ? 0 : bound.rightNeeded(wrong) - right,
  }
}
