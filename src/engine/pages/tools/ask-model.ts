import type { JsonObject } from '../../../contracts/json-value.ts'
import type { ModelMessage, ModelTier } from '../../../contracts/model.ts'
import { askWithin, type ModelAnswer, type ModelSpent } from '../../../llm/llm.ts'
import type { PageCall, PageToolParts } from './tool-parts.ts'

export { type ModelSpent, NOTHING_SPENT } from '../../../llm/llm.ts'

/** One call of a model, within what is left of the run's budget. */
export async function askModel(
  { llm, moneyLeft }: Pick<PageToolParts, 'llm' | 'moneyLeft'>,
  { run_id, signal }: Pick<PageCall, 'run_id' | 'signal'>,
  request: {
    readonly purpose: string
    /** STANDARD, unless the work is planning of several pages or an edit that failed before. */
    readonly tier?: ModelTier
    readonly messages: readonly ModelMessage[]
    readonly spent: ModelSpent
    readonly output_schema?: JsonObject
  },
): Promise<ModelAnswer> {
  const { spent, messages, tier = 'STANDARD', ...rest } = request
  const budgetUsd = await moneyLeft(run_id)
  return askWithin(llm, { tier, messages: [...messages], ...rest }, { spent, budgetUsd, signal })
}
