import { headingOf } from '../../contracts/act-line.ts'
import type { Decision } from '../../contracts/decision.ts'
import type { Actor, EventType } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { EventDraft } from '../../store/store.ts'

/** The stream a gate's events belong to: its run's, else its session's, else the system's. */
function streamOf(gate: Pick<Gate, 'run_id' | 'session_id'>): string {
  if (gate.run_id !== undefined) return `run:${gate.run_id}`
  return gate.session_id === undefined ? 'system' : `session:${gate.session_id}`
}

export const SYSTEM_ACTOR: Actor = { kind: 'system', id: 'system:engine' }

export function actorOf(who: Principal): Actor {
  return { kind: who.kind, id: who.id }
}

export function gateEvent(
  gate: Gate,
  about: { type: EventType; at: string; actor: Actor; payload?: JsonObject },
): EventDraft {
  return {
    stream: streamOf(gate),
    type: about.type,
    at: about.at,
    ...(gate.run_id === undefined ? {} : { run_id: gate.run_id }),
    ...(gate.session_id === undefined ? {} : { session_id: gate.session_id }),
    gate_id: gate.gate_id,
    actor: about.actor,
    payload: {
      gate_type: gate.type,
      status: gate.status,
      summary: gate.briefing.summary,
      heading: headingOf(gate),
      ...about.payload,
    },
  }
}

/** Somebody was shown what looks like a secret in a gate. */
export function revealedEvent(gate: Gate, who: Principal, at: string): EventDraft {
  return gateEvent(gate, { type: 'gate_revealed', at, actor: actorOf(who) })
}

const TOLD = [
  ...(['reason', 'feedback', 'steer_instructions', 'affected_artifacts', 'option_input', 'answers'] as const),
  ...(['calls', 'approved_calls', 'edited_arguments', 'original_arguments', 'remember', 'rule'] as const),
  'permissions',
] as const satisfies readonly (keyof Decision)[]

/** Everything that was said and what it was said about, for the trail: nothing has to be looked up beside it. */
export function decisionPayload(gate: Gate, decision: Decision): JsonObject {
  const told = TOLD.flatMap(key => (decision[key] === undefined ? [] : [[key, decision[key]]]))
  return {
    decision_id: decision.decision_id,
    decision: decision.decision,
    option_id: decision.option_id ?? null,
    decided_by: decision.decided_by,
    requested_by: gate.requested_by,
    ...(gate.task_id === undefined ? {} : { task_id: gate.task_id }),
    artifacts: gate.artifacts.map(artifact => artifact.path),
    rules: gate.why_held.flatMap(why => why.rule_id ?? []),
    subject_digest: gate.subject_digest,
    view_digest: decision.view_digest ?? null,
    conditions: decision.conditions ?? [],
    ...(decision.passkey_id === undefined ? {} : { passkey_id: decision.passkey_id }),
    ...Object.fromEntries(told),
  }
}
