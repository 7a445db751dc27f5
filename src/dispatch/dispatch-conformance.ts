import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../store/store.ts'
import { type Dispatch, type Job, type JobHandler, QUEUES, type Queue } from './dispatch.ts'

export interface DispatchUnderTest {
  readonly store: Store
  /** A dispatch as another process, or the same one after a restart, would make it. */
  create(): Dispatch
}

const AT = '2026-03-01T09:00:00.000Z'

/** What every dispatch must do, against the real clock; `open` answers an empty store. */
export function describeDispatchConformance(name: string, open: () => Promise<DispatchUnderTest>): void {
  describe(`${name} keeps the contract of a dispatch`, () => {
    let under: DispatchUnderTest
    beforeAll(async () => {
      under = await open()
    })
    afterAll(async () => {
      await under.store.close()
    })
    const put = (dispatch: Dispatch, job: Partial<Job> & Pick<Job, 'key'>) =>
      under.store.transact(tx =>
        dispatch.enqueue(tx, { queue: 'run', due_at: Date.now(), payload: {}, ...job }),
      )

    it('hands a job out after its commit, and never one that was rolled back', async () => {
      await withDispatch(under, async (dispatch, heard) => {
        const rolledBack = under.store.transact(async tx => {
          await dispatch.enqueue(tx, jobOf('undone'))
          throw new Error('no')
        })
        await rolledBack.catch(() => {})
        await under.store.transact(async tx => {
          await dispatch.enqueue(tx, jobOf('a', { text: 'zażółć \u0000 😀' }))
          expect(heard.jobs).toEqual([])
        })
        await heard.count(1)
        expect(heard.jobs).toEqual([
          expect.objectContaining({ queue: 'run', key: 'a', payload: { text: 'zażółć \u0000 😀' } }),
        ])
      })
    })

    it('hands out every job of every queue, at most so many of a queue at once', async () => {
      let atOnce = 0
      let most = 0
      const handler = async (job: Job) => {
        if (job.queue !== 'gate_timer') return
        atOnce += 1
        most = Math.max(most, atOnce)
        await new Promise(resolve => setImmediate(resolve))
        atOnce -= 1
      }
      await withDispatch(
        under,
        async (dispatch, heard) => {
          const jobs = Array.from({ length: 60 }, (_, n) =>
            put(dispatch, { key: `many${n}`, queue: 'gate_timer' }),
          )
          await Promise.all([...jobs, put(dispatch, { key: 'm', queue: 'maintenance' })])
          await heard.count(61)
          expect(new Set(heard.jobs.map(job => job.key)).size).toBe(61)
          expect(most).toBeLessThanOrEqual(8)
        },
        handler,
      )
    })

    it('waits for the due time, and the earlier of two wins', async () => {
      await withDispatch(under, async (dispatch, heard) => {
        const start = Date.now()
        await put(dispatch, { key: 'later', queue: 'gate_timer', due_at: start + 3_600_000 })
        await put(dispatch, { key: 'later', queue: 'gate_timer', due_at: start + 400, payload: { n: 2 } })
        await put(dispatch, {
          key: 'later',
          queue: 'gate_timer',
          due_at: start + 7_200_000,
          payload: { n: 3 },
        })
        await heard.count(1)
        expect(Date.now() - start).toBeGreaterThanOrEqual(400)
        expect(heard.jobs[0]).toMatchObject({ key: 'later', payload: { n: 3 } })
      })
    })

    it('forgets a cancelled job, unless the cancellation is rolled back', async () => {
      await withDispatch(under, async (dispatch, heard) => {
        const due_at = Date.now() + 300
        for (const key of ['gone', 'kept']) await put(dispatch, { key, queue: 'gate_timer', due_at })
        await under.store.transact(tx => dispatch.cancel(tx, 'gate_timer', 'gone'))
        const rolledBack = under.store.transact(async tx => {
          await dispatch.cancel(tx, 'gate_timer', 'kept')
          throw new Error('no')
        })
        await rolledBack.catch(() => {})
        await heard.count(1)
        await put(dispatch, { key: 'last', due_at: due_at + 50 })
        await heard.count(2)
        expect(heard.jobs.map(job => job.key)).toEqual(['kept', 'last'])
      })
    })

    it('lets a cancelled key be enqueued again', async () => {
      await withDispatch(under, async (dispatch, heard) => {
        await put(dispatch, { key: 'again', queue: 'gate_timer', due_at: Date.now() + 3_600_000 })
        await under.store.transact(tx => dispatch.cancel(tx, 'gate_timer', 'again'))
        await put(dispatch, { key: 'again', queue: 'gate_timer', due_at: Date.now() + 100 })
        await heard.count(1)
        await put(dispatch, { key: 'again', queue: 'gate_timer', due_at: Date.now() + 100 })
        await heard.count(2)
      })
    })

    it('calls a handler that threw again until it does not', async () => {
      let tries = 0
      const handler = async () => {
        tries += 1
        if (tries < 3) throw new Error(`try ${tries}`)
      }
      await withDispatch(
        under,
        async (dispatch, heard) => {
          await put(dispatch, { key: 'stubborn' })
          await heard.count(3)
        },
        handler,
      )
      expect(tries).toBe(3)
    }, 20_000)

    it('never hands out a key twice at once, and loses no wake-up put while it is out', async () => {
      let out = 0
      let seen: unknown
      const handler = async () => {
        out += 1
        expect(out).toBe(1)
        const standing = await under.store.getDocument('wake', 'up')
        await new Promise(resolve => setImmediate(resolve))
        seen = standing?.body
        out -= 1
      }
      await withDispatch(
        under,
        async (dispatch, heard) => {
          for (let n = 1; n <= 200; n += 1) {
            await under.store.transact(async tx => {
              await tx.putDocument({ kind: 'wake', id: 'up', body: n, at: AT })
              await dispatch.enqueue(tx, jobOf('waking'))
            })
          }
          await heard.until(() => seen === 200)
        },
        handler,
      )
    })

    it('stops only when the handlers at work have ended, and counts them', async () => {
      const dispatch = under.create()
      let release = () => {}
      let ended = false
      const begun = new Promise<void>(resolve => {
        const handler = async () => {
          resolve()
          await new Promise<void>(free => {
            release = free
          })
          ended = true
        }
        void dispatch
          .start(forEachQueue(handler), { concurrency: 2 })
          .then(() => put(dispatch, { key: 'long' }))
      })
      await begun
      expect(dispatch.active()).toBe(1)
      const stopped = dispatch.stop()
      release()
      await stopped
      expect(ended).toBe(true)
      expect(dispatch.active()).toBe(0)
    })

    it('still takes what is enqueued while it stops', async () => {
      const first = under.create()
      await first.start(
        forEachQueue(async () => {}),
        { concurrency: 2 },
      )
      await first.stop(() => put(first, { key: 'late' }))
      await withDispatch(under, async (_, heard) => {
        await heard.count(1)
        expect(heard.jobs.map(job => job.key)).toEqual(['late'])
      })
    })

    it('hands out what was enqueued while nothing was started', async () => {
      const early = under.create()
      await Promise.all(Array.from({ length: 30 }, (_, n) => put(early, { key: `early${n}` })))
      await early.stop()
      await withDispatch(under, async (_, heard) => {
        await heard.count(30)
        expect(new Set(heard.jobs.map(job => job.key)).size).toBe(30)
      })
    })
  })
}

