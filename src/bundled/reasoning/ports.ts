import type { Gate } from '../../contracts/gate.ts'
import type { ModelRequest, ModelResponse } from '../../contracts/model.ts'
import type { ClarificationRequest } from '../../contracts/reasoning.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { Known, Round } from '../../engine/reasoning/reasoning.ts'
import type { Conclusion } from './conclude.ts'

/** What the reasoning agent is given beside its context. What it asks may throw; `whyUnavailable` tells what of it is to be waited for. */
export interface ReasoningHost {
  readonly tools: () => readonly RegisteredTool[]
  /** Whether tools may be looked with while proposing. */
  readonly mayLook: boolean
  readonly settings: () => Promise<Settings>
  readonly soul: ReasoningSoul
  /** Reads each round first where a language model stands behind it; the offline model is never asked. */
  readonly model?: GoalModel
  readonly gate: (gateId: string) => Promise<Gate | undefined>
  /** Milliseconds since 1970; only ever read inside of journaled steps. */
  readonly now: () => number
  /** Why Soul did not answer, where it is to be asked again; undefined for every other failure. */
  whyUnavailable(error: unknown): string | undefined
}

/** Who validates what is asked of people, and knows the conversation. A `local` one is the store itself. */
export interface ReasoningSoul {
  readonly kind: 'local' | 'remote'
  conversationContext(sessionId: string, runId: string): Promise<Known['conversation']>
  validateApprovalRequest(request: {
    readonly goal: string
    readonly confidence: number
    readonly tools_proposed: readonly string[]
    readonly reasoning_summary: string
  }): Promise<{ readonly valid: boolean; readonly feedback: string }>
  /** Answers which of the questions (by index) may be asked. */
  validateClarification(
    request: ClarificationRequest,
  ): Promise<{ readonly valid: boolean; readonly approved_questions: readonly number[] }>
  storeDecision(decision: {
    readonly decision_id: string
    readonly gate_id: string
    readonly session_id: string
    readonly goal: string
    readonly confidence: number
    readonly decision: string
    /** ISO-8601, UTC. */
    readonly approval_time: string
    readonly approver: string
  }): Promise<{ readonly stored: boolean }>
}

/** A language model that reads goals. */
export interface GoalModel {
  describe(): { readonly model: string; readonly isOffline: boolean }
  /** What it answered, or why nothing it said can be used and what that cost. Throws where the run was cancelled. */
  ask(
    request: ModelRequest,
    call: {
      readonly signal: AbortSignal
      readonly budgetUsd: number
      /** What is wrong with an answer; it is then asked once more. */
      readonly check: (answer: ModelResponse['object']) => readonly string[]
      readonly withinMs: number
    },
  ): Promise<ModelResponse | { readonly because: string; readonly tokens: number; readonly cost_usd: number }>
}

export const MAX_CLARIFICATIONS = 3

export type RoundOutcome = { readonly conclusion: Conclusion } | { readonly next: Round }
