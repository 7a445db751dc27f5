import type { Decision } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { StoredRun, StoreTransaction } from '../../store/store.ts'
import type { GateObserver } from '../gate/gate.ts'
import { closeRun } from './endings.ts'
import type { RunEnvironment } from './run-ports.ts'

interface Claims {
  /** Takes the waiting run for this worker in the same transaction; false when it is full. */
  claim(tx: StoreTransaction, run: StoredRun): Promise<boolean>
}

/** What a decision, an expiry or a new gate does to the run that waits for it. The caller has locked the run. */
export function createRunObserver(environment: RunEnvironment, claims: Claims): GateObserver {
  return {
    gateClosed: async (tx, { gate, run, decision }) => {
      if (gate.type === 'run_definition_changed')
        return resumeDefinition(environment, tx, { gate, run, decision })
      const standing = (await tx.getRun(run.run_id)) ?? run
      const conditions = decision?.conditions ?? []
      const current =
        conditions.length > 0
          ? await tx.updateRun(standing, { conditions: [...standing.conditions, ...conditions] })
          : standing
      tx.notify(`run:${run.run_id}`)
      if (current.status === 'waiting_input' && (await claims.claim(tx, current))) return
      if (current.status === 'running' && current.lease_owner === environment.workerId) return
      await environment.dispatch.enqueue(tx, {
        queue: 'run',
        key: run.run_id,
        due_at: environment.clock.now(),
        payload: {},
      })
    },
    gateExpired: async (tx, { run }) => {
      if (run.status === 'waiting_input') await tx.updateRun(run, { waiting_reason: 'gate_expired' })
    },
    gateReplaced: async (tx, { old, gate, run }) => {
      const steps = await tx.listSteps(run.run_id)
      const step = steps.find(item => item.seq === old.step_seq)
      if (step) await tx.putSteps([{ ...step, output: { gate_id: gate.gate_id } }])
      if (run.status !== 'waiting_input') return
      const ids = run.waiting_gate_ids.map(id => (id === old.gate_id ? gate.gate_id : id))
      await tx.updateRun(run, { waiting_gate_ids: ids, waiting_reason: 'gate' })
    },
  }
}

/** The operator's word on a run whose agent changed: go on from a step with the new definition, or end it. */
async function resumeDefinition(
  environment: RunEnvironment,
  tx: StoreTransaction,
  { gate, run, decision }: { gate: Gate; run: StoredRun; decision: Decision | undefined },
): Promise<void> {
  if (decision?.decision !== 'approve') {
    if (run.status !== 'waiting_input') return
    const because = 'run_definition_changed'
    const events = await closeRun(environment, tx, run, {
      status: 'cancelled',
      type: 'run_cancelled',
      patch: { cancelled_because: because },
      payload: { because, gate_id: gate.gate_id },
    })
    await tx.appendEvents(events)
    return
  }
  const steps = await tx.listSteps(run.run_id)
  const from = decision.option_input?.from_step
  const first = steps.find(step => step.name === from || String(step.seq) === String(from))
  const fromSeq = first?.seq ?? 1
  const effects = steps.filter(step => step.seq >= fromSeq && step.kind === 'tool')
  const current = environment.agent(run.kind)?.version ?? run.definition_version
  if (effects.length > 0) {
    const because = `steps ${effects.map(step => step.name).join(', ')} already had effects and cannot be forgotten`
    const events = await closeRun(environment, tx, run, {
      status: 'cancelled',
      type: 'run_cancelled',
      patch: { cancelled_because: because },
      payload: { because },
    })
    await tx.appendEvents(events)
    return
  }
  await tx.deleteSteps(run.run_id, fromSeq)
  await tx.updateRun(run, { definition_version: current, waiting_reason: 'resuming', waiting_gate_ids: [] })
  await environment.dispatch.enqueue(tx, {
    queue: 'run',
    key: run.run_id,
    due_at: environment.clock.now(),
    payload: {},
  })
}
