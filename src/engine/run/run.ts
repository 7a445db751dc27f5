import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import type { Actor } from '../../contracts/event.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { JobHandler } from '../../dispatch/dispatch.ts'
import type { StoredRun, StoreTransaction } from '../../store/store.ts'
import { actorOf, type GateObserver, OUTSIDE_WORKER, SYSTEM_ACTOR } from '../gate/gate.ts'
import { type Claimed, claim, claimedEvent, claimRun, isCarried, isUnlimited, UNCARRIED } from './claiming.ts'
import { cancelChildren, closeRun } from './close-run.ts'
import type { Execution } from './execution.ts'
import { runEvent } from './execution.ts'
import { executeClaimed } from './executor.ts'
import { lockName } from './lock-name.ts'
import { putMessage, type RunMessage } from './messages.ts'
import { endOutsideRun, type OutsideEnd } from './outside-run.ts'
import { type ReplayResult, replayRun } from './replay-run.ts'
import { type Claims, createRunObserver, wakeRun } from './run-observer.ts'
import type { RunEnvironment, StartRequest } from './run-ports.ts'
import { insertRun } from './start-run.ts'

export { describeWaiting, NO_WORKER } from './claiming.ts'
export { createDerivation, type Derivation } from './derivation.ts'
export { giveUp } from './execution.ts'
export { lockName } from './lock-name.ts'
export type { RunMessage } from './messages.ts'
export { endsExecution } from './operations.ts'
export type { OutsideEnd } from './outside-run.ts'
export { findRegistered, listRegistered, registerAgent } from './registered-agents.ts'
export type { ReplayResult } from './replay-run.ts'
export type {
  AgentDefinition,
  AttachedAgent,
  ChildAgent,
  ChildEnd,
  GateAnswer,
  GateAsk,
  ProposalOutcome,
  ProposalTerms,
  ProposedCall,
  RunContext,
  RunLimits,
  StepMeasure,
  StepOptions,
} from './run-context.ts'
export type { Admission, AgentReference, RunEnvironment, StartRequest } from './run-ports.ts'
export { MAX_RUN_DEPTH } from './start-run.ts'
export type { Span, SpanAttributes, Trace } from './trace.ts'

/** Starts, executes, recovers and cancels runs. */
export interface RunEngine {
  /** One transaction. With an idempotency key the same request answers the same run for 24 hours. */
  start(request: StartRequest): Promise<{ readonly run: StoredRun } | Refusal>
  /** Inserts a queued run inside the caller's transaction; whoever is free takes it after the commit. */
  startWithin(tx: StoreTransaction, request: StartRequest): Promise<StoredRun | Refusal>
  /** Leaves a message for a run inside the caller's transaction and lets it go on; refused when it has ended. */
  send(tx: StoreTransaction, message: RunMessage): Promise<Refusal | undefined>
  /** `accepted: false` when the run had ended already. */
  cancel(
    who: Principal,
    runId: string,
    because: string,
  ): Promise<{ readonly run: StoredRun; readonly accepted: boolean } | Refusal>
  /** Ends a run that executes outside, as whoever runs it says; refused for every other kind. */
  end(
    who: Principal,
    runId: string,
    end: OutsideEnd,
  ): Promise<{ readonly run: StoredRun; readonly accepted: boolean } | Refusal>
  /** Handler of the `run` queue: claims the run if it can go on, executes it until it waits or ends. */
  readonly execute: JobHandler
  /** Handler of the `maintenance` queue: ends the children of runs that ended. */
  readonly maintain: JobHandler
  /** Queues the runs of workers that gave no sign of life, and what this one lost itself; answers how many. */
  recover(): Promise<number>
  /** Holds the definition that this process carries against the record of a run; undefined for an unknown run. */
  replay(runId: string): Promise<ReplayResult | undefined>
  /** What the gates of runs report to. */
  readonly observer: GateObserver
  /** From now on runs may be claimed right where they start or are decided, up to this many at once. */
  takeWork(capacity: number): void
  /** Claims nothing more and waits until no run executes here. */
  drain(): Promise<void>
  active(): number
}

const IDEMPOTENCY_LIFE_MS = 86_400_000

/** A run that this worker is taking, executing or ending. */
interface Active {
  execution?: Execution
  readonly over: Promise<void>
}

/** What executes here, and what is claimed by transactions that are not known to be committed yet. */
interface Occupation {
  readonly active: Map<string, Active>
  readonly claims: Map<string, Claimed>
  /** Claims that the last recovery saw too: their transactions never committed. */
  stale: ReadonlySet<string>
  capacity: number
  reserved: number
  readonly idle: (() => void)[]
}

