import { toIso } from '../../base/clock.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { voiceOf } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { RunKind } from '../../contracts/run.ts'
import type { EventDraft, StoredRun, StoreTransaction } from '../../store/store.ts'
import { actorOf, OUTSIDE_WORKER, refuseMoreRuns } from '../gate/gate.ts'
import { runEvent } from './execution.ts'
import { replaceWaiting } from './replace-waiting.ts'
import type { RunEnvironment, StartRequest } from './run-ports.ts'

const SESSION_IDLE_LIMIT_MS = 30 * 86_400_000
const DEEPEST_CHILD = 8

/** A fresh run, queued or already claimed by this worker. */
export async function insertRun(
  environment: RunEnvironment,
  tx: StoreTransaction,
  request: StartRequest,
  claim: boolean,
): Promise<StoredRun | Refusal> {
  const now = environment.clock.now()
  const barred = await environment.admission?.refuse(tx, request)
  if (barred) return barred
  const isOutside = request.kind === 'external'
  const definition = isOutside ? { version: OUTSIDE_WORKER } : environment.agent(request.kind)
  if (!definition) {
    return refuse('invalid', `There is no agent of kind ${request.kind}.`, {
      errors: [{ field: 'kind', message: `no agent of kind ${request.kind} is registered` }],
    })
  }
  const full = isOutside ? undefined : await refuseMoreRuns(tx, request.who, await environment.settings())
  if (full) return full
  const sessionId = request.session_id ?? environment.ids.newId('ses')
  const refusal = await touchSession(tx, { sessionId, request, now })
  if (refusal) return refusal
  const { who } = request
  const replaced =
    request.session_id === undefined
      ? []
      : await replaceWaiting(environment, tx, { sessionId, actor: actorOf(who) })
  const at = toIso(now)
  const worker = isOutside ? OUTSIDE_WORKER : environment.workerId
  const isAgent = who.kind === 'agent'
  const run: StoredRun = {
    run_id: environment.ids.newId('run'),
    session_id: sessionId,
    kind: request.kind,
    definition_version: definition.version,
    status: isOutside || claim ? 'running' : 'queued',
    input: request.input,
    waiting_gate_ids: [],
    steps: 0,
    cost_usd: 0,
    trigger_source: request.trigger_source,
    requested_by: isAgent ? who.id : `agent:${request.kind}`,
    ...(isAgent
      ? optionalOwner(request.on_behalf_of ?? who.person_id)
      : { on_behalf_of: request.on_behalf_of ?? who.id }),
    asked_by: voiceOf(who),
    conditions: [],
    ...(request.idempotency_key === undefined ? {} : { idempotency_key: request.idempotency_key }),
    created_at: at,
    lease_token: isOutside || claim ? 1 : 0,
    cancel_requested: false,
    depth: 0,
    ...(isOutside || claim ? { lease_owner: worker, started_at: at } : {}),
  }
  await tx.insertRun(run)
  if (run.status === 'queued')
    await environment.dispatch.enqueue(tx, { queue: 'run', key: run.run_id, due_at: now, payload: {} })
  const admitted = (await environment.admission?.admitted(tx, run)) ?? []
  await tx.appendEvents([
    ...replaced,
    runEvent(run, 'run_created', {
      at,
      actor: actorOf(who),
      payload: { kind: run.kind, trigger_source: run.trigger_source },
    }),
    ...(run.status === 'running' ? [runEvent(run, 'run_started', { at, payload: { worker } })] : []),
    ...admitted,
  ])
  return run
}

/** Makes concurrent transactions about one name wait for each other, also where nothing of it is stored yet. */
export async function lockName(tx: StoreTransaction, name: string, at: string): Promise<void> {
  await tx.putDocument({ kind: 'lock', id: name, body: null, at })
  await tx.deleteDocument('lock', name)
}

function optionalOwner(owner: string | undefined): { on_behalf_of?: string } {
  return owner === undefined ? {} : { on_behalf_of: owner }
}

async function touchSession(
  tx: StoreTransaction,
  { sessionId, request, now }: { sessionId: string; request: StartRequest; now: number },
): Promise<Refusal | undefined> {
  const at = toIso(now)
  if (request.kind === 'chat') await lockName(tx, `session:${sessionId}`, at)
  const standing = request.session_id === undefined ? undefined : await tx.getSession(sessionId)
  if (!standing) {
    await tx.putSession({
      session_id: sessionId,
      status: 'active',
      owner: request.who.id,
      created_at: at,
      last_active_at: at,
    })
    return undefined
  }
  const isIdle = now - Date.parse(standing.last_active_at) > SESSION_IDLE_LIMIT_MS
  if (isIdle && !(await isAwaited(tx, sessionId))) {
    await tx.putSession({ ...standing, status: 'expired' })
    return refuse('session_expired', `Session ${sessionId} was idle for more than 30 days. Start a new one.`)
  }
  if (request.kind === 'chat') {
    const running = await findBusyRun(tx, sessionId)
    if (running) {
      return refuse('session_busy', `Session ${sessionId} is busy with run ${running.run_id}.`, {
        data: { run_id: running.run_id },
      })
    }
  }
  await tx.putSession({ ...standing, last_active_at: at })
  return undefined
}

/** A queued chat run is about to run, so it makes the session as busy as a running one. */
async function findBusyRun(tx: StoreTransaction, sessionId: string): Promise<StoredRun | undefined> {
  for (const status of ['running', 'queued'] as const) {
    const found = await tx.listRuns({ session_id: sessionId, kind: 'chat', status }, { limit: 1 })
    if (found.items[0]) return found.items[0]
  }
  return undefined
}

/** A session with an open gate or a waiting run does not expire. */
async function isAwaited(tx: StoreTransaction, sessionId: string): Promise<boolean> {
  if ((await tx.countGates({ session_id: sessionId, status: 'pending' })) > 0) return true
  const waiting = await tx.listRuns({ session_id: sessionId, status: 'waiting_input' }, { limit: 1 })
  return waiting.items.length > 0
}

/** A child run on behalf of the same person; answers the events to append. */
export async function insertChild(
  environment: RunEnvironment,
  tx: StoreTransaction,
  child: {
    readonly parent: StoredRun
    readonly childId: string
    readonly kind: RunKind
    readonly input: JsonValue
  },
): Promise<readonly EventDraft[]> {
  const { parent, childId, kind, input } = child
  const definition = environment.agent(kind)
  const now = environment.clock.now()
  const at = toIso(now)
  const isTooDeep = parent.depth >= DEEPEST_CHILD
  const run: StoredRun = {
    run_id: childId,
    session_id: parent.session_id,
    parent_run_id: parent.run_id,
    kind,
    definition_version: definition?.version ?? 'unknown',
    status: 'queued',
    input,
    waiting_gate_ids: [],
    steps: 0,
    cost_usd: 0,
    trigger_source: 'system',
    requested_by: `agent:${kind}`,
    ...optionalOwner(parent.on_behalf_of),
    asked_by: 'agent',
    conditions: parent.conditions,
    created_at: at,
    lease_token: 0,
    cancel_requested: isTooDeep,
    ...(isTooDeep ? { cancelled_because: 'too_deep' } : {}),
    depth: parent.depth + 1,
  }
  await tx.insertRun(run)
  await environment.dispatch.enqueue(tx, { queue: 'run', key: childId, due_at: now, payload: {} })
  return [runEvent(run, 'run_created', { at, payload: { kind, parent_run_id: parent.run_id } })]
}
