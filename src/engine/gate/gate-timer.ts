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

/** Wakes a pending gate for its warning, or for its end when people were warned. */
export async function setTimer(
  environment: Pick<GateEnvironment, 'timers'>,
  tx: StoreTransaction,
  gate: Gate,
): Promise<void> {
  const warnMs = warningMs(gate)
  if (warnMs === undefined || gate.expires_at === undefined) return
  const dueMs = gate.warned_at === undefined ? warnMs : Date.parse(gate.expires_at)
  await environment.timers.wakeAt(tx, gate.gate_id, dueMs)
}
