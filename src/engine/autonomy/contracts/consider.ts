import { toIso } from '../../../base/clock.ts'
import { digest } from '../../../base/digest.ts'
import type { AutonomyStatus } from '../../../contracts/autonomy-contract.ts'
import type { ToolCall } from '../../../contracts/tool-call.ts'
import { type Contract, createContract, DEFAULT_DELTA } from '../contract.ts'
import { type ContractVerdict, releaseByContract } from '../contract-release.ts'
import { addSeen, type CallShape, type SeenValues } from '../shape.ts'
import type { ContractUsage, StoredContract } from './records.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 1_440

/** The tests of one contract, by its terms. Scores are no part of them: calls of one scope stand in one band. */
export function testsOf({
  target,
  spot_check_share,
}: Pick<StoredContract, 'target' | 'spot_check_share'>): Contract {
  const key = `${target} ${spot_check_share}`
  const known = TESTS.get(key)
  if (known !== undefined) return known
  const tests = createContract({ target, delta: DEFAULT_DELTA, thresholds: [0], spot_check_share })
  TESTS.set(key, tests)
  return tests
}

const TESTS = new Map<string, Contract>()

/** Where a contract stands at a time. */
export function statusOf(contract: StoredContract, nowMs: number): AutonomyStatus {
  if (contract.ended_at !== undefined || !(nowMs < Date.parse(contract.ends_at))) return 'ended'
  if (contract.suspended_because !== undefined) return 'suspended'
  if (contract.stays_in_shadow) return 'shadow'
  return testsOf(contract).read(contract.state).openFrom === undefined ? 'shadow' : 'open'
}

/**
 * The draw of a call in [0, 1): 52 bits of a digest over the contract’s seed and the call’s id. Whoever looks again, after
 * a crash or before the call runs, finds the same; without the seed nobody can tell it beforehand.
 */
function drawOf({ seed }: Pick<StoredContract, 'seed'>, callId: string): number {
  return Number.parseInt(digest('soulgate.spot-check.v1', { seed, call: callId }).slice(0, 13), 16) / 2 ** 52
}

/** A shape whose values are keyed digests, so that what is kept of them names nobody. */
export function withoutValues(shape: CallShape, { seed }: Pick<StoredContract, 'seed'>): CallShape {
  return {
    ...shape,
    named: shape.named.map(each => ({
      ...each,
      value: digest('soulgate.seen.v1', { seed, value: each.value }).slice(0, 32),
    })),
  }
}

/** A contract that has seen one more approved call. */
export function withSeen(contract: StoredContract, shape: CallShape): StoredContract {
  const { largest, named } = addSeen(contract.seen, withoutValues(shape, contract))
  const lists = Object.fromEntries(Object.entries(named).map(([place, values]) => [place, [...values]]))
  return { ...contract, seen: { largest: { ...largest }, named: lists } }
}

/** What a contract says of a call of its scope, as though it were open. */
export function consider(
  contract: StoredContract,
  {
    call,
    shape,
    usage,
    nowMs,
  }: {
    readonly call: Pick<ToolCall, 'call_id'>
    readonly shape: CallShape
    readonly usage: ContractUsage
    readonly nowMs: number
  },
): ContractVerdict {
  const draw = drawOf(contract, call.call_id)
  return considerTerms(contract, { shape: withoutValues(shape, contract), usage, nowMs, draw })
}

/** The terms of a contract with what people approved in its scope. */
export type JudgedTerms = Pick<
  StoredContract,
  'amount_limits' | 'harmless_texts' | 'max_per_hour' | 'max_per_day' | 'ends_at' | 'spot_check_share'
> & { readonly seen: SeenValues }

/** The same of terms alone; values of the shape and those that were seen must be of one kind. */
export function considerTerms(
  terms: JudgedTerms,
  {
    shape,
    usage,
    nowMs,
    draw,
  }: {
    readonly shape: CallShape
    readonly usage: ContractUsage
    readonly nowMs: number
    readonly draw: number
  },
): ContractVerdict {
  const limits = new Map(Object.entries(terms.amount_limits))
  const tooLarge = shape.magnitudes.find(({ place, value }) => {
    const most = limits.get(place)
    return most !== undefined && !(value <= most)
  })
  if (tooLarge !== undefined) return { outcome: 'ask', because: `${tooLarge.place} is above the limit.` }
  const { max_per_hour, max_per_day, harmless_texts, spot_check_share } = terms
  return releaseByContract(
    { shape, score: 1, now_ms: nowMs, ...withOutstanding(usage, nowMs), draw },
    {
      limits: {
        ...{ max_per_hour, max_per_day, harmless_texts, spot_check_share },
        ends_at_ms: Date.parse(terms.ends_at),
      },
      progress: { openFrom: 0, right: 0, wrong: 0, stillNeeded: 0 },
      seen: terms.seen,
    },
  )
}

/** How many calls ran in the last hour and day; by whole minutes, so that it is never less than the truth. */
export function ranLately(
  { minutes }: Pick<ContractUsage, 'minutes'>,
  nowMs: number,
): { readonly ran_last_hour: number; readonly ran_last_day: number } {
  const now = Math.floor(nowMs / MINUTE_MS)
  const since = (length: number) =>
    minutes.reduce((sum, [minute, count]) => (minute >= now - length ? sum + count : sum), 0)
  return { ran_last_hour: since(HOUR_MINUTES), ran_last_day: since(DAY_MINUTES) }
}

/** Grants that were given and may still be used count as used, so that a burst of them is held. */
function withOutstanding(usage: ContractUsage, nowMs: number): ReturnType<typeof ranLately> {
  const { ran_last_hour, ran_last_day } = ranLately(usage, nowMs)
  const given = stillOutstanding(usage, nowMs).length
  return { ran_last_hour: ran_last_hour + given, ran_last_day: ran_last_day + given }
}

/** Grants that were given, not used, and have not expired. */
export function stillOutstanding(
  { outstanding }: Pick<ContractUsage, 'outstanding'>,
  nowMs: number,
): ContractUsage['outstanding'] {
  return outstanding.filter(({ expires_at }) => nowMs < Date.parse(expires_at))
}

/** The minutes with one more call; those of more than a day ago are left out. */
export function withRelease({ minutes }: Pick<ContractUsage, 'minutes'>, nowMs: number): [number, number][] {
  const now = Math.floor(nowMs / MINUTE_MS)
  const kept = minutes.filter(([minute]) => minute >= now - DAY_MINUTES)
  const last = kept.at(-1)
  if (last === undefined || last[0] !== now) return [...kept, [now, 1]]
  return [...kept.slice(0, -1), [now, last[1] + 1]]
}

/** The check that counts for a week ends then. */
export function weekBefore(nowMs: number): string {
  return toIso(nowMs - 7 * DAY_MINUTES * MINUTE_MS)
}
