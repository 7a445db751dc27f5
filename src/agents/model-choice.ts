import type { ModelTier } from '../contracts/model.ts'

/** Which of the three configured models. */
export type ModelChoice = 'fast' | 'standard' | 'powerful'

/** As the wire calls them. */
export const TIERS: Readonly<Record<ModelChoice, ModelTier>> = {
  fast: 'FAST',
  standard: 'STANDARD',
  powerful: 'POWERFUL',
}
