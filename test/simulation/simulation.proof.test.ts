import { describe, expect, it } from 'vitest'
import { PLANTED_BUGS } from './plants.ts'
import { describeFailure, runSeeds } from './run-seeds.ts'
import { shrink } from './shrink.ts'
import { simulate } from './simulate.ts'

const SEEDS = 1_000

describe('simulated worlds', () => {
  it(`violate no promise in ${SEEDS} seeds`, { timeout: 600_000 }, async () => {
    const tally = await runSeeds(1, SEEDS)
    expect(tally.failed.map(outcome => describeFailure(outcome))).toEqual([])
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
  it('that fail are made smaller and fail the same, from the same seed', { timeout: 240_000 }, async () => {
    const bug = PLANTED_BUGS.find(({ name }) => name === 'a call without a result is run again on a guess')
    if (!bug) throw new Error('the planted bug is gone')
    let failing = await simulate(1, bug.plants)
    for (let seed = 2; failing.violations.length === 0 && seed < 300; seed += 1) {
      failing = await simulate(seed, bug.plants)
    }
    const { outcome, kept } = await shrink(failing, bug.plants)
    expect(outcome.violations).toEqual([expect.stringMatching(bug.caughtAs)])
    expect(kept.length).toBeLessThan(failing.disturbances / 2)
    expect(await simulate(failing.seed, bug.plants, new Set(kept))).toEqual(outcome)
    for (const one of kept) {
      const without = await simulate(failing.seed, bug.plants, new Set(kept.filter(each => each !== one)))
      expect(without.violations.filter(violation => bug.caughtAs.test(violation))).toEqual([])
    }
  })
})
