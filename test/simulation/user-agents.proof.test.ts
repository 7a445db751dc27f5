import { describe, expect, it } from 'vitest'
import { PLANTED_BUGS } from './plants.ts'
import { describeFailure, runSeeds } from './run-seeds.ts'
import { simulate, USER_KINDS } from './simulate.ts'

const SEEDS = 200
const MAX_SEEDS = 300

describe('worlds in which only agents that a user wrote are started', () => {
  it('violate no promise', { timeout: 600_000 }, async () => {
    const tally = await runSeeds(20_001, SEEDS, () => false, USER_KINDS)
    expect(tally.failed.map(outcome => describeFailure(outcome))).toEqual([])
    expect(tally.crashes).toBeGreaterThan(SEEDS / 2)
    expect(tally.effects).toBeGreaterThan(SEEDS / 2)
  })

  it.each(PLANTED_BUGS)('show that $name', { timeout: 120_000 }, async bug => {
    let found: string | undefined
    for (let seed = 1; seed <= MAX_SEEDS && found === undefined; seed += 1) {
      const { violations } = await simulate(seed, bug.plants, undefined, USER_KINDS)
      found = violations.find(violation => bug.caughtAs.test(violation))
    }
    expect(found).toMatch(bug.caughtAs)
  })
})
