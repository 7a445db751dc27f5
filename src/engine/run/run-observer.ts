import type { EventDraft, StoredRun, StoreTransaction } from '../../store/store.ts'
import { conditionsOf, type GateObserver } from '../gate/gate.ts'
import { resumeDefinition } from './definition-change.ts'
import type { RunEnvironment } from './run-ports.ts'

export interface Claims {
  /** Takes the waiting run for this worker in the same transaction; answers the event of that, nothing when it is full. */
  claim(tx: StoreTransaction, run: StoredRun): Promise<EventDraft | undefined>
}

/** What a decision, an expiry or a new gate does to the run that waits for it. The caller has locked the run, and gives it as it stands. */
export function createRunObserver(environment: RunEnvironment, claims: Claims): GateObserver {
  return {
    gateClosed: async (tx, { gate, run, decision }) => {
      if (gate.type === 'run_definition_changed') {
        await resumeDefinition(environment, tx, { gate, run, decision })
        return []
      }
      const conditions = decision === undefined ? [] : conditionsOf(gate)
      const current =
        conditions.length > 0
          ? await tx.updateRun(run, { conditions: [...run.conditions, ...conditions] })
          : run
      return wakeRun(environment, tx, { run: current, claims })
    },
    gateExpired: async (tx, { gate, run }) => {
      if (gate.resumes_on_expiry === true) return wakeRun(environment, tx, { run, claims })
      if (isAtGate(run)) await tx.updateRun(run, { waiting_reason: 'gate_expired' })
      return []
    },
    gateReplaced: async (tx, { old, gate, run }) => {
      const steps = await tx.listSteps(run.run_id)
      const step = steps.find(item => item.seq === old.step_seq)
      if (step) await tx.putSteps([{ ...step, output: { gate_id: gate.gate_id } }])
      if (!isAtGate(run)) return
      const ids = run.waiting_gate_ids.map(id => (id === old.gate_id ? gate.gate_id : id))
      await tx.updateRun(run, { waiting_gate_ids: ids, waiting_reason: 'gate' })
    },
  }
}

/**
 * Lets a run go on that something came for: right here where there is room, by whoever is free otherwise. Answers the
 * events that the caller appends.
 */
export async function wakeRun(
  environment: RunEnvironment,
  tx: StoreTransaction,
  { run, claims }: { readonly run: StoredRun; readonly claims: Claims },
): Promise<readonly EventDraft[]> {
  tx.notify(`wake:${run.run_id}`)
  if (run.waiting_reason === 'run_definition_changed') return []
  const resumed = run.status === 'waiting_input' ? await claims.claim(tx, run) : undefined
  if (resumed !== undefined) return [resumed]
  if (run.status === 'running' && run.lease_owner === environment.workerId) return []
  await environment.dispatch.enqueue(tx, {
    queue: 'run',
    key: run.run_id,
    due_at: environment.clock.now(),
    payload: {},
  })
  return []
}

function isAtGate(run: StoredRun): boolean {
  return run.status === 'waiting_input' && run.waiting_reason !== 'run_definition_changed'
}
