import { parseArgs } from 'node:util'
import { describeFailure, runSeeds } from '../test/simulation/run-seeds.ts'
import { shrink } from '../test/simulation/shrink.ts'
import { simulate } from '../test/simulation/simulate.ts'

/**
 * Lives through simulated worlds: `node scripts/simulate.ts --seeds 10000 [--first 1]`, or one again with
 * `SEED=17 [KEEP=3,9] node scripts/simulate.ts`. A world that violates an invariant is lived through again with ever
 * fewer disturbances, and the smallest one is printed. Exit code 1 when an invariant was violated.
 */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '10000' }, first: { type: 'string', default: '1' } },
})
const one = process.env.SEED
process.exitCode =
  one === undefined ? await runMany(Number(values.first), Number(values.seeds)) : await runOne(Number(one))

async function runOne(seed: number): Promise<number> {
  const keep = readKeep(process.env.KEEP)
  const [outcome, again] = [await simulate(seed, {}, keep), await simulate(seed, {}, keep)]
  console.log(outcome.violations.length === 0 ? `seed ${seed}: nothing violated` : describeFailure(outcome))
  console.log(`${outcome.steps} steps, trace ${outcome.trace}; lived through again: trace ${again.trace}`)
  for (const report of outcome.reports) console.log(`  the engine reported: ${report}`)
  return outcome.violations.length === 0 ? 0 : 1
}

/** `3,9` or `none`; undefined keeps every disturbance. */
function readKeep(text: string | undefined): ReadonlySet<number> | undefined {
  if (text === undefined) return undefined
  return new Set(text === 'none' ? [] : text.split(',').map(Number))
}

async function runMany(first: number, count: number): Promise<number> {
  const startedMs = performance.now()
  const sum = { seeds: 0, steps: 0, effects: 0, crashes: 0, decisions: 0, failed: 0 }
  const part = 250
  for (let from = first; from < first + count; from += part) {
    const tally = await runSeeds(from, Math.min(part, first + count - from))
    for (const key of ['seeds', 'steps', 'effects', 'crashes', 'decisions'] as const) sum[key] += tally[key]
    sum.failed += tally.failed.length
    for (const outcome of tally.failed) {
      const { outcome: smallest, kept } = await shrink(outcome)
      console.log(describeFailure(smallest, kept))
    }
    const seconds = (performance.now() - startedMs) / 1000
    console.error(`${sum.seeds}/${count} worlds in ${seconds.toFixed(0)} s, ${sum.failed} violated`)
  }
  console.log(
    `${sum.seeds} worlds: ${sum.steps} steps, ${sum.crashes} crashes, ${sum.decisions} decisions, ${sum.effects} effects; ${sum.failed} violated an invariant`,
  )
  return sum.failed === 0 ? 0 : 1
}
