import { systemClock, systemTimers, toIso } from '../../src/base/clock.ts'
import { createInProcessDispatch } from '../../src/dispatch/in-process/in-process.ts'
import { createPgBossDispatch } from '../../src/dispatch/pg-boss/pg-boss.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import { mover, startEngine } from '../../test/engine/engine-fixture.ts'

/** A process that comes up over an existing store: prints ms until ready, ms for the first page, MB resident. */
const [kind = 'sqlite', address = ''] = process.argv.slice(2)
const now = (): string => toIso(systemClock.now())
const begun = performance.now()
const store =
  kind === 'sqlite'
    ? await openSqliteStore({ path: address, now })
    : await openPostgresStore({ url: address, now })
const parts = { store, clock: systemClock, timers: systemTimers }
const dispatch =
  kind === 'sqlite' ? createInProcessDispatch(parts) : createPgBossDispatch({ ...parts, url: address })
const clock = { ...systemClock, timers: systemTimers, advance: () => {}, set: () => {} }
const engine = await startEngine({ agents: [mover], store, clock, capacity: 200, dispatch })
const ready = performance.now() - begun
const paging = performance.now()
await store.listGates({ status: 'pending' }, { limit: 50 })
await store.countGates({ status: 'pending' })
const page = performance.now() - paging
globalThis.gc?.()
const resident = process.memoryUsage().rss / 2 ** 20
await engine.stop()
await store.close()
process.stdout.write(JSON.stringify({ ready, page, resident }))
