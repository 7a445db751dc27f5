import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStoreConformance } from '../store-conformance.ts'
import { AT } from '../store-samples.ts'
import { openSqliteStore } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'soulgate-sqlite-'))
describeStoreConformance('SQLite in a file', () =>
  openSqliteStore({ path: join(folder, 'store.db'), now: () => AT }),
)
describeStoreConformance('SQLite in memory', () => openSqliteStore({ path: ':memory:', now: () => AT }))
