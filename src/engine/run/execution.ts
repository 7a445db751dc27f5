import { toIso } from '../../base/clock.ts'
import { isSoulgateError, SoulgateError } from '../../base/errors.ts'
import type { EventType } from '../../contracts/event.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Step } from '../../contracts/step.ts'
import type { EventDraft, StoredRun, StoreTransaction } from '../../store/store.ts'
import { createJournal, type Journal, type Place } from './journal.ts'
import type { RunEnvironment } from './run-ports.ts'

/** Something a run waits for outside of itself. */
export interface WaitingFor {
  readonly kind: 'gate' | 'child' | 'timer'
  /** Gate id, child run id, or the due time in epoch ms. */
  readonly id: string
  readonly place: Place
  /** Hands over what came; undefined while nothing came. */
  check(): Promise<(() => void) | undefined>
}

/** Writes that belong to one place in the journal, made durable together. */
export interface Change {
  readonly steps?: readonly Step[]
  readonly events?: readonly EventDraft[]
  readonly costUsd?: number
  write?(tx: StoreTransaction, run: StoredRun): Promise<readonly EventDraft[] | undefined>
}

/**
 * One execution of one run on this worker: its journal, what is not written yet, what it waits for.
 * `commit` makes everything buffered so far durable, in order, in one transaction, under the fencing token.
 */
export interface Execution {
  readonly run: StoredRun
  readonly environment: RunEnvironment
  readonly journal: Journal
  readonly signal: AbortSignal
  readonly waiting: Map<number, WaitingFor>
  /** Throws when the run was cancelled or lost; called before every operation. */
  check(): void
  /** Counts an operation that is neither recorded nor waiting, so that the run is not suspended under it. */
  busy<Result>(work: () => Promise<Result>): Promise<Result>
  buffer(change: Change): void
  /** Writes what is buffered soon, without anybody waiting for it. */
  commitSoon(): void
  commit(change?: Change): Promise<void>
  stepOf(place: Place, fields: Partial<Step> & Pick<Step, 'status'>): Step
  event(type: EventType, payload: JsonObject): EventDraft
  /** Looks whether something the run waits for has come. */
  poke(): void
  cancel(because: string): void
  readonly failed: Promise<never>
  fail(error: unknown): void
  /** Resolves when nothing is left to do but wait; armed anew by `rearm`. */
  idle(): Promise<void>
  rearm(): void
  /** What is buffered, for the last transaction of this execution. */
  drain(): Promise<readonly Change[]>
  /** After this nothing of the execution writes any more. */
  retire(): void
}

export const CANCELLED = 'run_cancelled'

export function createExecution(
  environment: RunEnvironment,
  run: StoredRun,
  steps: readonly Step[],
): Execution {
  const journal = createJournal(run.run_id, steps, environment.turn)
  const abort = new AbortController()
  const waiting = new Map<number, WaitingFor>()
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  let suspension = Promise.withResolvers<void>()
  const state = {
    busy: 0,
    pending: [] as Change[],
    writing: Promise.resolve(),
    soon: false,
    poking: false,
    again: false,
    broken: undefined as unknown,
  }

  const fail = (error: unknown): void => {
    state.broken ??= error
    failure.reject(error)
  }
  const check = (): void => {
    if (state.broken !== undefined) throw state.broken
    if (abort.signal.aborted) throw cancelled(run.run_id)
  }
  const commit = async (change?: Change): Promise<void> => {
    if (change) state.pending.push(change)
    const previous = state.writing
    const turn = previous.then(async () => {
      check()
      const changes = state.pending.splice(0)
      if (changes.length > 0) await writeChanges(environment, run, changes)
    })
    state.writing = turn.catch(() => {})
    try {
      await turn
    } catch (error) {
      fail(error)
      throw error
    }
  }
  const commitSoon = (): void => {
    if (state.soon) return
    state.soon = true
    void environment.turn().then(() => {
      state.soon = false
      if (state.pending.length > 0 && state.broken === undefined) commit().catch(() => {})
    })
  }
  const poke = (): void => {
    if (state.poking) {
      state.again = true
      return
    }
    state.poking = true
    void lookAround().then(
      () => {
        state.poking = false
        if (state.again) {
          state.again = false
          poke()
        }
      },
      error => {
        state.poking = false
        fail(error)
      },
    )
  }
  const lookAround = async (): Promise<void> => {
    await environment.turn()
    if (journal.isReplaying()) return
    const delivered = await deliverArrived(waiting, environment)
    if (delivered || state.busy > 0 || waiting.size === 0 || state.broken !== undefined) return
    await environment.turn()
    if (state.busy === 0 && !state.again) suspension.resolve()
  }

  return {
    run,
    environment,
    journal,
    signal: abort.signal,
    waiting,
    check,
    busy: async work => {
      state.busy += 1
      try {
        return await work()
      } finally {
        state.busy -= 1
        if (state.busy === 0 && waiting.size > 0) poke()
      }
    },
    buffer: change => void state.pending.push(change),
    commitSoon,
    commit,
    stepOf: (place, fields) => ({
      run_id: run.run_id,
      seq: place.seq,
      name: place.name,
      kind: place.kind,
      input_digest: place.input_digest,
      started_at: toIso(environment.clock.now()),
      ...fields,
    }),
    event: (type, payload) => runEvent(run, type, { at: toIso(environment.clock.now()), payload }),
    poke,
    cancel: because => {
      abort.abort(because)
      failure.reject(cancelled(run.run_id))
    },
    failed: failure.promise,
    fail,
    idle: () => suspension.promise,
    rearm: () => {
      suspension = Promise.withResolvers<void>()
    },
    drain: async () => {
      await state.writing
      return state.pending.splice(0)
    },
    retire: () => {
      state.broken ??= new SoulgateError('run_retired', `This execution of run ${run.run_id} is over.`)
    },
  }
}

