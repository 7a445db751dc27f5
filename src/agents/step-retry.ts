import { isSoulgateError, SoulgateError } from '../base/errors.ts'
import type { JsonValue } from '../contracts/json-value.ts'
import { endsExecution, type RunContext, type StepMeasure } from '../engine/run/run.ts'
import { budgetOf } from './budget.ts'
import { type Duration, toMilliseconds } from './duration.ts'
import { type ModelChoice, TIERS } from './model-choice.ts'
import { toJson } from './schema.ts'

/** When and how often a failed step is tried again. Each attempt is recorded, and the waits between survive restarts. */
export interface RetryPolicy {
  /** Attempts in all, the first included: 1 to 1000. Default 3. */
  readonly maxAttempts?: number
  /** Wait before the second attempt. Default 1 second. */
  readonly initialInterval?: Duration
  /** Each further wait is this many times as long: 1 to 100. Default 2. */
  readonly backoffCoefficient?: number
  /** No wait is longer. Default 100 times the first. */
  readonly maxInterval?: Duration
  /** Errors that no further attempt mends, by `name` or `code`: `TypeError`, `ENOENT`. */
  readonly nonRetryableErrors?: readonly string[]
}

/** What holds for the steps of an agent that say nothing else. */
export interface StepPolicy {
  readonly retry?: RetryPolicy
  /** One attempt may take this long; its signal is then aborted, and it fails with `step_timeout`. Default: no limit. */
  readonly timeout?: Duration
}

/** Options of `ctx.step`: its retry policy, what it depends on, and how the journal shows it. */
export interface StepOptions<Value = unknown> extends StepPolicy {
  /** `model`: the journal and traces show it as a call of a model. Not on remote workers. */
  readonly kind?: 'model'
  /**
   * What the step depends on, as JSON. A replay with another input stops the run at a gate (`run_definition_changed`)
   * instead of answering a record that was made from something else. Adding it changes the definition.
   */
  readonly input?: unknown
  /**
   * Reads off the value what the work took, such as a model call of one's own: it stands in the journal and counts in the
   * cost of the run. Not on remote workers.
   */
  usage?(value: Value): StepUsage
}

/** What a step took. */
export interface StepUsage {
  /** In and out together; a whole number. */
  readonly tokens?: number
  readonly costUsd?: number
  /** The name of the model. */
  readonly model?: string
  /** Which of the three configured models it was, where it was one of them. */
  readonly tier?: ModelChoice
}

const NON_RETRYABLE = 'non_retryable'
const MAX_ATTEMPTS = 1000
const MAX_COEFFICIENT = 100
const MAX_INTERVAL_MS = 366 * 86_400_000
const DEFAULT_ATTEMPTS = 3
const DEFAULT_INTERVAL: Duration = { seconds: 1 }
const DEFAULT_MAX_INTERVALS = 100

/** Thrown out of a step to say that no further attempt would end otherwise. */
export function nonRetryable(message: string, cause?: unknown): SoulgateError {
  return new SoulgateError(NON_RETRYABLE, message, cause === undefined ? {} : { cause })
}

/** What a policy means in numbers. Throws `invalid_input` naming the field that does not fit. */
export function readRetryPolicy(policy: RetryPolicy = { maxAttempts: 1 }) {
  const { maxAttempts = DEFAULT_ATTEMPTS, backoffCoefficient = 2, nonRetryableErrors = [] } = policy
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS)
    throw invalid(`retry.maxAttempts is ${maxAttempts}; it must be a whole number from 1 to ${MAX_ATTEMPTS}`)
  if (!(backoffCoefficient >= 1 && backoffCoefficient <= MAX_COEFFICIENT))
    throw invalid(
      `retry.backoffCoefficient is ${backoffCoefficient}; it must be from 1 to ${MAX_COEFFICIENT}`,
    )
  const initialMs = toMilliseconds(policy.initialInterval ?? DEFAULT_INTERVAL)
  const longestMs =
    policy.maxInterval === undefined ? initialMs * DEFAULT_MAX_INTERVALS : toMilliseconds(policy.maxInterval)
  return {
    maxAttempts,
    nonRetryableErrors,
    /** The wait behind the nth attempt, from 1. */
    waitMs: (attempt: number): number =>
      Math.round(Math.min(initialMs * backoffCoefficient ** (attempt - 1), longestMs, MAX_INTERVAL_MS)),
  }
}

/** One step with its attempts: the first is recorded under its own name, so that a policy may be added later. */
export async function runWithRetries(
  run: RunContext,
  {
    name,
    work,
    options,
  }: {
    readonly name: string
    readonly work: (signal: AbortSignal) => Promise<JsonValue>
    readonly options: StepOptions
  },
): Promise<JsonValue> {
  const policy = readRetryPolicy(options.retry)
  const { input, timeout } = options
  let taken: StepMeasure = {}
  const settings = {
    ...(timeout === undefined ? {} : { timeoutMs: toMilliseconds(timeout) }),
    ...(options.kind === undefined ? {} : { kind: options.kind }),
    ...(input === undefined ? {} : { input: toJson(input, `The input of step “${name}”`) }),
    ...(options.usage === undefined ? {} : { measure: () => taken }),
  }
  const attemptWork = (signal: AbortSignal) =>
    marked(
      work(signal).then(value => {
        // Within the attempt, so that a usage that does not fit is recorded as its failure.
        taken = readUsage(name, value, options)
        return value
      }),
      policy.nonRetryableErrors,
    )
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run.step(attempt === 1 ? name : `${name} (attempt ${attempt})`, attemptWork, settings)
    } catch (error) {
      const isFinal =
        endsExecution(error) || isSoulgateError(error, NON_RETRYABLE) || budgetOf(error) !== undefined
      if (isFinal || attempt >= policy.maxAttempts) throw error
    }
    await run.sleep(`retry ${name}`, policy.waitMs(attempt))
  }
}

function readUsage(name: string, value: JsonValue, options: StepOptions): StepMeasure {
  const { tokens, costUsd, model, tier } = options.usage?.(value) ?? {}
  if (tokens !== undefined && !(Number.isSafeInteger(tokens) && tokens >= 0))
    throw invalid(`The usage of step “${name}” says ${tokens} tokens; it must be a whole number from 0`)
  if (costUsd !== undefined && !(Number.isFinite(costUsd) && costUsd >= 0))
    throw invalid(`The usage of step “${name}” says ${costUsd} USD; it must be a number from 0`)
  return {
    // What cost something is found by its tokens, none included.
    ...(tokens === undefined ? (costUsd ? { tokens: 0 } : {}) : { tokens }),
    ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
    ...(model === undefined ? {} : { model }),
    ...(tier === undefined ? {} : { model_tier: TIERS[tier] }),
  }
}

/** The record keeps code and message alone, so what the policy says of an error is decided before it is recorded. */
async function marked(work: Promise<JsonValue>, nonRetryableErrors: readonly string[]): Promise<JsonValue> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const code = 'code' in error ? String(error.code) : ''
    if (!nonRetryableErrors.includes(error.name) && !nonRetryableErrors.includes(code)) throw error
    throw nonRetryable(error.message, error)
  }
}

function invalid(why: string): SoulgateError {
  return new SoulgateError('invalid_input', `${why}.`)
}
