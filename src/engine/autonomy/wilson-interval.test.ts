import { expect, it } from 'vitest'
import { wilsonInterval } from './wilson-interval.ts'

it.each([
  [0.5, 10, 0.2366, 0.7634],
  [1, 10, 0.7225, 1],
  [0, 10, 0, 0.2775],
  [0.81, 263, 0.7583, 0.8528],
  [0.3, 0, 0, 1],
])('of a share of %d in %d cases is %d to %d', (share, cases, low, high) => {
  const [from, to] = wilsonInterval(share, cases)
  expect([from, to]).toEqual([expect.closeTo(low, 3), expect.closeTo(high, 3)])
})

it('holds the share, and both ends solve |p − share| = z·√(p(1 − p)/n), which defines it', () => {
  for (const cases of [1, 7, 40, 1000])
    for (let hits = 0; hits <= cases; hits += Math.ceil(cases / 7)) {
      const share = hits / cases
      const [low, high] = wilsonInterval(share, cases)
      expect(low - 1e-12 <= share && share <= high + 1e-12).toBe(true)
      for (const p of [low, high].filter(end => end > 1e-9 && end < 1 - 1e-9))
        expect(Math.abs(p - share)).toBeCloseTo(1.959964 * Math.sqrt((p * (1 - p)) / cases), 9)
    }
})
