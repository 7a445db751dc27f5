import { toIso } from '../../base/clock.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { StoredRun, StoreTransaction } from '../../store/store.ts'
import { isClosedGate } from '../gate/gate.ts'
import { NO_WORKER } from './claiming.ts'
import { closeRun, type RunEnd } from './close-run.ts'
import { definitionOptions } from './definition-change.ts'
import {
  applyChanges,
  type Change,
  type Execution,
  runEvent,
  toStepError,
  type WaitingFor,
} from './execution.ts'
import { isThere } from './messages.ts'
import { leavePlace } from './run-limits.ts'
import type { RunEnvironment } from './run-ports.ts'

/**
 * How one execution of a run ended: `lost` means that another worker has the run now, `interrupted` that the
 * engine itself failed and the run must be taken up again.
 */
export type Completion =
  | { readonly ending: 'completed'; readonly output: JsonValue }
  | { readonly ending: 'failed'; readonly error: unknown }
  /** `because` when the agent itself gave it up, as a person told it to. */
  | { readonly ending: 'cancelled'; readonly because?: string }
  | { readonly ending: 'suspended' }
  | { readonly ending: 'lost' }
  /** The process that executed the agent is gone; the run goes on where another one carries it. */
  | { readonly ending: 'released' }
  | { readonly ending: 'interrupted'; readonly error: unknown }
  | { readonly ending: 'definition_changed'; readonly error: unknown }

/** Writes how the execution ended. A store that cannot be written is thrown, so that the run is tried again. */
export async function endRun(execution: Execution, ending: Completion): Promise<void> {
  if (ending.ending === 'released') await settleTurns(execution)
  const changes = await execution.drain()
  execution.retire()
  switch (ending.ending) {
    case 'released':
      return releaseRun(execution, changes)
    case 'lost':
    case 'suspended':
      return
    case 'interrupted':
      throw ending.error
    case 'completed':
      return finish(execution, changes, {
        status: 'completed',
        type: 'run_completed',
        patch: { output: ending.output },
      })
    case 'cancelled':
      return finish(execution, changes, {
        status: 'cancelled',
        type: 'run_cancelled',
        patch: ending.because === undefined ? {} : { cancelled_because: ending.because },
      })
    case 'definition_changed':
      return openDefinitionGate(execution, changes, ending.error)
    case 'failed': {
      const error = toStepError(ending.error)
      return finish(execution, changes, {
        status: 'failed',
        type: 'run_failed',
        patch: { error },
        payload: { error: error.message, code: error.code },
      })
    }
  }
}

/** What had come when the other process was lost is written: a result that nobody keeps would be in doubt. */
const SETTLE_TURNS = 16

async function settleTurns({ environment }: Execution): Promise<void> {
  for (let turn = 0; turn < SETTLE_TURNS; turn += 1) await environment.turn()
}

async function releaseRun(execution: Execution, changes: readonly Change[]): Promise<void> {
  const { environment, run } = execution
  const isCancelled = await environment.store.transact(async tx => {
    const standing = await lockMine(tx, run)
    if (!standing || standing.cancel_requested) return standing !== undefined
    const { events, costUsd } = await applyChanges(tx, standing, changes)
    await tx.updateRun(standing, {
      cost_usd: standing.cost_usd + costUsd,
      lease_owner: undefined,
      waiting_reason: NO_WORKER,
    })
    const due_at = environment.clock.now()
    await environment.dispatch.enqueue(tx, { queue: 'run', key: run.run_id, due_at, payload: {} })
    const payload = { worker_lost: true, lease_token: run.lease_token }
    await tx.appendEvents([
      ...events,
      runEvent(run, 'agent_progress', { at: toIso(environment.clock.now()), payload }),
    ])
    return false
  })
  if (isCancelled) await finish(execution, changes, { status: 'cancelled', type: 'run_cancelled', patch: {} })
}

async function finish(execution: Execution, changes: readonly Change[], end: RunEnd): Promise<void> {
  const { environment, run } = execution
  await environment.store.transact(async tx => {
    const standing = await lockMine(tx, run)
    if (!standing) return
    const isCancelled = standing.cancel_requested || end.status === 'cancelled'
    const { events, costUsd } = await applyChanges(tx, standing, changes)
    const closing = isCancelled
      ? {
          status: 'cancelled' as const,
          type: 'run_cancelled' as const,
          patch: standing.cancelled_because === undefined && end.status === 'cancelled' ? end.patch : {},
          payload: { because: standing.cancelled_because ?? end.patch.cancelled_because ?? 'cancelled' },
        }
      : end
    const ended = await closeRun(environment, tx, standing, {
      ...closing,
      patch: { ...closing.patch, steps: execution.journal.length(), cost_usd: standing.cost_usd + costUsd },
    })
    await tx.appendEvents([...events, ...ended])
  })
}

/** The row while this worker's lease is the newest; a cancel request does not take it away. */
async function lockMine(tx: StoreTransaction, run: StoredRun): Promise<StoredRun | undefined> {
  const standing = await tx.lockRun(run.run_id)
  return standing?.status === 'running' && standing.lease_token === run.lease_token ? standing : undefined
}

/**
 * Frees the run. Answers `arrived` when something it waits for has come in the meantime, so that it goes on at once:
 * looked up in the same transaction, no answer can fall between.
 */
