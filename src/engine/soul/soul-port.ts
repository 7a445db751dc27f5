import type { JsonObject } from '../../contracts/json-value.ts'
import type { ClarificationRequest } from '../../contracts/reasoning.ts'

/** What a conversation brings along: earlier goals and answers of the same session, oldest first. */
export interface ConversationContext {
  readonly prior_goals: readonly string[]
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

/**
 * The port through which the engine asks for validation, context and storage of decisions. A Soul can refuse or
 * narrow; it can never approve in a person's name.
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
  storeDecision(decision: JsonObject): Promise<{ readonly stored: boolean; readonly decision_id: string }>
}
