import pg from 'pg'
import { migrate, SCHEMA_VERSION } from '../migrations/migrations.ts'
import { dumpTables, loadTables } from '../sql/backup.ts'
import type { BackupRow, BackupTarget } from '../store.ts'
import { connectTo, numbersAsNumbers } from './connection.ts'
import { explainFailure } from './failure.ts'
import { MIGRATION_LOCK, SCHEMA } from './schema.ts'

/** What the database holds at one moment, while its programs go on writing. */
export async function* dumpPostgres(url: string): AsyncGenerator<BackupRow, void> {
  const client = await connect(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    yield* dumpTables(connectTo(client, { explain: true }))
  } finally {
    await client.end().catch(() => {})
  }
}

export async function readPostgresSchema(url: string): Promise<number> {
  const client = await connect(url)
  try {
    const { rows } = await client.query('select max(version) as version from schema_versions')
    return Number(rows[0]?.version ?? 0)
  } catch (error) {
    throw explainFailure(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Fills a database that holds nothing of Soulgate yet: all of it or nothing. */
export async function loadPostgres(url: string, { rows, schema, at }: BackupTarget): Promise<number> {
  const client = await connect(url)
  try {
    await client.query('begin')
    // A program that opens the same database meanwhile waits, and then finds it filled.
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(`create schema if not exists ${SCHEMA}`)
    const connection = connectTo(client, { explain: false })
    await migrate(connection, at, schema)
    const count = await loadTables(connection, rows)
    await migrate(connection, at, SCHEMA_VERSION)
    await client.query('commit')
    return count
  } catch (error) {
    throw explainFailure(error)
  } finally {
    await client.end().catch(() => {})
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'soulgate backup',
    options: `-c search_path=${SCHEMA}`,
    connectionTimeoutMillis: 10_000,
    types: numbersAsNumbers(pg.types),
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw explainFailure(error)
  }
}
