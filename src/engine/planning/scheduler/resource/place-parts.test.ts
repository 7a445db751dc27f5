import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '../../../../base/random.ts'
import { findResourceBreach } from './check-resource-schedule.ts'
import type { Lag, ResourceInstance } from './resource-instance.ts'
import { solveResourceProject } from './solve-resource-project.ts'
import { strongParts } from './strong-parts.ts'

/** Chains of five, each bound to end soon after it begins, and minimal lags between them. */
function chains(count: number, within: number): ResourceInstance {
  const random = createSeededRandom(count)
  const below = (most: number): number => random.uint32() % most
  const size = count * 5
  const durations = Int32Array.from({ length: size }, () => 1 + below(4))
  const lags: Lag[] = []
  for (let chain = 0; chain < count; chain += 1) {
    const first = chain * 5
    for (let at = first; at < first + 4; at += 1) lags.push({ from: at, to: at + 1, lag: durations[at] ?? 0 })
    lags.push({ from: first + 4, to: first, lag: -within })
    if (chain > 0) lags.push({ from: below(first), to: first, lag: 1 })
  }
  return {
    ...{ count: size, durations, lags },
    names: Array.from(durations, (_, at) => String(at)),
    demands: Int32Array.from({ length: size }, () => 1 + below(5)),
    resources: [{ name: 'R1', capacity: 8 }],
  }
}

function solve(instance: ResourceInstance, milliseconds = 400) {
  let time = 0
  return solveResourceProject(instance, { now: () => ++time, milliseconds, seed: 1 })
}

describe('large projects with maximal lags', () => {
  test('are placed part by part and hold every lag', () => {
    const instance = chains(405, 24)
    const solution = solve(instance)
    if (solution.kind !== 'scheduled') throw new Error(solution.kind)
    expect(findResourceBreach(instance, solution.starts)).toBeUndefined()
    expect(solution.makespan).toBeGreaterThanOrEqual(solution.lowerBound)
  })

  test('are contradictory when a part of them is, whatever their size', () => {
    const { lags, demands, ...rest } = chains(405, 24)
    const pair = [
      { from: 0, to: 5, lag: 0 },
      { from: 5, to: 0, lag: 0 },
    ]
    const heavy = demands.map((demand, at) => (at === 0 || at === 5 ? 8 : demand))
    const solution = solve({ ...rest, demands: heavy, lags: [...lags, ...pair] })
    expect(solution).toMatchObject({ kind: 'contradictory' })
  })

  test('are never scheduled with a breach, on many seeds', () => {
    for (const within of [14, 40]) {
      const instance = chains(100 + within, within)
      const solution = solve(instance, 40)
      if (solution.kind === 'scheduled') expect(findResourceBreach(instance, solution.starts)).toBeUndefined()
    }
  })
})

test('parts are those that wait for each other in both directions', () => {
  const lag = (from: number, to: number): Lag => ({ from, to, lag: 0 })
  const { partOf, members } = strongParts(6, [
    lag(0, 1),
    lag(1, 2),
    lag(2, 0),
    lag(2, 3),
    lag(3, 4),
    lag(4, 3),
  ])
  expect(members.map(part => [...part].sort())).toEqual(expect.arrayContaining([[0, 1, 2], [3, 4], [5]]))
  expect(partOf[0]).toBe(partOf[2])
  expect(partOf[2]).not.toBe(partOf[3])
})
