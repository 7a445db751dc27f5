import { isSoulgateError } from '../base/errors.ts'
import type { JsonValue } from '../contracts/json-value.ts'
import type { ModelRequest } from '../contracts/model.ts'
import type { Llm } from './create-llm.ts'

/** What calls of a model have cost, in tokens and USD. */
export interface ModelSpent {
  readonly tokens: number
  readonly cost_usd: number
}

/** What a model said, with all that was spent up to it; `model` is `provider/model`. */
export type ModelAnswer =
  | { readonly text: string; readonly object?: JsonValue; readonly model: string; readonly spent: ModelSpent }
  | { readonly failed: string; readonly spent: ModelSpent }

export const NOTHING_SPENT: ModelSpent = { tokens: 0, cost_usd: 0 }

/** What goes wrong with a model is a reason to do without it; cancelling is not. */
const FAILURES: readonly string[] = ['model_unavailable', 'budget_exceeded', 'context_too_small']

/** One call of a model for at most `budgetUsd` together with what was spent before. Rejects when it is cancelled. */
export async function askWithin(
  llm: Pick<Llm, 'generate'>,
  request: ModelRequest,
  limits: { readonly spent: ModelSpent; readonly budgetUsd: number; readonly signal: AbortSignal },
): Promise<ModelAnswer> {
  const { spent, signal } = limits
  const budgetUsd = limits.budgetUsd - spent.cost_usd
  if (budgetUsd <= 0) return { failed: 'The budget of this run is used up.', spent }
  try {
    const { text, object, model, usage, cost_usd } = await llm.generate(request, { signal, budgetUsd })
    const now = {
      tokens: spent.tokens + usage.input_tokens + usage.output_tokens,
      cost_usd: spent.cost_usd + cost_usd,
    }
    return { text, ...(object === undefined ? {} : { object }), model, spent: now }
  } catch (error) {
    if (isSoulgateError(error) && FAILURES.includes(error.code)) return { failed: error.message, spent }
    throw error
  }
}
