import { type Outcome, type StartedKind, simulate } from './simulate.ts'

export interface Tally {
  readonly seeds: number
  readonly steps: number
  readonly effects: number
  readonly crashes: number
  readonly decisions: number
  readonly failed: readonly Outcome[]
}

/** Lives through `count` worlds from `first` on, until `isOver` says that time is up. */
export async function runSeeds(
  first: number,
  count: number,
  isOver: () => boolean = () => false,
  kinds?: readonly StartedKind[],
): Promise<Tally> {
  const sum = { seeds: 0, steps: 0, effects: 0, crashes: 0, decisions: 0 }
  const failed: Outcome[] = []
  for (let seed = first; seed < first + count && !isOver(); seed += 1) {
    const outcome = await simulate(seed, {}, undefined, kinds)
    sum.seeds += 1
    sum.steps += outcome.steps
    sum.effects += outcome.effects
    sum.crashes += outcome.crashes
    sum.decisions += outcome.decisions
    if (outcome.violations.length > 0) failed.push(outcome)
  }
  return { ...sum, failed }
}

/** What to read and what to type when a seed failed; `kept` are the disturbances that are needed. */
export function describeFailure(outcome: Outcome, kept?: readonly number[]): string {
  const only = kept === undefined ? '' : `KEEP=${kept.join(',') || 'none'} `
  return [
    `seed ${outcome.seed} (step ${outcome.steps}, trace ${outcome.trace}):`,
    ...outcome.violations.map(violation => `  ${violation}`),
    `  replay it with: SEED=${outcome.seed} ${only}node scripts/simulate.ts`,
  ].join('\n')
}
