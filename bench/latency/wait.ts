import { fileURLToPath } from 'node:url'

/** One printed line: milliseconds, with the bar of the design where there is one. */
export interface Wait {
  readonly what: string
  readonly p50: number
  readonly p99?: number
  readonly bar?: string
}

export const PROGRAM = fileURLToPath(new URL('../../dist/surfaces/cli/main.js', import.meta.url))

export function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}
