import { toIso } from '../../base/clock.ts'
import type { Decision } from '../../contracts/decision.ts'
import type { Gate, GateOption } from '../../contracts/gate.ts'
import type { Step } from '../../contracts/step.ts'
import type { StoredRun, StoreTransaction } from '../../store/store.ts'
import { GATE_TYPES, gateEvent, revokeGrants, SYSTEM_ACTOR } from '../gate/gate.ts'
import { closeRun } from './close-run.ts'
import { ASIDE } from './journal.ts'
import type { RunEnvironment } from './run-ports.ts'

/** Forgets nothing: for when the old definition is back. */
const KEEP_ALL = 'end'

/**
 * From where a run may go on: any step after the last one with an effect, because an effect cannot be forgotten.
 * A step is named by its name (the first of that name) or its number.
 */
export function definitionOptions(steps: readonly Step[]): readonly GateOption[] {
  const open = forgettable(steps)
  const allowed = new Set([...open.map(step => step.name), ...open.map(step => String(step.seq)), KEEP_ALL])
  const input_schema = {
    type: 'object',
    properties: { step: { type: 'string', enum: [...allowed] } },
    required: ['step'],
  }
  return GATE_TYPES.run_definition_changed.options.map(option =>
    option.id === 'continue' ? { ...option, input_schema } : option,
  )
}

function forgettable(steps: readonly Step[]): readonly Step[] {
  const lastEffect = Math.max(0, ...steps.filter(step => step.kind === 'tool').map(step => step.seq))
  return steps.filter(step => step.seq > lastEffect && step.seq < ASIDE)
}

/** The operator's word on a run whose agent changed: go on from a step with the new definition, or end it. */
export async function resumeDefinition(
  environment: RunEnvironment,
  tx: StoreTransaction,
  { gate, run, decision }: { gate: Gate; run: StoredRun; decision: Decision | undefined },
): Promise<void> {
  if (run.status !== 'waiting_input') return
  if (decision?.decision !== 'approve') {
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
  const from = String(decision.option_input?.step)
  const steps = forgettable(await tx.listSteps(run.run_id))
  const first = steps.find(step => step.name === from || String(step.seq) === from)
  if (first) await forgetFrom(environment, tx, { run, steps: steps.filter(step => step.seq >= first.seq) })
  await tx.updateRun(run, {
    definition_version:
      environment.agent({ kind: run.kind, agent: run.agent })?.version ?? run.definition_version,
    waiting_reason: 'resuming',
    waiting_gate_ids: [],
  })
  await environment.dispatch.enqueue(tx, {
    queue: 'run',
    key: run.run_id,
    due_at: environment.clock.now(),
    payload: {},
  })
}

/** With a step goes what it asked, what was granted for it and what it started. */
async function forgetFrom(
  environment: RunEnvironment,
  tx: StoreTransaction,
  { run, steps }: { run: StoredRun; steps: readonly Step[] },
): Promise<void> {
  const why = {
    at: toIso(environment.clock.now()),
    because: 'its step was forgotten by an operator',
    actor: SYSTEM_ACTOR,
  }
  const outputs = steps.map(step => step.output as { gate_id?: string; run_id?: string } | null | undefined)
  const gateIds = outputs.flatMap(output => output?.gate_id ?? [])
  const events = []
  for (const gateId of gateIds) {
    const gate = await tx.lockGate(gateId)
    if (gate?.status !== 'pending') continue
    const cancelled: Gate = {
      ...gate,
      status: 'cancelled',
      cancelled_because: why.because,
      decided_at: why.at,
    }
    await tx.updateGate(cancelled)
    events.push(gateEvent(cancelled, { type: 'gate_cancelled', ...why, payload: { because: why.because } }))
  }
  const grants = await tx.listGrants({ run_id: run.run_id })
  const dead = grants.filter(grant => grant.gate_id !== undefined && gateIds.includes(grant.gate_id))
  events.push(...(await revokeGrants(tx, dead, why)))
  for (const childId of outputs.flatMap(output => output?.run_id ?? [])) {
    await environment.dispatch.enqueue(tx, {
      queue: 'maintenance',
      key: `cancel:${childId}`,
      due_at: environment.clock.now(),
      payload: { cancel_run: childId, because: why.because },
    })
  }
  await tx.deleteSteps(run.run_id, steps[0]?.seq ?? 1)
  await tx.appendEvents(events)
}
