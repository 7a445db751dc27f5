import { z } from 'zod'
import { isSoulgateError } from '../../base/errors.ts'
import type { TriedModel } from '../../contracts/model-provider.ts'
import type { Llm } from '../../llm/llm.ts'
import { assembleLlm, type ModelSettings } from './language-models.ts'
import { nearNames } from './near-names.ts'
import type { RoomModels } from './room-models.ts'

export type { TriedModel } from '../../contracts/model-provider.ts'

const WITHIN_MS = 60_000
const REQUEST = {
  tier: 'STANDARD' as const,
  purpose: 'try',
  temperature: 0,
  max_output_tokens: 1000,
  output_schema: { type: 'object', properties: { sum: { type: 'integer' } }, required: ['sum'] },
  messages: [{ role: 'user' as const, content: 'What is 2 + 3? Answer as JSON: {"sum": number}.' }],
}

/**
 * Asks the model of the STANDARD tier, or the named one, one small structured question, once; undefined where no
 * language model is configured. `listModels` says which models there are where the named one is not.
 */
export async function tryModels(
  models: ModelSettings,
  options: {
    readonly room?: RoomModels
    readonly model?: string
    readonly listModels?: (model: string) => Promise<readonly string[]>
  } = {},
): Promise<TriedModel | undefined> {
  const { room, model: named, listModels } = options
  const tiers = named === undefined ? {} : { tiers: { STANDARD: named } }
  const limits = { attemptsPerModel: 1 }
  const chosen = room === undefined || named === undefined ? room : { ...room, tiers: { STANDARD: [named] } }
  const llm = await assembleLlm({ models: { ...models, ...tiers }, room: chosen, limits })
  const { model, isOffline } = llm.describe('STANDARD')
  if (isOffline) return undefined
  const started = performance.now()
  const taken = () => Math.round(performance.now() - started)
  try {
    return await ask(llm, taken)
  } catch (error) {
    return {
      ok: false,
      model,
      duration_ms: taken(),
      tokens: 0,
      cost_usd: 0,
      ...(await explain(error, { model, listModels })),
    }
  }
}

async function ask(llm: Llm, taken: () => number): Promise<TriedModel> {
  const signal = new AbortController().signal
  const { object, usage, cost_usd, model } = await llm.generate(REQUEST, { signal, withinMs: WITHIN_MS })
  const tokens = usage.input_tokens + usage.output_tokens
  const cost = cost_usd > 0 ? `, $${cost_usd.toFixed(5)}` : ''
  const { sum } = z.object({ sum: z.number() }).parse(object)
  const answer = `2 + 3 = ${sum}`
  const detail = `${model} answers in ${taken()} ms with ${tokens} tokens${cost}: ${answer}`
  return { ok: true, model, answer, duration_ms: taken(), tokens, cost_usd, detail }
}

const Failures = z.object({ failures: z.array(z.object({ model: z.string(), message: z.string() })) })

async function explain(
  error: unknown,
  {
    model,
    listModels = async () => [],
  }: {
    readonly model: string
    readonly listModels: ((model: string) => Promise<readonly string[]>) | undefined
  },
): Promise<Pick<TriedModel, 'detail' | 'because' | 'near'>> {
  const detail = error instanceof Error ? error.message : String(error)
  if (!isSoulgateError(error, 'model_unavailable')) return { detail, because: 'no_answer' }
  const failures = Failures.safeParse(error.data)
  const said = failures.success ? failures.data.failures.map(({ message }) => message).join('; ') : detail
  if (error.retry === 'after_human')
    return {
      detail: `The key of ${providerOf(model)} is refused (${said}). Put in a right key.`,
      because: 'key_refused',
    }
  if (isUnknownModel(said)) {
    const name = model.slice(model.indexOf('/') + 1)
    const near = nearNames(name, await listModels(model))
    const advice =
      near.length === 0 ? 'Look at how the provider writes its name.' : `There is ${near.join(', ')}.`
    return {
      detail: `${providerOf(model)} knows no model ${name}. ${advice}`,
      because: 'unknown_model',
      near: [...near],
    }
  }
  if (/cannot be reached|connection broke/i.test(said))
    return {
      detail: `${providerOf(model)} cannot be reached (${said}). Look at its address, and whether it runs.`,
      because: 'unreachable',
    }
  if (!failures.success) return { detail, because: 'too_slow' }
  return { detail: `${model} did not answer: ${said}`, because: 'no_answer' }
}

/** The same is said in many ways; a page that is not there is another matter. */
function isUnknownModel(said: string): boolean {
  return /model[^.;]*(not[ _]found|not exist|unknown|invalid|not supported)|(no such|unknown|invalid) model|HTTP 404/i.test(
    said,
  )
}

function providerOf(model: string): string {
  return model.slice(0, model.indexOf('/'))
}
