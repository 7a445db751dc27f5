import type { JsonObject } from '../contracts/json-value.ts'
import type { ModelRequest, ModelResponse, ModelTier, ModelUsage } from '../contracts/model.ts'

/** What arrives while a model writes. After `reset` everything of this call that came before is void. */
export type ModelDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool_name'; readonly id: string; readonly name: string }
  | { readonly type: 'reset'; readonly because: string }

/** One attempt at one model of one provider. */
export interface ProviderCall {
  /** The name behind the provider's own, such as `gpt-5-mini`. */
  readonly model: string
  readonly request: ModelRequest
  readonly signal: AbortSignal
  readonly onDelta?: (delta: ModelDelta) => void
}

export interface ProviderAnswer
  extends Pick<ModelResponse, 'text' | 'reasoning' | 'tool_calls' | 'object' | 'finish'> {
  /** Absent where the provider reports none; it is then estimated. */
  readonly usage?: ModelUsage
}

/** An adapter. It throws a `ProviderFailure`; it neither retries nor falls back. */
export interface ModelProvider {
  readonly name: string
  readonly isOffline: boolean
  generate(call: ProviderCall): Promise<ProviderAnswer>
}

/** `transient` failures are worth another attempt, `permanent` ones only another model. */
export type ProviderFailureKind = 'transient' | 'permanent' | 'cancelled'

export interface ModelCallOptions {
  readonly signal: AbortSignal
  readonly onDelta?: (delta: ModelDelta) => void
  /** What this call may cost at most; an estimate above it throws `budget_exceeded` before anything is sent. */
  readonly budgetUsd?: number
}

export interface ModelDescription {
  /** `provider/model` of the first choice. */
  readonly model: string
  readonly isOffline: boolean
  /** Tokens that fit into one call, in and out together. */
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

/** Prices in USD per million tokens, by `provider/model`. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
  readonly cached_input?: number
  readonly context_window?: number
}

export type PriceFile = Readonly<Record<string, ModelPrice>>

/** Settings of a provider as the environment names them. */
export type ProviderSettings = JsonObject
