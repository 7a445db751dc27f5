import type { PlanBrief, PlanConstraints } from '../../../contracts/plan.ts'
import { ordersOf } from './resolve.ts'

/**
 * What a plan must keep to by its brief. Without an end of its own it ends with the last event, unless work is to
 * follow that one.
 */
export function constraintsOfBrief(brief: PlanBrief): PlanConstraints {
  const { quotes: _quotes, weekly: _weekly, ...limits } = brief.limits
  const deadline = brief.deadline?.date ?? lastDayOf(brief)
  const usd = brief.budget?.currency === 'USD' ? { budget_usd: brief.budget.amount } : {}
  return { ...limits, ...usd, ...(deadline === undefined ? {} : { deadline }) }
}

function lastDayOf(brief: PlanBrief): string | undefined {
  const isFollowed = new Set(ordersOf(brief).map(({ first }) => first))
  const last = brief.events.toSorted((left, right) => endOf(left).localeCompare(endOf(right))).at(-1)
  return last === undefined || isFollowed.has(last.id) ? undefined : endOf(last)
}

function endOf({ date, end_date: end }: PlanBrief['events'][number]): string {
  return end ?? date
}

/** The constraints after the brief was changed: only what differs in it, so that what people relaxed stays. */
export function changedConstraints(
  standing: PlanConstraints,
  { from, to }: { readonly from: PlanBrief; readonly to: PlanBrief },
): PlanConstraints {
  const before: Readonly<Record<string, unknown>> = constraintsOfBrief(from)
  const after: Readonly<Record<string, unknown>> = constraintsOfBrief(to)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const own: Readonly<Record<string, unknown>> = standing
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
  // A brief that falls silent takes away only what it said itself.
  const changed = names.filter(name =>
    after[name] === undefined ? isSame(own[name], before[name]) : !isSame(before[name], after[name]),
  )
  const kept = Object.entries(standing).filter(([name]) => !changed.includes(name))
  return Object.fromEntries([
    ...kept,
    ...changed.flatMap(name => (after[name] === undefined ? [] : [[name, after[name]] as const])),
  ])
}
