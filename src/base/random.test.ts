import { expect, test } from 'vitest'
import { createSeededRandom, systemRandom } from './random.ts'

const draw = (count: number, next: () => number) => Array.from({ length: count }, next)

test('a seed repeats its numbers and another seed has others', () => {
  const first = draw(20, createSeededRandom(42).uint32)
  expect(draw(20, createSeededRandom(42).uint32)).toEqual(first)
  expect(draw(20, createSeededRandom(43).uint32)).not.toEqual(first)
})

test.each([
  ['seeded', createSeededRandom(1)],
  ['system', systemRandom],
])('%s numbers lie in their range and spread over it', (_, random) => {
  const floats = draw(10_000, random.float)
  expect(Math.min(...floats)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...floats)).toBeLessThan(1)
  expect(Math.abs(floats.reduce((sum, value) => sum + value, 0) / floats.length - 0.5)).toBeLessThan(0.05)
  expect(
    draw(10_000, random.uint32).every(value => Number.isInteger(value) && value >= 0 && value < 2 ** 32),
  ).toBe(true)
})

test('the system source does not repeat itself across pools', () => {
  expect(new Set(draw(10_000, systemRandom.float)).size).toBe(10_000)
})
