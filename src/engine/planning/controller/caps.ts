import type { PlanCaps } from '../../../contracts/plan.ts'
import type { Settings } from '../../../contracts/settings.ts'
import type { DraftedStage, Flow, ReachedCap } from './flow.ts'

/** The limits a plan begins with. */
export function capsOf({ planning, budgets }: Pick<Settings, 'planning' | 'budgets'>): PlanCaps {
  return {
    turns: planning.turn_limit,
    retries_per_stage: planning.retries_per_stage,
    working_seconds: planning.working_seconds,
    session_usd: budgets.plan_usd,
    turn_usd: planning.turn_usd,
    day_usd: budgets.day_usd,
  }
}

/**
 * Begins a turn: one pass of the tools over a stage. Answers the limit that forbids it; then nothing was counted. The
 * time that people take to answer is in none of the numbers.
 */
export function beginTurn(flow: Flow): ReachedCap | undefined {
  const { caps, used } = flow
  const workedSeconds = used.working_ms / 1000
  if (used.turns >= caps.turns) return { cap: 'turns', limit: caps.turns, used: used.turns }
  if (workedSeconds >= caps.working_seconds)
    return { cap: 'working_seconds', limit: caps.working_seconds, used: Math.round(workedSeconds) }
  used.turns += 1
  used.turn_usd = 0
  return undefined
}

/** The limit that another try of a stage would break. */
export function retryLimit(flow: Flow, stage: DraftedStage): ReachedCap | undefined {
  const limit = flow.caps.retries_per_stage
  const used = flow.attempts[stage].retries
  return used >= limit ? { cap: 'retries_per_stage', limit, used } : undefined
}

/** The limit that a call of a model would break; `estimateUsd` is what it may cost at most. */
export function moneyLimit(
  { caps, used, isDayWaived }: Pick<Flow, 'caps' | 'used' | 'isDayWaived'>,
  call: { readonly estimateUsd: number; readonly spentTodayUsd: number; readonly spentInToolUsd: number },
): ReachedCap | undefined {
  const { estimateUsd, spentTodayUsd, spentInToolUsd } = call
  const over = (cap: ReachedCap['cap'], limit: number, spent: number): ReachedCap | undefined =>
    estimateUsd > 0 && spent + estimateUsd > limit
      ? { cap, limit, used: cents(spent + estimateUsd) }
      : undefined
  return (
    over('session_usd', caps.session_usd, used.cost_usd + spentInToolUsd) ??
    over('turn_usd', caps.turn_usd, used.turn_usd + spentInToolUsd) ??
    (isDayWaived ? undefined : over('day_usd', caps.day_usd, spentTodayUsd + spentInToolUsd))
  )
}

/** Raises the limit a person raised; without a number to twice what it was, or to what is needed. */
export function raiseCap(flow: Flow, { cap, limit, used }: ReachedCap, wanted: number | undefined): void {
  const enough = Math.max(limit * 2, used, 1e-9)
  const next = wanted !== undefined && wanted > limit ? wanted : enough
  switch (cap) {
    case 'turns':
      flow.caps = { ...flow.caps, turns: Math.ceil(next) }
      return
    case 'retries_per_stage':
      flow.caps = { ...flow.caps, retries_per_stage: Math.ceil(next) }
      return
    case 'working_seconds':
      flow.caps = { ...flow.caps, working_seconds: next }
      return
    case 'session_usd':
      flow.caps = { ...flow.caps, session_usd: next }
      return
    case 'turn_usd':
      flow.caps = { ...flow.caps, turn_usd: next }
      return
    case 'day_usd':
      flow.caps = { ...flow.caps, day_usd: next }
      flow.isDayWaived = true
      return
  }
}

export const CAP_WORDS: Readonly<
  Record<ReachedCap['cap'], { readonly what: string; readonly constraint: string }>
> = {
  turns: { what: 'turns', constraint: 'scope' },
  retries_per_stage: { what: 'retries of a stage', constraint: 'scope' },
  working_seconds: { what: 'seconds of work', constraint: 'time' },
  session_usd: { what: 'USD for this plan', constraint: 'budget' },
  turn_usd: { what: 'USD for one turn', constraint: 'budget' },
  day_usd: { what: 'USD for one day', constraint: 'budget' },
}

function cents(usd: number): number {
  return Math.round(usd * 1e4) / 1e4
}
