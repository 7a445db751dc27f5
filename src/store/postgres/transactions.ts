import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { SoulgateError } from '../../base/errors.ts'
import { type Random, systemRandom } from '../../base/random.ts'
import { lendConnection } from '../sql/guarded.ts'
import { sealConnection } from '../sql/sealed-connection.ts'
import { createTransaction } from '../sql/writer.ts'
import type { StoreSealing, StoreTransaction } from '../store.ts'
import { connectTo, prepareAnew, toQuery } from './connection.ts'
import { explainFailure, isConflict, isRefusedCommit, isStalePlan, unknownCommit } from './failure.ts'
import { writeBehind } from './write-behind.ts'

const MAX_ATTEMPTS = 10
const FIRST_PAUSE_MS = 5

export interface TransactionOptions {
  readonly pool: pg.Pool
  /** Tells the listeners of this and every other process, after the commit. */
  readonly announce: (topics: readonly string[]) => void
  readonly random?: Random
  readonly sealing?: StoreSealing
}

type Work<Result> = (tx: StoreTransaction) => Promise<Result>

/** Begin, work, commit; a work that collided with another is run again, at most ten times in all. */
export function createTransactor(options: TransactionOptions) {
  const random = options.random ?? systemRandom
  return async <Result>(work: Work<Result>): Promise<Result> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce(options, work)
      } catch (error) {
        const isStale = isStalePlan(error)
        if (!(isStale || isConflict(error)) || attempt >= MAX_ATTEMPTS) throw explainFailure(error)
        if (isStale) prepareAnew()
        await wait(FIRST_PAUSE_MS * 2 ** Math.min(attempt, 6) * random.float())
      }
    }
  }
}

async function attemptOnce<Result>(options: TransactionOptions, work: Work<Result>): Promise<Result> {
  const client = await options.pool.connect()
  const topics = new Set<string>()
  let usable = false
  try {
    const value = await runWork(client, work, { topics, sealing: options.sealing })
    await commit(client)
    usable = true
    if (topics.size > 0) options.announce([...topics])
    return value
  } catch (error) {
    usable = await rollBack(client)
    throw error
  } finally {
    client.release(!usable)
  }
}

async function runWork<Result>(
  client: pg.PoolClient,
  work: Work<Result>,
  { topics, sealing }: { readonly topics: Set<string>; readonly sealing: StoreSealing | undefined },
): Promise<Result> {
  const begun = client.query(toQuery('begin', []))
  // Not awaited, to save a round trip: when it fails, so does what the work sends after it.
  begun.catch(() => {})
  const writes = writeBehind(connectTo(client, { explain: false }))
  const loan = lendConnection(writes.connection)
  const tx = createTransaction({
    connection: sealConnection(loan.lent, sealing),
    notify: topic => void topics.add(topic),
    heads: new Map(),
    ...(sealing === undefined ? {} : { mask: sealing.mask }),
    executeSql: async (text, values) => {
      loan.requireOpen()
      return { rows: (await client.query<Record<string, unknown>>(toQuery(text, values))).rows }
    },
    writeSql: async (text, values) => {
      loan.requireOpen()
      writes.add(client.query(toQuery(text, values)))
    },
  })
  try {
    const value = await work(tx).finally(loan.end)
    await begun
    await writes.finish()
    return value
  } catch (error) {
    // Where a write had failed, what came after it failed because of that.
    await writes.finish()
    throw error
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  let tag: string
  try {
    tag = (await client.query('commit')).command
  } catch (error) {
    if (isRefusedCommit(error)) throw error
    throw unknownCommit(error)
  }
  // PostgreSQL answers COMMIT with success even when an earlier statement had failed and nothing was kept.
  if (tag !== 'COMMIT') {
    throw new SoulgateError(
      'transaction_aborted',
      'Nothing was written: a statement of this change failed and the failure was passed over.',
    )
  }
}

/** Answers whether the connection can be used again. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}
