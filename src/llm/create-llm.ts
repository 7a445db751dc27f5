import type { Clock, Timers } from '../base/clock.ts'
import { SoulgateError } from '../base/errors.ts'
import type { Random } from '../base/random.ts'
import type { JsonValue } from '../contracts/json-value.ts'
import type { ModelRequest, ModelResponse, ModelTier, ModelUsage } from '../contracts/model.ts'
import type { PriceFile } from '../contracts/model-price.ts'
import { type AttemptLimits, attempt } from './attempt.ts'
import { backoffMs, pause } from './backoff.ts'
import {
  addUsage,
  approximateTokens,
  costOf,
  estimateInputTokens,
  NO_USAGE,
  outputLimit,
} from './estimate.ts'
import { cancelled, isKeyRefused, type ModelFailure, noAnswer, tooLate, withSpent } from './failed-call.ts'
import { createModelHealth, type ModelHealth } from './model-health.ts'
import { type ModelDelta, type ModelProvider, type ProviderAnswer, ProviderFailure } from './provider.ts'
import { askForRepair, bothChecks, type CheckObject, readObject } from './structured.ts'
import { splitModel, type TierModels } from './tiers.ts'

export interface ModelCallOptions {
  readonly signal: AbortSignal
  readonly onDelta?: (delta: ModelDelta) => void
  /** What this call may cost at most, all attempts together; an estimate above it throws before anything is sent. */
  readonly budgetUsd?: number
  /** What is wrong with an object that fits its schema, in words a model understands; it is sent back once. */
  readonly check?: (object: JsonValue) => readonly string[]
  /** All attempts together end after this; the call then throws `model_unavailable`. */
  readonly withinMs?: number
}

export interface ModelDescription {
  /** `provider/model` of the first choice. */
  readonly model: string
  /** `provider/model` of those that are asked when it does not answer. */
  readonly fallbacks: readonly string[]
  readonly isOffline: boolean
  /** False where the price file knows no price: its calls count as free. */
  readonly isPriced: boolean
  /** Tokens that fit into one call, in and out together: those of the smallest model of the tier. */
  readonly contextWindow: number
}

/** The only way to a model: tier → models in order, retry, fallback, budget, usage and cost. */
export interface Llm {
  /** Throws `model_unavailable` when no model of the tier answered, `budget_exceeded`, or `cancelled`. */
  generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelResponse>
  describe(tier: ModelTier): ModelDescription
  /** USD of the request and its largest answer, by the price file; 0 for the offline model. */
  estimateCostUsd(request: ModelRequest): number
  countTokens(text: string): number
}

/** What became of one call of `generate`, for measures: no text of it. */
export interface ModelCallRecord {
  readonly purpose: string
  readonly tier: ModelTier
  /** The model that answered, or the first choice of the tier. */
  readonly model: string
  readonly outcome: 'answered' | 'model_unavailable' | 'budget_exceeded' | 'cancelled'
  readonly attempts: number
  readonly usage: ModelUsage
  readonly cost_usd: number
  readonly duration_ms: number
}

export interface LlmLimits extends AttemptLimits {
  /** How often one model is asked before the next one is. */
  readonly attemptsPerModel: number
  /** A provider that wants to be left alone for longer than this is left for the next model. */
  readonly longestRetryAfterMs: number
}

export interface LlmOptions {
  readonly providers: readonly ModelProvider[]
  readonly tiers: TierModels
  readonly prices: PriceFile
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  /** A third of the characters where no tokenizer is passed in. */
  readonly countTokens?: (text: string) => number
  /** Checks an answer against `output_schema`; without it any object passes. */
  readonly checkObject?: CheckObject
  readonly record?: (record: ModelCallRecord) => void
  readonly limits?: Partial<LlmLimits>
}

const DEFAULT_LIMITS: LlmLimits = {
  firstTokenMs: 60_000,
  idleMs: 45_000,
  totalMs: 600_000,
  attemptsPerModel: 3,
  longestRetryAfterMs: 30_000,
}
const DEFAULT_WINDOW = 32_768

/** Models of the given providers behind one interface. Throws `invalid_settings` when a tier names no such provider. */
export function createLlm(options: LlmOptions): Llm {
  const parts = readParts(options)
  return {
    generate: (request, call) => generateWithin(parts, request, call),
    describe: tier => describe(parts, tier),
    estimateCostUsd: request => {
      const [model = ''] = parts.tiers[request.tier]
      return estimateCost(parts, request, model)
    },
    countTokens: parts.countTokens,
  }
}

interface Parts extends Required<Omit<LlmOptions, 'limits' | 'providers'>> {
  readonly limits: LlmLimits
  readonly providers: ReadonlyMap<string, ModelProvider>
  readonly health: ModelHealth
}

