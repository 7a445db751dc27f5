import { toIso } from '../../base/clock.ts'
import type { EventType } from '../../contracts/event.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { EventDraft, RunPatch, StoredRun, StoreTransaction } from '../../store/store.ts'
import { revokeGrants, SYSTEM_ACTOR } from '../gate/gate.ts'
import { ownRequester } from './agent-name.ts'
import { runEvent } from './execution.ts'
import { dropDeadline, leaveLimits } from './run-limits.ts'
import type { RunEnvironment } from './run-ports.ts'

/** How a run ends, and what its row and its event say. */
export interface RunEnd {
  readonly status: 'completed' | 'failed' | 'cancelled'
  readonly type: EventType
  readonly patch: RunPatch
  readonly payload?: JsonObject
}

/** Everything that ends with a run: its open gates, its unused grants, the wait of its parent. Answers the events. */
export async function closeRun(
  environment: RunEnvironment,
  tx: StoreTransaction,
  run: StoredRun,
  end: RunEnd,
): Promise<readonly EventDraft[]> {
  const now = environment.clock.now()
  const at = toIso(now)
  const ended = await tx.updateRun(run, {
    ...end.patch,
    status: end.status,
    finished_at: at,
    waiting_gate_ids: [],
    waiting_reason: undefined,
    lease_owner: undefined,
  })
  const because = `run_${end.status}`
  const why = ended.cancelled_because ?? because
  const open = await tx.findUnsettled(run.run_id)
  // Asked together: on a server each alone is a round trip.
  const [gates, calls, unused, outside] = await Promise.all([
    open.pending_gates ? environment.gates.cancelOfRun(tx, run.run_id, why) : [],
    open.started_calls ? leaveInDoubt(environment, tx, run) : [],
    open.issued_grants ? tx.listGrants({ run_id: run.run_id }) : [],
    endOutside(environment, tx, run, because),
    open.open_children ? cancelChildren(environment, tx, { run, because: why }) : undefined,
  ])
  const grants = await revokeGrants(tx, unused, { at, because, actor: SYSTEM_ACTOR })
  await leaveLimits(environment, tx, run)
  await dropDeadline(environment, tx, run)
  if (run.parent_run_id !== undefined) {
    await environment.dispatch.enqueue(tx, { queue: 'run', key: run.parent_run_id, due_at: now, payload: {} })
  }
  return [
    ...gates,
    ...outside,
    ...calls,
    ...grants,
    runEvent(run, end.type, { at, payload: end.payload ?? {} }),
  ]
}

/** What an agent's key, or the one who started an external run, proposed itself under the name of this run. */
async function endOutside(
  environment: RunEnvironment,
  tx: StoreTransaction,
  run: StoredRun,
  because: string,
): Promise<readonly EventDraft[]> {
  const isOurs = run.requested_by === ownRequester(run)
  if (isOurs && run.kind !== 'external') return []
  const requester = isOurs ? run.on_behalf_of : run.requested_by
  if (requester === undefined) return []
  return environment.gates.endOutsideRun(tx, { requester, name: run.run_id }, because)
}

/** Calls that were under way when the run ended: nobody waits for their results any more, so they are unknown. */
async function leaveInDoubt(
  environment: RunEnvironment,
  tx: StoreTransaction,
  run: StoredRun,
): Promise<readonly EventDraft[]> {
  const at = toIso(environment.clock.now())
  const events: EventDraft[] = []
  for (const call of await tx.listCalls(run.run_id)) {
    if (call.status !== 'started') continue
    await tx.putCall({ ...call, status: 'unknown', ended_at: at })
    const payload = { call_id: call.call_id, tool_name: call.tool, success: false, status: 'unknown' }
    events.push(runEvent(run, 'tool_result', { at, payload }))
  }
  return events
}

/** Nobody waits for them any more. */
export async function cancelChildren(
  environment: RunEnvironment,
  tx: StoreTransaction,
  { run, because }: { run: StoredRun; because: string },
): Promise<void> {
  const children = await tx.listRuns({ parent_run_id: run.run_id }, { limit: 1000 })
  for (const child of children.items) {
    if (['completed', 'failed', 'cancelled'].includes(child.status)) continue
    await environment.dispatch.enqueue(tx, {
      queue: 'maintenance',
      key: `cancel:${child.run_id}`,
      due_at: environment.clock.now(),
      payload: { cancel_run: child.run_id, because },
    })
  }
}
