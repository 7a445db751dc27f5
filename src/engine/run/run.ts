import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { Step } from '../../contracts/step.ts'
import type { JobHandler } from '../../dispatch/dispatch.ts'
import type { StoredRun, StoreTransaction } from '../../store/store.ts'
import { actorOf, type GateObserver } from '../gate/gate.ts'
import { closeRun } from './endings.ts'
import type { Execution } from './execution.ts'
import { runEvent } from './execution.ts'
import { executeClaimed } from './executor.ts'
import { createRunObserver } from './run-observer.ts'
import type { RunEnvironment } from './run-ports.ts'
import { insertRun, type StartRequest } from './start-run.ts'

export type {
  AgentDefinition,
  ChildEnd,
  GateAnswer,
  GateAsk,
  ProposalOutcome,
  ProposalTerms,
  ProposedCall,
  RunContext,
  StepOptions,
} from './run-context.ts'
export type { RunEnvironment } from './run-ports.ts'
export type { StartRequest } from './start-run.ts'

/** Starts, executes, recovers and cancels runs. */
export interface RunEngine {
  /** One transaction. With an idempotency key the same request answers the same run for 24 hours. */
  start(request: StartRequest): Promise<{ readonly run: StoredRun } | Refusal>
  /** `accepted: false` when the run had ended already. */
  cancel(
    who: Principal,
    runId: string,
    because: string,
  ): Promise<{ readonly run: StoredRun; readonly accepted: boolean } | Refusal>
  /** Handler of the `run` queue: claims the run if it can go on, executes it until it waits or ends. */
  readonly execute: JobHandler
  /** Queues the runs of workers that gave no sign of life; answers how many. */
  recover(): Promise<number>
  /** What the gates of runs report to. */
  readonly observer: GateObserver
  /** From now on runs may be claimed right where they start or are decided, up to this many at once. */
  takeWork(capacity: number): void
  /** Claims nothing more and waits until no run executes here. */
  drain(): Promise<void>
  active(): number
}

const IDEMPOTENCY_LIFE_MS = 86_400_000

export function createRunEngine(environment: RunEnvironment): RunEngine {
  const active = new Map<string, Execution | undefined>()
  const claims = new Map<string, { readonly run: StoredRun; readonly steps: readonly Step[] }>()
  const state = { capacity: 0, idle: [] as (() => void)[] }
  const hasRoom = (): boolean => active.size + claims.size < state.capacity

  const run = async (claimed: {
    readonly run: StoredRun
    readonly steps: readonly Step[]
  }): Promise<void> => {
    const runId = claimed.run.run_id
    active.set(runId, undefined)
    try {
      await executeClaimed(environment, claimed, execution => active.set(runId, execution))
    } finally {
      active.delete(runId)
      if (active.size === 0) for (const resolve of state.idle.splice(0)) resolve()
    }
  }
  const runClaimed = (runId: string): void => {
    const claimed = claims.get(runId)
    if (!claimed) return
    claims.delete(runId)
    run(claimed).catch(error => environment.report(error, { run_id: runId }))
  }

  environment.store.subscribe(topics => {
    for (const topic of topics) {
      if (topic.startsWith('claimed:')) runClaimed(topic.slice('claimed:'.length))
      else if (topic.startsWith('run:')) void lookAgain(environment, active.get(topic.slice('run:'.length)))
    }
  })

  return {
    start: request => start(environment, request, { hasRoom, claims }),
    cancel: (who, runId, because) => cancel(environment, { who, runId, because }),
    execute: async job => {
      const execution = active.get(job.key)
      if (execution) return execution.poke()
      if (active.has(job.key) || claims.has(job.key)) return
      const claimed = await environment.store.transact(tx => claim(environment, tx, job.key))
      if (claimed) await run(claimed)
    },
    recover: () => recover(environment, active),
    observer: createRunObserver(environment, {
      claim: async (tx, waiting) => {
        if (!hasRoom() || active.has(waiting.run_id)) return false
        const claimed = await claimWaiting(environment, tx, waiting)
        claims.set(waiting.run_id, claimed)
        tx.notify(`claimed:${waiting.run_id}`)
        return true
      },
    }),
    takeWork: capacity => {
      state.capacity = capacity
    },
    drain: async () => {
      state.capacity = 0
      if (active.size > 0) await new Promise<void>(resolve => state.idle.push(resolve))
    },
    active: () => active.size,
  }
}

/** A run that executes here was touched by somebody: cancelled, or one of its gates answered. */
async function lookAgain(environment: RunEnvironment, execution: Execution | undefined): Promise<void> {
  if (!execution) return
  if (execution.waiting.size > 0) execution.poke()
  try {
    const standing = await environment.store.getRun(execution.run.run_id)
    if (standing?.cancel_requested) execution.cancel(standing.cancelled_because ?? 'cancelled')
  } catch (error) {
    environment.report(error, { run_id: execution.run.run_id })
  }
}

interface Claiming {
  hasRoom(): boolean
  readonly claims: Map<string, { readonly run: StoredRun; readonly steps: readonly Step[] }>
}

async function start(
  environment: RunEnvironment,
  request: StartRequest,
  { hasRoom, claims }: Claiming,
): Promise<{ readonly run: StoredRun } | Refusal> {
  const now = environment.clock.now()
  return environment.store.transact(async tx => {
    const known = await findIdempotent(tx, request, now)
    if (known) return known
    const inserted = await insertRun(environment, tx, request, hasRoom())
    if (isRefusal(inserted)) return inserted
    if (request.idempotency_key !== undefined) {
      const entry = { digest: requestDigest(request), answer: { run_id: inserted.run_id }, at: toIso(now) }
      await tx.putIdempotent(`runs:${request.who.id}`, request.idempotency_key, entry)
    }
    if (inserted.status === 'running') {
      claims.set(inserted.run_id, { run: inserted, steps: [] })
      tx.notify(`claimed:${inserted.run_id}`)
    }
    return { run: inserted }
  })
}

