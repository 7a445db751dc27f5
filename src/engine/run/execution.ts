import { toIso } from '../../base/clock.ts'
import { isSoulgateError, SoulgateError } from '../../base/errors.ts'
import type { EventType } from '../../contracts/event.ts'
import { JsonObject, type JsonValue } from '../../contracts/json-value.ts'
import type { Step } from '../../contracts/step.ts'
import type { EventDraft, StoredRun, StoreTransaction } from '../../store/store.ts'
import { createJournal, type Journal, journalStalled, type Place } from './journal.ts'
import type { RunEnvironment } from './run-ports.ts'

/** Something a run waits for outside of itself. */
export interface WaitingFor {
  readonly kind: 'gate' | 'child' | 'timer' | 'message'
  /** Gate id, child run id, the due time in epoch ms, or the key of a message. */
  readonly id: string
  readonly place: Place
  /** Set while the gate is opened by a transaction that has not committed yet: by which one, and its id. */
  opening?: { tx?: StoreTransaction; readonly gate_id: string }
  /** Hands over what came, under the number of its result; undefined while nothing came. */
  check(): Promise<((settled: number) => void) | undefined>
}

/** Writes that belong to one place in the journal, made durable together. */
export interface Change {
  readonly steps?: readonly Step[]
  readonly events?: readonly EventDraft[]
  readonly costUsd?: number
  write?(tx: StoreTransaction, run: StoredRun): Promise<readonly EventDraft[] | undefined>
  /** Called when it is durable. */
  onWritten?(): void
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
  /** Writes what is buffered soon, without anybody waiting for it; `promptly` what cannot be done over for nothing. */
  commitSoon(how?: 'promptly'): void
  commit(change?: Change): Promise<void>
  stepOf(place: Place, fields: Partial<Step> & Pick<Step, 'status'>): Step
  event(type: EventType, payload: JsonObject): EventDraft
  /** Looks whether something the run waits for has come. */
  checkWaits(): void
  cancel(because: string): void
  readonly failed: Promise<never>
  fail(error: unknown): void
  /** Why nothing of this execution may be written any more; undefined while all is well. */
  brokenBy(): unknown
  /** Resolves when nothing is left to do but wait; nothing is handed over from then on until `rearm`. */
  idle(): Promise<void>
  rearm(): void
  /** What is buffered, for the last transaction of this execution; nothing that an operation still waits for. */
  drain(): Promise<readonly Change[]>
  /** After this nothing of the execution writes any more. */
  retire(): void
}

export const CANCELLED = 'run_cancelled'

/** Thrown by an agent whose person dropped the matter: its run ends as cancelled, with these words. */
export function giveUp(because: string): never {
  throw new SoulgateError(CANCELLED, `The run was given up: ${because}`, { data: { because } })
}

export function createExecution(
  environment: RunEnvironment,
  run: StoredRun,
  steps: readonly Step[],
  turn: RunEnvironment['turn'] = environment.turn,
): Execution {
  const journal = createJournal(run.run_id, steps, {
    turn,
    onWait: () => attention.checkWaits(),
  })
  const abort = new AbortController()
  const waiting = new Map<number, WaitingFor>()
  const failure = createFailure(run, abort.signal)
  const writer = createWriter(environment, run, failure)
  const attention = createAttention({ run, turn, journal, waiting, failure, writer })
  const now = (): string => toIso(environment.clock.now())
  return {
    run,
    environment,
    journal,
    signal: abort.signal,
    waiting,
    check: failure.check,
    ...writer,
    ...attention,
    stepOf: (place, fields) => ({
      run_id: run.run_id,
      seq: place.seq,
      name: place.name,
      kind: place.kind,
      input_digest: place.input_digest,
      started_at: now(),
      ...fields,
    }),
    event: (type, payload) => runEvent(run, type, { at: now(), payload }),
    cancel: because => {
      abort.abort(because)
      failure.reject(cancelled(run.run_id))
    },
    failed: failure.promise,
    fail: failure.fail,
    brokenBy: failure.brokenBy,
    retire: () => failure.close(),
  }
}

