import type { PriceFile } from '../contracts/model-price.ts'
import prices from './prices.json' with { type: 'json' }

export { askWithin, type ModelAnswer, type ModelSpent, NOTHING_SPENT } from './ask-within.ts'
export {
  createLlm,
  type Llm,
  type LlmLimits,
  type LlmOptions,
  type ModelCallOptions,
  type ModelCallRecord,
  type ModelDescription,
} from './create-llm.ts'
export { addUsage, approximateTokens } from './estimate.ts'
export { modelFailureOf } from './failed-call.ts'
export {
  type ModelDelta,
  type ModelProvider,
  type ProviderAnswer,
  type ProviderCall,
  ProviderFailure,
  type ProviderFailureKind,
} from './provider.ts'
export { readTiers, type TierModels, type TierWishes } from './tiers.ts'

/** The prices that ship with the program: list prices in USD per million tokens when it was released. */
export const shippedPrices: PriceFile = prices
