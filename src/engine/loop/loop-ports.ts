import type { Message } from '../../contracts/message.ts'
import type { ModelTier } from '../../contracts/model.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { Llm, ModelDelta } from '../../llm/llm.ts'
import type { Store } from '../../store/store.ts'
import type { ProvenanceTexts, ToolCatalog } from '../gate/gate.ts'
import type { Memory, PageSummary } from '../memory/memory.ts'
import type { ChatInput } from './chat-input.ts'

type ReadText = ProvenanceTexts['trustedReads'][number]

/** Everything the loop is made of; what it cannot reach here it cannot reach at all. */
export interface LoopEnvironment {
  readonly llm: Llm
  readonly memory: Memory
  readonly store: Store
  readonly tools: ToolCatalog & {
    list(): readonly RegisteredTool[]
    /** Whether this process can run the tool; what runs elsewhere is not offered to the model. */
    executable(name: string): unknown
  }
  readonly settings: () => Promise<Settings>
  /** Whether a guideline asks people about a low confidence; without it they are asked. */
  readonly isConfidenceGuarded?: (sessionId: string) => Promise<boolean>
  /** What all runs of today have cost so far, in USD. */
  readonly spentToday: () => Promise<number>
  /** The pages a session builds, for the model's context; undefined where none are built. */
  readonly pages?: (sessionId: string) => Promise<BuiltPages | undefined>
  /** Text of a running model for whoever watches in this process; never kept. */
  readonly publish?: (delta: LiveDelta) => void
  readonly limits?: Partial<LoopLimits>
}

/** What stands of the pages of a session. */
export interface BuiltPages {
  readonly pages: readonly PageSummary[]
  readonly design_system?: string
}

export interface LiveDelta {
  readonly run_id: string
  readonly step: number
  readonly delta: ModelDelta
}

export interface LoopLimits {
  readonly maxConsecutiveErrors: number
  readonly maxCallsPerTurn: number
  /** How often the very same calls may come in a row before they are no longer made. */
  readonly maxRepeats: number
  /** How deep sub-agents may start sub-agents. */
  readonly maxDepth: number
  readonly tier: ModelTier
}

export const DEFAULT_LIMITS: LoopLimits = {
  maxConsecutiveErrors: 3,
  maxCallsPerTurn: 20,
  maxRepeats: 2,
  maxDepth: 2,
  tier: 'STANDARD',
}

/** One turn of the loop begins with this; a phase answers the next one. Everything in it comes from the journal. */
export interface Talk {
  readonly input: ChatInput
  /** The number of the coming model call, from 1. */
  readonly step: number
  readonly maxSteps: number
  readonly budgetUsd: number
  readonly spentUsd: number
  readonly tokens: number
  readonly errorsInARow: number
  readonly lastError: string
  /** The calls of the last turn, as one text, and how often they came in a row. */
  readonly lastCalls: string
  readonly repeats: number
  /** Everything people said that calls may take values from. */
  readonly personTexts: readonly string[]
  /** The same, sent with a saved credential. */
  readonly savedTexts: readonly string[]
  readonly trustedReads: readonly ReadText[]
  readonly untrustedReads: readonly ReadText[]
  /** True once something of this session was written by the agent: what is read then may be its own words. */
  readonly hasWritten: boolean
  /** The gate whose steer the next proposal answers. */
  readonly steeredFrom?: string
  /** The agent's own report below the threshold that nobody has answered yet. */
  readonly concern?: { readonly score: number; readonly reasons: readonly string[] }
  /** People let this run go on although the budget of the day is used up. */
  readonly isDayWaived?: boolean
  readonly isDocChanged: boolean
  readonly pageWork: PageWork
  readonly toolsUsed: readonly string[]
  readonly model: string
  readonly isOffline: boolean
  /** What stands in the window beside the conversation, of the last model call. */
  readonly overheadTokens?: number
  /** The conversation of a sub-agent, which is not part of its session's. */
  readonly ownMessages?: readonly Message[]
}

/** What became of pages in this run. */
export interface PageWork {
  /** Slugs, in the order of their last change. */
  readonly affected: readonly string[]
  readonly hasMade: boolean
  readonly previewUrl?: string
}

/** One result for the model. `error` counts towards giving up, `declined` (a person's no) does not. */
export interface TurnResult {
  readonly tool_call_id: string
  readonly name: string
  readonly content: string
  readonly outcome: 'ok' | 'error' | 'declined'
  /** What a person said about it, fenced; it follows the results as the person's own message. */
  readonly words?: string
}
