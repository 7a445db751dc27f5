import { expect, test } from 'vitest'
import { fakeClock, systemClock } from './clock.ts'
import { createIds } from './ids.ts'
import { createSeededRandom, type Random } from './random.ts'

const START = Date.parse('2026-01-31T09:30:00.000Z')
const highestRandom: Random = { uint32: () => 0xffff_ffff, float: () => 0.5 }

test('an id is its prefix and 26 characters of lower-case Crockford base32', () => {
  const { newId } = createIds({ clock: systemClock })
  expect(newId('gate')).toMatch(/^gate_[0-9a-hjkmnp-tv-z]{26}$/)
})

test('the first ten characters are the milliseconds of the clock', () => {
  const { newId } = createIds({ clock: fakeClock(1_469_918_176_385) })
  expect(newId('run').slice(4, 14)).toBe('01aryz6s41')
  const latest = createIds({ clock: fakeClock(2 ** 48 - 1) })
  expect(latest.newId('run').slice(4, 14)).toBe('7zzzzzzzzz')
})

test('ids sort by creation within a millisecond, over time, and when the clock goes back', () => {
  const clock = fakeClock(START)
  const { newId } = createIds({ clock })
  const ids: string[] = []
  for (const step of [0, 1, -86_400_000, 5, 86_400_000]) {
    clock.set(clock.now() + step)
    for (let count = 0; count < 200; count += 1) ids.push(newId('step'))
  }
  expect(ids).toEqual([...new Set(ids)].sort())
})

test('ids stay sorted when the random part of a millisecond is used up', () => {
  const { newId } = createIds({ clock: fakeClock(START), random: highestRandom })
  const ids = Array.from({ length: 5 }, () => newId('gate'))
  expect(ids).toEqual([...new Set(ids)].sort())
  expect(ids[1]?.slice(5, 15)).not.toBe(ids[0]?.slice(5, 15))
})

test('two makers of ids at the same moment make different ids', () => {
  const clock = fakeClock(START)
  expect(createIds({ clock }).newId('gate')).not.toBe(createIds({ clock }).newId('gate'))
})

test('the same seed makes the same ids', () => {
  const make = () => createIds({ clock: fakeClock(START), random: createSeededRandom(7) }).newId('gate')
  expect(make()).toBe(make())
})

test.each(['', 'Gate', 'gate_', '1gate', 'gate id', 'a'.repeat(17)])('the prefix "%s" is refused', prefix => {
  const { newId } = createIds({ clock: systemClock })
  expect(() => newId(prefix)).toThrow(expect.objectContaining({ code: 'invalid_id_prefix' }))
})

test('a clock that does not fit an id is refused', () => {
  expect(() => createIds({ clock: { now: () => 2 ** 48 } }).newId('gate')).toThrow('does not fit')
  expect(() => createIds({ clock: { now: () => Number.NaN } }).newId('gate')).toThrow('does not fit')
})