export async function suspendRun(execution: Execution): Promise<'suspended' | 'arrived' | 'ended'> {
  const { environment, run } = execution
  const changes = await execution.drain()
  if (execution.brokenBy() !== undefined) throw execution.brokenBy()
  const waiting = [...execution.waiting.values()]
  const outcome = await environment.store.transact(async tx => {
    const standing = await lockMine(tx, run)
    if (standing === undefined) return 'ended'
    if (standing.cancel_requested) return 'cancelled'
    const { events, costUsd } = await applyChanges(tx, standing, changes)
    const found = await lookUp(environment, tx, { run, waiting })
    const costs = { cost_usd: standing.cost_usd + costUsd, steps: execution.journal.length() }
    if (found.isWakeConditionMet) {
      await tx.updateRun(standing, costs)
      if (events.length > 0) await tx.appendEvents(events)
      return 'arrived'
    }
    await tx.updateRun(standing, {
      ...costs,
      status: 'waiting_input',
      waiting_gate_ids: found.gateIds,
      waiting_reason: found.reason,
      lease_owner: undefined,
    })
    await leavePlace(environment, tx, run)
    const payload = { waiting_reason: found.reason, waiting_gate_ids: found.gateIds }
    await tx.appendEvents([
      ...events,
      runEvent(run, 'run_waiting_input', { at: toIso(environment.clock.now()), payload }),
    ])
    return 'suspended'
  })
  if (outcome !== 'cancelled') {
    for (const change of changes) change.onWritten?.()
    return outcome
  }
  await finish(execution, changes, { status: 'cancelled', type: 'run_cancelled', patch: {} })
  return 'ended'
}

interface Found {
  readonly isWakeConditionMet: boolean
  readonly gateIds: string[]
  readonly reason: string
}

async function lookUp(
  environment: RunEnvironment,
  tx: StoreTransaction,
  { run, waiting }: { run: StoredRun; waiting: readonly WaitingFor[] },
): Promise<Found> {
  const gateIds: string[] = []
  let isWakeConditionMet = false
  let isExpired = false
  for (const item of waiting) {
    if (item.kind === 'timer') {
      const dueMs = Number(item.id)
      isWakeConditionMet ||= dueMs <= environment.clock.now()
      await environment.dispatch.enqueue(tx, { queue: 'run', key: run.run_id, due_at: dueMs, payload: {} })
    } else if (item.kind === 'child') {
      const child = await tx.getRun(item.id)
      isWakeConditionMet ||=
        child !== undefined && ['completed', 'failed', 'cancelled'].includes(child.status)
    } else if (item.kind === 'message') {
      isWakeConditionMet ||= await isThere(tx, item.id)
    } else if (item.opening?.tx === tx) {
      gateIds.push(item.opening.gate_id)
    } else {
      const output = (await tx.getStep(run.run_id, item.place.seq))?.output as { gate_id: string } | undefined
      const gate = output && (await tx.getGate(output.gate_id))
      if (!gate) continue
      isWakeConditionMet ||= isClosedGate(gate)
      if (isClosedGate(gate)) continue
      isExpired ||= gate.status === 'expired'
      if (gate.status !== 'superseded') gateIds.push(gate.gate_id)
    }
  }
  const reason = isExpired ? 'gate_expired' : gateIds.length > 0 ? 'gate' : (waiting[0]?.kind ?? 'gate')
  return { isWakeConditionMet, gateIds, reason }
}

/** The recorded journal and the agent do not agree: an operator decides, nothing is guessed. */
async function openDefinitionGate(
  execution: Execution,
  changes: readonly Change[],
  error: unknown,
): Promise<void> {
  const { environment, run } = execution
  const why = toStepError(error)
  await environment.store.transact(async tx => {
    const standing = await lockMine(tx, run)
    if (!standing) return
    const { events, costUsd } = await applyChanges(tx, standing, changes)
    const steps = await tx.listSteps(run.run_id)
    const gate = await environment.gates.open(tx, {
      gate_id: environment.ids.newId('gate'),
      terms: { type: 'run_definition_changed' },
      run_id: run.run_id,
      session_id: run.session_id,
      requested_by: run.requested_by,
      agent: run.kind,
      ...(run.on_behalf_of === undefined ? {} : { on_behalf_of: run.on_behalf_of }),
      summary: `The ${run.agent ?? run.kind} agent changed while run ${run.run_id} was under way`,
      details: why.message,
      subject: {
        document: {
          recorded_version: run.definition_version,
          current_version: environment.agent({ kind: run.kind, agent: run.agent })?.version ?? 'none',
          steps: steps.map(step => ({ seq: step.seq, name: step.name, kind: step.kind })),
        },
      },
      why_held: [{ source: 'in_doubt', text: why.message }],
      options: definitionOptions(steps),
    })
    await tx.updateRun(standing, {
      status: 'waiting_input',
      waiting_reason: 'run_definition_changed',
      waiting_gate_ids: [gate.gate_id],
      lease_owner: undefined,
      cost_usd: standing.cost_usd + costUsd,
    })
    await leavePlace(environment, tx, run)
    const payload = { waiting_reason: 'run_definition_changed', waiting_gate_ids: [gate.gate_id] }
    await tx.appendEvents([
      ...events,
      environment.gates.openedEvent(gate),
      runEvent(run, 'run_waiting_input', { at: gate.created_at, payload }),
    ])
  })
}
