import { existsSync, readFileSync } from 'node:fs'

/** One measured figure beside its floor and its bar. `interval95` is [lower, upper]. */
export interface Figure {
  readonly name: string
  readonly cases: number
  readonly value: number
  readonly interval95: readonly [number, number]
  readonly ms_per_case: number
  readonly floor: number | null
  /** Null where it is reported without one. */
  readonly bar: number | null
  /** Whether a smaller value is the better one. */
  readonly lower_is_better?: boolean
  readonly note?: string
}

/** A measure that could not be taken, and why. */
export interface Skipped {
  readonly name: string
  readonly skipped: string
}

export type Measure = Figure | Skipped

/** The rows of a JSON Lines file, or undefined when there is no such file. */
export function readRows(path: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  if (!existsSync(path)) return undefined
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line))
}

/** Area under the ROC curve: the chance that a fitting case scores above an unfitting one, ties counting half. */
export function areaUnderCurve(fitting: readonly number[], unfitting: readonly number[]): number {
  const all = [...fitting.map(score => ({ score, fits: 1 })), ...unfitting.map(score => ({ score, fits: 0 }))]
  all.sort((left, right) => left.score - right.score)
  let rankSum = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]?.score === all[from]?.score) to += 1
    const rank = (from + to + 1) / 2
    for (let at = from; at < to; at += 1) rankSum += all[at]?.fits === 1 ? rank : 0
    from = to
  }
  const pairs = fitting.length * unfitting.length
  return pairs === 0 ? Number.NaN : (rankSum - (fitting.length * (fitting.length + 1)) / 2) / pairs
}

/** Interval of an area under the curve at 95 %, by Hanley and McNeil (1982). */
export function areaInterval(area: number, fitting: number, unfitting: number): readonly [number, number] {
  const bothFit = area / (2 - area)
  const bothUnfit = (2 * area * area) / (1 + area)
  const variance =
    (area * (1 - area) +
      (fitting - 1) * (bothFit - area * area) +
      (unfitting - 1) * (bothUnfit - area * area)) /
    (fitting * unfitting)
  const spread = 1.959964 * Math.sqrt(Math.max(0, variance))
  return [Math.max(0, area - spread), Math.min(1, area + spread)]
}
