import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/postgres/test-database.ts'
import { systemClock } from '../../base/clock.ts'
import { openPostgresStore } from '../../store/postgres/postgres.ts'
import { createHeard, forEachQueue } from '../dispatch-conformance.ts'
import { createPgBossDispatch } from './pg-boss.ts'

describe('pg-boss dispatches of several processes', () => {
  it('take over the jobs of a killed worker within 20 seconds', async () => {
    const url = await createTestDatabase()
    const store = await openPostgresStore({ url, now: () => '2026-03-01T09:00:00.000Z' })
    const dispatch = createPgBossDispatch({ url, store, clock: systemClock })
    const keys = ['a', 'b', 'c']
    await store.transact(async tx => {
      for (const key of keys)
        await dispatch.enqueue(tx, { queue: 'run', key, due_at: Date.now(), payload: { key } })
    })
    await killWorkerThatHolds(url, keys.length)
    const killedAt = Date.now()
    const { heard, handle } = createHeard(async () => {})
    await dispatch.start(forEachQueue(handle), { concurrency: 4 })
    await heard.count(keys.length)
    expect(heard.jobs.map(job => job.key).toSorted()).toEqual(keys)
    expect(Date.now() - killedAt).toBeLessThan(20_000)
    await dispatch.stop()
    await store.close()
  }, 40_000)

  it('share the jobs between them, each handed out once', async () => {
    const url = await createTestDatabase()
    const stores = await Promise.all(
      [1, 2].map(() => openPostgresStore({ url, now: () => '2026-03-01T09:00:00.000Z' })),
    )
    const { heard, handle } = createHeard(async () => {})
    const taken = [0, 0]
    const workers = stores.map((store, place) => ({
      store,
      place,
      dispatch: createPgBossDispatch({ url, store, clock: systemClock }),
    }))
    for (const { dispatch, place } of workers) {
      const handler = forEachQueue(job => {
        taken[place] = (taken[place] ?? 0) + 1
        return handle(job)
      })
      await dispatch.start(handler, { concurrency: 4 })
    }
    for (let n = 0; n < 300; n += 1) {
      const worker = workers[n % 2]
      await worker?.store.transact(tx =>
        worker.dispatch.enqueue(tx, { queue: 'run', key: `k${n}`, due_at: Date.now(), payload: {} }),
      )
    }
    await heard.count(300)
    await Promise.all(workers.map(({ dispatch }) => dispatch.stop()))
    expect(heard.jobs).toHaveLength(300)
    expect(new Set(heard.jobs.map(job => job.key)).size).toBe(300)
    expect(Math.min(...taken)).toBeGreaterThan(0)
    await Promise.all(stores.map(store => store.close()))
  }, 20_000)
})

async function killWorkerThatHolds(url: string, jobs: number): Promise<void> {
  const program = fileURLToPath(new URL('../../../test/dispatch/killed-worker.ts', import.meta.url))
  const worker = spawn(process.execPath, [program, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise(resolve => worker.once('close', resolve))
  let text = ''
  worker.stdout.setEncoding('utf8')
  worker.stdout.on('data', (part: string) => {
    text += part
    if (text.split('\n').length > jobs) worker.kill('SIGKILL')
  })
  await ended
  expect(text.split('\n').length).toBeGreaterThan(jobs)
}