interface Failure {
  readonly promise: Promise<never>
  check(): void
  isBroken(): boolean
  brokenBy(): unknown
  reject(error: unknown): void
  /** From now on nothing may be written any more. */
  fail(error: unknown): void
  close(): void
}

function createFailure(run: StoredRun, signal: AbortSignal): Failure {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  let broken: unknown
  return {
    promise,
    reject,
    check: () => {
      if (broken !== undefined) throw broken
      if (signal.aborted) throw cancelled(run.run_id)
    },
    isBroken: () => broken !== undefined,
    brokenBy: () => broken,
    fail: error => {
      broken ??= error
      reject(error)
    },
    close: () => {
      broken ??= new SoulgateError('run_retired', `This execution of run ${run.run_id} is over.`)
    },
  }
}

type Writer = Pick<Execution, 'buffer' | 'commit' | 'commitSoon' | 'drain'>

interface Pending {
  readonly change: Change
  /** An operation goes on only when this is written, so it must not be written after that operation gave up. */
  readonly isAwaited: boolean
}

/** Writes in order, one transaction at a time; what is buffered meanwhile shares the next one. */
function createWriter(environment: RunEnvironment, run: StoredRun, failure: Failure): Writer {
  const pending: Pending[] = []
  let writing: Promise<void> = Promise.resolve()
  let soonest = Number.POSITIVE_INFINITY

  const writePending = async (): Promise<void> => {
    failure.check()
    const taken = pending.splice(0)
    if (taken.length === 0) return
    try {
      await writeChanges(
        environment,
        run,
        taken.map(item => item.change),
      )
      for (const { change } of taken) change.onWritten?.()
    } catch (error) {
      // What had already happened is still written when the run ends as cancelled.
      if (isSoulgateError(error, CANCELLED)) pending.unshift(...taken.filter(item => !item.isAwaited))
      throw error
    }
  }
  const commit = async (change?: Change): Promise<void> => {
    if (change) pending.push({ change, isAwaited: true })
    const mine = writing.then(writePending)
    writing = mine.catch(() => {})
    try {
      await mine
    } catch (error) {
      failure.fail(error)
      throw error
    }
  }
  return {
    buffer: change => void pending.push({ change, isAwaited: false }),
    commit,
    commitSoon: how => {
      const patience = how === 'promptly' ? FEW_TURNS : PATIENT_TURNS
      if (patience >= soonest) return
      soonest = patience
      void turns(environment, patience).then(() => {
        soonest = Number.POSITIVE_INFINITY
        if (pending.length > 0 && !failure.isBroken()) commit().catch(() => {})
      })
    },
    drain: async () => {
      await writing
      return pending.splice(0).flatMap(item => (item.isAwaited ? [] : [item.change]))
    },
  }
}

/**
 * Longer than a run that computes takes to its gate or its end: then its steps and its suspension are one write. A
 * step that waits for a model, a tool or a disk is longer still, so that what came before it is written meanwhile.
 */
const PATIENT_TURNS = 32
/** What a tool or a model answered is written with what follows at once, and waits for nothing else. */
const FEW_TURNS = 4

async function turns(environment: RunEnvironment, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await environment.turn()
}

interface Watched {
  readonly run: StoredRun
  readonly turn: RunEnvironment['turn']
  readonly journal: Journal
  readonly waiting: Map<number, WaitingFor>
  readonly failure: Failure
  readonly writer: Writer
}

type Attention = Pick<Execution, 'busy' | 'checkWaits' | 'idle' | 'rearm'>

