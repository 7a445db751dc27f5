import { tellAnswer } from '../../contracts/answer.ts'
import type { ApprovalState, ExecutionPath, ReasoningState } from '../../contracts/reasoning.ts'
import type { ToolCallResult } from '../../contracts/tool-call.ts'
import type { Graded } from '../../engine/reasoning/reasoning.ts'

/** How a reasoning run ended; kept as the run's output. The rest of the answer is read from its journal. */
export interface Conclusion {
  readonly success: boolean
  readonly execution_path: ExecutionPath
  readonly approval_state: ApprovalState
  readonly state?: ReasoningState
  readonly message: string
  readonly tool_results: readonly ToolCallResult[]
  /** The person did not want to answer questions about this goal; it is not asked about again in the session. */
  readonly skipped?: true
}

/** Calls ran (or nothing had to): success is that all of them succeeded. */
export function concludeResults(ran: {
  readonly approved: boolean
  readonly band: Graded['band']
  readonly results: readonly ToolCallResult[]
  readonly message: string
}): Conclusion {
  const failed = ran.results.find(result => result.status === 'failed' || result.status === 'unknown')
  const done = ran.results.filter(result => result.success).length
  const answer = tellAnswer(ran.results)
  const told = failed
    ? `${answer}\n${done} of ${ran.results.length} calls succeeded.`
    : answer || 'It is done.'
  return {
    success: failed === undefined,
    execution_path: pathOf(ran),
    approval_state: ran.approved ? 'approved' : 'none',
    message: ran.message === '' ? told : ran.message,
    tool_results: ran.results,
  }
}

function pathOf({
  approved,
  band,
}: {
  readonly approved: boolean
  readonly band: Graded['band']
}): ExecutionPath {
  if (approved) return 'approved'
  return band === 'high' ? 'high_confidence' : 'released'
}

/** Nothing ran, and why it will not in this form. */
export function concludeRejected(state: ReasoningState, message: string): Conclusion {
  return {
    success: false,
    execution_path: state === 'low_confidence' ? 'suggested' : 'rejected',
    approval_state: 'none',
    state,
    message,
    tool_results: [],
  }
}

/** A person, or Soul, said no. */
export function concludeDenied(message: string): Conclusion {
  return { ...concludeRejected('approval_denied', message), approval_state: 'denied' }
}

/** Nothing ran; the proposal stands as advice. */
export function concludeSuggestion(
  state: ReasoningState | undefined,
  reasoned: { readonly proposal: { readonly reasoning_summary: string } },
  why: string,
): Conclusion {
  return {
    success: false,
    execution_path: 'suggested',
    approval_state: 'none',
    ...(state === undefined ? {} : { state }),
    message: `${why} ${reasoned.proposal.reasoning_summary}`.trim(),
    tool_results: [],
  }
}