export function createRunEngine(environment: RunEnvironment): RunEngine {
  const occupation: Occupation = {
    active: new Map(),
    claims: new Map(),
    stale: new Set(),
    capacity: 0,
    reserved: 0,
    idle: [],
  }
  const { active, claims } = occupation
  const run = (claimed: Claimed): void => {
    const { run_id } = claimed.run
    if (active.has(run_id)) return
    occupy(occupation, run_id, entry => executeHere(environment, claimed, entry)).catch(error =>
      environment.report(error, { run_id }),
    )
  }

  environment.store.subscribe(topics => {
    for (const topic of topics) {
      if (topic === '*') for (const entry of active.values()) void lookAgain(environment, entry)
      if (topic.startsWith('claimed:')) {
        const claimed = claims.get(topic.slice('claimed:'.length))
        if (claimed === undefined) continue
        claims.delete(claimed.run.run_id)
        run(claimed)
      } else if (topic.startsWith(UNCARRIED)) {
        const run_id = topic.slice(UNCARRIED.length)
        takeUncarried(environment, occupation, run_id).catch(error => environment.report(error, { run_id }))
      } else if (topic.startsWith('wake:'))
        void lookAgain(environment, active.get(topic.slice('wake:'.length)))
    }
  })

  const claiming: Claims = {
    claim: async (tx, waiting) => {
      if (!hasRoom(occupation) || active.has(waiting.run_id)) return undefined
      if (!isCarried(environment, waiting) || !isUnlimited(environment, waiting)) return undefined
      const claimed = await claimRun(environment, tx, waiting)
      claims.set(waiting.run_id, claimed)
      tx.notify(`claimed:${waiting.run_id}`)
      return claimedEvent(environment, claimed.run, 'run_resumed')
    },
  }
  return {
    start: async request => {
      const outcome = await start(environment, request, occupation)
      if (isRefusal(outcome)) return outcome
      if (outcome.isClaimed) run({ run: outcome.run, steps: [] })
      return { run: outcome.run }
    },
    startWithin: (tx, request) => insertRun(environment, tx, request, false),
    send: (tx, message) => send(environment, tx, { message, claims: claiming }),
    cancel: (who, runId, because) => cancel(environment, { actor: actorOf(who), runId, because }),
    end: (who, runId, end) => endOutsideRun(environment, { actor: actorOf(who), runId, end }),
    execute: job => execute(environment, occupation, job.key),
    maintain: async ({ payload }) => {
      if (typeof payload.cancel_run !== 'string') return
      const because = typeof payload.because === 'string' ? payload.because : 'parent_ended'
      await cancel(environment, { actor: SYSTEM_ACTOR, runId: payload.cancel_run, because })
    },
    recover: () => recover(environment, occupation),
    replay: async runId => {
      const run = await environment.store.getRun(runId)
      return run && replayRun(environment, run, await environment.store.listSteps(runId))
    },
    observer: createRunObserver(environment, claiming),
    takeWork: capacity => {
      occupation.capacity = capacity
    },
    drain: async () => {
      occupation.capacity = 0
      if (active.size > 0) await new Promise<void>(resolve => occupation.idle.push(resolve))
    },
    active: () => active.size,
  }
}

function hasRoom({ active, claims, reserved, capacity }: Occupation): boolean {
  return active.size + claims.size + reserved < capacity
}

async function occupy(
  occupation: Occupation,
  runId: string,
  work: (entry: Active) => Promise<void>,
): Promise<void> {
  const over = Promise.withResolvers<void>()
  const entry: Active = { over: over.promise }
  occupation.active.set(runId, entry)
  try {
    await work(entry)
  } finally {
    occupation.active.delete(runId)
    over.resolve()
    if (occupation.active.size === 0) for (const resolve of occupation.idle.splice(0)) resolve()
  }
}

function executeHere(environment: RunEnvironment, claimed: Claimed, entry: Active): Promise<void> {
  return executeClaimed(environment, claimed, execution => {
    entry.execution = execution
  })
}

/** An execution that is just suspending may miss what this job is about, so the job waits for its end and looks. */
async function execute(environment: RunEnvironment, occupation: Occupation, runId: string): Promise<void> {
  for (let standing = occupation.active.get(runId); standing; standing = occupation.active.get(runId)) {
    standing.execution?.checkWaits()
    await standing.over
  }
  occupation.claims.delete(runId)
  await occupy(occupation, runId, async entry => {
    const claimed = await environment.store.transact(tx => claim(environment, tx, runId))
    if (claimed) await executeHere(environment, claimed, entry)
  })
}

