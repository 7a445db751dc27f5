import type { Gate, GateStatus, GateType, WhyHeld } from 'soulgate/contracts/gate'
import { gateTypeName } from 'soulgate/contracts/gate-fields'
import type { CallStatus, Outcome } from 'soulgate/contracts/outcome'

/** What kind of question a gate is, in words. */
export function typeName(gate: GateType | Pick<Gate, 'type' | 'definition'>): string {
  return gateTypeName(typeof gate === 'string' ? { type: gate } : gate)
}

export const STATUS_NAMES: Readonly<Record<GateStatus, string>> = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  steered: 'Steered',
  answered: 'Answered',
  skipped: 'Skipped',
  expired: 'Expired',
  cancelled: 'Withdrawn',
  superseded: 'Replaced',
}

/** A decision that has not taken effect yet, in words. */
export const PAST: Readonly<Record<string, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  steer: 'Steered',
  answer: 'Answered',
  skip: 'Skipped',
}

export const HELD_NAMES: Readonly<Record<WhyHeld['source'], string>> = {
  confidence: 'Confidence',
  guardrail: 'Guardrail',
  reversibility: 'Reversibility',
  provenance: 'Provenance',
  policy: 'Policy',
  in_doubt: 'In doubt',
  agent_request: 'Asked by the agent',
  condition: 'Condition of the run',
}

const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  succeeded: 'Done',
  partly: 'Partly done',
  failed: 'Failed',
  undone: 'Undone',
}

export const CALL_STATUS_NAMES: Readonly<Record<CallStatus, string>> = {
  allowed: 'allowed, not started yet',
  started: 'running',
  succeeded: 'done',
  failed: 'failed',
  unknown: 'outcome unknown',
  undone: 'undone',
  not_run: 'did not run',
}

/** `Done, 5 of 5` or `Failed: no file app.log`; undefined while it runs, and where nothing was allowed to. */
export function outcomeText({ outcome }: Pick<Gate, 'outcome'>): string | undefined {
  if (outcome?.outcome === undefined) return undefined
  const { calls } = outcome
  const name = OUTCOME_NAMES[outcome.outcome]
  const count = (status: CallStatus) => calls.filter(call => call.status === status).length
  if (outcome.outcome === 'undone') return calls.length === 1 ? name : `${name}: ${count('undone')} calls`
  const reason = calls.find(call => call.status === 'failed' || call.status === 'unknown')?.message
  const done = calls.length === 1 ? name : `${name}, ${count('succeeded')} of ${calls.length}`
  return reason === undefined ? done : `${done}: ${reason}`
}

/** `reasoning` for `agent:reasoning`. */
export function agentName(requestedBy: string): string {
  return requestedBy.replace(/^(agent|system|person):/, '')
}

/** Who decided a closed gate, in words. */
export function verdictText(gate: Gate): string {
  const decision = gate.decisions.findLast(item => !item.late)
  const name = STATUS_NAMES[gate.status]
  if (!decision) return name
  return `${name} by ${decision.decided_by_name ?? decision.decided_by}`
}

/** Whether it was replaced because the arguments of an approval were changed. */
export function isEditHeld({ status, decisions, superseded_by }: Gate): boolean {
  const decision = decisions.findLast(item => !item.late)
  return status === 'superseded' && superseded_by !== undefined && decision?.edited_arguments !== undefined
}
