import pg from 'pg'
import { expect, it } from 'vitest'
import { toIso } from '../../src/base/clock.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { START_MS } from '../engine/engine-fixture.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { crashEverywhere, type Reopen } from './survive.ts'

it('a run ends as if never killed, whichever write on PostgreSQL its process died at', {
  timeout: 300_000,
}, async () => {
  const sweepers: pg.Client[] = []
  const lane = async (): Promise<Reopen> => {
    const url = await createTestDatabase()
    const sweeper = new pg.Client({ connectionString: url })
    await sweeper.connect()
    sweepers.push(sweeper)
    return async old => {
      if (old) await old.close()
      else await sweeper.query('drop schema if exists soulgate cascade')
      return openPostgresStore({ url, now: () => toIso(START_MS), poolSize: 4 })
    }
  }
  const writes = await crashEverywhere(await Promise.all([lane(), lane(), lane(), lane()]))
  await Promise.all(sweepers.map(sweeper => sweeper.end()))
  expect(writes).toBeGreaterThan(15)
})
