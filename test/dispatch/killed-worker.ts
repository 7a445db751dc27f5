import { systemClock } from '../../src/base/clock.ts'
import { forEachQueue } from '../../src/dispatch/dispatch-conformance.ts'
import { createPgBossDispatch } from '../../src/dispatch/pg-boss/pg-boss.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'

/** A worker that takes jobs, says so on standard output, and never ends one; its parent kills it. */
const [url = ''] = process.argv.slice(2)
const store = await openPostgresStore({ url, now: () => '2026-03-01T09:00:00.000Z' })
const dispatch = createPgBossDispatch({ url, store, clock: systemClock })
const never = forEachQueue(job => {
  process.stdout.write(`${job.key}\n`)
  return new Promise(() => {})
})
await dispatch.start(never, { concurrency: 4 })
setInterval(() => {}, 60_000)
