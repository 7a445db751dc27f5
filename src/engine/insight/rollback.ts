import type { Settings } from '../../contracts/settings.ts'

/** What a sliding window held. */
export interface RollbackCounts {
  /** Approvals that ended in the window, and how many of them nobody answered in time. */
  readonly approvals: { readonly ended: number; readonly expired: number }
  /** Goals that pre-validation stopped, and those of them that went through in other words soon after. */
  readonly pre_validation: { readonly stopped: number; readonly retried_successfully: number }
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
 */
export function decideRollback(counts: RollbackCounts, situation: RollbackSituation): readonly Rollback[] {
  if (!situation.rollback.enabled) return []
  const rules = [timeoutRule(counts, situation), rejectRule(counts, situation), soulRule(counts, situation)]
  return rules.filter(rule => rule !== undefined)
}

function timeoutRule(
  { approvals: { ended, expired } }: RollbackCounts,
  { rollback, flags, approval_time_limit_seconds: limit }: RollbackSituation,
): Rollback | undefined {
  if (!flags.approval_gates_enabled || ended < rollback.minimum_samples) return undefined
  if (expired / ended <= rollback.timeout_rate) return undefined
  const seen = `${expired} of ${ended} approvals were not answered in time, more than ${percent(rollback.timeout_rate)}.`
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

function rejectRule(
  { pre_validation: { stopped, retried_successfully: retried } }: RollbackCounts,
  { rollback, flags }: RollbackSituation,
): Rollback | undefined {
  if (!flags.pre_validation_enabled || stopped < rollback.minimum_samples) return undefined
  if (retried / stopped <= rollback.reject_rate) return undefined
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
