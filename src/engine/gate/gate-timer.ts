import type { Gate } from '../../contracts/gate.ts'
import type { StoreTransaction } from '../../store/store.ts'
import type { GateEnvironment } from './gate-ports.ts'

/** The share of its life after which a gate warns. */
const WARN_AT = 0.8

/** When a pending gate warns, in epoch ms; undefined when it never expires. */
export function warningMs(gate: Gate): number | undefined {
  if (gate.expires_at === undefined) return undefined
  const start = Date.parse(gate.created_at)
  return Math.floor(start + (Date.parse(gate.expires_at) - start) * WARN_AT)
}

/** When the next step of its escalation is due, in epoch ms; undefined when there is none left. */
export function escalationMs(gate: Gate): number | undefined {
  const next = gate.escalation?.[gate.escalated?.length ?? 0]
  return next && Date.parse(gate.created_at) + next.after_seconds * 1000
}

/** Whether something may wake the gate by itself. */
export function hasTimer(gate: Gate): boolean {
  return gate.expires_at !== undefined || gate.escalation !== undefined
}

/** Wakes a pending gate for what comes first: a step of its escalation, its warning, or its end after that. */
export async function setTimer(
  environment: Pick<GateEnvironment, 'timers'>,
  tx: StoreTransaction,
  gate: Gate,
): Promise<void> {
  const endMs = gate.expires_at === undefined ? undefined : Date.parse(gate.expires_at)
  const nextMs = [escalationMs(gate), gate.warned_at === undefined ? warningMs(gate) : endMs]
  const dueMs = Math.min(...nextMs.map(ms => ms ?? Number.POSITIVE_INFINITY))
  if (Number.isFinite(dueMs)) await environment.timers.wakeAt(tx, gate.gate_id, dueMs)
}
