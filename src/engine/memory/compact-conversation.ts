import type { ModelTier } from '../../contracts/model.ts'

export type SummaryDimension =
  | 'goal'
  | 'progress'
  | 'decisions'
  | 'constraints'
  | 'style'
  | 'pages'
  | 'issues'
  | 'next_steps'

/** What a model kept of the messages up to `through_seq`; the messages themselves stay in the store. */
export interface ConversationSummary {
  readonly session_id: string
  readonly version: number
  readonly through_seq: number
  readonly dimensions: Readonly<Partial<Record<SummaryDimension, string>>>
  /** What the model wrote instead, when it was not the asked for JSON. */
  readonly text?: string
  readonly model: string
  readonly created_at: string
}

export interface CompactionRequest {
  readonly session_id: string
  /** The tier whose window the conversation must fit; the summary itself is written by FAST. */
  readonly tier: ModelTier
  readonly signal: AbortSignal
  /** `BuiltContext.overhead_tokens` of the last build: what stands in the window beside the conversation. */
  readonly overhead_tokens?: number
  readonly budgetUsd?: number
}

/** `tokens` and `cost_usd` are what the model call took, also when nothing came of it; for the journal of the run. */
export type CompactionOutcome = {
  readonly compacted: boolean
  /** `superseded`: another process was faster. `failed`: no model, or nothing usable from it. */
  readonly because: 'done' | 'not_due' | 'busy' | 'superseded' | 'failed'
  readonly detail: string
  readonly messages_before: number
  readonly messages_after: number
  readonly tokens: number
  readonly cost_usd: number
  readonly model: string
}
