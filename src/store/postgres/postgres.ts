import pg from 'pg'
import { SoulgateError } from '../../base/errors.ts'
import { migrate, SCHEMA_VERSION } from '../migrations/migrations.ts'
import { tellAll } from '../sql/listeners.ts'
import { createReader } from '../sql/reader.ts'
import { sealConnection } from '../sql/sealed-connection.ts'
import type { Store, StoreSealing } from '../store.ts'
import { BatchingSocket } from './batching-socket.ts'
import { connectTo, numbersAsNumbers } from './connection.ts'
import { explainFailure } from './failure.ts'
import { listenForNotices } from './notices.ts'
import { MIGRATION_LOCK, SCHEMA } from './schema.ts'
import { createTakenOnce } from './taken-once.ts'
import { createTransactor } from './transactions.ts'

export { dumpPostgres, loadPostgres, readPostgresSchema } from './backup.ts'

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  /** ISO time for the migration log. */
  readonly now: () => string
  /** Connections for changes, 16 by default; a quarter as many again for reads, and one that listens. */
  readonly poolSize?: number
  /** How what looks like a secret is kept; as it is where absent. */
  readonly sealing?: StoreSealing
}

/**
 * Opens (and if needed creates or migrates) the store in the schema `soulgate` of a PostgreSQL database that any
 * number of processes share. Throws `store_unavailable` when it cannot be reached and `schema_too_new` when a
 * newer version has migrated it. A commit whose answer was lost rejects with `commit_unknown`.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const config = {
    connectionString: options.url,
    application_name: 'soulgate',
    options: `-c search_path=${SCHEMA}`,
    connectionTimeoutMillis: 10_000,
    lock_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: numbersAsNumbers(pg.types),
  } satisfies pg.ClientConfig
  const listeners = new Set<(topics: readonly string[]) => void>()
  const announce = (topics: readonly string[]) => {
    tellAll(listeners, topics)
  }
  try {
    await migrateDatabase(config, options)
    const notices = await listenForNotices(config, announce)
    return createStore({ config, options, listeners, announce, notices })
  } catch (error) {
    throw explainFailure(error)
  }
}

interface Parts {
  readonly config: pg.ClientConfig
  readonly options: PostgresOptions
  readonly listeners: Set<(topics: readonly string[]) => void>
  readonly announce: (topics: readonly string[]) => void
  readonly notices: Awaited<ReturnType<typeof listenForNotices>>
}

function createStore({ config, options, listeners, announce, notices }: Parts): Store {
  const size = options.poolSize ?? 16
  const changing = createPool({ ...config, pipeline: true, stream: () => new BatchingSocket() }, size)
  // Of its own, so that a work that also reads outside its transaction never waits for itself.
  const reading = createPool(config, Math.ceil(size / 4))
  const transact = createTransactor({
    pool: changing,
    ...(options.sealing === undefined ? {} : { sealing: options.sealing }),
    announce: topics => {
      announce(topics)
      notices.tell(topics)
    },
  })
  const connection = connectTo(reading, { explain: true })
  return {
    kind: 'postgres',
    ...createReader(sealConnection(connection, options.sealing)),
    ...createTakenOnce(connection),
    transact,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ping: async () => {
      await transact(async tx => void (await tx.executeSql?.('select pg_current_xact_id()', [])))
    },
    close: async () => {
      listeners.clear()
      await Promise.all([changing.end(), reading.end()])
      await notices.close()
    },
  }
}

function createPool(config: pg.ClientConfig, max: number): pg.Pool {
  const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: 60_000 })
  // A connection that dies is replaced by the pool; who was using it is told by its own statement.
  pool.on('error', () => {})
  pool.on('connect', client => void client.on('error', () => {}))
  return pool
}

async function migrateDatabase(config: pg.ClientConfig, options: PostgresOptions): Promise<void> {
  const client = new pg.Client({ ...config, lock_timeout: 0 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(`create schema if not exists ${SCHEMA}`)
    const found = await migrate(connectTo(client, { explain: false }), options.now())
    if (found > SCHEMA_VERSION) throw schemaTooNew(found)
    await client.query('commit')
  } finally {
    await client.end().catch(() => {})
  }
}

function schemaTooNew(found: number): SoulgateError {
  return new SoulgateError(
    'schema_too_new',
    `The PostgreSQL database has schema ${found}; this version knows ${SCHEMA_VERSION}. Upgrade Soulgate.`,
    { data: { found, known: SCHEMA_VERSION } },
  )
}
