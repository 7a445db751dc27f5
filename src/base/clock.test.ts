import { expect, test } from 'vitest'
import { fakeClock, systemClock, systemTimers, toIso } from './clock.ts'

const START = Date.parse('2026-01-31T09:30:00.000Z')

test('times are written in UTC with milliseconds', () => {
  expect(toIso(START)).toBe('2026-01-31T09:30:00.000Z')
  expect(toIso(0)).toBe('1970-01-01T00:00:00.000Z')
})

test.each([Number.NaN, Infinity, 8.64e15, -1e15])('the time %d is refused', ms => {
  expect(() => toIso(ms)).toThrow(expect.objectContaining({ code: 'invalid_time' }))
})

test('the system clock tells the time of this machine', () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000)
})

test('due tasks run in order of their time, each at its own moment', () => {
  const clock = fakeClock(START)
  const seen: string[] = []
  const note = (name: string) => () => seen.push(`${name} at ${clock.now() - START}`)
  clock.timers.after(30, note('late'))
  clock.timers.after(10, note('early'))
  clock.timers.after(10, note('early, added second'))
  clock.timers.after(50, note('not yet'))
  clock.advance(40)
  expect(seen).toEqual(['early at 10', 'early, added second at 10', 'late at 30'])
  expect(clock.now()).toBe(START + 40)
  clock.advance(10)
  expect(seen).toHaveLength(4)
})

test('a task started by a task runs in the same stretch when it is due', () => {
  const clock = fakeClock(0)
  const seen: number[] = []
  const repeat = () => {
    seen.push(clock.now())
    clock.timers.after(10, repeat)
  }
  clock.timers.after(10, repeat)
  clock.advance(35)
  expect(seen).toEqual([10, 20, 30])
})

test('a cancelled task never runs', () => {
  const clock = fakeClock(0)
  let runs = 0
  const cancel = clock.timers.after(1, () => {
    runs += 1
  })
  cancel()
  clock.advance(10)
  expect(runs).toBe(0)
})

test('a jump of the wall clock runs no task and hastens none', () => {
  const clock = fakeClock(START)
  const seen: number[] = []
  clock.timers.after(10, () => seen.push(clock.now()))
  clock.set(START + 86_400_000)
  expect(seen).toEqual([])
  clock.set(START - 86_400_000)
  clock.advance(10)
  expect(seen).toEqual([START - 86_400_000 + 10])
})

test('a system timer runs its task, and a cancelled one does not', async () => {
  const cancelled = systemTimers.after(0, () => {
    throw new Error('a cancelled task ran')
  })
  cancelled()
  const keepAlive = setInterval(() => {}, 1000)
  await new Promise<void>(resolve => systemTimers.after(0, resolve))
  clearInterval(keepAlive)
})

test('a system timer longer than the platform allows does not run at once', async () => {
  let ran = false
  const cancel = systemTimers.after(2 ** 31 + 5, () => {
    ran = true
  })
  const keepAlive = setInterval(() => {}, 1000)
  await new Promise<void>(resolve => systemTimers.after(5, resolve))
  clearInterval(keepAlive)
  cancel()
  expect(ran).toBe(false)
})

test('a delay that is no number is refused', () => {
  expect(() => systemTimers.after(Number.NaN, () => {})).toThrow(
    expect.objectContaining({ code: 'invalid_delay' }),
  )
  expect(() => fakeClock(0).timers.after(Number.NaN, () => {})).toThrow('not NaN')
})
