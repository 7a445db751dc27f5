import { z } from 'zod'
import { ModelTier } from './model.ts'

/** The name before the slash of `provider/model`. */
export const ModelProviderName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'a provider is named by a letter and up to 39 letters, digits or -')
  .refine(name => name !== 'offline', 'offline is the name of the built-in reader')

/** How it is spoken to; `compatible` is any server that speaks chat completions. */
export const ModelProviderKind = z.enum(['openai', 'anthropic', 'compatible'])
export type ModelProviderKind = z.infer<typeof ModelProviderKind>

const ModelName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\s,]+$/, 'the name of a model has no blanks and no commas')

/** `provider/model`; the first slash divides them. */
export const ModelReference = z
  .string()
  .max(241)
  .regex(/^[a-z][a-z0-9-]{0,39}\/[^\s,]+$/, 'a model is named as provider/model')

/** Where something of the configuration comes from. `machine`: the answer to `soulgate up`; `room`: chosen at run time. */
export const ModelOrigin = z.enum(['environment', 'machine', 'program', 'room'])

/** What is known of a provider. No answer holds a key. */
export const ModelProviderEntry = z.object({
  name: z.string(),
  kind: ModelProviderKind,
  base_url: z.string(),
  models: z.array(z.string()),
  origin: ModelOrigin,
  /** `unreadable`: it is sealed, and the key file of this home does not open it, or it was sealed for another host. */
  key: z.enum(['none', 'environment', 'sealed', 'unreadable']),
  updated_at: z.string().optional(),
  updated_by: z.string().optional(),
})
export type ModelProviderEntry = z.infer<typeof ModelProviderEntry>

/** The models of a tier in the order in which they are asked; `default`: nobody chose, so what fits is taken. */
export const ModelTierEntry = z.object({
  models: z.array(z.string()),
  origin: z.enum([...ModelOrigin.options, 'default', 'built_in']),
  /** False where no price is known: its calls count as free. */
  is_priced: z.boolean(),
})
export type ModelTierEntry = z.infer<typeof ModelTierEntry>

/** Which language models answer, and why. */
export const ModelsOverview = z.object({
  /** Sent back with a choice of tiers. */
  version: z.int().min(0),
  /** Whether a language model reads goals; else the built-in reader does. */
  reads_with_model: z.boolean(),
  providers: z.array(ModelProviderEntry),
  tiers: z.object({ FAST: ModelTierEntry, STANDARD: ModelTierEntry, POWERFUL: ModelTierEntry }),
  /** Who changed what answers last, and when; absent while nobody did. */
  changed: z.object({ at: z.string(), by: z.string(), name: z.string() }).optional(),
  /** Why what was chosen cannot be used, so that what stands beneath it answers. */
  trouble: z.string().optional(),
})
export type ModelsOverview = z.infer<typeof ModelsOverview>

/**
 * A provider as it is to be. Without `key` the one that is sealed stays, for the same host alone; null removes it.
 * Keys are sealed at once, and answered never again.
 */
export const PutModelProviderRequest = z.strictObject({
  kind: ModelProviderKind,
  /** Needed for `compatible`; the provider's own address when absent. */
  base_url: z.url().max(500).optional(),
  /** Those that people choose among; any other that it serves may be named as well. */
  models: z.array(ModelName).max(100).default([]),
  key: z
    .string()
    .min(4)
    .max(4096)
    .regex(/^[\x21-\x7e]+$/, 'a key is one word of ASCII characters')
    .nullable()
    .optional(),
})
export type PutModelProviderRequest = z.infer<typeof PutModelProviderRequest>

const TierChoice = z.array(ModelReference).max(10)

/** The models of some tiers, first choice first; an empty list takes the choice back. */
export const ChooseModelsRequest = z.strictObject({
  version: z.int().min(0),
  FAST: TierChoice.optional(),
  STANDARD: TierChoice.optional(),
  POWERFUL: TierChoice.optional(),
})
export type ChooseModelsRequest = z.infer<typeof ChooseModelsRequest>

/** Which model is asked one small question; that of the STANDARD tier when absent. */
export const TryModelRequest = z.strictObject({ model: ModelReference.optional() })

/** What came of one small question to a model. */
export const TriedModel = z.object({
  ok: z.boolean(),
  model: z.string(),
  /** What it said; absent where it did not answer. */
  answer: z.string().optional(),
  duration_ms: z.number().min(0),
  tokens: z.int().min(0),
  cost_usd: z.number().min(0),
  /** What it came to in plain words; what to do where it failed. */
  detail: z.string(),
  /** Why it failed, where that is known. */
  because: z
    .enum(['key_refused', 'unknown_model', 'unreachable', 'too_slow', 'no_answer', 'not_configured'])
    .optional(),
  /** Models of the provider whose names are near. */
  near: z.array(z.string()).optional(),
})
export type TriedModel = z.infer<typeof TriedModel>

/** A model server that answers on this machine. */
export const LocalModelServer = z.object({
  name: z.string(),
  base_url: z.string(),
  models: z.array(z.string()),
})

export type LocalModelServer = z.infer<typeof LocalModelServer>

const ModelCost = z.object({
  model: z.string().optional(),
  tier: ModelTier.optional(),
  calls: z.int().min(0),
  tokens: z.int().min(0),
  cost_usd: z.number().min(0),
})

/** What a span of time cost, dearest first. What carries no model is of before models were journaled, or of tools. */
const ModelCostSpan = z.object({
  from: z.string(),
  cost_usd: z.number().min(0),
  by_model: z.array(ModelCost),
})

/** What language models cost, in US dollars. */
export const ModelCosts = z.object({
  /** Since midnight UTC. */
  today: ModelCostSpan,
  last_30_days: ModelCostSpan,
  /** What all runs of one day may cost. */
  budget_day_usd: z.number().min(0),
})
export type ModelCosts = z.infer<typeof ModelCosts>
