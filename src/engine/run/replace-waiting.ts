import type { Actor } from '../../contracts/event.ts'
import type { EventDraft, StoredRun, StoreTransaction } from '../../store/store.ts'
import { closeRun } from './close-run.ts'
import type { RunEnvironment } from './run-ports.ts'

/** Why a run ended whose question nobody answered in time, when its session went on to something else. */
const REPLACED = 'replaced'

/**
 * A new goal in a session ends the runs of it that wait at nothing but expired gates: silence was not yes, and now
 * it will never be. A run with a gate that can still be answered goes on waiting. Answers the events to append.
 */
export async function replaceWaiting(
  environment: RunEnvironment,
  tx: StoreTransaction,
  { sessionId, actor }: { readonly sessionId: string; readonly actor: Actor },
): Promise<readonly EventDraft[]> {
  const { items } = await tx.listRuns({ session_id: sessionId, status: 'waiting_input' }, { limit: 1000 })
  const ids = items.filter(isAbandoned).map(run => run.run_id)
  const events: EventDraft[] = []
  for (const runId of ids.toSorted()) {
    const run = await tx.lockRun(runId)
    if (!run || !isAbandoned(run) || (await hasOpenGate(tx, run))) continue
    const end = {
      status: 'cancelled' as const,
      type: 'run_cancelled' as const,
      patch: { cancel_requested: true, cancelled_because: REPLACED },
      payload: { because: REPLACED },
    }
    const closed = await closeRun(environment, tx, run, end)
    events.push(...closed.map(event => (event.type === 'run_cancelled' ? { ...event, actor } : event)))
  }
  return events
}

function isAbandoned(run: StoredRun): boolean {
  const isTop = run.parent_run_id === undefined
  return isTop && run.status === 'waiting_input' && run.waiting_reason === 'gate_expired'
}

async function hasOpenGate(tx: StoreTransaction, run: StoredRun): Promise<boolean> {
  const gates = await tx.getGates(run.waiting_gate_ids)
  return gates.some(gate => gate.status === 'pending')
}
