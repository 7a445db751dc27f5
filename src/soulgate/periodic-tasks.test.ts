import { expect, it } from 'vitest'
import { fakeClock } from '../base/clock.ts'
import { createPeriodicTasks } from './periodic-tasks.ts'

const turn = () => new Promise<void>(resolve => setImmediate(resolve))

function start() {
  const clock = fakeClock(Date.parse('2026-03-01T09:00:00.000Z'))
  const reported: unknown[] = []
  return { clock, reported, passes: createPeriodicTasks(clock.timers, error => void reported.push(error)) }
}

it('makes a pass again so long after the last one ended, and none while one is under way', async () => {
  const { clock, passes } = start()
  const ends: (() => void)[] = []
  passes.every(1_000, () => new Promise<void>(resolve => ends.push(resolve)))
  clock.advance(999)
  expect(ends).toHaveLength(0)
  clock.advance(1)
  clock.advance(5_000)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await turn()
  clock.advance(1_000)
  expect(ends).toHaveLength(2)
})

it('reports a pass that fails, and makes it again', async () => {
  const { clock, passes, reported } = start()
  passes.every(1_000, async () => {
    throw new Error('disk full')
  })
  clock.advance(1_000)
  await turn()
  clock.advance(1_000)
  await turn()
  expect(reported).toEqual([new Error('disk full'), new Error('disk full')])
})

it('has stopped when what was under way has ended: nothing is written after it', async () => {
  const { clock, passes } = start()
  const happened: string[] = []
  let isAborted = false
  let end = () => {}
  passes.every(1_000, signal => {
    const written = new Promise<void>(resolve => {
      end = resolve
    })
    return written.then(() => {
      isAborted = signal.aborted
      happened.push('written')
    })
  })
  passes.every(2_000, async () => void happened.push('begun after the stop'))
  clock.advance(1_000)
  const stopped = passes.stop().then(() => void happened.push('stopped'))
  await turn()
  clock.advance(60_000)
  await turn()
  expect(happened).toEqual([])
  end()
  await stopped
  clock.advance(60_000)
  await turn()
  passes.every(1, async () => void happened.push('begun after the stop'))
  clock.advance(60_000)
  expect(happened).toEqual(['written', 'stopped'])
  expect(isAborted).toBe(true)
})
