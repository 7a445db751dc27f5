import type { Settings } from '../../contracts/settings.ts'

/** What one requester did in a window, and how much of it speaks for a change. */
export interface RequesterCount {
  /** `agent:NAME`, or the id of a person. */
  readonly requester: string
  /** The person an agent's key belongs to: whoever holds the key may hold a token of that person too. */
  readonly owner?: string
  readonly total: number
  readonly hits: number
}

/** What a sliding window held. */
export interface RollbackCounts {
  /** Approvals that ended in the window, `hits` of which nobody answered in time. */
  readonly approvals: readonly RequesterCount[]
  /** Goals that pre-validation stopped, `hits` of which went through in other words soon after. */
  readonly pre_validation: readonly RequesterCount[]
  readonly soul: {
    readonly answers: number
    readonly p95_ms: number | undefined
    readonly is_cached: boolean
  }
}

export type RollbackSituation = Pick<Settings, 'approval_time_limit_seconds' | 'flags' | 'rollback'>

/** One rule that applies now: what it changes, and why in words. None of them lets more run than before. */
export type Rollback =
  | {
      readonly rule: 'approval_timeouts'
      readonly action: 'raise_time_limit'
      readonly patch: { readonly approval_time_limit_seconds: number }
      readonly why: string
    }
  | {
      readonly rule: 'approval_timeouts'
      readonly action: 'gates_off'
      readonly patch: { readonly flags: { readonly approval_gates_enabled: false } }
      readonly why: string
    }
  | {
      readonly rule: 'approval_timeouts'
      readonly action: 'suggest_only'
      readonly requester: string
      readonly patch: { readonly rollback: { readonly suggest_only: readonly string[] } }
      readonly why: string
    }
  | {
      readonly rule: 'pre_validation_rejects'
      readonly action: 'pre_validation_off'
      readonly patch: { readonly flags: { readonly pre_validation_enabled: false } }
      readonly why: string
    }
  | { readonly rule: 'soul_latency'; readonly action: 'soul_caching'; readonly why: string }

/** Source A: 300 s are raised to 600 s before anything is switched off. */
const RAISED_TIME_LIMIT_SECONDS = 600

/**
 * The rollback rules of design 4.A. Too many unanswered approvals first get more time, then gates are switched off,
 * which means that nothing runs; pre-validation that stops what goes through in other words is switched off, while
 * confidence and gates still hold; a slow Soul is asked less often. Fewer samples than `minimum_samples` decide nothing.
 * A setting for everybody changes only where it would without any one requester as well; what a single agent's key
 * shows restricts that key alone.
 */
export function decideRollback(counts: RollbackCounts, situation: RollbackSituation): readonly Rollback[] {
  if (!situation.rollback.enabled) return []
  const timeouts = timeoutRule(counts, situation) ?? requesterRule(counts, situation)
  const rules = [timeouts, rejectRule(counts, situation), soulRule(counts, situation)]
  return rules.filter(rule => rule !== undefined)
}

interface Bar {
  readonly minimum: number
  readonly rate: number
}

function isAbove({ total, hits }: Pick<RequesterCount, 'total' | 'hits'>, { minimum, rate }: Bar): boolean {
  return total >= minimum && hits / total > rate
}

/** Whether it holds for all of them, and for the rest whichever requester, with its owner, is left out. */
function holdsWithoutAnyOne(counts: readonly RequesterCount[], bar: Bar): boolean {
  const rests = counts.map(({ requester, owner }) =>
    counts.filter(other => other.requester !== requester && other.requester !== owner),
  )
  return [counts, ...rests].every(each => isAbove(sum(each), bar))
}

function sum(counts: readonly RequesterCount[]): Pick<RequesterCount, 'total' | 'hits'> {
  const add = (key: 'total' | 'hits') => counts.reduce((all, count) => all + count[key], 0)
  return { total: add('total'), hits: add('hits') }
}

function timeoutRule(
  { approvals }: RollbackCounts,
  { rollback, flags, approval_time_limit_seconds: limit }: RollbackSituation,
): Rollback | undefined {
  const bar = { minimum: rollback.minimum_samples, rate: rollback.timeout_rate }
  if (!flags.approval_gates_enabled || !holdsWithoutAnyOne(approvals, bar)) return undefined
  const { total, hits } = sum(approvals)
  const seen = `${hits} of ${total} approvals were not answered in time, more than ${percent(rollback.timeout_rate)}, and not because of one requester.`
  if (limit < RAISED_TIME_LIMIT_SECONDS) {
    return {
      rule: 'approval_timeouts',
      action: 'raise_time_limit',
      patch: { approval_time_limit_seconds: RAISED_TIME_LIMIT_SECONDS },
      why: `${seen} The time limit goes from ${limit} s to ${RAISED_TIME_LIMIT_SECONDS} s.`,
    }
  }
  return {
    rule: 'approval_timeouts',
    action: 'gates_off',
    patch: { flags: { approval_gates_enabled: false } },
    why: `${seen} Gates are switched off: proposals are suggestions, and nothing runs.`,
  }
}

/** People's own requests restrict nobody: a token of theirs that lies on a disk may have made them. */
function requesterRule(
  { approvals }: RollbackCounts,
  { rollback, flags }: RollbackSituation,
): Rollback | undefined {
  const bar = { minimum: rollback.minimum_samples, rate: rollback.timeout_rate }
  if (!flags.approval_gates_enabled) return undefined
  const found = approvals.find(
    count =>
      count.requester.startsWith('agent:') &&
      !rollback.suggest_only.includes(count.requester) &&
      isAbove(count, bar),
  )
  if (found === undefined) return undefined
  const { requester, total, hits } = found
  return {
    rule: 'approval_timeouts',
    action: 'suggest_only',
    requester,
    patch: { rollback: { suggest_only: [...rollback.suggest_only, requester] } },
    why: `${hits} of ${total} approvals that ${requester} asked for were not answered in time, more than ${percent(rollback.timeout_rate)}. It only gets suggestions; others go on.`,
  }
}

function rejectRule(
  { pre_validation }: RollbackCounts,
  { rollback, flags }: RollbackSituation,
): Rollback | undefined {
  const bar = { minimum: rollback.minimum_samples, rate: rollback.reject_rate }
  if (!flags.pre_validation_enabled || !holdsWithoutAnyOne(pre_validation, bar)) return undefined
  const { total: stopped, hits: retried } = sum(pre_validation)
  return {
    rule: 'pre_validation_rejects',
    action: 'pre_validation_off',
    patch: { flags: { pre_validation_enabled: false } },
    why: `${retried} of ${stopped} goals that pre-validation stopped went through in other words, more than ${percent(rollback.reject_rate)}. It is switched off; confidence and gates still hold.`,
  }
}

function soulRule(
  { soul: { answers, p95_ms, is_cached } }: RollbackCounts,
  { rollback }: RollbackSituation,
): Rollback | undefined {
  if (is_cached || answers < rollback.minimum_samples || p95_ms === undefined) return undefined
  if (p95_ms <= rollback.soul_p95_ms) return undefined
  const why = `Soul answers in ${p95_ms} ms (p95), more than ${rollback.soul_p95_ms} ms. Conversation contexts are kept for a minute.`
  return { rule: 'soul_latency', action: 'soul_caching', why }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
