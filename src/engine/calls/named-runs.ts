import { toIso } from '../../base/clock.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { EventDraft, StoredRun, StoreTransaction } from '../../store/store.ts'
import { actorOf, gatesOfOutsideRun, OUTSIDE_WORKER, outsideRunId } from '../gate/gate.ts'
import type { CallEnvironment } from './call-environment.ts'
import { ownSessionOf, touchOwnSession } from './propose-call.ts'

/** How a run ends that was never started here: a requester gave its calls a name of its own. */
export interface NamedEnd {
  readonly status: 'completed' | 'failed' | 'cancelled'
  readonly because?: string
  readonly output?: JsonValue
}

const MAX_NAME = 200

/**
 * Ends a requester's own run by the name that its calls carry: open gates are withdrawn, unused grants are void, and
 * further calls under that name are refused. `accepted: false` when it had ended before.
 */
export function endNamedRun(
  environment: CallEnvironment,
  { who, name, end }: { readonly who: Principal; readonly name: string; readonly end: NamedEnd },
): Promise<{ readonly run: StoredRun; readonly accepted: boolean } | Refusal> {
  return environment.store.transact(async tx => {
    const standing = await tx.getRun(outsideRunId(who.id, name))
    if (standing) return { run: standing, accepted: false }
    if (!(await canBeTheirs(tx, who, name))) return refuse('not_found', `There is no run ${name}.`)
    const sessionId = ownSessionOf(who)
    const refusal = await touchOwnSession(environment, tx, { who, sessionId })
    if (refusal) return refusal
    const run = endedRun({ who, name, end }, sessionId, toIso(environment.clock.now()))
    await tx.insertRun(run)
    const because = end.because ?? `run_${end.status}`
    const events = await environment.gates.endOutsideRun(tx, { requester: who.id, name }, because)
    await tx.appendEvents([...events, ...runEvents(run, who, because)])
    return { run, accepted: true }
  })
}

/** An agent may end a name before it was ever used; a mistyped id is no name, and people end what they have used. */
async function canBeTheirs(tx: StoreTransaction, who: Principal, name: string): Promise<boolean> {
  if (name.length > MAX_NAME || name.startsWith('run_')) return false
  if (who.kind === 'agent') return true
  return (await gatesOfOutsideRun(tx, { requester: who.id, outsideRunId: name })).length > 0
}

function endedRun(
  { who, name, end }: { readonly who: Principal; readonly name: string; readonly end: NamedEnd },
  sessionId: string,
  at: string,
): StoredRun {
  const owner = who.kind === 'agent' ? who.person_id : who.id
  return {
    run_id: outsideRunId(who.id, name),
    session_id: sessionId,
    kind: 'external',
    definition_version: OUTSIDE_WORKER,
    status: end.status,
    input: { name },
    ...(end.output === undefined ? {} : { output: end.output }),
    waiting_gate_ids: [],
    steps: 0,
    cost_usd: 0,
    trigger_source: 'api',
    requested_by: who.kind === 'agent' ? who.id : 'agent:external',
    ...(owner === undefined ? {} : { on_behalf_of: owner }),
    conditions: [],
    ...(end.status === 'cancelled' ? { cancelled_because: end.because ?? 'cancelled' } : {}),
    created_at: at,
    finished_at: at,
    lease_token: 0,
    cancel_requested: end.status === 'cancelled',
    depth: 0,
  }
}

function runEvents(run: StoredRun, who: Principal, because: string): readonly EventDraft[] {
  const { run_id, session_id, kind, created_at: at } = run
  const about = { stream: `run:${run_id}`, at, run_id, session_id, actor: actorOf(who) }
  const type = `run_${run.status as NamedEnd['status']}` as const
  return [
    { ...about, type: 'run_created', payload: { kind, trigger_source: 'api' } },
    { ...about, type, payload: { because } },
  ]
}
