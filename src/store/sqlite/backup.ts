import { DatabaseSync } from 'node:sqlite'
import { migrate, SCHEMA_VERSION } from '../migrations/migrations.ts'
import { dumpTables, loadTables } from '../sql/backup.ts'
import type { BackupRow, BackupTarget } from '../store.ts'
import { explainSqliteError, openConnection, openDatabaseFile } from './connection.ts'

/** What a database holds at one moment, while its owner goes on writing; reading takes no lock that it would feel. */
export async function* dumpSqlite(path: string): AsyncGenerator<BackupRow, void> {
  const database = openReadOnly(path)
  const connection = openConnection(database)
  try {
    connection.execute('begin')
    yield* dumpTables(connection)
  } finally {
    database.close()
  }
}

/** The schema of the database at that path. */
export async function readSqliteSchema(path: string): Promise<number> {
  const database = openReadOnly(path)
  try {
    const [row] = await openConnection(database).rows<{ version: number }>(
      'select max(version) as version from schema_versions',
      [],
    )
    return Number(row?.version ?? 0)
  } finally {
    database.close()
  }
}

/** Makes the database at that path out of a backup: all of it or nothing. */
export async function loadSqlite(path: string, { rows, schema, at }: BackupTarget): Promise<number> {
  const database = openDatabaseFile(path)
  const connection = openConnection(database)
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = full')
    connection.execute('begin immediate')
    await migrate(connection, at, schema)
    const count = await loadTables(connection, rows)
    await migrate(connection, at, SCHEMA_VERSION)
    connection.execute('commit')
    return count
  } catch (error) {
    throw explainSqliteError(error)
  } finally {
    // Closing without a commit undoes everything.
    database.close()
  }
}

function openReadOnly(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true })
  } catch (error) {
    throw explainSqliteError(error)
  }
}
