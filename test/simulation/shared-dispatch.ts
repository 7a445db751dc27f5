import type { Clock, Timers } from '../../src/base/clock.ts'
import { type Dispatch, type Job, type JobHandler, QUEUES, type Queue } from '../../src/dispatch/dispatch.ts'
import type { Store, StoredJob } from '../../src/store/store.ts'

const LOOK_EVERY_MS = 200

/**
 * Hands out the rows of a store that several workers share, at least once: two workers may take the same row, a
 * dead one's rows are taken by another. A row that was put again while its handler was at work stays.
 */
export function createSharedDispatch(parts: { store: Store; clock: Clock; timers: Timers }): Dispatch {
  const { store, clock, timers } = parts
  const atWork = new Set<string>()
  let generation = 0
  let isStopped = false

  const finish = async (row: StoredJob): Promise<void> => {
    await store.transact(async tx => {
      const rows = await tx.listDueJobs(Number.MAX_SAFE_INTEGER, 10_000, row.queue)
      const standing = rows.find(item => item.key === row.key)
      if (!standing) return
      await tx.deleteJob(row.queue, row.key)
      if (standing.payload.token === row.payload.token) return
      await tx.putJob({ ...standing, due_at: Number(standing.payload.due_at ?? 0) })
    })
  }
  const handOut = async (row: StoredJob, handler: JobHandler): Promise<void> => {
    const name = `${row.queue}:${row.key}`
    if (atWork.has(name)) return
    atWork.add(name)
    try {
      await handler({ ...row, queue: row.queue as Queue })
      await finish(row)
    } catch {
      // The row stays and is handed out again.
    } finally {
      atWork.delete(name)
    }
  }
  const look = async (handlers: Readonly<Record<Queue, JobHandler>>): Promise<void> => {
    for (const row of await store.listDueJobs(clock.now(), 100)) {
      const queue = QUEUES.find(item => item === row.queue)
      if (queue) void handOut(row, handlers[queue])
    }
  }
  const keepLooking = (handlers: Readonly<Record<Queue, JobHandler>>): void => {
    timers.after(LOOK_EVERY_MS, () => {
      if (isStopped) return
      look(handlers).catch(() => {})
      keepLooking(handlers)
    })
  }
  return {
    kind: 'in_process',
    enqueue: async (tx, job: Job) => {
      generation += 1
      const token = `${Math.floor(clock.now())}:${generation}`
      await tx.putJob({ ...job, payload: { ...job.payload, token, due_at: job.due_at }, attempts: 0 })
    },
    cancel: (tx, queue, key) => tx.deleteJob(queue, key),
    start: async handlers => keepLooking(handlers),
    stop: async () => {
      isStopped = true
    },
    active: () => atWork.size,
  }
}
