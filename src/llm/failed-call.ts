import { isSoulgateError, SoulgateError, type SoulgateErrorOptions } from '../base/errors.ts'
import type { ModelTier, ModelUsage } from '../contracts/model.ts'
import type { ProviderFailure } from './provider.ts'
import { splitModel } from './tiers.ts'

/** What was paid for answers that were of no use is told with the failure, as `data.spent: {tokens, cost_usd}`. */
export function withSpent(
  error: unknown,
  { usage, costUsd }: { readonly usage: ModelUsage; readonly costUsd: number },
): unknown {
  const tokens = usage.input_tokens + usage.output_tokens
  if (!isSoulgateError(error) || tokens === 0) return error
  const data = { ...error.data, spent: { tokens, cost_usd: costUsd } }
  return new SoulgateError(error.code, error.message, { ...optionsOf(error), data })
}

/** Why one model did not answer. */
export interface ModelFailure {
  readonly model: string
  readonly message: string
  readonly kind: ProviderFailure['kind']
}

/** Whether the provider of a model refused its key already: its other models would do the same. */
export function isKeyRefused(failures: readonly ModelFailure[], model: string): boolean {
  const { provider } = splitModel(model)
  return failures.some(one => one.kind === 'key_refused' && splitModel(one.model).provider === provider)
}

/** Nobody answered. A key that is refused is told as such: asking again is no use before a person has put in another. */
export function noAnswer(tier: ModelTier, failures: readonly ModelFailure[]): SoulgateError {
  const said = failures.map(({ model, message }) => `${model}: ${message}`).join('; ')
  const isKey = failures.length > 0 && failures.every(({ kind }) => kind === 'key_refused')
  const advice = isKey
    ? 'Put a right key into the variable that holds it (OPENAI_API_KEY or ANTHROPIC_API_KEY) and start again.'
    : `Try again, or name another model in MODEL_${tier}.`
  return new SoulgateError(
    'model_unavailable',
    `No model of the tier ${tier} answered (${said}). ${advice}`,
    {
      retry: isKey ? 'after_human' : 'safe',
      data: { tier, said, failures: failures.map(({ model, message }) => ({ model, message })) },
    },
  )
}

/** The call had a time of its own, and it is over: nobody cancelled it. */
export function tooLate(error: unknown, tier: ModelTier, withinMs: number): SoulgateError {
  const detail = `No model of the tier ${tier} answered within ${withinMs} ms.`
  return new SoulgateError('model_unavailable', detail, { ...optionsOf(error), retry: 'safe' })
}

const MODEL_FAILURES: readonly string[] = [
  ...['model_unavailable', 'context_too_small', 'unfit_answer', 'empty_answer'],
]

/**
 * Why no language model gave an answer of use, as a sentence for people; undefined for what is no failure of a model:
 * being cancelled, or out of money.
 */
export function modelFailureOf(error: unknown): string | undefined {
  if (!isSoulgateError(error) || !MODEL_FAILURES.includes(error.code)) return undefined
  const { said } = error.data
  return typeof said === 'string' ? `No language model answered (${said}).` : error.message
}

export function cancelled(cause: ProviderFailure): SoulgateError {
  return new SoulgateError('cancelled', 'The model call was cancelled.', { retry: 'safe', cause })
}

function optionsOf(error: unknown): SoulgateErrorOptions {
  return isSoulgateError(error) ? { retry: error.retry, data: error.data, cause: error } : { cause: error }
}
