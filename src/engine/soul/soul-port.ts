import type { JsonObject } from '../../contracts/json-value.ts'
import type { ClarificationRequest } from '../../contracts/reasoning.ts'

/** What a conversation brings along: earlier goals and answers of the same session, oldest first. */
export interface ConversationContext {
  readonly prior_goals: readonly string[]
  /** `decision` is `approved`, `denied` or `skipped` (questions that the person did not want to answer). */
  readonly prior_approvals: readonly {
    readonly goal: string
    readonly decision: string
    readonly at: string
  }[]
  readonly context_summary: string
  readonly user_preferences: JsonObject
  readonly recent_tools: readonly string[]
}

export interface ApprovalToValidate {
  readonly goal: string
  readonly confidence: number
  readonly tools_proposed: readonly string[]
  readonly reasoning_summary: string
}

/** What a person decided, as it is told to a Soul. The store has kept it already. */
export interface DecisionToStore {
  readonly decision_id: string
  readonly gate_id: string
  readonly session_id: string
  readonly goal: string
  readonly confidence: number
  readonly decision: string
  /** ISO-8601, UTC. */
  readonly approval_time: string
  readonly approver: string
}

/** Whether a Soul can be relied on now. `p95_ms` is over the last `answers`; absent where nothing was asked yet. */
export interface SoulHealth {
  readonly ok: boolean
  readonly detail: string
  readonly answers?: number
  readonly p95_ms?: number
}

/**
 * The port through which the engine asks for validation, context and storage of decisions. A Soul can refuse or
 * narrow; it can never approve in a person's name. What is not answered well and in time throws `soul_unavailable`.
 */
export interface Soul {
  readonly kind: 'local' | 'remote'
  validateApprovalRequest(
    request: ApprovalToValidate,
  ): Promise<{ readonly valid: boolean; readonly feedback: string }>
  /** Answers which of the questions (by index) may be asked. */
  validateClarification(request: ClarificationRequest): Promise<{
    readonly valid: boolean
    readonly approved_questions: readonly number[]
    readonly feedback: string
  }>
  conversationContext(sessionId: string, beforeRunId: string): Promise<ConversationContext>
  storeDecision(
    decision: DecisionToStore,
  ): Promise<{ readonly stored: boolean; readonly decision_id: string }>
  health(): SoulHealth
  /** Keeps conversation contexts longer, for a Soul that answers slowly. */
  setCaching(isOn: boolean): void
}
