import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock, systemTimers, toIso } from '../base/clock.ts'
import type { Dispatch } from '../dispatch/dispatch.ts'
import { createInProcessDispatch } from '../dispatch/in-process/in-process.ts'
import { createPgBossDispatch } from '../dispatch/pg-boss/pg-boss.ts'
import { openPostgresStore } from '../store/postgres/postgres.ts'
import { openSqliteStore } from '../store/sqlite/sqlite.ts'
import type { Store } from '../store/store.ts'
import type { SoulgateOptions } from './program.ts'

/** Opens the store the options name, with the dispatch that belongs to it. */
export async function openStorage(options: SoulgateOptions): Promise<{ store: Store; dispatch: Dispatch }> {
  const clock = options.clock ?? systemClock
  const timers = options.timers ?? systemTimers
  const now = (): string => toIso(clock.now())
  if (options.databaseUrl !== undefined) {
    const store = await openPostgresStore({ url: options.databaseUrl, now })
    return { store, dispatch: createPgBossDispatch({ url: options.databaseUrl, store, clock, timers }) }
  }
  mkdirSync(options.home, { recursive: true, mode: 0o700 })
  const store = await openSqliteStore({ path: options.storePath ?? join(options.home, 'soulgate.db'), now })
  const report = options.report
  const dispatch = createInProcessDispatch({
    store,
    clock,
    timers,
    ...(report ? { report: (error, job) => report(error, { queue: job.queue, key: job.key }) } : {}),
  })
  return { store, dispatch }
}