function jobOf(key: string, payload: Job['payload'] = {}): Job {
  return { queue: 'run', key, due_at: Date.now(), payload }
}

export function forEachQueue(handler: JobHandler): Record<Queue, JobHandler> {
  return Object.fromEntries(QUEUES.map(queue => [queue, handler])) as Record<Queue, JobHandler>
}

export interface Heard {
  readonly jobs: readonly Job[]
  count(jobs: number): Promise<void>
  until(condition: () => boolean): Promise<void>
}

/** Remembers the jobs whose handler has ended, well or badly, and lets a test wait for them. */
export function createHeard(handler: JobHandler): { readonly heard: Heard; readonly handle: JobHandler } {
  const jobs: Job[] = []
  const waiting = new Set<() => void>()
  const until = (condition: () => boolean): Promise<void> =>
    new Promise(resolve => {
      const check = () => {
        if (!condition()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  return {
    heard: { jobs, until, count: count => until(() => jobs.length >= count) },
    handle: async job => {
      try {
        await handler(job)
      } finally {
        jobs.push(job)
        for (const check of [...waiting]) check()
      }
    },
  }
}

async function withDispatch(
  under: DispatchUnderTest,
  act: (dispatch: Dispatch, heard: Heard) => Promise<void>,
  handler: JobHandler = async () => {},
): Promise<void> {
  const dispatch = under.create()
  const { heard, handle } = createHeard(handler)
  await dispatch.start(forEachQueue(handle), { concurrency: 8 })
  try {
    await act(dispatch, heard)
  } finally {
    await dispatch.stop()
  }
}
