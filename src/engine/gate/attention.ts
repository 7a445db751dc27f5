import { toIso } from '../../base/clock.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import { actorOf, gateEvent, SYSTEM_ACTOR } from './gate-events.ts'
import type { GateEnvironment } from './gate-ports.ts'
import { escalationMs } from './gate-timer.ts'

/** Names who is to look at an open gate. Who may decide it stays as it is. */
export async function assign(
  { clock }: Pick<GateEnvironment, 'clock'>,
  tx: StoreTransaction,
  { who, gate, assignee }: { who: Principal; gate: Gate; assignee: string | undefined },
): Promise<{ gate: Gate } | Refusal> {
  if (gate.status !== 'pending') {
    return refuse('gate_closed', `Gate ${gate.gate_id} is ${gate.status}; nobody needs to look at it.`, {
      gate,
    })
  }
  if (gate.assignee === assignee) return { gate }
  const { assignee: before, ...rest } = gate
  const assigned: Gate = assignee === undefined ? rest : { ...rest, assignee }
  await tx.updateGate(assigned)
  const payload = { assignee: assignee ?? null, before: before ?? null }
  const about = { type: 'gate_assigned' as const, at: toIso(clock.now()), actor: actorOf(who), payload }
  await tx.appendEvents([gateEvent(assigned, about)])
  return { gate: assigned }
}

/** Takes every step of the escalation that is due: a person becomes the assignee, a role is told. Nothing is decided. */
export function escalate(
  gate: Gate,
  now: number,
): { readonly gate: Gate; readonly events: readonly EventDraft[] } {
  const events: EventDraft[] = []
  let escalated = gate
  for (let dueMs = escalationMs(gate); dueMs !== undefined && dueMs <= now; dueMs = escalationMs(escalated)) {
    const done = escalated.escalated ?? []
    const step = escalated.escalation?.[done.length]
    if (step === undefined) break
    const at = toIso(now)
    escalated = {
      ...escalated,
      escalated: [...done, { to: step.to, at }],
      ...(step.to.startsWith('person_') ? { assignee: step.to } : {}),
    }
    const payload = { to: step.to, notify: step.notify, after_seconds: step.after_seconds }
    events.push(gateEvent(escalated, { type: 'gate_escalated', at, actor: SYSTEM_ACTOR, payload }))
  }
  return { gate: escalated, events }
}
