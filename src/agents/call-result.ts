import type { JsonValue } from '../contracts/json-value.ts'
import type { ToolCallResult } from '../contracts/tool-call.ts'
import type { ProposalOutcome } from '../engine/run/run.ts'

/**
 * What became of a call: one union for every way to make one. `pending` comes only where nobody waits for
 * people (the SDK with a time limit); `expired` there, and in an agent that said how long people may take.
 */
export type CallResult<Output = JsonValue> =
  | { readonly status: 'succeeded'; readonly output: Output; readonly callId: string }
  /** It ran, or was tried, and had no effect. */
  | { readonly status: 'failed'; readonly error: string; readonly callId: string }
  /** A person said no. */
  | { readonly status: 'rejected'; readonly reason: string; readonly gateId: string }
  /** A person said what to do instead. */
  | { readonly status: 'steered'; readonly instruction: string; readonly gateId: string }
  /** A guideline forbids it, or its arguments do not fit. */
  | { readonly status: 'denied'; readonly reason: string }
  /** Nobody decided within the time that was set. It did not run, and never will by this call. */
  | { readonly status: 'expired'; readonly gateId: string }
  /** The question to people was withdrawn. */
  | { readonly status: 'cancelled'; readonly reason: string; readonly gateId: string }
  /** Not run: an earlier call of the same proposal did not succeed, or approvals are switched off. */
  | { readonly status: 'skipped'; readonly reason: string }
  | { readonly status: 'pending'; readonly gateId: string }
  /** It may have run; a person looked and could not tell, or chose to stop. */
  | { readonly status: 'unknown'; readonly reason: string; readonly callId: string }

/** One result for each call of a proposal, in its order. */
export function toCallResults(outcome: ProposalOutcome): readonly CallResult[] {
  return outcome.results.map(result => toCallResult(outcome, result))
}

function toCallResult(outcome: ProposalOutcome, result: ToolCallResult): CallResult {
  switch (outcome.outcome) {
    case 'ran':
      return ofRun(result)
    case 'denied':
      return { status: 'denied', reason: outcome.why }
    case 'suggested':
      return result.status === 'not_run' ? { status: 'skipped', reason: outcome.why } : ofRun(result)
    case 'rejected':
    case 'steered':
      return ofAnswer(outcome.answer)
  }
}

function ofRun({ status, output = null, error, message, call_id: callId }: ToolCallResult): CallResult {
  switch (status) {
    case 'succeeded':
      return { status, output, callId }
    case 'failed':
      return { status, error: error ?? message, callId }
    case 'not_run':
      return { status: 'skipped', reason: message }
    case 'unknown':
      return { status, reason: message, callId }
  }
}

type Answer = Extract<ProposalOutcome, { readonly outcome: 'rejected' | 'steered' }>['answer']

function ofAnswer({ gate, decision }: Answer): CallResult {
  const { gate_id: gateId } = gate
  if (gate.status === 'steered')
    return { status: 'steered', instruction: decision?.steer_instructions ?? '', gateId }
  if (decision === undefined && gate.status === 'expired') return { status: 'expired', gateId }
  const reason = decision?.reason ?? decision?.feedback ?? ''
  if (decision === undefined)
    return { status: 'cancelled', reason: gate.cancelled_because ?? 'The question was withdrawn.', gateId }
  return { status: 'rejected', reason, gateId }
}