function readParts(options: LlmOptions): Parts {
  const providers = new Map(options.providers.map(provider => [provider.name, provider]))
  for (const model of Object.values(options.tiers).flat()) {
    if (providers.has(splitModel(model).provider)) continue
    throw new SoulgateError('invalid_settings', `No provider is configured for the model ${model}.`)
  }
  return {
    countTokens: approximateTokens,
    checkObject: () => [],
    record: () => {},
    ...options,
    providers,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    health: createModelHealth(options.clock),
  }
}

function describe({ tiers, providers, prices }: Parts, tier: ModelTier): ModelDescription {
  const [model = '', ...fallbacks] = tiers[tier]
  const windows = tiers[tier].map(name => prices.models[name]?.context_window ?? DEFAULT_WINDOW)
  const isOffline = providers.get(splitModel(model).provider)?.isOffline ?? false
  return {
    model,
    fallbacks,
    isOffline,
    isPriced: isOffline || prices.models[model] !== undefined,
    contextWindow: Math.min(...windows),
  }
}

function estimateCost({ prices, countTokens }: Parts, request: ModelRequest, model: string): number {
  const price = prices.models[model]
  if (price === undefined) return 0
  const usage = {
    input_tokens: estimateInputTokens(request, countTokens),
    output_tokens: outputLimit(request, price),
  }
  return costOf(usage, price)
}

/** What one call of `generate` has come to so far. */
interface Progress {
  readonly request: ModelRequest
  readonly options: ModelCallOptions
  readonly failures: ModelFailure[]
  attempts: number
  usage: ModelUsage
  costUsd: number
  /** Whether somebody was told of text that has not been taken back. */
  hasStreamed: boolean
}

interface Answered {
  readonly model: string
  readonly answer: ProviderAnswer
}

async function generateWithin(
  parts: Parts,
  request: ModelRequest,
  options: ModelCallOptions,
): Promise<ModelResponse> {
  const { withinMs, ...rest } = options
  if (withinMs === undefined) return generate(parts, request, rest)
  const late = new AbortController()
  const isLate = (): boolean => late.signal.aborted && !options.signal.aborted
  const cancel = parts.timers.after(withinMs, () => late.abort())
  try {
    const record: Parts['record'] = call =>
      parts.record(
        isLate() && call.outcome === 'cancelled' ? { ...call, outcome: 'model_unavailable' } : call,
      )
    return await generate({ ...parts, record }, request, {
      ...options,
      signal: AbortSignal.any([options.signal, late.signal]),
    })
  } catch (error) {
    if (!isLate()) throw error
    throw tooLate(error, request.tier, withinMs)
  } finally {
    cancel()
  }
}

async function generate(
  parts: Parts,
  request: ModelRequest,
  options: ModelCallOptions,
): Promise<ModelResponse> {
  const begunMs = parts.clock.now()
  const progress: Progress = {
    request,
    options,
    failures: [],
    attempts: 0,
    usage: NO_USAGE,
    costUsd: 0,
    hasStreamed: false,
  }
  const durationMs = (): number => Math.max(0, parts.clock.now() - begunMs)
  const record = (outcome: ModelCallRecord['outcome'], model: string): void =>
    parts.record({
      purpose: request.purpose,
      tier: request.tier,
      model,
      outcome,
      attempts: progress.attempts,
      usage: progress.usage,
      cost_usd: progress.costUsd,
      duration_ms: durationMs(),
    })
  try {
    const { model, answer } = await askInOrder(parts, progress)
    record('answered', model)
    return toResponse(parts, progress, { model, answer, durationMs: durationMs() })
  } catch (error) {
    record(outcomeOf(error), parts.tiers[request.tier][0] ?? '')
    throw withSpent(error, progress)
  }
}

function outcomeOf(error: unknown): ModelCallRecord['outcome'] {
  const code = error instanceof SoulgateError ? error.code : ''
  return code === 'budget_exceeded' || code === 'cancelled' ? code : 'model_unavailable'
}

function toResponse(
  { providers }: Parts,
  progress: Progress,
  { model, answer, durationMs }: Answered & { readonly durationMs: number },
): ModelResponse {
  const { text, reasoning, tool_calls, object, finish } = answer
  return {
    text,
    ...(reasoning === undefined || reasoning === '' ? {} : { reasoning }),
    tool_calls,
    ...(object === undefined ? {} : { object }),
    finish,
    usage: progress.usage,
    cost_usd: progress.costUsd,
    model,
    is_offline: providers.get(splitModel(model).provider)?.isOffline ?? false,
    attempts: progress.attempts,
    duration_ms: durationMs,
  }
}

async function askInOrder(parts: Parts, progress: Progress): Promise<Answered> {
  const models = parts.health.order(parts.tiers[progress.request.tier])
  for (const model of models) {
    if (isKeyRefused(progress.failures, model)) continue
    const answer = await askModel(parts, progress, model)
    if (answer !== undefined) return { model, answer }
  }
  throw noAnswer(progress.request.tier, progress.failures)
}

