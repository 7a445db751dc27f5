import { toIso } from '../../base/clock.ts'
import type { Step } from '../../contracts/step.ts'
import type { EventDraft, StoredRun, StoreReader, StoreTransaction } from '../../store/store.ts'
import { OUTSIDE_WORKER } from '../gate/gate.ts'
import { runEvent } from './execution.ts'
import { describeLimit, leaveQueues, passLimits, setDeadline } from './run-limits.ts'
import type { RunEnvironment } from './run-ports.ts'
import { isWakeConditionMet } from './wake-conditions.ts'

/** A run that this worker has taken. */
export interface Claimed {
  readonly run: StoredRun
  readonly steps: readonly Step[]
}

/** `waiting_reason` of a run whose agent, in the version that it was started with, no worker carries. */
export const NO_WORKER = 'no_worker_carries_agent'
/** Topic, before the id of a run whose job came to a process that does not carry its agent: one that does takes it. */
export const UNCARRIED = 'uncarried:'
/** Of a run that an operator let go on: that alone says that it can, so nothing else takes its place. */
const RESUMING = 'resuming'

/** Takes the run for this worker when there is something to do for it; undefined otherwise. */
export async function claim(
  environment: RunEnvironment,
  tx: StoreTransaction,
  runId: string,
): Promise<Claimed | undefined> {
  const standing = await tx.lockRun(runId)
  if (!standing || !(await canGoOn(environment, tx, standing))) return undefined
  if (!standing.cancel_requested && !isCarried(environment, standing))
    return leaveToOthers(environment, tx, standing)
  const held = await passLimits(environment, tx, standing)
  if (held !== undefined) return holdBack(tx, standing, held)
  if (standing.started_at === undefined) await setDeadline(environment, tx, standing)
  const claimed = await claimRun(environment, tx, standing)
  const type = standing.started_at === undefined ? 'run_started' : 'run_resumed'
  await tx.appendEvents([claimedEvent(environment, claimed.run, type)])
  return claimed
}

const LOOK_FOR_WORKER_MS = 10_000

/** What a run waits for before it can be taken, in a sentence; undefined for every other wait. */
export async function describeWaiting(
  store: Pick<StoreReader, 'getDocument' | 'listDocuments'>,
  run: Parameters<typeof describeLimit>[1] & Pick<StoredRun, 'definition_version'>,
): Promise<string | undefined> {
  if (run.waiting_reason !== NO_WORKER) return describeLimit(store, run)
  return `No worker carries agent ${run.agent} in version ${run.definition_version}. Start one whose configuration has it.`
}

/** Whether it can be taken where it stands, without its turn among others of its agent. */
export function isUnlimited(environment: RunEnvironment, run: StoredRun): boolean {
  return environment.agent(run)?.limits === undefined
}

/** Whether this process has the definition under which the run was started; bundled agents are in every one. */
export function isCarried(environment: RunEnvironment, run: StoredRun): boolean {
  return run.kind !== 'agent' || environment.agent(run) !== undefined
}

/** Another worker may carry it, now or after the next deploy; until then the run says what it waits for. */
async function leaveToOthers(
  environment: RunEnvironment,
  tx: StoreTransaction,
  run: StoredRun,
): Promise<undefined> {
  const due_at = environment.clock.now() + LOOK_FOR_WORKER_MS
  await environment.dispatch.enqueue(tx, { queue: 'run', key: run.run_id, due_at, payload: {} })
  tx.notify(`${UNCARRIED}${run.run_id}`)
  if (run.waiting_reason === NO_WORKER) {
    return leaveQueues(environment, tx, run).then(() => undefined)
  }
  if (run.waiting_reason !== RESUMING) await tx.updateRun(run, { waiting_reason: NO_WORKER })
}

/** It says what it waits for; whoever leaves its place wakes the first that waits. */
async function holdBack(tx: StoreTransaction, run: StoredRun, reason: string): Promise<undefined> {
  if (run.waiting_reason !== reason && run.waiting_reason !== RESUMING)
    await tx.updateRun(run, { waiting_reason: reason })
}

export function claimedEvent(
  environment: RunEnvironment,
  run: StoredRun,
  type: 'run_started' | 'run_resumed',
): EventDraft {
  const payload = { worker: environment.workerId, lease_token: run.lease_token }
  return runEvent(run, type, { at: toIso(environment.clock.now()), payload })
}

async function canGoOn(environment: RunEnvironment, tx: StoreTransaction, run: StoredRun): Promise<boolean> {
  switch (run.status) {
    case 'queued':
      return true
    case 'running': {
      if (run.lease_owner === OUTSIDE_WORKER) return false
      if (run.lease_owner === undefined || run.lease_owner === environment.workerId) return true
      return !(await environment.livingWorkers()).includes(run.lease_owner)
    }
    case 'waiting_input':
      return run.waiting_reason !== 'run_definition_changed' && isWakeConditionMet(environment, tx, run)
    default:
      return false
  }
}

/** Raises the fencing token: whoever held the run before cannot write any more. */
export async function claimRun(
  environment: RunEnvironment,
  tx: StoreTransaction,
  standing: StoredRun,
): Promise<Claimed> {
  const run = await tx.updateRun(standing, {
    status: 'running',
    lease_owner: environment.workerId,
    lease_token: standing.lease_token + 1,
    started_at: standing.started_at ?? toIso(environment.clock.now()),
    waiting_reason: undefined,
  })
  return { run, steps: await tx.listSteps(run.run_id) }
}
