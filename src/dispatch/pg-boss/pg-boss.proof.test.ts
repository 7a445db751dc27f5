import { createTestDatabase } from '../../../test/postgres/test-database.ts'
import { systemClock } from '../../base/clock.ts'
import { openPostgresStore } from '../../store/postgres/postgres.ts'
import { describeDispatchConformance } from '../dispatch-conformance.ts'
import { createPgBossDispatch } from './pg-boss.ts'

describeDispatchConformance('The pg-boss dispatch', async () => {
  const url = await createTestDatabase()
  const store = await openPostgresStore({ url, now: () => '2026-03-01T09:00:00.000Z' })
  return { store, create: () => createPgBossDispatch({ url, store, clock: systemClock }) }
})
