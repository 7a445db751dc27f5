import { z } from 'zod'
import { JsonValue } from './json-value.ts'
import { ModelTier } from './model.ts'

/** What a step of a run did. */
export const StepKind = z.enum(['model', 'tool', 'gate', 'timer', 'compute'])
export type StepKind = z.infer<typeof StepKind>

/** Where a step stands; `unknown` may have had its effect. */
export const StepStatus = z.enum(['started', 'succeeded', 'failed', 'unknown'])
export type StepStatus = z.infer<typeof StepStatus>

/** One journaled unit of a run. `seq` is the order of the calls, from 1; `settled` the order of the results. */
export const Step = z.object({
  run_id: z.string(),
  seq: z.int().min(1),
  name: z.string(),
  kind: StepKind,
  status: StepStatus,
  input_digest: z.string(),
  output: JsonValue.optional(),
  error: z.object({ code: z.string(), message: z.string(), data: JsonValue.optional() }).optional(),
  settled: z.int().optional(),
  started_at: z.string(),
  ended_at: z.string().optional(),
  duration_ms: z.number().optional(),
  tokens: z.int().optional(),
  cost_usd: z.number().optional(),
  confidence: z.number().optional(),
  /** `provider/model` that was asked, and the tier it was asked for. */
  model: z.string().optional(),
  model_tier: ModelTier.optional(),
})
export type Step = z.infer<typeof Step>
