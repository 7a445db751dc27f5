import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { fakeClock } from '../../src/base/clock.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { createInProcessDispatch } from '../../src/dispatch/in-process/in-process.ts'
import { createScheduleService, type ScheduleEnvironment } from '../../src/engine/schedules/schedules.ts'
import { createSoulgate, defineAgent } from '../../src/soulgate.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { sampleRun } from '../../src/store/store-samples.ts'
import { createTestDatabase } from '../postgres/test-database.ts'

const WHO: Principal = { kind: 'person', id: 'person_ana', name: 'Ana', role: 'reviewer' }

it('starts one run at each time, however many programs share the PostgreSQL', async () => {
  const databaseUrl = await createTestDatabase()
  const root = mkdtempSync(join(tmpdir(), 'soulgate-ticks-'))
  const ticker = defineAgent({
    name: 'ticker',
    input: z.object({}),
    schedules: { second: { cron: '* * * * * *', input: {} } },
    run: async () => null,
  })
  const open = (name: string) =>
    createSoulgate({
      ...{ home: join(root, name, 'home'), workspace: join(root, name, 'workspace') },
      ...{ databaseUrl, agents: [ticker] },
    })
  const programs = [await open('first'), await open('second'), await open('third')]
  const [first] = programs
  try {
    for (const program of programs) await program.startWorker()
    const read = async () => (await first?.runs.list(WHO, { kind: 'agent' }, { limit: 100 }))?.items ?? []
    while ((await read()).length < 4) await new Promise(resolve => setImmediate(resolve))
    const started = (await read()).map(({ created_at }) => Date.parse(created_at)).toSorted((a, b) => a - b)
    const seconds = started.map(at => Math.floor(at / 1000))
    expect(new Set(seconds).size).toBe(seconds.length)
  } finally {
    for (const program of programs) await program.close()
    rmSync(root, { recursive: true, force: true })
  }
}, 60_000)

it('starts one run where a second process comes to a tick that another one has begun', async () => {
  const url = await createTestDatabase()
  const clock = fakeClock(Date.parse('2026-03-01T09:00:00.000Z'))
  const now = () => new Date(clock.now()).toISOString()
  const stores = [await openPostgresStore({ url, now }), await openPostgresStore({ url, now })] as const
  const [inside, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let begun = 0
  const startWithin: ScheduleEnvironment['startWithin'] = async tx => {
    begun += 1
    const run = sampleRun(`run_${begun}`)
    await tx.insertRun(run)
    inside.resolve()
    await mayEnd.promise
    return run
  }
  const [first, second] = stores.map(store => {
    const dispatch = createInProcessDispatch({ store, clock, timers: clock.timers })
    return createScheduleService({ store, clock, dispatch, who: WHO, startWithin })
  })
  const watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
  try {
    await first?.register(
      ['ticker'],
      [{ agent: 'ticker', name: 'hourly', cron: '0 * * * *', time_zone: 'UTC', missed: 'skip', input: {} }],
    )
    clock.advance(3_600_000)
    const one = first?.tick('schedule:ticker/hourly')
    await inside.promise
    const other = second?.tick('schedule:ticker/hourly')
    const waiting = async () => {
      const asked = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await watcher.query(asked)).rows[0].n
    }
    await expect.poll(waiting).toBe(1)
    mayEnd.resolve()
    await Promise.all([one, other])
    expect((await stores[0].listRuns({}, { limit: 9 })).items.map(({ run_id }) => run_id)).toEqual(['run_1'])
  } finally {
    mayEnd.resolve()
    await watcher.end()
    for (const store of stores) await store.close()
  }
})
