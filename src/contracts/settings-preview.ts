import { z } from 'zod'
import { JsonValue } from './json-value.ts'

/** What a graded goal comes to: `stopped` before it was graded by a check that settings do not weigh. */
export const PreviewBand = z.enum(['high', 'medium', 'low', 'stopped'])
export type PreviewBand = z.infer<typeof PreviewBand>

const share = z.number().min(0).max(1)
const Fall = z.object({ score: share, band: PreviewBand })

/** One past goal as it fell, and as it would have fallen under the settings that are tried. */
export const PreviewedGoal = z.object({
  run_id: z.string(),
  goal: z.string(),
  at: z.string(),
  before: Fall,
  after: Fall,
  /** Nothing at all would run: gates are off, or autonomy is 1. */
  only_suggested: z.boolean(),
})
export type PreviewedGoal = z.infer<typeof PreviewedGoal>

const Counts = z.object({ high: z.int(), medium: z.int(), low: z.int(), stopped: z.int() })

/** How the last goals would have fallen. `high` runs as far as the release rule lets it; `medium` asks a person. */
export const SettingsPreview = z.object({
  goals: z.array(PreviewedGoal),
  before: Counts,
  after: Counts,
  /** How many would have fallen into another band. */
  moved: z.int(),
  note: z.string(),
})
export type SettingsPreview = z.infer<typeof SettingsPreview>

/** Settings to try, laid over those that stand; nothing is changed. */
export const PreviewSettingsRequest = z.strictObject({
  settings: z.record(z.string(), JsonValue),
  last: z.int().min(1).max(500).default(100),
})
