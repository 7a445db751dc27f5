import { digest } from '../../base/digest.ts'

/** Values that look like chance and are the same at every replay: of the run, and of how many were asked for before. */
export interface Derivation {
  /** `prefix_` and 26 characters. */
  id(prefix: string): string
  /** In [0,1). */
  random(): number
}

/** The nth value (from 1) is SHA-256 over the domain `soulgate.derived.v1`, the run id and n. */
export function createDerivation(runId: string): Derivation {
  let counter = 0
  const derive = (): string => {
    counter += 1
    return digest('soulgate.derived.v1', { run: runId, counter })
  }
  return {
    id: prefix => `${prefix}_${runId.slice(runId.indexOf('_') + 1).slice(0, 10)}${derive().slice(0, 16)}`,
    random: () => Number.parseInt(derive().slice(0, 12), 16) / 2 ** 48,
  }
}