export function runEvent(
  run: Pick<StoredRun, 'run_id' | 'session_id'>,
  type: EventType,
  about: { readonly at: string; readonly payload: JsonObject; readonly actor?: EventDraft['actor'] },
): EventDraft {
  return {
    stream: `run:${run.run_id}`,
    type,
    at: about.at,
    run_id: run.run_id,
    session_id: run.session_id,
    actor: about.actor ?? { kind: 'system', id: 'system:engine' },
    payload: about.payload,
  }
}

/** What arrived first is handed over first, one turn apart, so that a replay can repeat the order. */
async function deliverArrived(
  waiting: Map<number, WaitingFor>,
  environment: RunEnvironment,
): Promise<boolean> {
  let delivered = false
  for (const item of [...waiting.values()]) {
    const handOver = await item.check()
    if (handOver === undefined) continue
    waiting.delete(item.place.seq)
    handOver()
    delivered = true
    await environment.turn()
  }
  return delivered
}

async function writeChanges(
  environment: RunEnvironment,
  run: StoredRun,
  changes: readonly Change[],
): Promise<void> {
  await environment.store.transact(async tx => {
    const standing = await lockOwn(tx, run)
    const { events, costUsd } = await applyChanges(tx, standing, changes)
    if (costUsd > 0) await tx.updateRun(standing, { cost_usd: standing.cost_usd + costUsd })
    if (events.length > 0) await tx.appendEvents(events)
  })
}

/** Writes changes in order; what remains for the caller are the events and the money. */
export async function applyChanges(
  tx: StoreTransaction,
  run: StoredRun,
  changes: readonly Change[],
): Promise<{ readonly events: readonly EventDraft[]; readonly costUsd: number }> {
  const events: EventDraft[] = []
  let costUsd = 0
  for (const change of changes) {
    if (change.steps) await tx.putSteps(change.steps)
    events.push(...((await change.write?.(tx, run)) ?? []), ...(change.events ?? []))
    costUsd += change.costUsd ?? 0
  }
  return { events, costUsd }
}

/** The run's row, when this worker still owns it; `lease_lost` when another has it, `run_cancelled` when people ended it. */
export async function lockOwn(tx: StoreTransaction, run: StoredRun): Promise<StoredRun> {
  const standing = await tx.lockRun(run.run_id)
  if (!standing || standing.status !== 'running' || standing.lease_token !== run.lease_token) {
    throw new SoulgateError(
      'lease_lost',
      `Run ${run.run_id} is executed elsewhere or has ended; these writes are refused.`,
      {
        data: { run_id: run.run_id, lease_token: run.lease_token },
      },
    )
  }
  if (standing.cancel_requested) throw cancelled(run.run_id)
  return standing
}

export function cancelled(runId: string): SoulgateError {
  return new SoulgateError(CANCELLED, `Run ${runId} was cancelled.`, { data: { run_id: runId } })
}

/** The error of a step as it is kept; a cause or a stack never leaves the process. */
export function toStepError(error: unknown): { code: string; message: string; data?: JsonValue } {
  if (isSoulgateError(error)) return { code: error.code, message: error.message }
  return { code: 'step_failed', message: error instanceof Error ? error.message : String(error) }
}
