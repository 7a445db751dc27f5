import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { SoulgateError } from '../../base/errors.ts'
import { migrate, SCHEMA_VERSION } from '../migrations/migrations.ts'
import { tellAll } from '../sql/listeners.ts'
import { createReader } from '../sql/reader.ts'
import { sealConnection } from '../sql/sealed-connection.ts'
import type { Store, StoreSealing, StoreTransaction } from '../store.ts'
import { explainSqliteError, openConnection, openDatabaseFile, type SqliteConnection } from './connection.ts'
import { createGroupCommit } from './group-commit.ts'
import { holdOwnership } from './ownership.ts'
import { createTakenOnce } from './taken-once.ts'

export { dumpSqlite, loadSqlite, readSqliteSchema } from './backup.ts'

export interface SqliteOptions {
  /** The database file, or `:memory:`. Its folder is created with mode 0700. */
  readonly path: string
  /** ISO time for the migration log. */
  readonly now: () => string
  /** How what looks like a secret is kept; as it is where absent. */
  readonly sealing?: StoreSealing
}

/**
 * Opens (and if needed creates or migrates) the embedded store: WAL, `synchronous=FULL`, one writer with group
 * commit, a second connection for reads. One process at a time owns a file; a second one is told
 * `store_in_use`. A database of a newer version is refused with `schema_too_new`.
 */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const inMemory = options.path === ':memory:'
  if (!inMemory) mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 })
  const ownership = inMemory ? undefined : holdOwnership(options.path)
  try {
    return await openOwned(options, () => ownership?.release())
  } catch (error) {
    ownership?.release()
    throw explainSqliteError(error)
  }
}

async function openOwned(options: SqliteOptions, release: () => void): Promise<Store> {
  const database = openDatabase(options.path)
  const writer = openConnection(database)
  await migrateDatabase(writer, options)
  const reading = options.path === ':memory:' ? undefined : openDatabase(options.path)
  const listeners = new Set<(topics: readonly string[]) => void>()
  const { sealing } = options
  const announce = (topics: readonly string[]) => tellAll(listeners, topics)
  const commits = createGroupCommit(writer, announce, sealing)
  const reads = reading ? openConnection(reading) : commits.outsideTransactions(writer)
  return {
    kind: 'sqlite',
    ...createReader(sealConnection(reads, sealing)),
    ...createTakenOnce(),
    transact: <Result>(work: (tx: StoreTransaction) => Promise<Result>) => commits.transact(work),
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ping: () => commits.transact(async () => {}),
    close: async () => {
      await commits.close()
      reading?.close()
      database.close()
      release()
    },
  }
}

function openDatabase(path: string): DatabaseSync {
  const database = openDatabaseFile(path)
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma busy_timeout = 5000;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -32000;
    pragma wal_autocheckpoint = 4000;
  `)
  return database
}

async function migrateDatabase(writer: SqliteConnection, options: SqliteOptions): Promise<void> {
  writer.execute('begin immediate')
  try {
    const found = await migrate(writer, options.now())
    if (found > SCHEMA_VERSION) {
      throw new SoulgateError(
        'schema_too_new',
        `The database ${options.path} has schema ${found}; this version knows ${SCHEMA_VERSION}. Upgrade Soulgate.`,
        { data: { found, known: SCHEMA_VERSION } },
      )
    }
    writer.execute('commit')
  } catch (error) {
    writer.execute('rollback')
    throw error
  }
}
