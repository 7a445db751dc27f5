import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { toIso } from '../../src/base/clock.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import { START_MS } from '../engine/engine-fixture.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import type { Reopen } from './survive.ts'

const now = (): string => toIso(START_MS)

/** Places in a folder where lives go on side by side, each life in a file of its own. */
export function sqliteLanes(folder: string, count: number): readonly Reopen[] {
  const place = mkdtempSync(join(folder, 'lanes-'))
  let lives = 0
  return Array.from({ length: count }, (): Reopen => {
    let path = ''
    return async old => {
      await old?.close()
      if (!old) lives += 1
      path = old ? path : join(place, `life-${lives}.db`)
      return openSqliteStore({ path, now })
    }
  })
}

/** Places on PostgreSQL where lives go on side by side, each lane in a database of its own that each life finds empty. */
export async function postgresLanes(count: number) {
  const sweepers: pg.Client[] = []
  const lane = async (): Promise<Reopen> => {
    const url = await createTestDatabase()
    const sweeper = new pg.Client({ connectionString: url })
    await sweeper.connect()
    sweepers.push(sweeper)
    return async old => {
      if (old) await old.close()
      else await sweeper.query('drop schema if exists soulgate cascade')
      return openPostgresStore({ url, now, poolSize: 4 })
    }
  }
  return {
    lanes: await Promise.all(Array.from({ length: count }, lane)),
    close: () => Promise.all(sweepers.map(sweeper => sweeper.end())),
  }
}
