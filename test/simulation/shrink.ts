import { type Outcome, simulate } from './simulate.ts'
import type { Plants } from './worker.ts'

/** The smallest world found that still fails as the first one did. */
export interface Shrunk {
  readonly outcome: Outcome
  /** The disturbances that are needed, by number; every other one can be left out. */
  readonly kept: readonly number[]
  readonly tried: number
}

const MAX_TRIES = 400

/**
 * Leaves out disturbances of a failing world as long as the same promise is still violated (delta debugging: Zeller and
 * Hildebrandt, ddmin): first halves, then ever smaller parts, down to single ones.
 */
export async function shrink(failing: Outcome, plants: Plants = {}): Promise<Shrunk> {
  const [promise] = failing.violations.map(promiseOf)
  let kept = Array.from({ length: failing.disturbances }, (_, index) => index + 1)
  let outcome = failing
  let tried = 0
  const stillFails = async (candidate: readonly number[]): Promise<boolean> => {
    tried += 1
    const found = await simulate(failing.seed, plants, new Set(candidate))
    if (!found.violations.some(violation => promiseOf(violation) === promise)) return false
    outcome = found
    return true
  }
  if (await stillFails([])) return { outcome, kept: [], tried }
  for (let parts = 2; kept.length > 1 && tried < MAX_TRIES; ) {
    const size = Math.ceil(kept.length / parts)
    const smaller = await findSmaller(kept, size, stillFails)
    if (smaller) {
      kept = [...smaller]
      parts = Math.max(2, parts - 1)
    } else if (size === 1) break
    else parts = Math.min(kept.length, parts * 2)
  }
  return { outcome, kept, tried }
}

/** The first of the lists without one part, or of the parts alone, that still fails. */
async function findSmaller(
  kept: readonly number[],
  size: number,
  stillFails: (candidate: readonly number[]) => Promise<boolean>,
): Promise<readonly number[] | undefined> {
  for (let from = 0; from < kept.length; from += size) {
    const without = [...kept.slice(0, from), ...kept.slice(from + size)]
    if (without.length < kept.length && (await stillFails(without))) return without
  }
  return undefined
}

/** Violations begin with the promise they are about: `at most once: …`. */
function promiseOf(violation: string): string {
  return violation.slice(0, violation.indexOf(':'))
}
