import { z } from 'zod'

/** What a model costs, in USD per million tokens, and how much fits into one call. */
export const ModelPrice = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0),
  /** Input tokens read from the provider's cache; `input` when absent. */
  cached_input: z.number().min(0).optional(),
  /** Input tokens written to the provider's cache; `input` when absent. */
  cache_write: z.number().min(0).optional(),
  /** Tokens that fit into one call, in and out together. */
  context_window: z.int().min(1).optional(),
  max_output_tokens: z.int().min(1).optional(),
})
export type ModelPrice = z.infer<typeof ModelPrice>

const TierModels = z.strictObject({ FAST: z.string(), STANDARD: z.string(), POWERFUL: z.string() })

/** Prices by `provider/model`, and the models that a provider's key stands for where no MODEL_… is set. */
export const PriceFile = z.strictObject({
  models: z.record(z.string(), ModelPrice),
  defaults: z.record(z.string(), TierModels),
})
export type PriceFile = z.infer<typeof PriceFile>
