import { SoulgateError } from '../base/errors.ts'
import { ModelTier } from '../contracts/model.ts'
import type { PriceFile } from '../contracts/model-price.ts'

/** What an operator wrote per tier: `provider/model`, or a bare model name, several separated by commas. */
export type TierWishes = Readonly<Partial<Record<ModelTier, string>>>

/** `provider/model` in the order in which they are asked. */
export type TierModels = Readonly<Record<ModelTier, readonly string[]>>

/** Where a tier without a wish looks for one: the nearest of the others. */
const NEAREST: Readonly<Record<ModelTier, readonly ModelTier[]>> = {
  FAST: ['STANDARD', 'POWERFUL'],
  STANDARD: ['POWERFUL', 'FAST'],
  POWERFUL: ['STANDARD', 'FAST'],
}

/**
 * Which models serve which tier. A tier without a wish takes its nearest neighbour's; without any wish the price file's
 * default of the first provider that has one. A bare name means the provider that sells it, or the first.
 * Throws `invalid_settings` when a wish names a provider that is not configured, or when nothing can be chosen.
 */
export function readTiers(
  wishes: TierWishes,
  { providers, prices }: { readonly providers: readonly string[]; readonly prices: PriceFile },
): TierModels {
  const read = (tier: ModelTier): readonly string[] | undefined => {
    const names = (wishes[tier] ?? '')
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== '')
    return names.length === 0 ? undefined : names.map(name => toModel(name, tier, { providers, prices }))
  }
  const byTier = { FAST: read('FAST'), STANDARD: read('STANDARD'), POWERFUL: read('POWERFUL') }
  const choose = (tier: ModelTier): readonly string[] => {
    const near = NEAREST[tier].map(other => byTier[other]).find(models => models !== undefined)
    return byTier[tier] ?? near ?? [defaultModel(tier, { providers, prices })]
  }
  return { FAST: choose('FAST'), STANDARD: choose('STANDARD'), POWERFUL: choose('POWERFUL') }
}

/** Splits `provider/model` at its first slash; models may have slashes of their own. */
export function splitModel(name: string): { readonly provider: string; readonly model: string } {
  const at = name.indexOf('/')
  return { provider: name.slice(0, at), model: name.slice(at + 1) }
}

interface Known {
  readonly providers: readonly string[]
  readonly prices: PriceFile
}

function toModel(name: string, tier: ModelTier, { providers, prices }: Known): string {
  const { provider } = splitModel(name)
  if (providers.includes(provider)) return name
  if (provider in prices.defaults) {
    const detail = `MODEL_${tier} names ${name}, but ${provider} is not configured. Set its key, or name another model.`
    throw new SoulgateError('invalid_settings', detail)
  }
  const seller = providers.find(one => prices.models[`${one}/${name}`] !== undefined) ?? providers[0]
  if (seller === undefined) {
    const detail = `MODEL_${tier} names ${name}, but no provider is configured. Set OPENAI_API_KEY, ANTHROPIC_API_KEY or OPENAI_BASE_URL.`
    throw new SoulgateError('invalid_settings', detail)
  }
  return `${seller}/${name}`
}

function defaultModel(tier: ModelTier, { providers, prices }: Known): string {
  for (const provider of providers) {
    const model = prices.defaults[provider]?.[tier]
    if (model !== undefined) return `${provider}/${model}`
  }
  const detail = `No model is named for the tiers ${ModelTier.options.join(', ')}. Set MODEL_STANDARD to one that ${providers[0] ?? 'a provider'} serves.`
  throw new SoulgateError('invalid_settings', detail)
}
