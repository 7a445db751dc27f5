import type { DecideRequest } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Principal, Role } from '../../src/contracts/principal.ts'
import type { ToolCall } from '../../src/contracts/tool-call.ts'
import {
  buildGate,
  type DecideContext,
  type DecideOutcome,
  decideGate,
  type GateDraft,
} from '../../src/engine/gate/gate.ts'

const START_MS = Date.parse('2026-03-01T09:00:00.000Z')
export const NOW = '2026-03-01T09:01:00.000Z'

export function person(name: string, role: Role = 'reviewer'): Principal {
  return { kind: 'person', id: `person_${name.toLowerCase()}`, name, role }
}
export const rita = person('Rita')
export const sven = person('Sven')

export function toolCall(id: string, changes: Partial<ToolCall> = {}): ToolCall {
  return {
    call_id: id,
    tool: 'move_thing',
    arguments: { path: `${id}.log` },
    description: '',
    annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
    reversibility: 'reversible',
    claimed: false,
    definition_hash: 'h',
    digest: `digest of ${id}`,
    ...changes,
  }
}

export function gateOf(draft: Partial<GateDraft> = {}, changes: Partial<Gate> = {}): Gate {
  const built = buildGate(
    {
      gate_id: 'gate_1',
      terms: { type: 'tool_approval' },
      requested_by: 'agent:reasoning',
      on_behalf_of: 'person_mona',
      agent: 'reasoning',
      summary: 'Move things',
      subject: { tool_calls: [toolCall('a'), toolCall('b')] },
      why_held: [],
      ...draft,
    },
    START_MS,
  )
  return { ...built, ...changes }
}

export function decide(
  gate: Gate,
  request: DecideRequest,
  context: Partial<DecideContext> = {},
): DecideOutcome {
  return decideGate(gate, request, { who: rita, now: NOW, decision_id: 'dec_1', viewed: false, ...context })
}

/** The gate after a decision that must count. */
export function gateAfter(outcome: DecideOutcome): Gate {
  if (outcome.outcome !== 'counted' && outcome.outcome !== 'closed') throw new Error(JSON.stringify(outcome))
  return outcome.gate
}

/** `code field` of a refusal, or the outcome. */
export function codeOf(outcome: DecideOutcome): string {
  if (outcome.outcome !== 'refused') return outcome.outcome
  return [outcome.refusal.code, ...(outcome.refusal.errors ?? []).map(error => error.field)].join(' ')
}

export const approve: DecideRequest = { decision: 'approve' }
export const reject: DecideRequest = { decision: 'reject' }
