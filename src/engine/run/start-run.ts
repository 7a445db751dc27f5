import { toIso } from '../../base/clock.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { voiceOf } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { RunKind } from '../../contracts/run.ts'
import type { EventDraft, StoredRun, StoreTransaction } from '../../store/store.ts'
import { actorOf, OUTSIDE_WORKER, refuseMoreRuns } from '../gate/gate.ts'
import { ownRequester } from './agent-name.ts'
import { runEvent } from './execution.ts'
import { lockName } from './lock-name.ts'
import { findRegistered, listRegistered } from './registered-agents.ts'
import { replaceWaiting } from './replace-waiting.ts'
import { setDeadline } from './run-limits.ts'
import type { AgentReference, RunEnvironment, StartRequest } from './run-ports.ts'

const SESSION_IDLE_LIMIT_MS = 30 * 86_400_000
/** How many runs may lead to one another, as children or by triggers. */
export const MAX_RUN_DEPTH = 8

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
  const version = isOutside ? OUTSIDE_WORKER : await findVersion(environment, tx, request)
  if (version === undefined) return refuseUnknown(tx, request)
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
    ...named(request),
    definition_version: version,
    status: isOutside || claim ? 'running' : 'queued',
    input: request.input,
    waiting_gate_ids: [],
    steps: 0,
    cost_usd: 0,
    trigger_source: request.trigger_source,
    requested_by: isAgent ? who.id : ownRequester(request),
    ...(isAgent
      ? optionalOwner(request.on_behalf_of ?? who.person_id)
      : { on_behalf_of: request.on_behalf_of ?? who.id }),
    asked_by: voiceOf(who),
    conditions: [],
    ...(request.idempotency_key === undefined ? {} : { idempotency_key: request.idempotency_key }),
    created_at: at,
    lease_token: isOutside || claim ? 1 : 0,
    cancel_requested: false,
    depth: request.depth ?? 0,
    ...(isOutside || claim ? { lease_owner: worker, started_at: at } : {}),
  }
  await tx.insertRun(run)
  if (run.status === 'queued')
    await environment.dispatch.enqueue(tx, { queue: 'run', key: run.run_id, due_at: now, payload: {} })
  await setDeadline(environment, tx, run)
  const admitted = (await environment.admission?.admitted(tx, run)) ?? []
  await tx.appendEvents([
    ...replaced,
    runEvent(run, 'run_created', {
      at,
      actor: actorOf(who),
      payload: { kind: run.kind, ...named(run), trigger_source: run.trigger_source },
    }),
    ...(run.status === 'running' ? [runEvent(run, 'run_started', { at, payload: { worker } })] : []),
    ...admitted,
  ])
  return run
}

function named({ agent }: { readonly agent?: string | undefined }): { readonly agent?: string } {
  return agent === undefined ? {} : { agent }
}

/** Of the definition carried here, else of the one that another process registered. */
async function findVersion(
  environment: RunEnvironment,
  tx: StoreTransaction,
  of: AgentReference,
): Promise<string | undefined> {
  const here = environment.agent({ kind: of.kind, agent: of.agent })
  if (here !== undefined || of.agent === undefined) return here?.version
  return (await findRegistered(tx, of.agent))?.version
}

async function refuseUnknown(tx: StoreTransaction, { kind, agent }: AgentReference): Promise<Refusal> {
  if (kind !== 'agent') {
    const message = `no agent of kind ${kind} is registered`
    return refuse('invalid', `There is no agent of kind ${kind}.`, { errors: [{ field: 'kind', message }] })
  }
  const known = (await listRegistered(tx)).map(({ name }) => name)
  const message =
    known.length === 0
      ? 'no agent is registered; put yours into soulgate.config.ts'
      : `must be one of ${known.join(', ')}`
  const detail =
    agent === undefined ? 'Say which agent is to run.' : `There is no agent ${agent}: ${message}.`
  return refuse('invalid', detail, { errors: [{ field: 'agent', message }] })
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

/**
 * A child run on behalf of the same person, and of the same agent's key where one asked: what restricts the key restricts
 * it too. Answers the events to append.
 */
export async function insertChild(
  environment: RunEnvironment,
  tx: StoreTransaction,
  child: {
    readonly parent: StoredRun
    readonly childId: string
    readonly kind: RunKind
    readonly agent?: string
    readonly input: JsonValue
  },
): Promise<readonly EventDraft[]> {
  const { parent, childId, kind, agent, input } = child
  const version = await findVersion(environment, tx, child)
  const now = environment.clock.now()
  const at = toIso(now)
  const isTooDeep = parent.depth >= MAX_RUN_DEPTH
  const run: StoredRun = {
    run_id: childId,
    session_id: parent.session_id,
    parent_run_id: parent.run_id,
    kind,
    ...(agent === undefined ? {} : { agent }),
    definition_version: version ?? 'unknown',
    status: 'queued',
    input,
    waiting_gate_ids: [],
    steps: 0,
    cost_usd: 0,
    trigger_source: 'system',
    requested_by: parent.requested_by === ownRequester(parent) ? ownRequester(child) : parent.requested_by,
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
  await setDeadline(environment, tx, run)
  return [
    runEvent(run, 'run_created', { at, payload: { kind, ...named(child), parent_run_id: parent.run_id } }),
  ]
}
