import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/postgres/test-database.ts'
import { describeAddedColumnConformance } from '../sql/added-column-conformance.ts'
import { describeMigrationConformance } from '../sql/migration-conformance.ts'
import { AT } from '../store-samples.ts'
import { connectTo, numbersAsNumbers } from './connection.ts'
import { openPostgresStore } from './postgres.ts'

describeMigrationConformance('a PostgreSQL database', async () => {
  const url = await createTestDatabase()
  return {
    within: async work => {
      const options = '-c search_path=soulgate'
      const client = new pg.Client({ connectionString: url, options, types: numbersAsNumbers(pg.types) })
      await client.connect()
      await client.query('begin')
      await client.query('create schema soulgate')
      await work(connectTo(client, { explain: false }))
      await client.query('commit')
      await client.end()
    },
    open: () => openPostgresStore({ url, now: () => AT }),
  }
})

async function openShared() {
  const url = await createTestDatabase()
  return {
    // One connection for reads.
    store: await openPostgresStore({ url, now: () => AT, poolSize: 4 }),
    alter: async (statements: readonly string[]) => {
      const client = new pg.Client({ connectionString: url, options: '-c search_path=soulgate' })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    },
  }
}

describeAddedColumnConformance('a PostgreSQL database', openShared)

it('a transaction whose prepared statement a later version made stale is run again, on whatever connection', async () => {
  const { store, alter } = await openShared()
  const readAsBefore = () =>
    store.transact(async tx => (await tx.executeSql?.('select * from blobs', []))?.rows.length)
  const onEveryConnection = () => Promise.all([1, 2, 3, 4].map(readAsBefore))
  for (let count = 0; count < 6; count += 1) await onEveryConnection()
  await alter(['alter table blobs add column of_a_later_version text'])
  expect(await onEveryConnection()).toEqual([0, 0, 0, 0])
  await store.close()
})

it('a read whose prepared statement a later version made stale is asked once more', async () => {
  const url = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table samples (id text)')
  const { rows } = connectTo(client, { explain: true })
  for (let count = 0; count < 6; count += 1) await rows('select * from samples', [])
  await client.query("alter table samples add column more text default 'later'")
  await client.query("insert into samples values ('a')")
  expect(await rows('select * from samples', [])).toEqual([{ id: 'a', more: 'later' }])
  await client.end()
})
