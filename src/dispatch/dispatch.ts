import type { JsonObject } from '../contracts/json-value.ts'
import type { StoreTransaction } from '../store/store.ts'

/** The kinds of work that are handed out; each has one handler per worker. */
export const QUEUES = ['run', 'gate_timer', 'maintenance'] as const
export type Queue = (typeof QUEUES)[number]

/** One piece of work: at or after `due_at` (epoch ms), at least once, one standing per `(queue, key)`. */
export interface Job {
  readonly queue: Queue
  readonly key: string
  readonly due_at: number
  readonly payload: JsonObject
}

/** Throwing means: try again later, with exponential backoff. Handlers must bear being called twice. */
export type JobHandler = (job: Job) => Promise<void>

/**
 * Who does what next, and when. A job is a hint that survives crashes: the truth is always in the rows it points
 * at, so a job handed out twice, late or for something that is already done must change nothing.
 */
export interface Dispatch {
  readonly kind: 'in_process' | 'pg_boss'
  /** Durable with the transaction, handed out only after its commit. The earlier of two due times under a key wins. */
  enqueue(tx: StoreTransaction, job: Job): Promise<void>
  /** Forgets a job that is not needed any more; harmless when it is already out. */
  cancel(tx: StoreTransaction, queue: Queue, key: string): Promise<void>
  /** Begins to hand out jobs, those left by a killed process included. `concurrency` is per queue. */
  start(
    handlers: Readonly<Record<Queue, JobHandler>>,
    options: { readonly concurrency: number },
  ): Promise<void>
  /**
   * Stops handing out, waits for the handlers that are at work and for `settle`, which may still enqueue, and lets go of
   * what enqueuing holds open. Also for a process that never started handing out.
   */
  stop(settle?: () => Promise<void>): Promise<void>
  /** Jobs handed out now and not yet ended, for health and tests. */
  active(): number
}
