import type { StoredRun, StoreTransaction } from '../../store/store.ts'
import { conditionsOf, type GateObserver } from '../gate/gate.ts'
import { resumeDefinition } from './definition-change.ts'
import type { RunEnvironment } from './run-ports.ts'

export interface Claims {
  /** Takes the waiting run for this worker in the same transaction; false when it is full. */
  claim(tx: StoreTransaction, run: StoredRun): Promise<boolean>
}

/** What a decision, an expiry or a new gate does to the run that waits for it. The caller has locked the run, and gives it as it stands. */
export function createRunObserver(environment: RunEnvironment, claims: Claims): GateObserver {
  return {
    gateClosed: async (tx, { gate, run, decision }) => {
      if (gate.type === 'run_definition_changed')
        return resumeDefinition(environment, tx, { gate, run, decision })
      const conditions = decision === undefined ? [] : conditionsOf(gate)
      const current =
        conditions.length > 0
          ? await tx.updateRun(run, { conditions: [...run.conditions, ...conditions] })
          : run
      await wakeRun(environment, tx, { run: current, claims })
    },
    gateExpired: async (tx, { gate, run }) => {
      if (gate.resumes_on_expiry === true) await wakeRun(environment, tx, { run, claims })
      else if (isAtGate(run)) await tx.updateRun(run, { waiting_reason: 'gate_expired' })
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

/** Lets a run go on that something came for: right here where there is room, by whoever is free otherwise. */
export async function wakeRun(
  environment: RunEnvironment,
  tx: StoreTransaction,
  { run, claims }: { readonly run: StoredRun; readonly claims: Claims },
): Promise<void> {
  tx.notify(`wake:${run.run_id}`)
  if (run.waiting_reason === 'run_definition_changed') return
  if (run.status === 'waiting_input' && (await claims.claim(tx, run))) return
  if (run.status === 'running' && run.lease_owner === environment.workerId) return
  await environment.dispatch.enqueue(tx, {
    queue: 'run',
    key: run.run_id,
    due_at: environment.clock.now(),
    payload: {},
  })
}

function isAtGate(run: StoredRun): boolean {
  return run.status === 'waiting_input' && run.waiting_reason !== 'run_definition_changed'
}
