import { SoulgateError } from '../base/errors.ts'
import { JsonObject, type JsonValue } from '../contracts/json-value.ts'
import type { RunLimits } from '../engine/run/run.ts'
import { type Duration, toMilliseconds } from './duration.ts'

/** What all runs of one agent may use together, and what each may use. They hold across every process on one database. */
export interface AgentLimits<Input = never> {
  /** Runs that execute at once, 1 to 1000. A run that waits for people, a timer or a child holds no place. */
  readonly concurrency?: number
  /**
   * Runs whose input has the same key are under way at most so many at once, from their first line to their end, waits
   * included; others wait in the order in which they were asked for. The key is computed anew, so it depends on the
   * input alone.
   */
  readonly perKey?: {
    /** The name of a field of the input, or a function of it; an agent on a remote worker names a field. */
    readonly key: string | ((input: Input) => string | number)
    /** 1 to 1000. Default 1. */
    readonly concurrency?: number
  }
  /** At most `limit` runs (1 to 1000) begin in any stretch of `period`. */
  readonly rate?: { readonly limit: number; readonly period: Duration }
  /**
   * What the model calls of one run may cost, in USD, those of its children included. Then people are asked whether it may
   * cost more. It bounds what begins: calls that are under way side by side may go over it, each once.
   */
  readonly budgetUsd?: number
  /** The same for all runs of the agent in one day (UTC), over every process. */
  readonly dailyBudgetUsd?: number
  /** How long a run may take from the moment it was asked for; then it is cancelled, whatever it waits for. */
  readonly deadline?: Duration
}

const MAX_RUNS = 1000

/** Throws `invalid_agent` naming the field that does not fit. */
export function checkLimits(agent: string, limits: AgentLimits): void {
  const { concurrency, perKey, rate, budgetUsd, dailyBudgetUsd, deadline } = limits
  checkCount(agent, 'concurrency', concurrency)
  checkCount(agent, 'perKey.concurrency', perKey?.concurrency)
  checkCount(agent, 'rate.limit', rate?.limit)
  if (perKey !== undefined && typeof perKey.key !== 'function' && !isFieldName(perKey.key))
    throw invalid(agent, 'limits.perKey.key must be the name of a field of the input, or a function of it')
  if (rate !== undefined && toMilliseconds(rate.period) === 0)
    throw invalid(agent, 'limits.rate.period must be longer than 0')
  if (deadline !== undefined && toMilliseconds(deadline) === 0)
    throw invalid(agent, 'limits.deadline must be longer than 0')
  for (const [field, usd] of Object.entries({ budgetUsd, dailyBudgetUsd }))
    if (usd !== undefined && !(Number.isFinite(usd) && usd > 0))
      throw invalid(agent, `limits.${field} is ${usd}; it must be more than 0`)
}

/** What of it the engine enforces; undefined where there is nothing, so that a run needs no turn. */
export function toRunLimits(limits: AgentLimits | undefined): RunLimits | undefined {
  if (limits === undefined) return undefined
  const { concurrency, perKey, rate, deadline } = limits
  const enforced: RunLimits = {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(perKey === undefined
      ? {}
      : {
          perKey: {
            key: (input: JsonValue) => keyOf(perKey.key, input),
            concurrency: perKey.concurrency ?? 1,
          },
        }),
    ...(rate === undefined ? {} : { rate: { limit: rate.limit, periodMs: toMilliseconds(rate.period) } }),
    ...(deadline === undefined ? {} : { deadlineMs: toMilliseconds(deadline) }),
  }
  return Object.keys(enforced).length === 0 ? undefined : enforced
}

/** The agent's own schema says what its input is; a key that cannot be read fails closed. */
function keyOf(key: NonNullable<AgentLimits['perKey']>['key'], input: JsonValue): unknown {
  if (typeof key === 'function') return key(input as never)
  const object = JsonObject.safeParse(input)
  return object.success && Object.hasOwn(object.data, key) ? object.data[key] : undefined
}

function isFieldName(key: unknown): boolean {
  return typeof key === 'string' && key !== ''
}

function checkCount(agent: string, field: string, count: number | undefined): void {
  if (count === undefined || (Number.isInteger(count) && count >= 1 && count <= MAX_RUNS)) return
  throw invalid(agent, `limits.${field} is ${count}; it must be a whole number from 1 to ${MAX_RUNS}`)
}

function invalid(name: string, why: string): SoulgateError {
  return new SoulgateError('invalid_agent', `Agent ${name} cannot be used: ${why}.`)
}
