import type { Gate, GateStatus, GateType, WhyHeld } from 'soulgate/contracts/gate'
import { GATE_TYPE_NAMES } from 'soulgate/contracts/gate-type-names'

/** What kind of question a gate is, in words. */
export function typeName(type: GateType): string {
  // A newer server may know more types than these pages.
  return GATE_TYPE_NAMES[type] ?? String(type).replaceAll('_', ' ')
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
