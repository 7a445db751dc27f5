import { isSoulgateError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import type { ModelResponse } from '../../../contracts/model.ts'
import type { RunContext } from '../../run/run.ts'
import type { Reasoned } from '../reason-about.ts'
import type { Known, Pass, ReasoningEnvironment } from '../round.ts'
import { addSuggestion } from './add-suggestion.ts'
import { type Consulted, readSuggestion } from './suggestion.ts'
import { suggestionRequest } from './suggestion-request.ts'

/** Longest wait for a model that only adds to what is known already. */
const WITHIN_MS = 30_000

/**
 * Stage 2, second half: one call of the STANDARD tier. It may name other calls, add text and raise risk; it never
 * raises the confidence by which calls are released. Whatever goes wrong leaves the deterministic proposal as it was,
 * and the journal says why.
 */
export async function consultModel(
  environment: ReasoningEnvironment,
  context: RunContext,
  { round, input, known, reasoned }: Pass & { readonly known: Known; readonly reasoned: Reasoned },
): Promise<Reasoned> {
  const { llm } = environment
  const step = await context.step(
    `reason:${round.number}:model`,
    async signal => {
      const tools = environment.tools()
      const failed = (because: string, spent: Spent = NOTHING_SPENT) =>
        ({ ...reasoned, consulted: { ...toConsulted('failed'), because, ...spent } }) as unknown as JsonObject
      if (!llm) return failed('no language model is configured any more')
      const asked = suggestionRequest({ goal: round.goal, context: input.context, known, tools, reasoned })
      let response: ModelResponse
      try {
        const budgetUsd = known.settings.budgets.chat_run_usd
        response = await llm.generate(asked.request, { signal, budgetUsd, withinMs: WITHIN_MS })
      } catch (error) {
        if (isSoulgateError(error, 'cancelled')) throw error
        return failed(error instanceof Error ? error.message : String(error), spentOnFailure(error))
      }
      const suggestion = readSuggestion(response.object, asked.tools)
      const { model } = response
      if (!suggestion.ok) return failed(suggestion.because, { model, ...spentOn(response) })
      const added = addSuggestion(reasoned, suggestion.suggestion, { known, goal: round.goal })
      const { self_score } = suggestion.suggestion
      const consulted = { ...toConsulted(added.outcome), model, self_score, ...spentOn(response) }
      return { ...added.reasoned, consulted } as unknown as JsonObject
    },
    { kind: 'model', input: { goal: round.goal }, measure },
  )
  return step as unknown as Reasoned
}

function measure(value: JsonObject): { readonly tokens: number; readonly cost_usd: number } {
  const { tokens, cost_usd } = (value as unknown as { readonly consulted: Consulted }).consulted
  return { tokens, cost_usd }
}

type Spent = Partial<Pick<Consulted, 'model'>> & Pick<Consulted, 'tokens' | 'cost_usd'>

const NOTHING_SPENT: Spent = { tokens: 0, cost_usd: 0 }

function spentOn({ usage, cost_usd }: ModelResponse): Spent {
  return { tokens: usage.input_tokens + usage.output_tokens, cost_usd }
}

/** Answers that were of no use are paid for all the same. */
function spentOnFailure(error: unknown): Spent {
  const spent = isSoulgateError(error) ? error.data.spent : undefined
  if (typeof spent !== 'object' || spent === null || !('tokens' in spent && 'cost_usd' in spent))
    return NOTHING_SPENT
  return { tokens: Number(spent.tokens), cost_usd: Number(spent.cost_usd) }
}

function toConsulted(outcome: Consulted['outcome']): Consulted {
  return { model: '', outcome, ...NOTHING_SPENT }
}
