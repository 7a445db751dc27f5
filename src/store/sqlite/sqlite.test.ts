import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeStoreConformance } from '../store-conformance.ts'
import { AT } from '../store-samples.ts'
import { openSqliteStore } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'soulgate-sqlite-'))
describeStoreConformance('SQLite in a file', () =>
  openSqliteStore({ path: join(folder, 'store.db'), now: () => AT }),
)
describeStoreConformance('SQLite in memory', () => openSqliteStore({ path: ':memory:', now: () => AT }))

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