/** Notices what has come for a run, and when there is nothing left to do but wait. */
function createAttention({ run, turn, journal, waiting, failure, writer }: Watched): Attention {
  let suspension = Promise.withResolvers<void>()
  const state = { busy: 0, isLooking: false, again: false, isSuspending: false }

  const lookAtJournal = async (): Promise<void> => {
    if (state.busy > 0 || !journal.isStalled()) return
    await turn()
    if (state.busy === 0 && journal.isStalled()) failure.fail(journalStalled(run.run_id))
  }
  const lookAround = async (): Promise<void> => {
    await turn()
    if (state.isSuspending || failure.isBroken()) return
    if (journal.isReplaying()) return lookAtJournal()
    const delivered = await deliverArrived(waiting, journal)
    state.again ||= delivered
    // A gate whose opening is still in memory is written with the suspension, or now when others are at work.
    if (state.busy > 0 && [...waiting.values()].some(item => item.opening)) writer.commitSoon()
    if (delivered || state.busy > 0 || waiting.size === 0 || failure.isBroken()) return
    await turn()
    if (state.busy > 0 || state.again) return
    state.isSuspending = true
    suspension.resolve()
  }
  const checkWaits = (): void => {
    if (state.isLooking) {
      state.again = true
      return
    }
    state.isLooking = true
    lookAround()
      .catch(failure.fail)
      .then(() => {
        state.isLooking = false
        if (!state.again) return
        state.again = false
        checkWaits()
      })
  }
  return {
    checkWaits,
    busy: async work => {
      state.busy += 1
      try {
        return await work()
      } finally {
        state.busy -= 1
        if (state.busy === 0) checkWaits()
      }
    },
    idle: () => suspension.promise,
    rearm: () => {
      suspension = Promise.withResolvers<void>()
      state.isSuspending = false
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

/** What arrived first is handed over first, each in its own turn, so that a replay can repeat the order. */
async function deliverArrived(waiting: Map<number, WaitingFor>, journal: Journal): Promise<boolean> {
  let delivered = false
  for (const item of [...waiting.values()]) {
    if (item.opening) continue
    const handOver = await item.check()
    if (handOver === undefined) continue
    waiting.delete(item.place.seq)
    handOver(await journal.handOver())
    delivered = true
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
  let steps: Step[] = []
  let costUsd = 0
  for (const change of changes) {
    steps.push(...(change.steps ?? []))
    if (change.write && steps.length > 0) {
      await tx.putSteps(steps)
      steps = []
    }
    events.push(...((await change.write?.(tx, run)) ?? []), ...(change.events ?? []))
    costUsd += change.costUsd ?? 0
  }
  if (steps.length > 0) await tx.putSteps(steps)
  return { events, costUsd }
}

/** The run's row, when this worker still owns it; `lease_lost` when another has it, `run_cancelled` when people ended it. */
export async function lockOwn(tx: StoreTransaction, run: StoredRun): Promise<StoredRun> {
  const standing = await tx.lockRun(run.run_id)
  if (standing?.status !== 'running' || standing.lease_token !== run.lease_token) {
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

/** The store could not do it, or could not say whether it did: what was under way must be taken up again. */
export function isStoreFailure(error: unknown): boolean {
  const codes = ['store_unavailable', 'commit_unknown', 'transaction_aborted', 'transaction_ended']
  return isSoulgateError(error) && codes.includes(error.code)
}

function cancelled(runId: string): SoulgateError {
  return new SoulgateError(CANCELLED, `Run ${runId} was cancelled.`, { data: { run_id: runId } })
}

/** The error of a step as it is kept; a cause or a stack never leaves the process. */
export function toStepError(error: unknown): { code: string; message: string; data?: JsonValue } {
  if (isSoulgateError(error)) {
    // Which budget was used up is asked about after a replay too.
    const budget = JsonObject.safeParse(error.data.budget)
    return {
      ...{ code: error.code, message: error.message },
      ...(budget.success ? { data: { budget: budget.data } } : {}),
    }
  }
  return { code: 'step_failed', message: error instanceof Error ? error.message : String(error) }
}
