import type { ModelTier } from '../../contracts/model.ts'
import type { ModelPrice, PriceFile } from '../../contracts/model-price.ts'
import type { ModelProviderKind } from '../../contracts/model-provider.ts'
import { type ModelChoice, type OpenedKey, openKey, type StoredProvider } from '../../engine/models/models.ts'
import type { OwnSecrets } from '../../engine/secrets/secrets.ts'
import type { AiSdkProviderOptions } from '../../llm/ai-sdk/ai-sdk.ts'
import { type ModelProvider, ProviderFailure } from '../../llm/llm.ts'

/** What people chose at run time, ready to be spoken to. */
export interface RoomModels {
  readonly choice: ModelChoice
  readonly keys: ReadonlyMap<string, OpenedKey>
  readonly providers: readonly ModelProvider[]
  readonly tiers: Readonly<Partial<Record<ModelTier, readonly string[]>>>
}

export interface RoomPorts {
  readonly own: Pick<OwnSecrets, 'get'>
  readonly send: typeof fetch
}

/** Opens the sealed keys and makes the providers; `send` is the guarded network. */
export async function openRoomModels(choice: ModelChoice, { own, send }: RoomPorts): Promise<RoomModels> {
  const keys = new Map<string, OpenedKey>()
  for (const provider of choice.providers) keys.set(provider.name, await openKey(own, provider))
  const { createAiSdkProvider } =
    choice.providers.length === 0
      ? { createAiSdkProvider: undefined }
      : await import('../../llm/ai-sdk/ai-sdk.ts')
  const providers = choice.providers.map(provider => {
    const address = addressOf(provider, keys.get(provider.name) ?? 'none')
    if (address === undefined || createAiSdkProvider === undefined) return unreadable(provider.name)
    return createAiSdkProvider({ ...address, name: provider.name, fetch: send })
  })
  const tiers = Object.fromEntries(
    Object.entries(choice.tiers).flatMap(([tier, models]) =>
      models === undefined || models.length === 0 ? [] : [[tier, models]],
    ),
  )
  return { choice, keys, providers, tiers }
}

/** How a provider is spoken to with its key; undefined where its key does not open. */
export function addressOf(
  { kind, base_url }: Pick<StoredProvider, 'kind' | 'base_url'>,
  key: OpenedKey,
): Omit<AiSdkProviderOptions, 'name'> | undefined {
  if (key === 'unreadable') return undefined
  const written = { openai: 'openai', anthropic: 'anthropic', compatible: 'openai-compatible' } as const
  return { kind: written[kind], baseUrl: base_url, ...(key === 'none' ? {} : { apiKey: key.key }) }
}

/** Prices of a hosted provider's models hold under the name that people gave it, too. */
export function pricesUnder(
  providers: readonly Pick<StoredProvider, 'name' | 'kind'>[],
  prices: PriceFile['models'],
): Readonly<Record<string, ModelPrice>> {
  const sold = (kind: ModelProviderKind) =>
    Object.entries(prices).filter(([model]) => model.startsWith(`${kind}/`))
  return Object.fromEntries(
    providers.flatMap(({ name, kind }) =>
      sold(kind).map(([model, price]) => [`${name}${model.slice(kind.length)}`, price]),
    ),
  )
}

function unreadable(name: string): ModelProvider {
  const detail = `The sealed key of ${name} does not open on this machine. Put the key in again.`
  return {
    name,
    isOffline: false,
    generate: () => Promise.reject(new ProviderFailure('key_refused', detail)),
  }
}