/** Another process was handed the job and could not do it; without this one the run waits until it is handed out again. */
async function takeUncarried(
  environment: RunEnvironment,
  occupation: Occupation,
  runId: string,
): Promise<void> {
  if (!hasRoom(occupation) || occupation.active.has(runId)) return
  const run = await environment.store.getRun(runId)
  if (run !== undefined && isCarried(environment, run)) await execute(environment, occupation, runId)
}

/** A run that executes here was touched by somebody: cancelled, or one of its gates answered. */
async function lookAgain(environment: RunEnvironment, entry: Active | undefined): Promise<void> {
  const execution = entry?.execution
  if (!execution) return
  if (execution.waiting.size > 0) execution.checkWaits()
  try {
    const standing = await environment.store.getRun(execution.run.run_id)
    if (standing?.cancel_requested) execution.cancel(standing.cancelled_because ?? 'cancelled')
  } catch (error) {
    environment.report(error, { run_id: execution.run.run_id })
  }
}

async function start(
  environment: RunEnvironment,
  request: StartRequest,
  occupation: Occupation,
): Promise<{ readonly run: StoredRun; readonly isClaimed: boolean } | Refusal> {
  const now = environment.clock.now()
  const definition = environment.agent(request)
  const mayClaim = hasRoom(occupation) && definition !== undefined && definition.limits === undefined
  if (mayClaim) occupation.reserved += 1
  try {
    return await environment.store.transact(async tx => {
      const known = await findIdempotent(tx, request, now)
      if (known) return isRefusal(known) ? known : { ...known, isClaimed: false }
      const inserted = await insertRun(environment, tx, request, mayClaim)
      if (isRefusal(inserted)) return inserted
      if (request.idempotency_key !== undefined) {
        const entry = { digest: requestDigest(request), answer: { run_id: inserted.run_id }, at: toIso(now) }
        await tx.putIdempotent(`runs:${request.who.id}`, request.idempotency_key, entry)
      }
      return { run: inserted, isClaimed: inserted.lease_owner === environment.workerId }
    })
  } finally {
    if (mayClaim) occupation.reserved -= 1
  }
}

async function findIdempotent(
  tx: StoreTransaction,
  request: StartRequest,
  now: number,
): Promise<{ readonly run: StoredRun } | Refusal | undefined> {
  if (request.idempotency_key === undefined) return undefined
  await lockName(tx, `start:${request.who.id}:${request.idempotency_key}`, toIso(now))
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
    ...(request.agent === undefined ? {} : { agent: request.agent }),
    input: request.input,
    session_id: request.session_id ?? null,
  })
}

async function send(
  environment: RunEnvironment,
  tx: StoreTransaction,
  { message, claims }: { readonly message: RunMessage; readonly claims: Claims },
): Promise<Refusal | undefined> {
  const run = await tx.lockRun(message.run_id)
  if (!run) return refuse('not_found', `There is no run ${message.run_id}.`)
  if (['completed', 'failed', 'cancelled'].includes(run.status) || run.cancel_requested)
    return refuse('run_ended', `Run ${run.run_id} is ${run.status}; nobody there takes messages any more.`)
  await putMessage(tx, message, toIso(environment.clock.now()))
  await tx.appendEvents(await wakeRun(environment, tx, { run, claims }))
  return undefined
}

async function cancel(
  environment: RunEnvironment,
  { actor, runId, because }: { actor: Actor; runId: string; because: string },
): Promise<{ readonly run: StoredRun; readonly accepted: boolean } | Refusal> {
  return environment.store.transact(async tx => {
    const standing = await tx.lockRun(runId)
    if (!standing) return refuse('not_found', `There is no run ${runId}.`)
    if (['completed', 'failed', 'cancelled'].includes(standing.status))
      return { run: standing, accepted: false }
    const at = toIso(environment.clock.now())
    if (standing.status === 'running' && standing.kind !== 'external') {
      await cancelChildren(environment, tx, { run: standing, because })
      const run = await tx.updateRun(standing, { cancel_requested: true, cancelled_because: because })
      tx.notify(`wake:${runId}`)
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

async function recover(environment: RunEnvironment, occupation: Occupation): Promise<number> {
  const { active, claims } = occupation
  for (const runId of occupation.stale) claims.delete(runId)
  occupation.stale = new Set(claims.keys())
  const living = await environment.livingWorkers()
  const others = [...living.filter(worker => worker !== environment.workerId), OUTSIDE_WORKER]
  const orphans = await environment.store.listOrphanedRuns(others, 10_000)
  const lost = orphans.filter(runId => !active.has(runId) && !claims.has(runId))
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
