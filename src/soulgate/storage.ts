import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock, systemTimers, toIso } from '../base/clock.ts'
import type { Dispatch } from '../dispatch/dispatch.ts'
import { createInProcessDispatch } from '../dispatch/in-process/in-process.ts'
import { type AttachableSealing, createSealing } from '../engine/secrets/secrets.ts'
import { openSqliteStore } from '../store/sqlite/sqlite.ts'
import type { Store, StoreSealing } from '../store/store.ts'
import type { SoulgateOptions } from './program.ts'

export interface Storage {
  readonly store: Store
  readonly dispatch: Dispatch
  /** What the store seals by itself, from the moment on at which it is begun. */
  readonly sealing: AttachableSealing
}

/** Opens the store the options name, with the dispatch that belongs to it. */
export async function openStorage(options: SoulgateOptions): Promise<Storage> {
  const sealing = createSealing()
  return { ...(await openStoreAndDispatch(options, sealing)), sealing }
}

async function openStoreAndDispatch(
  options: SoulgateOptions,
  sealing: StoreSealing,
): Promise<Omit<Storage, 'sealing'>> {
  const clock = options.clock ?? systemClock
  const timers = options.timers ?? systemTimers
  const now = (): string => toIso(clock.now())
  if (options.databaseUrl !== undefined) {
    // Loaded only where there is a server: the embedded store starts sooner without them.
    const [{ openPostgresStore }, { createPgBossDispatch }] = await Promise.all([
      import('../store/postgres/postgres.ts'),
      import('../dispatch/pg-boss/pg-boss.ts'),
    ])
    const store = await openPostgresStore({ url: options.databaseUrl, now, sealing })
    return { store, dispatch: createPgBossDispatch({ url: options.databaseUrl, store, clock, timers }) }
  }
  mkdirSync(options.home, { recursive: true, mode: 0o700 })
  const path = options.storePath ?? join(options.home, 'soulgate.db')
  const store = await openSqliteStore({ path, now, sealing })
  const report = options.report
  const dispatch = createInProcessDispatch({
    store,
    clock,
    timers,
    ...(report ? { report: (error, job) => report(error, { queue: job.queue, key: job.key }) } : {}),
  })
  return { store, dispatch }
}
