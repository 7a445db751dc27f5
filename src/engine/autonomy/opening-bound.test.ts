import { expect, it } from 'vitest'
import { createOpeningBound, type OpeningBound } from './opening-bound.ts'

const TERMS = [
  { target: 0.98, delta: 0.05 },
  { target: 0.98, delta: 0.0125 },
  { target: 0.9, delta: 0.05 },
  { target: 0.995, delta: 0.05 },
]

it('never opens more often than δ over ten thousand labels, by counting all ways, wherever the rate is too high', () => {
  for (const terms of TERMS) {
    const bound = createOpeningBound(terms)
    const epsilon = 1 - terms.target
    expect(probabilityOfOpening(bound, () => epsilon, 10_000)).toBeLessThanOrEqual(terms.delta)
    expect(probabilityOfOpening(bound, () => epsilon * 1.25, 10_000)).toBeLessThanOrEqual(terms.delta / 2)
  }
})

it('holds where the rate moves, as long as its mean is too high when it opens', () => {
  for (const terms of TERMS) {
    const bound = createOpeningBound(terms)
    const epsilon = 1 - terms.target
    // Wrong at first and better afterwards, so that the mean is ε only at the end.
    const falling = (at: number) => (at < 1_000 ? epsilon * 1.5 : epsilon * 0.5)
    expect(probabilityOfOpening(bound, falling, 2_000)).toBeLessThanOrEqual(terms.delta)
  }
})

it('asks for no less than the exact binomial test of as many labels does', () => {
  for (const terms of TERMS) {
    const bound = createOpeningBound(terms)
    for (let wrong = 0; wrong <= 40; wrong += 1) {
      const labels = bound.rightNeeded(wrong) + wrong
      expect(binomialUpTo(wrong, labels, 1 - terms.target)).toBeLessThanOrEqual(terms.delta)
    }
  }
})

it('opens soon where calls are right: after 168 of 168, and nearly surely at a quarter of the allowed rate', () => {
  const bound = createOpeningBound({ target: 0.98, delta: 0.05 })
  expect(bound.rightNeeded(0)).toBe(168)
  expect(probabilityOfOpening(bound, () => 0.005, 1_000)).toBeGreaterThan(0.95)
})

it('needs more right labels for each wrong one', () => {
  const bound = createOpeningBound({ target: 0.98, delta: 0.05 })
  for (let wrong = 0; wrong < 100; wrong += 1) {
    expect(bound.rightNeeded(wrong + 1)).toBeGreaterThan(bound.rightNeeded(wrong))
  }
})

it('refuses a target or δ outside of 0 to 1', () => {
  expect(() => createOpeningBound({ target: 1, delta: 0.05 })).toThrow('target')
  expect(() => createOpeningBound({ target: 0.98, delta: 0 })).toThrow('delta')
  expect(() => createOpeningBound({ target: Number.NaN, delta: 0.05 })).toThrow('target')
})

/** Exact: how probable each number of wrong labels is while it has not opened, label by label. */
function probabilityOfOpening(
  bound: OpeningBound,
  rateAt: (index: number) => number,
  labels: number,
): number {
  let opened = 0
  let closed = [1]
  for (let done = 1; done <= labels; done += 1) {
    const rate = rateAt(done - 1)
    const next = new Array<number>(closed.length + 1).fill(0)
    for (const [wrong, probability] of closed.entries()) {
      next[wrong] = (next[wrong] ?? 0) + probability * (1 - rate)
      next[wrong + 1] = (next[wrong + 1] ?? 0) + probability * rate
    }
    for (const [wrong, probability] of next.entries()) {
      if (probability === 0 || done - wrong < bound.rightNeeded(wrong)) continue
      opened += probability
      next[wrong] = 0
    }
    while (next.length > 1 && (next.at(-1) ?? 0) < 1e-15) next.pop()
    closed = next
  }
  return opened
}

function binomialUpTo(most: number, count: number, rate: number): number {
  let log = count * Math.log(1 - rate)
  let sum = Math.exp(log)
  for (let wrong = 1; wrong <= most; wrong += 1) {
    log += Math.log(((count - wrong + 1) / wrong) * (rate / (1 - rate)))
    sum += Math.exp(log)
  }
  return sum
}
