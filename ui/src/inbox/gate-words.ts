import type { Gate, GateStatus, GateType, WhyHeld } from 'soulgate/contracts/gate'

export const TYPE_NAMES: Readonly<Record<GateType, string>> = {
  tool_approval: 'Approve a call',
  clarification: 'Clarify a goal',
  interview: 'Interview',
  intent_approval: 'Approve an intent',
  devops_invocation: 'Operations',
  protected_path_commit: 'Protected path',
  contract_change: 'Contract change',
  destructive_workstation_op: 'Destructive operation',
  unknown_outcome: 'Unknown outcome',
  constraint_exception: 'Limit reached',
  confidence_threshold: 'Low confidence',
  run_definition_changed: 'Run changed',
  plan_approval: 'Approve a plan',
  pattern_rfc: 'New pattern',
  design_review: 'Design review',
  test_failures: 'Test failures',
  complex_operation: 'Complex operation',
  prd_review: 'Requirements review',
  code_review: 'Code review',
  deployment_approval: 'Deployment approval',
  proposal: 'Proposal',
  checkpoint: 'Checkpoint',
  scheduling_escalation: 'Scheduling conflict',
}

/** What kind of question a gate is, in words. */
export function typeName(type: GateType): string {
  // A newer server may know more types than these pages.
  return TYPE_NAMES[type] ?? String(type).replaceAll('_', ' ')
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

export const HELD_NAMES: Readonly<Record<WhyHeld['source'], string>> = {
  confidence: 'Confidence',
  guardrail: 'Guardrail',
  reversibility: 'Reversibility',
  provenance: 'Provenance',
  policy: 'Policy',
  in_doubt: 'In doubt',
  agent_request: 'Asked by the agent',
  condition: 'Your condition',
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
