import { describe, expect, it } from 'vitest'
import { fakeClock, systemClock, systemTimers } from '../../base/clock.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import type { Job, JobHandler } from '../dispatch.ts'
import { createHeard, describeDispatchConformance, forEachQueue } from '../dispatch-conformance.ts'
import { createInProcessDispatch } from './in-process.ts'

const openStore = () => openSqliteStore({ path: ':memory:', now: () => '2026-03-01T09:00:00.000Z' })

describeDispatchConformance('The in-process dispatch', async () => {
  const store = await openStore()
  return { store, create: () => createInProcessDispatch({ store, clock: systemClock, timers: systemTimers }) }
})

const START = Date.parse('2026-03-01T09:00:00.000Z')
const DAY = 86_400_000

async function begin(store: Store, handler: JobHandler = async () => {}, startMs = START) {
  const clock = fakeClock(startMs)
  const dispatch = createInProcessDispatch({ store, clock, timers: clock.timers })
  const { heard, handle } = createHeard(handler)
  await dispatch.start(forEachQueue(handle), { concurrency: 10 })
  const put = (key: string, due_at: number, more: Partial<Job> = {}) =>
    store.transact(tx => dispatch.enqueue(tx, { queue: 'run', key, due_at, payload: {}, ...more }))
  return { clock, dispatch, heard, put }
}

/** Lets what is under way settle: each look at the store takes its turn behind it. */
async function settle(store: Store): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await store.transact(async () => {})
}

describe('the in-process dispatch and time', () => {
  it('hands out a job within a second of a jump of the clock past its due time', async () => {
    const store = await openStore()
    const { clock, heard, put, dispatch } = await begin(store)
    await put('tomorrow', START + DAY)
    clock.set(START + DAY)
    clock.advance(1_000)
    await heard.count(1)
    await dispatch.stop()
  })

  it('hands out what is due now though the clock jumped back a day, also after a restart', async () => {
    const store = await openStore()
    const first = await begin(store)
    await first.dispatch.stop()
    await first.put('left', START)
    const second = await begin(store, undefined, START - DAY)
    await second.heard.count(1)
    second.clock.set(START - 2 * DAY)
    await second.put('now', START - 2 * DAY)
    await second.heard.count(2)
    await second.dispatch.stop()
  })

  it('tries again after a growing pause, also when the clock goes back meanwhile', async () => {
    const store = await openStore()
    let tries = 0
    const { clock, heard, put, dispatch } = await begin(store, async () => {
      tries += 1
      if (tries < 4) throw new Error('not yet')
    })
    await put('k', START)
    for (const [count, pause] of [
      [1, 100],
      [2, 200],
      [3, 400],
    ] as const) {
      await heard.count(count)
      await settle(store)
      clock.advance(pause - 1)
      await settle(store)
      expect(tries).toBe(count)
      if (count === 2) clock.set(START - DAY)
      clock.advance(count === 2 ? 1_000 : pause + 1)
    }
    await heard.count(4)
    await settle(store)
    expect(await store.listDueJobs(Number.MAX_SAFE_INTEGER, 9)).toEqual([])
    await dispatch.stop()
  })

  it('keeps the attempts of a failing job in its row, for the process after this one', async () => {
    const store = await openStore()
    const { heard, put, dispatch } = await begin(store, async () => {
      throw new Error('never')
    })
    await put('k', START, { payload: { n: 1 } })
    await heard.count(1)
    await settle(store)
    const rows = await store.listDueJobs(START + DAY, 9)
    expect(rows).toEqual([expect.objectContaining({ key: 'k', attempts: 1, payload: { n: 1 } })])
    expect(rows[0]?.due_at).toBeGreaterThanOrEqual(START + 100)
    await dispatch.stop()
  })
})

describe('the in-process dispatch and its rows', () => {
  it('deletes the row of a job that succeeded, and not of one put again meanwhile', async () => {
    const store = await openStore()
    const again: (() => Promise<void>)[] = []
    const { heard, put, dispatch } = await begin(store, async () => {
      await again.pop()?.()
    })
    again.push(() => put('k', START + DAY))
    await put('k', START)
    await heard.count(1)
    await settle(store)
    expect(await store.listDueJobs(START + DAY, 9)).toEqual([
      expect.objectContaining({ key: 'k', due_at: 0 }),
    ])
    await dispatch.stop()
  })

  it('keeps the row of a job put in the same commit that deletes the one before it', async () => {
    const store = await openStore()
    const releases: (() => void)[] = []
    const { heard, put, dispatch } = await begin(
      store,
      () => new Promise(resolve => void releases.push(resolve)),
    )
    await put('k', START)
    await settle(store)
    const second = put('k', START)
    releases.shift()?.()
    await second
    await heard.count(1)
    await settle(store)
    expect(dispatch.active()).toBe(1)
    expect(await store.listDueJobs(START, 9)).toHaveLength(1)
    releases.shift()?.()
    await heard.count(2)
    await dispatch.stop()
    expect(await store.listDueJobs(START, 9)).toEqual([])
  })

  it('hands out a backlog that does not fit in memory, each job once', async () => {
    const store = await openStore()
    const idle = createInProcessDispatch({ store, clock: fakeClock(START), timers: fakeClock(START).timers })
    await store.transact(async tx => {
      for (let n = 0; n < 7_000; n += 1)
        await idle.enqueue(tx, { queue: 'run', key: `k${n}`, due_at: START, payload: {} })
    })
    const { heard, dispatch } = await begin(store)
    await heard.count(7_000)
    await settle(store)
    expect(heard.jobs).toHaveLength(7_000)
    expect(new Set(heard.jobs.map(job => job.key)).size).toBe(7_000)
    expect(await store.nextJobDueAt()).toBeUndefined()
    await dispatch.stop()
  })

  it('finds far-off jobs again without holding them in memory', async () => {
    const store = await openStore()
    const { clock, heard, put, dispatch } = await begin(store)
    for (let n = 1; n <= 50; n += 1) await put(`k${n}`, START + n * 3_600_000)
    for (let hour = 1; hour <= 50; hour += 1) {
      clock.advance(3_599_000)
      await settle(store)
      clock.advance(1_000)
      await heard.count(hour)
      expect(heard.jobs).toHaveLength(hour)
    }
    await dispatch.stop()
  })
})
