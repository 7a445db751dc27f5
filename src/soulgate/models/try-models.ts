import { isSoulgateError } from '../../base/errors.ts'
import { assembleLlm, type ModelSettings } from './language-models.ts'

/** What came of one small question to a model. */
export interface TriedModel {
  readonly ok: boolean
  readonly model: string
  readonly duration_ms: number
  readonly tokens: number
  readonly cost_usd: number
  /** What it came to in plain words; what to do where it failed. */
  readonly detail: string
}

const WITHIN_MS = 60_000

/** Asks the model of the STANDARD tier one small structured question; undefined where no language model is configured. */
export async function tryModels(models: ModelSettings): Promise<TriedModel | undefined> {
  const llm = await assembleLlm({ models })
  const { model, isOffline } = llm.describe('STANDARD')
  if (isOffline) return undefined
  const started = performance.now()
  const taken = () => Math.round(performance.now() - started)
  try {
    const answer = await llm.generate(
      {
        tier: 'STANDARD',
        purpose: 'try',
        temperature: 0,
        max_output_tokens: 1000,
        output_schema: {
          type: 'object',
          properties: { sum: { type: 'integer' } },
          required: ['sum'],
        },
        messages: [{ role: 'user', content: 'What is 2 + 3? Answer as JSON: {"sum": number}.' }],
      },
      { signal: new AbortController().signal, withinMs: WITHIN_MS },
    )
    const tokens = answer.usage.input_tokens + answer.usage.output_tokens
    const { cost_usd } = answer
    const cost = cost_usd > 0 ? `, $${cost_usd.toFixed(5)}` : ''
    const detail = `${answer.model} answers in ${taken()} ms with ${tokens} tokens${cost}`
    return { ok: true, model: answer.model, duration_ms: taken(), tokens, cost_usd, detail }
  } catch (error) {
    const detail = isSoulgateError(error) || error instanceof Error ? error.message : String(error)
    return { ok: false, model, duration_ms: taken(), tokens: 0, cost_usd: 0, detail }
  }
}
