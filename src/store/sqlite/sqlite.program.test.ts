import { chmodSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SCHEMA_VERSION } from '../migrations/migrations.ts'
import { BACKED_UP } from '../sql/backup.ts'
import type { BackupRow } from '../store.ts'
import { describeStoreConformance } from '../store-conformance.ts'
import { AT } from '../store-samples.ts'
import { describeSealingConformance } from '../store-sealing-conformance.ts'
import { dumpSqlite, loadSqlite } from './backup.ts'
import { openSqliteStore } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'soulgate-sqlite-'))
describeStoreConformance('SQLite in a file', () =>
  openSqliteStore({ path: join(folder, 'store.db'), now: () => AT }),
)
describeSealingConformance('SQLite in a file', sealing =>
  openSqliteStore({ path: join(folder, 'sealed.db'), now: () => AT, sealing }),
)
async function rowsOf(path: string): Promise<readonly BackupRow[]> {
  const rows: BackupRow[] = []
  for await (const row of dumpSqlite(path)) rows.push(row)
  return rows
}

it('every table that the contract fills comes back from a backup as it was', async () => {
  const rows = await rowsOf(join(folder, 'store.db'))
  const tables = new Set(rows.map(({ table }) => table))
  expect(BACKED_UP.filter(table => !tables.has(table))).toEqual([])
  const path = join(folder, 'restored.db')
  async function* again(): AsyncGenerator<BackupRow> {
    yield* rows
  }
  expect(await loadSqlite(path, { rows: again(), schema: SCHEMA_VERSION, at: AT })).toBe(rows.length)
  expect(await rowsOf(path)).toStrictEqual(rows)
})

describeStoreConformance('SQLite in memory', () => openSqliteStore({ path: ':memory:', now: () => AT }))

it('keeps its files to their owner, whatever the umask says, and files of before too', async () => {
  const path = join(folder, 'private.db')
  const modes = () => ['', '-wal', '-shm', '.lock'].map(end => statSync(`${path}${end}`).mode & 0o777)
  const umask = process.umask(0o000)
  try {
    const store = await openSqliteStore({ path, now: () => AT })
    expect(modes()).toEqual([0o600, 0o600, 0o600, 0o600])
    await store.close()
    chmodSync(path, 0o644)
    const again = await openSqliteStore({ path, now: () => AT })
    expect(modes()).toEqual([0o600, 0o600, 0o600, 0o600])
    await again.close()
  } finally {
    process.umask(umask)
  }
})

describe('a read of the store from inside a transaction', () => {
  it.each(['file', 'memory'])('does not wait for the transaction it is part of (%s)', async kind => {
    const path = kind === 'memory' ? ':memory:' : join(folder, 'inside.db')
    const store = await openSqliteStore({ path, now: () => AT })
    const read = await store.transact(async tx => {
      await tx.putDocument({ kind: 'note', id: 'one', body: { text: 'new' }, at: AT })
      return store.getDocument('note', 'other')
    })
    expect(read).toBeUndefined()
    expect(await store.getDocument('note', 'one')).toMatchObject({ body: { text: 'new' } })
    await store.close()
  })
})
