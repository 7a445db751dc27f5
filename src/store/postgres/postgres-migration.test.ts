import pg from 'pg'
import { createTestDatabase } from '../../../test/postgres/test-database.ts'
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
