import type { JsonValue } from '../contracts/json-value.ts'
import type { ModelRequest, ModelResponse, ModelUsage } from '../contracts/model.ts'

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
  /** Aborted when the caller gave up and when a time limit ran out. */
  readonly signal: AbortSignal
  readonly onDelta?: (delta: ModelDelta) => void
  /** To be called whenever anything arrived: silence beyond a limit ends the attempt. */
  readonly onActivity?: () => void
}

export interface ProviderAnswer extends Pick<ModelResponse, 'text' | 'reasoning' | 'tool_calls' | 'finish'> {
  /** For an `output_schema`, where the provider reads it itself; otherwise it is read from the text. */
  readonly object?: JsonValue
  /** Absent where the provider reports none; it is then estimated. */
  readonly usage?: ModelUsage
}

/** An adapter. It throws a `ProviderFailure`; it neither retries nor falls back. */
export interface ModelProvider {
  readonly name: string
  readonly isOffline: boolean
  generate(call: ProviderCall): Promise<ProviderAnswer>
}

/** `transient` failures are worth another attempt, `permanent` ones only another model, a refused key another provider. */
export type ProviderFailureKind = 'transient' | 'permanent' | 'key_refused' | 'cancelled'

/** Why a provider did not answer. The message is fit for people and logs: no key, no body beyond a short quote. */
export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind
  /** How long the provider asked to be left alone. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: ProviderFailureKind,
    message: string,
    about: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause })
    this.name = 'ProviderFailure'
    this.kind = kind
    this.retryAfterMs = about.retryAfterMs
  }
}
