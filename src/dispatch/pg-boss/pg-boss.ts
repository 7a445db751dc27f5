import { createHash } from 'node:crypto'
import { type Db, PgBoss } from 'pg-boss'
import { type Clock, systemTimers, type Timers } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { Store, StoreTransaction } from '../../store/store.ts'
import { type Dispatch, type Job, QUEUES, type Queue } from '../dispatch.ts'
import { createPullLane, type JobData, type PullLane } from './pull-lane.ts'

export interface PgBossDispatchOptions {
  /** The database that also holds the store. */
  readonly url: string
  /** Its notices wake the workers of every process. */
  readonly store: Store
  readonly clock: Clock
  readonly timers?: Timers
  /** Told of handlers that threw and of a database that did not answer; both are tried again all the same. */
  readonly report?: (error: unknown, job?: Job) => void
}

const SCHEMA = 'soulgate_jobs'
/** What becomes due later, and what a lost notice left lying, is found within this time. */
const POLL_MS = 500
const BEAT_MS = 3_000
/** A killed worker's jobs are given to another after 10 s without a beat, 3 s to see it and 1 s of backoff. */
const QUEUE_OPTIONS = {
  policy: 'standard',
  heartbeatSeconds: 10,
  expireInSeconds: 23 * 3_600,
  retentionSeconds: 10 * 365 * 86_400,
  deleteAfterSeconds: 30,
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
} as const

/**
 * Hands out jobs through pg-boss to any number of processes on one PostgreSQL database. Jobs are rows of the
 * caller's transaction. A job due now is a hint of its own, so a key may stand twice; one due later stands once
 * per key and can be cancelled. A key is handed out once at a time by one process; between processes the lease of
 * the run decides. A handler that throws is called again after 1 to 60 s (exponential backoff with jitter).
 */
export function createPgBossDispatch(options: PgBossDispatchOptions): Dispatch {
  const report = options.report ?? (() => {})
  const timers = options.timers ?? systemTimers
  let opened: Promise<PgBoss> | undefined
  let isStopped = false
  let consumers: readonly PullLane[] = []
  let stopListening = (): void => {}

  const open = async (): Promise<PgBoss> => {
    // What comes too late would open a connection that nobody closes, and the process would never end.
    if (isStopped) throw unavailable('This process is ending and takes no more work. Ask another, or again.')
    opened ??= openBoss(options.url, report).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  return {
    kind: 'pg_boss',
    enqueue: async (tx, job) => {
      const boss = await open()
      if (job.due_at > options.clock.now()) {
        await putLater(boss, insideTransaction(tx), job)
        return
      }
      await boss.send(job.queue, toData(job, false), { db: unanswered(tx) })
      tx.notify(`job:${job.queue}`)
    },
    cancel: async (tx, queue, key) => {
      const boss = await open()
      await boss.deleteJob(queue, standingId(queue, key), { db: unanswered(tx) })
    },
    start: async (handlers, { concurrency }) => {
      isStopped = false
      const boss = await open()
      const laneOf = (queue: Queue) =>
        createPullLane({ boss, queue, handler: handlers[queue], concurrency, report })
      const byQueue = {
        run: laneOf('run'),
        gate_timer: laneOf('gate_timer'),
        maintenance: laneOf('maintenance'),
      }
      consumers = Object.values(byQueue)
      const unsubscribe = options.store.subscribe(topics => {
        for (const queue of QUEUES)
          if (topics.includes(`job:${queue}`) || topics.includes('*')) byQueue[queue].wake()
      })
      const stopPolling = repeat(timers, POLL_MS, () => {
        for (const consumer of consumers) consumer.wake()
      })
      const stopBeating = repeat(timers, BEAT_MS, () => {
        for (const consumer of consumers) consumer.beat().catch(report)
      })
      stopListening = () => {
        unsubscribe()
        stopPolling()
        stopBeating()
      }
      for (const consumer of consumers) consumer.wake()
    },
    stop: async settle => {
      await Promise.all(consumers.map(consumer => consumer.drain()))
      stopListening()
      consumers = []
      await settle?.()
      isStopped = true
      const boss = await opened?.catch(() => undefined)
      opened = undefined
      await boss?.stop({ graceful: true, close: true })
    },
    active: () => consumers.reduce((sum, consumer) => sum + consumer.active(), 0),
  }
}

async function openBoss(url: string, report: (error: unknown) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    application_name: 'soulgate jobs',
    max: 4,
    schedule: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 60,
  })
  boss.on('error', report)
  try {
    await boss.start()
    for (const queue of QUEUES) await boss.createQueue(queue, QUEUE_OPTIONS)
    return boss
  } catch (cause) {
    await boss.stop({ graceful: false, close: true }).catch(() => {})
    throw unavailable('The job queue in PostgreSQL cannot be opened. See to the server and try again.', cause)
  }
}

function unavailable(message: string, cause?: unknown): SoulgateError {
  return new SoulgateError('dispatch_unavailable', message, { retry: 'safe', cause })
}

function insideTransaction({ executeSql }: StoreTransaction): Db {
  if (executeSql === undefined) throw wrongStore()
  return { executeSql: (text, values) => executeSql(text, values ?? []) }
}

/** The same where nobody asks what the statement answered: the transaction goes on while it is under way. */
function unanswered({ writeSql }: StoreTransaction): Db {
  if (writeSql === undefined) throw wrongStore()
  return {
    executeSql: async (text, values) => {
      await writeSql(text, values ?? [])
      return { rows: [{ id: 'not asked', count: 0 }] }
    },
  }
}

function wrongStore(): SoulgateError {
  return new SoulgateError(
    'wrong_store',
    'Jobs of pg-boss need the PostgreSQL store; use the in-process dispatch.',
  )
}

function toData(job: Job, standing: boolean): JobData {
  return { key: job.key, due_at: job.due_at, payload: JSON.stringify(job.payload), standing }
}

/**
 * Inserts, or moves the standing job to the earlier time; the moved row stays locked until the commit, so that no
 * worker takes it before. One that is already out, or done and not yet swept, gets a second row without that id.
 */
async function putLater(boss: PgBoss, db: Db, job: Job): Promise<void> {
  const id = standingId(job.queue, job.key)
  const startAfter = new Date(job.due_at)
  if ((await boss.send(job.queue, toData(job, true), { id, startAfter, db })) !== null) return
  const [standing] = await boss.findJobs<JobData>(job.queue, { id, queued: true, db })
  if (standing !== undefined) {
    const earlier = { ...job, due_at: Math.min(job.due_at, standing.data.due_at) }
    const update = { id, startAfter: new Date(earlier.due_at), db }
    if ((await boss.update(job.queue, toData(earlier, true), update)).jobs.length > 0) return
  }
  await boss.send(job.queue, toData(job, false), { startAfter, db })
}

/** A version 8 UUID (RFC 9562) from the first bits of a SHA-256. */
function standingId(queue: Queue, key: string): string {
  const hex = createHash('sha256').update(`soulgate.job.v1\0${queue}\0${key}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

function repeat(timers: Timers, everyMs: number, act: () => void): () => void {
  let cancel = timers.after(everyMs, function again() {
    act()
    cancel = timers.after(everyMs, again)
  })
  return () => cancel()
}
