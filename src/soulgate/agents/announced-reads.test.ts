import { expect, it } from 'vitest'
import { fakeClock } from '../../base/clock.ts'
import { createAnnouncedReads } from './announced-reads.ts'

const settle = () => new Promise(resolve => setImmediate(resolve))

/** When a server that announces a change every 100 ms is read, in seconds. */
async function readsOf(seconds: number) {
  const clock = fakeClock(0)
  const at: number[] = []
  const reads = createAnnouncedReads({ clock, timers: clock.timers }, async () => at.push(clock.now() / 1000))
  for (let step = 0; step < seconds * 10; step += 1) {
    reads.announce()
    clock.advance(100)
    await settle()
  }
  return { clock, reads, at }
}

it('reads what a server announces without end at growing intervals, and at once again after a quiet time', async () => {
  const { clock, reads, at } = await readsOf(100)
  const [first = 0, ...later] = at
  expect(first).toBeLessThan(1)
  expect(later.map(time => Math.round(time - first))).toEqual([5, 15, 35, 75])
  clock.advance(700_000)
  await settle()
  const before = at.length
  reads.announce()
  clock.advance(0)
  await settle()
  clock.advance(700_000)
  reads.announce()
  clock.advance(0)
  await settle()
  expect(at.length).toBe(before + 2)
})

it('reads one list at a time, and none after it was stopped', async () => {
  const clock = fakeClock(0)
  const first = Promise.withResolvers<void>()
  let count = 0
  const reads = createAnnouncedReads({ clock, timers: clock.timers }, () => {
    count += 1
    return first.promise
  })
  reads.announce()
  clock.advance(0)
  await settle()
  reads.announce()
  clock.advance(60_000)
  await settle()
  expect(count).toBe(1)
  reads.stop()
  first.resolve()
  reads.announce()
  clock.advance(60_000)
  await settle()
  expect(count).toBe(1)
})