/** Asks one model until it answered, or until asking it again is no use. */
async function askModel(
  parts: Parts,
  progress: Progress,
  model: string,
): Promise<ProviderAnswer | undefined> {
  const { health, limits, random } = parts
  for (let failed = 1; failed <= limits.attemptsPerModel; failed += 1) {
    try {
      const answer = await askChecked(parts, progress, model)
      health.succeeded(model)
      return answer
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (error.kind === 'cancelled') throw cancelled(error)
      health.failed(model)
      progress.failures.push({ model, message: error.message, kind: error.kind })
      takeBack(progress, error.message)
      const waitMs = Math.max(error.retryAfterMs ?? 0, backoffMs(failed, random))
      const isPointless = error.kind !== 'transient' || failed === limits.attemptsPerModel
      if (isPointless || waitMs > limits.longestRetryAfterMs) return undefined
      await pause(waitMs, { timers: parts.timers, signal: progress.options.signal })
    }
  }
  return undefined
}

/** One answer whose object fits its schema; what does not fit is sent back once to be repaired. */
async function askChecked(parts: Parts, progress: Progress, model: string): Promise<ProviderAnswer> {
  const { request } = progress
  const answer = await askOnce(parts, progress, { model, request })
  const schema = request.output_schema
  if (schema === undefined || answer.tool_calls.length > 0) return answer
  const check = bothChecks(parts.checkObject, progress.options.check)
  const first = readObject(answer, schema, check)
  if (first.ok) return { ...answer, object: first.object }
  takeBack(progress, 'The answer did not fit its schema.')
  const repair = askForRepair(request, answer, first.because)
  const repaired = await askOnce(parts, progress, { model, request: repair })
  const second = readObject(repaired, schema, check)
  if (second.ok) return { ...repaired, object: second.object }
  throw new ProviderFailure('permanent', `The answer did not fit its schema, twice: ${second.because}`)
}

async function askOnce(
  parts: Parts,
  progress: Progress,
  { model, request }: { readonly model: string; readonly request: ModelRequest },
): Promise<ProviderAnswer> {
  const price = parts.prices.models[model]
  const { provider: providerName, model: name } = splitModel(model)
  const provider = parts.providers.get(providerName)
  if (!provider) throw new ProviderFailure('permanent', `No provider is configured for the model ${model}.`)
  requireBudget(parts, progress, { model, request })
  progress.attempts += 1
  const heard: string[] = []
  const limited = { ...request, max_output_tokens: outputLimit(request, price) }
  const estimate = (): ModelUsage => ({
    input_tokens: estimateInputTokens(request, parts.countTokens),
    output_tokens: parts.countTokens(heard.join('')),
  })
  const count = (usage: ModelUsage): void => {
    progress.usage = addUsage(progress.usage, usage)
    progress.costUsd += costOf(usage, price)
  }
  try {
    const answer = await attempt(
      {
        provider,
        model: name,
        request: limited,
        signal: progress.options.signal,
        onDelta: delta => tell(progress, heard, delta),
      },
      parts,
    )
    count(answer.usage ?? estimateAnswer(parts, answer, estimate()))
    return answer
  } catch (error) {
    // What had been written when the stream broke is billed although nobody will read it.
    if (heard.length > 0) count(estimate())
    throw error
  }
}

function estimateAnswer(
  { countTokens }: Parts,
  answer: ProviderAnswer,
  { input_tokens }: ModelUsage,
): ModelUsage {
  const calls = answer.tool_calls.map(call => call.name + (call.raw ?? JSON.stringify(call.arguments ?? {})))
  const written = [answer.reasoning ?? '', answer.text, ...calls].join('')
  return { input_tokens, output_tokens: countTokens(written) }
}

function tell(progress: Progress, heard: string[], delta: ModelDelta): void {
  if (delta.type === 'text' || delta.type === 'reasoning') heard.push(delta.text)
  if (delta.type === 'reset') heard.length = 0
  progress.hasStreamed = delta.type !== 'reset'
  progress.options.onDelta?.(delta)
}

function takeBack(progress: Progress, because: string): void {
  if (!progress.hasStreamed) return
  progress.hasStreamed = false
  progress.options.onDelta?.({ type: 'reset', because })
}

function requireBudget(
  parts: Parts,
  { options, costUsd }: Progress,
  { model, request }: { readonly model: string; readonly request: ModelRequest },
): void {
  if (options.budgetUsd === undefined) return
  const estimateUsd = costUsd + estimateCost(parts, request, model)
  if (estimateUsd <= options.budgetUsd) return
  throw new SoulgateError(
    'budget_exceeded',
    `The call to ${model} may cost $${estimateUsd.toFixed(4)}, and $${options.budgetUsd.toFixed(4)} are left for it. Raise the budget, or ask for less.`,
    { retry: 'after_human', data: { model, estimate_usd: estimateUsd, budget_usd: options.budgetUsd } },
  )
}
