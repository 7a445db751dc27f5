import { AsyncLocalStorage } from 'node:async_hooks'
import { SoulgateError } from '../../base/errors.ts'
import { lendConnection } from '../sql/guarded.ts'
import { sealConnection } from '../sql/sealed-connection.ts'
import type { SqlConnection } from '../sql/statements.ts'
import { createTransaction } from '../sql/writer.ts'
import type { StoreSealing, StoreTransaction } from '../store.ts'
import type { SqliteConnection } from './connection.ts'

type Work = (tx: StoreTransaction) => Promise<unknown>

interface Waiting {
  readonly work: Work
  resolve(value: unknown): void
  reject(error: unknown): void
}

export interface GroupCommit {
  transact<Result>(work: (tx: StoreTransaction) => Promise<Result>): Promise<Result>
  /** A connection whose reads wait until no transaction is open; for databases that have only one connection. */
  outsideTransactions(connection: SqlConnection): SqlConnection
  close(): Promise<void>
}

/** Tells a read of the only connection that it comes from a transaction under way. */
const insideWork = new AsyncLocalStorage<boolean>()

const MAX_BATCH_SIZE = 256
const QUIET_TURNS = 3
const MAX_TURNS = 40

/**
 * Many logical transactions, one durable commit: works that arrive in the same turn of the event loop share it.
 * Each has its own savepoint, so that one that throws takes nothing of the others with it. Nobody is answered
 * before the commit is on disk; when the commit itself fails, all are told.
 */
export function createGroupCommit(
  writer: SqliteConnection,
  announce: (topics: readonly string[]) => void,
  sealing?: StoreSealing,
): GroupCommit {
  const queue: Waiting[] = []
  let draining: Promise<void> | undefined
  let committing: Promise<void> | undefined
  let closed = false

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      await gather(queue)
      const topics = new Set<string>()
      committing = commitBatch(writer, queue.splice(0, MAX_BATCH_SIZE), { topics, sealing })
      await committing
      committing = undefined
      if (topics.size > 0) announce([...topics])
    }
    draining = undefined
  }

  const transact = <Result>(work: (tx: StoreTransaction) => Promise<Result>): Promise<Result> => {
    if (closed) return Promise.reject(closedStore())
    return new Promise<Result>((resolve, reject) => {
      queue.push({ work, resolve: value => resolve(value as Result), reject })
      draining ??= insideWork.exit(drain)
    })
  }

  return {
    transact,
    outsideTransactions: connection => ({
      dialect: connection.dialect,
      rows: async (text, values) => {
        // Who reads from inside a transaction would wait for itself.
        while (committing && !insideWork.getStore()) await committing
        return connection.rows(text, values)
      },
      change: refuseWriting,
      write: refuseWriting,
    }),
    close: async () => {
      closed = true
      while (draining) await draining
    },
  }
}

function refuseWriting(): Promise<never> {
  return Promise.reject(new TypeError('the reading side does not write'))
}

async function commitBatch(
  writer: SqliteConnection,
  batch: readonly Waiting[],
  place: Omit<BatchPlace, 'alone'>,
): Promise<void> {
  const settle: (() => void)[] = []
  try {
    writer.execute('begin immediate')
    const alone = batch.length === 1
    for (const waiting of batch) settle.push(await runWork(writer, waiting, { ...place, alone }))
    writer.execute('commit')
  } catch (error) {
    rollBack(writer)
    place.topics.clear()
    for (const waiting of batch) waiting.reject(error)
    return
  }
  for (const answer of settle) answer()
}

interface BatchPlace {
  readonly topics: Set<string>
  readonly alone: boolean
  readonly sealing: StoreSealing | undefined
}

async function runWork(writer: SqliteConnection, waiting: Waiting, place: BatchPlace): Promise<() => void> {
  const own = new Set<string>()
  const loan = lendConnection(writer)
  if (!place.alone) writer.execute('savepoint work')
  try {
    const tx = createTransaction({
      connection: sealConnection(loan.lent, place.sealing),
      notify: topic => void own.add(topic),
      heads: new Map(),
      ...(place.sealing === undefined ? {} : { mask: place.sealing.mask }),
    })
    const value = await insideWork.run(true, () => waiting.work(tx)).finally(loan.end)
    if (!place.alone) writer.execute('release work')
    for (const topic of own) place.topics.add(topic)
    return () => waiting.resolve(value)
  } catch (error) {
    undoWork(writer, place.alone, error)
    return () => waiting.reject(error)
  }
}

/** Where SQLite has already rolled everything back, as on a full disk, that first reason is what all are told. */
function undoWork(writer: SqliteConnection, alone: boolean, reason: unknown): void {
  try {
    if (alone) {
      writer.execute('rollback')
      writer.execute('begin')
    } else {
      writer.execute('rollback to work')
      writer.execute('release work')
    }
  } catch {
    throw reason
  }
}

function rollBack(writer: SqliteConnection): void {
  try {
    writer.execute('rollback')
  } catch {
    // SQLite already rolled back by itself, as it does when the disk is full.
  }
}

/**
 * Between two batches everybody else has a turn: readers, timers, sockets. A commit costs thousands of turns, so it
 * waits until a few have brought nothing new: what was answered by the last commit shares the next one.
 */
async function gather(queue: readonly Waiting[]): Promise<void> {
  let seen = -1
  for (
    let quiet = 0, turns = 0;
    quiet < QUIET_TURNS && turns < MAX_TURNS && queue.length < MAX_BATCH_SIZE;
    turns += 1
  ) {
    quiet = queue.length === seen ? quiet + 1 : 0
    seen = queue.length
    await nextTurn()
  }
}

function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

function closedStore(): SoulgateError {
  return new SoulgateError('store_unavailable', 'The store is closed; nothing was written.', {
    retry: 'never',
  })
}