async function findIdempotent(
  tx: StoreTransaction,
  request: StartRequest,
  now: number,
): Promise<{ readonly run: StoredRun } | Refusal | undefined> {
  if (request.idempotency_key === undefined) return undefined
  const entry = await tx.getIdempotent(`runs:${request.who.id}`, request.idempotency_key)
  const runId = (entry?.answer as { run_id?: string } | undefined)?.run_id
  const run = runId === undefined ? undefined : await tx.getRun(runId)
  if (!entry || !run || now - Date.parse(run.created_at) > IDEMPOTENCY_LIFE_MS) return undefined
  if (entry.digest === requestDigest(request)) return { run }
  return refuse(
    'idempotency_conflict',
    `The idempotency key was used for run ${run.run_id} with another body. Use a new key.`,
    {
      data: { run_id: run.run_id },
    },
  )
}

function requestDigest(request: StartRequest): string {
  return digest('soulgate.start.v1', {
    kind: request.kind,
    input: request.input,
    session_id: request.session_id ?? null,
  })
}

/** Takes the run for this worker when there is something to do for it; undefined otherwise. */
async function claim(
  environment: RunEnvironment,
  tx: StoreTransaction,
  runId: string,
): Promise<{ readonly run: StoredRun; readonly steps: readonly Step[] } | undefined> {
  const standing = await tx.lockRun(runId)
  if (!standing || !(await canGoOn(environment, tx, standing))) return undefined
  const claimed = await claimWaiting(environment, tx, standing)
  const type = standing.started_at === undefined ? 'run_started' : 'run_resumed'
  const payload = { worker: environment.workerId, lease_token: claimed.run.lease_token }
  await tx.appendEvents([runEvent(standing, type, { at: toIso(environment.clock.now()), payload })])
  return claimed
}

async function canGoOn(environment: RunEnvironment, tx: StoreTransaction, run: StoredRun): Promise<boolean> {
  switch (run.status) {
    case 'queued':
      return true
    case 'running': {
      if (run.lease_owner === undefined || run.lease_owner === environment.workerId) return true
      return !(await environment.livingWorkers()).includes(run.lease_owner)
    }
    case 'waiting_input': {
      if (run.waiting_reason !== 'gate' && run.waiting_reason !== 'gate_expired')
        return run.waiting_reason !== 'run_definition_changed'
      const gates = await tx.getGates(run.waiting_gate_ids)
      return gates.some(gate => !['pending', 'expired', 'superseded'].includes(gate.status))
    }
    default:
      return false
  }
}

async function claimWaiting(
  environment: RunEnvironment,
  tx: StoreTransaction,
  standing: StoredRun,
): Promise<{ readonly run: StoredRun; readonly steps: readonly Step[] }> {
  const run = await tx.updateRun(standing, {
    status: 'running',
    lease_owner: environment.workerId,
    lease_token: standing.lease_token + 1,
    started_at: standing.started_at ?? toIso(environment.clock.now()),
    waiting_reason: undefined,
  })
  return { run, steps: await tx.listSteps(run.run_id) }
}

async function cancel(
  environment: RunEnvironment,
  { who, runId, because }: { who: Principal; runId: string; because: string },
): Promise<{ readonly run: StoredRun; readonly accepted: boolean } | Refusal> {
  return environment.store.transact(async tx => {
    const standing = await tx.lockRun(runId)
    if (!standing) return refuse('not_found', `There is no run ${runId}.`)
    if (['completed', 'failed', 'cancelled'].includes(standing.status))
      return { run: standing, accepted: false }
    const actor = actorOf(who)
    const at = toIso(environment.clock.now())
    const children = await tx.listRuns({ parent_run_id: runId }, { limit: 1000 })
    for (const child of children.items) {
      await environment.dispatch.enqueue(tx, {
        queue: 'maintenance',
        key: `cancel:${child.run_id}`,
        due_at: environment.clock.now(),
        payload: { cancel_run: child.run_id, because },
      })
    }
    if (standing.status === 'running') {
      const run = await tx.updateRun(standing, { cancel_requested: true, cancelled_because: because })
      await tx.appendEvents([
        runEvent(run, 'agent_progress', { at, actor, payload: { cancel_requested: because } }),
      ])
      return { run, accepted: true }
    }
    const payload: JsonObject = { because }
    const patch = { cancel_requested: true, cancelled_because: because }
    const events = await closeRun(environment, tx, standing, {
      status: 'cancelled',
      type: 'run_cancelled',
      patch,
      payload,
    })
    await tx.appendEvents(events.map(event => (event.type === 'run_cancelled' ? { ...event, actor } : event)))
    return { run: (await tx.getRun(runId)) ?? standing, accepted: true }
  })
}

async function recover(environment: RunEnvironment, active: ReadonlyMap<string, unknown>): Promise<number> {
  const living = await environment.livingWorkers()
  const orphans = await environment.store.listOrphanedRuns(living, 10_000)
  const lost = orphans.filter(runId => !active.has(runId))
  for (let first = 0; first < lost.length; first += 100) {
    await environment.store.transact(async tx => {
      for (const runId of lost.slice(first, first + 100)) {
        await environment.dispatch.enqueue(tx, {
          queue: 'run',
          key: runId,
          due_at: environment.clock.now(),
          payload: {},
        })
      }
    })
  }
  return lost.length
}
