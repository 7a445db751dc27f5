import { isSoulgateError } from '../../../base/errors.ts'
import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type { ModelMessage, ModelTier } from '../../../contracts/model.ts'
import type { PageCall, PageToolParts } from './tool-parts.ts'

export interface ModelSpent {
  readonly tokens: number
  readonly cost_usd: number
}

export type ModelAnswer =
  | { readonly text: string; readonly object?: JsonValue; readonly spent: ModelSpent }
  | { readonly failed: string; readonly spent: ModelSpent }

export const NOTHING_SPENT: ModelSpent = { tokens: 0, cost_usd: 0 }

/** What goes wrong with a model is a reason to do without it; cancelling is not. */
const FAILURES: readonly string[] = ['model_unavailable', 'budget_exceeded', 'context_too_small']

/** One call of a model, within what is left of the run's budget. */
export async function askModel(
  { llm, moneyLeft }: Pick<PageToolParts, 'llm' | 'moneyLeft'>,
  call: Pick<PageCall, 'run_id' | 'signal'>,
  request: {
    readonly purpose: string
    /** STANDARD, unless the work is planning of several pages or an edit that failed before. */
    readonly tier?: ModelTier
    readonly messages: readonly ModelMessage[]
    readonly spent: ModelSpent
    readonly output_schema?: JsonObject
  },
): Promise<ModelAnswer> {
  const { spent, messages, purpose, output_schema, tier = 'STANDARD' } = request
  const budgetUsd = (await moneyLeft(call.run_id)) - spent.cost_usd
  if (budgetUsd <= 0) return { failed: 'The budget of this run is used up.', spent }
  try {
    const answer = await llm.generate(
      { tier, purpose, messages: [...messages], ...(output_schema ? { output_schema } : {}) },
      { signal: call.signal, budgetUsd },
    )
    const { input_tokens, output_tokens } = answer.usage
    const now = {
      tokens: spent.tokens + input_tokens + output_tokens,
      cost_usd: spent.cost_usd + answer.cost_usd,
    }
    const object = answer.object === undefined ? {} : { object: answer.object }
    return { text: answer.text, ...object, spent: now }
  } catch (error) {
    if (isSoulgateError(error) && FAILURES.includes(error.code)) return { failed: error.message, spent }
    throw error
  }
}
