import type { Message } from '../../contracts/message.ts'
import type { ModelMessage, ModelTier, ModelTool } from '../../contracts/model.ts'
import type { ProductDoc } from '../../contracts/product-doc.ts'

export interface PageSummary {
  readonly slug: string
  readonly title: string
  readonly summary: string
}

/** What the system prompt may depend on. `refinement`: pages exist; `multi_page`: more than one. */
export interface SessionState {
  readonly kind: 'workspace' | 'new_project' | 'refinement' | 'multi_page'
  readonly product_doc: ProductDoc['status'] | 'none'
  /** Slugs in their order. */
  readonly pages: readonly string[]
  /** True until a model has answered in this session. */
  readonly is_first_turn: boolean
}

export interface ContextRequest {
  readonly session_id: string
  readonly tier: ModelTier
  /** `workspace`: a chat that works with tools; `pages`: a session that makes pages. */
  readonly mode: 'workspace' | 'pages'
  /** The prompts are the agent's own; what it answers becomes the one system message. */
  readonly prompt: (state: SessionState) => string
  readonly tools?: readonly ModelTool[]
  /** What the turn is about; the sections that fit it are shown whole. Default: the last words of the person. */
  readonly task_hint?: string
  readonly pages?: readonly PageSummary[]
  /** Slugs whose summaries come first. */
  readonly target_pages?: readonly string[]
  readonly design_system?: string
  /** `RunContext.conditions`: bind the rest of the run, shown as the person's words. */
  readonly conditions?: readonly string[]
  readonly max_output_tokens?: number
  /** A conversation of its own, of a sub-agent: used instead of the stored one. */
  readonly messages?: readonly Message[]
}

export interface BuiltContext {
  /** One system message, then user first; each tool message right behind the assistant message that called it. */
  readonly messages: readonly ModelMessage[]
  /** Estimated tokens of messages and tools, at most `limit`. */
  readonly tokens: number
  readonly limit: number
  /** The part of `tokens` that is no conversation: prompt, tools, card, sections, pages. */
  readonly overhead_tokens: number
  readonly state: SessionState
  /** Names of the sections of the product doc that are shown. */
  readonly sections: readonly string[]
  /** Messages that are neither shown nor summarised; the model is told how many. */
  readonly left_out: number
  /** Messages that were shortened, with a visible mark. */
  readonly shortened: number
  readonly rows_read: number
}
