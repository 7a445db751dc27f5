import { expect, it } from 'vitest'
import { describeFailure, runSeeds } from './run-seeds.ts'

// In a file of its own, so that two cores share the worlds.
it('a thousand more simulated worlds violate no promise', { timeout: 600_000 }, async () => {
  const tally = await runSeeds(1_001, 1_000)
  expect(tally.failed.map(outcome => describeFailure(outcome))).toEqual([])
  expect(tally.seeds).toBe(1_000)
})
