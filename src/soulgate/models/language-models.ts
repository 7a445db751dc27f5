import { type Clock, systemClock, systemTimers, type Timers } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import { systemRandom } from '../../base/random.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { PriceFile } from '../../contracts/model-price.ts'
import { validateArguments } from '../../engine/tools/tools.ts'
import {
  createLlm,
  type Llm,
  type LlmLimits,
  type ModelCallRecord,
  type ModelProvider,
  readTiers,
  shippedPrices,
  type TierWishes,
} from '../../llm/llm.ts'
import { createOfflineProvider, type OfflinePlanner } from '../../llm/offline/offline.ts'
import { createTokenizer } from '../../llm/tokenizer/tokenizer.ts'
import { pricesUnder, type RoomModels } from './room-models.ts'

/** Which language models answer. Without any key or address it is the offline model. */
export interface ModelSettings {
  /** Per tier `provider/model`, several separated by commas: the first is asked first. */
  readonly tiers?: TierWishes
  readonly openaiApiKey?: string
  /** Any server that speaks OpenAI's protocol; a key is then optional. */
  readonly openaiBaseUrl?: string
  readonly anthropicApiKey?: string
  readonly anthropicBaseUrl?: string
  /** A price file's content: its entries go before those that ship with the program. */
  readonly prices?: JsonValue
  /** Instead of providers over the network: for tests and examples. */
  readonly providers?: readonly ModelProvider[]
  /** Where these come from, for people; the environment when absent. */
  readonly origin?: 'environment' | 'machine' | 'program'
}

interface ModelParts {
  readonly models?: ModelSettings
  /** What people chose at run time; goes before the rest. */
  readonly room?: RoomModels | undefined
  readonly clock?: Clock
  readonly timers?: Timers
  readonly plan?: OfflinePlanner
  readonly record?: (record: ModelCallRecord) => void
  readonly limits?: Partial<LlmLimits>
}

/**
 * The language-model layer that the settings describe. Throws `invalid_settings` for a model without a provider and
 * for prices that are none. The libraries of the network are loaded only where they are needed.
 */
export async function assembleLlm(parts: ModelParts): Promise<Llm> {
  const { models = {}, room, clock = systemClock, timers = systemTimers, plan, record, limits } = parts
  const named = models.providers ?? (await openProviders(models))
  const offline = createOfflineProvider(plan === undefined ? {} : { plan })
  const prices = readPrices(models.prices, { given: models.providers ?? [], room })
  const hasChosen = Object.keys(room?.tiers ?? {}).length > 0
  const added = room?.providers ?? []
  // What was only added answers nothing before somebody chooses a model of it.
  const choosable = [...named, ...(hasChosen ? added : named.length === 0 ? [offline] : [])]
  const wishes = Object.entries(room?.tiers ?? {}).map(([tier, chosen]) => [tier, chosen.join(',')])
  return createLlm({
    providers: [...named, offline, ...added],
    tiers: readTiers(
      { ...models.tiers, ...Object.fromEntries(wishes) },
      { providers: choosable.map(provider => provider.name), prices },
    ),
    prices,
    clock,
    timers,
    random: systemRandom,
    countTokens: createTokenizer(),
    checkObject,
    ...(record === undefined ? {} : { record }),
    ...(limits === undefined ? {} : { limits }),
  })
}

async function openProviders(models: ModelSettings): Promise<readonly ModelProvider[]> {
  const { openaiApiKey, openaiBaseUrl, anthropicApiKey, anthropicBaseUrl } = models
  const hasOpenAi = openaiApiKey !== undefined || openaiBaseUrl !== undefined
  if (!hasOpenAi && anthropicApiKey === undefined) return []
  const { createAiSdkProvider } = await import('../../llm/ai-sdk/ai-sdk.ts')
  const openAi = hasOpenAi
    ? [
        createAiSdkProvider({
          name: 'openai',
          kind: openaiBaseUrl === undefined ? 'openai' : 'openai-compatible',
          ...(openaiBaseUrl === undefined ? {} : { baseUrl: openaiBaseUrl }),
          ...(openaiApiKey === undefined ? {} : { apiKey: openaiApiKey }),
        }),
      ]
    : []
  const anthropic =
    anthropicApiKey === undefined
      ? []
      : [
          createAiSdkProvider({
            name: 'anthropic',
            kind: 'anthropic',
            apiKey: anthropicApiKey,
            ...(anthropicBaseUrl === undefined ? {} : { baseUrl: anthropicBaseUrl }),
          }),
        ]
  return [...openAi, ...anthropic]
}

/** The shipped prices with those of the operator before them; a provider that is passed in serves every tier. */
function readPrices(
  own: JsonValue | undefined,
  { given, room }: { readonly given: readonly ModelProvider[]; readonly room: RoomModels | undefined },
): PriceFile {
  const parsed = PriceFile.partial().safeParse(own ?? {})
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const detail = `The price file is none: ${issue?.path.join('.')} ${issue?.message}.`
    throw new SoulgateError('invalid_settings', detail)
  }
  const forAll = given.map(
    ({ name }) => [name, { FAST: 'model', STANDARD: 'model', POWERFUL: 'model' }] as const,
  )
  const { models = {}, defaults = {} } = parsed.data
  const known = { ...shippedPrices.models, ...models }
  return {
    models: { ...pricesUnder(room?.choice.providers ?? [], known), ...known },
    defaults: { ...shippedPrices.defaults, ...Object.fromEntries(forAll), ...defaults },
  }
}

function checkObject(schema: JsonObject, value: JsonValue): readonly string[] {
  const checked = validateArguments({ name: 'the answer', input_schema: schema }, value)
  return checked.ok ? [] : checked.errors.map(({ field, message }) => `${field}: ${message}`)
}
