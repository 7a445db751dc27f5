import { type Clock, toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Store } from '../../store/store.ts'

/** A worker that was silent for longer has lost its runs. */
const WORKER_SILENCE_MS = 10_000

export interface Workers {
  readonly id: string
  /** Those that gave a sign of life lately; this one always. */
  living(): Promise<readonly string[]>
  /** How many of them execute runs; this process only while it works. */
  alive(): Promise<number>
  beat(active: number): Promise<void>
  leave(): Promise<void>
  list(): Promise<readonly JsonObject[]>
}

interface WorkerParts {
  readonly store: Store
  readonly clock: Clock
  readonly workerId: string
  readonly host: string
  readonly pid: number
}

/** The workers of one store. The embedded store belongs to one process, so there only this one can be alive. */
export function createWorkers({ store, clock, workerId, host, pid }: WorkerParts): Workers {
  const isAlone = store.kind === 'sqlite'
  const startedAt = toIso(clock.now())
  let isHere = false
  const list = async (): Promise<readonly JsonObject[]> => {
    const documents = await store.listDocuments('worker')
    return documents.map(document => document.body as JsonObject)
  }
  const beating = async (): Promise<readonly string[]> => {
    const since = clock.now() - WORKER_SILENCE_MS
    return (await list())
      .filter(worker => Number(worker.beat_ms) >= since)
      .map(worker => String(worker.worker_id))
  }
  return {
    id: workerId,
    living: async () => [...new Set([workerId, ...(isAlone ? [] : await beating())])],
    alive: async () => new Set([...(isHere ? [workerId] : []), ...(isAlone ? [] : await beating())]).size,
    beat: async active => {
      isHere = true
      const now = clock.now()
      const body = {
        worker_id: workerId,
        host,
        pid,
        active,
        started_at: startedAt,
        beat_at: toIso(now),
        beat_ms: now,
      }
      await store.transact(tx =>
        tx.putDocument({ kind: 'worker', id: workerId, body, at: toIso(now) }).then(() => undefined),
      )
    },
    leave: async () => {
      isHere = false
      await store.transact(tx => tx.deleteDocument('worker', workerId).then(() => undefined))
    },
    list,
  }
}
