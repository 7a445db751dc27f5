import { describe, expect, it } from 'vitest'
import { describeFailure, runSeeds } from './run-seeds.ts'
import { simulate } from './simulate.ts'

const SEEDS = 1_000

describe('simulated worlds', () => {
  it(`violate no promise in ${SEEDS} seeds`, { timeout: 600_000 }, async () => {
    const tally = await runSeeds(1, SEEDS)
    expect(tally.failed.map(describeFailure)).toEqual([])
    expect(tally.seeds).toBe(SEEDS)
    expect(tally.crashes).toBeGreaterThan(SEEDS)
    expect(tally.effects).toBeGreaterThan(SEEDS)
  })

  it('repeat themselves step by step from their seed', async () => {
    for (const seed of [3, 17, 41]) {
      const first = await simulate(seed)
      const again = await simulate(seed)
      expect(again).toEqual(first)
    }
  })
})
