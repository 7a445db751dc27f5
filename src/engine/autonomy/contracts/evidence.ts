import { toIso } from '../../../base/clock.ts'
import type { AutonomyContract, AutonomyEvidence } from '../../../contracts/autonomy-contract.ts'
import { type ContractEvidence, DEFAULT_DELTA, type SuspensionReason } from '../contract.ts'
import { ranLately, statusOf, testsOf, weekBefore } from './consider.ts'
import { type ContractUsage, type KeptCheck, NO_USAGE, type StoredContract } from './records.ts'

/** So many spot checks stand by themselves, so that one may still turn out wrong; older ones are part of the base. */
const MAX_CHECKS = 500
/** A contract pauses when more than this share of the spot checks of a week expired, from `MIN_WEEK` checks on. */
const MAX_EXPIRED_SHARE = 0.2
const MIN_WEEK = 5

type State = StoredContract['state']

/** With one more label of a person. Once it is open, labels other than spot checks say nothing: they are no fair draw. */
export function withLabel(contract: StoredContract, isRight: boolean): StoredContract {
  const tests = testsOf(contract)
  if (tests.read(contract.state).openFrom !== undefined) return contract
  const state = toState(tests.addLabel(contract.state, { isRight }))
  return { ...contract, state, base: state }
}

/** With the result of one more spot check; `suspensions` grows where it takes the contract back. */
export function withCheck(contract: StoredContract, check: KeptCheck): StoredContract {
  const tests = testsOf(contract)
  if (tests.read(contract.state).openFrom === undefined) return contract
  const checks = [...contract.checks, check]
  const folded = checks.length > MAX_CHECKS ? checks.slice(0, checks.length - MAX_CHECKS) : []
  return counted({
    ...contract,
    base: foldChecks(contract, contract.base, folded),
    checks: checks.slice(folded.length),
    state: toState(tests.addSpotCheck(contract.state, check)),
  })
}

/** With a spot check that was right when it was decided and turned out wrong since. */
export function withChangedCheck(contract: StoredContract, callId: string): StoredContract {
  const checks = contract.checks.map(check =>
    check.call_id === callId ? { ...check, outcome: 'wrong' as const } : check,
  )
  if (checks.every(({ outcome }, at) => outcome === contract.checks[at]?.outcome)) return contract
  return counted({ ...contract, checks, state: foldChecks(contract, contract.base, checks) })
}

function foldChecks(contract: StoredContract, base: State, checks: readonly KeptCheck[]): State {
  const tests = testsOf(contract)
  let state: ContractEvidence = base
  for (const check of checks) {
    state = tests.addSpotCheck(state, check)
    if (state.status === 'suspended') break
  }
  return toState(state)
}

function counted(contract: StoredContract): StoredContract {
  const count = (outcome: KeptCheck['outcome']) =>
    contract.checks.filter(check => check.outcome === outcome).length
  const expired = count('expired')
  return {
    ...contract,
    spot_checks: { decided: contract.checks.length - expired, wrong: count('wrong'), expired },
  }
}

/** Whether too many spot checks of the last week were answered by nobody. */
export function isUnanswered({ checks }: Pick<StoredContract, 'checks'>, nowMs: number): boolean {
  const week = checks.filter(({ at }) => at >= weekBefore(nowMs))
  const expired = week.filter(({ outcome }) => outcome === 'expired').length
  return week.length >= MIN_WEEK && expired > MAX_EXPIRED_SHARE * week.length
}

/** Whether the reports over everything that ran by it take it back. */
export function isTakenBackByReports(
  contract: StoredContract,
  { released, reported }: ContractUsage,
): boolean {
  const known = new Set(reported)
  const calls = Array.from({ length: released }, (_, index) => known.has(index))
  return testsOf(contract).readReports(contract.state, calls).status === 'suspended'
}

/** Evidence anew, with δ halved. */
export function begunAnew(contract: StoredContract, because: SuspensionReason): StoredContract {
  // Spot checks have begun it anew themselves.
  const isAnew = because === 'spot_checks'
  const state = isAnew ? contract.state : toState(testsOf(contract).suspend(contract.state, because))
  return { ...contract, state, base: state, checks: [], spot_checks: { decided: 0, wrong: 0, expired: 0 } }
}

/** The contract as people see it. */
export function toContract(
  stored: StoredContract,
  { usage = NO_USAGE, unsettled, nowMs }: { usage?: ContractUsage; unsettled: number; nowMs: number },
): AutonomyContract {
  const { seed, base, state, checks, spot_checks, seen, model, rules_since, ...contract } = stored
  const [band = { right: 0, wrong: 0 }] = state.bands
  const evidence: AutonomyEvidence = {
    right: band.right,
    wrong: band.wrong,
    unsettled,
    still_needed: testsOf(stored).read(state).stillNeeded,
    released: usage.released,
    reported: usage.reported.length,
    spot_checks: spot_checks.decided,
    spot_checks_wrong: spot_checks.wrong,
    spot_checks_expired: spot_checks.expired,
  }
  return {
    ...contract,
    suspensions: state.suspensions,
    delta: DEFAULT_DELTA / 2 ** state.suspensions,
    status: statusOf(stored, nowMs),
    evidence,
    guarantee: guaranteeOf(stored.target),
    ...ranLately(usage, nowMs),
    ...(contract.ended_at === undefined && !(nowMs < Date.parse(contract.ends_at))
      ? { ended_at: toIso(Date.parse(contract.ends_at)) }
      : {}),
  }
}

/** What a contract promises, and what not. */
function guaranteeOf(target: number): string {
  const share = Math.round(target * 1_000) / 10
  const confidence = Math.round((1 - DEFAULT_DELTA) * 100)
  return `While the agent, the tool and the mix of calls stay as they were, at least ${share} % of what runs by itself is right, with ${confidence} % confidence; after a change the wrong calls until the contract is suspended are bounded, not zero.`
}

/** The same numbers in lists of their own, as they are kept. */
function toState({ bands, reports, ...rest }: ContractEvidence): State {
  return {
    ...rest,
    bands: bands.map(band => ({ ...band, checks: { ...band.checks, ratios: [...band.checks.ratios] } })),
    reports: { ...reports, bets: [...reports.bets] },
  }
}

export function startState(terms: Pick<StoredContract, 'target' | 'spot_check_share'>): State {
  return toState(testsOf(terms).start())
}
