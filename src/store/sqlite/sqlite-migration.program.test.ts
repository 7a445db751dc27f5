import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeAddedColumnConformance } from '../sql/added-column-conformance.ts'
import { describeMigrationConformance } from '../sql/migration-conformance.ts'
import { AT } from '../store-samples.ts'
import { openConnection } from './connection.ts'
import { openSqliteStore } from './sqlite.ts'

describeMigrationConformance('a SQLite database', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'soulgate-migration-')), 'store.db')
  return {
    within: async work => {
      const database = new DatabaseSync(path)
      const connection = openConnection(database)
      connection.execute('begin immediate')
      await work(connection)
      connection.execute('commit')
      database.close()
    },
    open: () => openSqliteStore({ path, now: () => AT }),
  }
})

describeAddedColumnConformance('a SQLite database', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'soulgate-added-')), 'store.db')
  return {
    store: await openSqliteStore({ path, now: () => AT }),
    alter: async statements => {
      const database = new DatabaseSync(path)
      for (const statement of statements) database.exec(statement)
      database.close()
    },
  }
})
