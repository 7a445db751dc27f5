import type { PgBoss } from 'pg-boss'
import type { Job, JobHandler, Queue } from '../dispatch.ts'

/** What stands in the job's row. The payload is JSON inside JSON because jsonb refuses U+0000. */
export interface JobData {
  readonly key: string
  readonly due_at: number
  readonly payload: string
  /** It has the id of its key and may be replaced or cancelled while it waits. */
  readonly standing: boolean
}

export interface PullLaneOptions {
  readonly boss: PgBoss
  readonly queue: Queue
  readonly handler: JobHandler
  readonly concurrency: number
  readonly report: (error: unknown, job?: Job) => void
}

/** Pulls the jobs of one queue, as many at once as there are free places. */
export interface PullLane {
  /** Looks for jobs now. */
  wake(): void
  /** Tells the database that the jobs handed out here are still at work. */
  beat(): Promise<void>
  active(): number
  /** Pulls nothing more; resolves when everything pulled has ended and is settled. */
  drain(): Promise<void>
}

interface Pulled {
  readonly id: string
  readonly job: Job
  readonly standing: boolean
}

interface Ended extends Pulled {
  readonly error?: unknown
}

type State = ReturnType<typeof emptyState>

function emptyState() {
  return {
    pulled: new Map<string, Pulled>(),
    keysAtWork: new Set<string>(),
    /** Jobs of a key that is at work already: a key is never handed out twice at once. */
    heldBack: new Map<string, Pulled[]>(),
    ended: [] as Ended[],
    work: new Set<Promise<void>>(),
    running: 0,
    pulling: false,
    pullAgain: false,
    settling: false,
    draining: false,
  }
}

interface Scope {
  readonly state: State
  readonly options: PullLaneOptions
}

export function createPullLane(options: PullLaneOptions): PullLane {
  const state = emptyState()
  const scope = { state, options }
  return {
    wake: () => wake(scope),
    beat: async () => {
      const ids = [...state.pulled.keys()]
      if (ids.length > 0) await options.boss.touch(options.queue, ids)
    },
    active: () => state.running,
    drain: async () => {
      state.draining = true
      while (state.work.size > 0) await Promise.all(state.work)
    },
  }
}

function wake(scope: Scope): void {
  const { state, options } = scope
  if (state.draining) return
  state.pullAgain = true
  if (state.pulling || state.pulled.size >= options.concurrency) return
  state.pulling = true
  track(state, pullAll(scope))
}

function track(state: State, work: Promise<void>): void {
  const tracked: Promise<void> = work.finally(() => state.work.delete(tracked))
  state.work.add(tracked)
}

async function pullAll(scope: Scope): Promise<void> {
  const { state, options } = scope
  try {
    for (;;) {
      const free = options.concurrency - state.pulled.size
      if (!state.pullAgain || state.draining || free <= 0) return
      state.pullAgain = false
      const rows = await options.boss.fetch<JobData>(options.queue, { batchSize: free })
      for (const { id, data } of rows) accept(scope, toPulled(options.queue, id, data))
      if (rows.length === free) state.pullAgain = true
    }
  } catch (error) {
    // The next wake-up or poll tries again.
    options.report(error)
  } finally {
    state.pulling = false
  }
}

function toPulled(queue: Queue, id: string, data: JobData): Pulled {
  const payload = JSON.parse(data.payload) as Job['payload']
  return { id, job: { queue, key: data.key, due_at: data.due_at, payload }, standing: data.standing }
}

function accept(scope: Scope, pulled: Pulled): void {
  const { state } = scope
  state.pulled.set(pulled.id, pulled)
  const { key } = pulled.job
  if (!state.keysAtWork.has(key)) {
    track(state, handOut(scope, pulled))
    return
  }
  const held = state.heldBack.get(key)
  if (held) held.push(pulled)
  else state.heldBack.set(key, [pulled])
}

async function handOut(scope: Scope, pulled: Pulled): Promise<void> {
  const { state, options } = scope
  const { key } = pulled.job
  state.keysAtWork.add(key)
  state.running += 1
  let outcome: Ended = pulled
  try {
    await options.handler(pulled.job)
  } catch (error) {
    outcome = { ...pulled, error: error ?? 'the handler threw nothing' }
    options.report(error, pulled.job)
  }
  state.running -= 1
  state.keysAtWork.delete(key)
  state.ended.push(outcome)
  const held = state.heldBack.get(key)
  const next = held?.shift()
  if (held?.length === 0) state.heldBack.delete(key)
  if (next) track(state, handOut(scope, next))
  if (!state.settling) {
    state.settling = true
    track(state, settleEnded(scope))
  }
}

/** Whatever ends while some are being settled goes together into the next round. */
async function settleEnded(scope: Scope): Promise<void> {
  const { state, options } = scope
  while (state.ended.length > 0) {
    const batch = state.ended.splice(0)
    try {
      await settle(options, batch)
    } catch (error) {
      // Without a heartbeat they are handed out once more, which handlers must bear.
      options.report(error)
    }
    for (const { id } of batch) state.pulled.delete(id)
    if (state.pullAgain) wake(scope)
  }
  state.settling = false
}

async function settle({ boss, queue }: PullLaneOptions, batch: readonly Ended[]): Promise<void> {
  const succeeded = batch.filter(ended => ended.error === undefined)
  // The row of a key may by now be a new job under the same id, which `complete` leaves alone and a delete does not.
  const standing = succeeded.filter(ended => ended.standing).map(ended => ended.id)
  const single = succeeded.filter(ended => !ended.standing).map(ended => ended.id)
  await Promise.all([
    single.length > 0 ? boss.deleteJob(queue, single) : undefined,
    standing.length > 0 ? boss.complete(queue, standing) : undefined,
    ...batch
      .filter(ended => ended.error !== undefined)
      .map(ended => boss.fail(queue, ended.id, { message: String(ended.error) })),
  ])
}
