import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '../../../../base/random.ts'
import { findResourceBreach } from './check-resource-schedule.ts'
import { describeContradiction } from './describe-contradiction.ts'
import type { Lag, ResourceInstance } from './resource-instance.ts'
import { selectOrders } from './select-orders.ts'
import { solveResourceProject } from './solve-resource-project.ts'

/** A clock that moves by one millisecond whenever it is asked. */
function budget(milliseconds = 1_000_000, seed = 1) {
  let time = 0
  return { now: () => ++time, milliseconds, seed }
}

function instance(
  durations: readonly number[],
  demands: readonly (readonly number[])[],
  rest: { readonly capacities: readonly number[]; readonly lags: readonly Lag[] },
): ResourceInstance {
  return {
    count: durations.length,
    names: durations.map((_, at) => `a${at}`),
    durations: Int32Array.from(durations),
    resources: rest.capacities.map((capacity, at) => ({ name: `R${at + 1}`, capacity })),
    demands: Int32Array.from(demands.flat()),
    lags: rest.lags,
  }
}

function randomInstance(seed: number, { hasMaximalLags = false, count = 5 } = {}): ResourceInstance {
  const random = createSeededRandom(seed)
  const below = (limit: number): number => random.uint32() % limit
  const durations = Array.from({ length: count }, () => below(4))
  const lags: Lag[] = []
  for (let to = 1; to < count; to += 1)
    for (let from = 0; from < to; from += 1) {
      if (below(3) === 0) lags.push({ from, to, lag: below(3) === 0 ? below(5) - 1 : (durations[from] ?? 0) })
      if (hasMaximalLags && below(4) === 0) lags.push({ from: to, to: from, lag: -below(7) })
    }
  const demands = durations.map(() => [below(4), below(3)])
  return instance(durations, demands, { capacities: [3, 2], lags })
}

/** The shortest makespan by trying every start up to a horizon that is long enough; undefined when none exists. */
function shortestByTrying(project: ResourceInstance, horizon: number): number | undefined {
  const starts = new Int32Array(project.count)
  let best: number | undefined
  const place = (at: number, end: number): void => {
    if (best !== undefined && end >= best) return
    if (at === project.count) {
      best = end
      return
    }
    const duration = project.durations[at] ?? 0
    for (let start = 0; start + duration <= horizon; start += 1) {
      starts[at] = start
      if (isSoundSoFar(project, starts, at)) place(at + 1, Math.max(end, start + duration))
    }
  }
  place(0, 0)
  return best
}

function isSoundSoFar(project: ResourceInstance, starts: Int32Array, last: number): boolean {
  const { lags, durations, demands, resources } = project
  for (const { from, to, lag } of lags)
    if (from <= last && to <= last && (starts[to] ?? 0) < (starts[from] ?? 0) + lag) return false
  for (let time = 0; time <= 40; time += 1)
    for (const [resource, { capacity }] of resources.entries()) {
      let used = 0
      for (let at = 0; at <= last; at += 1) {
        const start = starts[at] ?? 0
        if (start <= time && time < start + (durations[at] ?? 0))
          used += demands[at * resources.length + resource] ?? 0
      }
      if (used > capacity) return false
    }
  return true
}

describe('resource projects', () => {
  test('the shortest schedule of small projects is found and proven', () => {
    for (let seed = 1; seed <= 120; seed += 1) {
      const project = randomInstance(seed, { count: 4 })
      const solution = solveResourceProject(project, budget())
      const shortest = shortestByTrying(project, 18)
      if (solution.kind !== 'scheduled') {
        expect(shortest, `seed ${seed}`).toBeUndefined()
        continue
      }
      expect(findResourceBreach(project, solution.starts), `seed ${seed}`).toBeUndefined()
      expect([solution.makespan, solution.lowerBound], `seed ${seed}`).toEqual([shortest, shortest])
    }
  })

  test('with maximal lags too, and a contradiction is claimed exactly where there is no schedule', () => {
    let contradictory = 0
    for (let seed = 1; seed <= 200; seed += 1) {
      const project = randomInstance(seed, { count: 4, hasMaximalLags: true })
      const solution = solveResourceProject(project, budget())
      const shortest = shortestByTrying(project, 18)
      if (solution.kind === 'scheduled') {
        expect(findResourceBreach(project, solution.starts), `seed ${seed}`).toBeUndefined()
        expect(solution.makespan, `seed ${seed}`).toBe(shortest)
      } else {
        contradictory += 1
        expect([solution.kind, shortest], `seed ${seed}`).toEqual(['contradictory', undefined])
      }
    }
    expect(contradictory).toBeGreaterThan(10)
  })

  test('larger projects of every kind break nothing', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const project = randomInstance(seed, { count: 10 + seed * 2, hasMaximalLags: seed % 2 === 0 })
      const solution = solveResourceProject(project, budget(200))
      if (solution.kind !== 'scheduled') continue
      expect(findResourceBreach(project, solution.starts), `seed ${seed}`).toBeUndefined()
      expect(solution.lowerBound).toBeLessThanOrEqual(solution.makespan)
    }
  })

  test('lags that run in a circle are named with every activity on it', () => {
    const lags = [
      { from: 0, to: 1, lag: 4 },
      { from: 1, to: 2, lag: 3 },
      { from: 2, to: 0, lag: -5 },
    ]
    const project = instance([1, 1, 1], [[], [], []], { capacities: [], lags })
    const solution = solveResourceProject(project, budget())
    if (solution.kind !== 'contradictory') throw new Error(solution.kind)
    const message = describeContradiction(project, solution.because)
    expect(message).toMatch(/contradict each other by 2/)
    for (const name of ['a0', 'a1', 'a2']) expect(message).toContain(name)
  })

  test('activities that only lags and resources together leave no schedule are named, and no others', () => {
    const lags = [
      { from: 0, to: 1, lag: 2 },
      { from: 1, to: 2, lag: 1 },
      { from: 2, to: 0, lag: -6 },
      { from: 3, to: 2, lag: 1 },
      { from: 4, to: 3, lag: -9 },
    ]
    const demands = [
      [3, 1],
      [1, 1],
      [3, 0],
      [2, 1],
      [1, 1],
    ]
    const project = instance([8, 2, 3, 1, 1], demands, { capacities: [5, 9], lags })
    const solution = solveResourceProject(project, budget())
    if (solution.kind !== 'contradictory') throw new Error(solution.kind)
    expect(describeContradiction(project, solution.because)).toBe(
      'There is no schedule: these activities already contradict each other: a0 (takes 8, 3 of R1), a2 (takes 3, 3 of R1). There are only 5 of R1. By the lags a2 starts 3 to 6 after a0.',
    )
    const hurried = solveResourceProject(project, budget(2))
    expect(hurried).toEqual({ kind: 'contradictory', because: { kind: 'together' } })
  })

  test('an order that maximal lags force is used, so that a contradiction behind it needs no search', () => {
    const forced = (least: number): ResourceInstance =>
      instance([4, 4, 4], [[2], [2], [2]], {
        capacities: [3],
        lags: [
          { from: 0, to: 1, lag: 1 },
          { from: 1, to: 0, lag: -5 },
          { from: 1, to: 2, lag: 1 },
          { from: 2, to: 1, lag: -least },
        ],
      })
    expect(selectOrders(forced(3))).toBe('contradictory')
    const selected = selectOrders(forced(6))
    if (selected === 'contradictory') throw new Error(selected)
    expect(selected.lags.slice(4)).toEqual([
      { from: 0, to: 1, lag: 4 },
      { from: 1, to: 2, lag: 4 },
    ])
  })

  test('a demand above the capacity is named', () => {
    const project = instance([2, 1], [[3], [9]], { capacities: [5], lags: [] })
    const solution = solveResourceProject(project, budget())
    if (solution.kind !== 'contradictory') throw new Error(solution.kind)
    expect(describeContradiction(project, solution.because)).toBe(
      'There is no schedule: activity a1 needs 9 of R1, which has only 5.',
    )
  })

  test('one seed gives one schedule', () => {
    const project = randomInstance(7, { count: 40 })
    const first = solveResourceProject(project, budget(500, 3))
    expect(solveResourceProject(project, budget(500, 3))).toEqual(first)
  })

  test('ten thousand activities are scheduled even when there is no time at all', () => {
    const count = 10_000
    const lags = Array.from({ length: count - 1 }, (_, at) => ({
      from: Math.floor(at / 3),
      to: at + 1,
      lag: 2,
    }))
    const project = instance(
      Array.from({ length: count }, () => 2),
      Array.from({ length: count }, (_, at) => [1 + (at % 3)]),
      { capacities: [7], lags },
    )
    const solution = solveResourceProject(project, budget(0))
    if (solution.kind !== 'scheduled') throw new Error(solution.kind)
    expect(findResourceBreach(project, solution.starts)).toBeUndefined()
  })

  test('without time a project with maximal lags stays undecided instead of being called contradictory', () => {
    const project = randomInstance(12, { count: 60, hasMaximalLags: false })
    const tight = { ...project, lags: [...project.lags, { from: 59, to: 0, lag: -500 }] }
    const solution = solveResourceProject(tight, budget(0))
    expect(['undecided', 'scheduled']).toContain(solution.kind)
  })
})

describe('the checker of resource schedules', () => {
  const project = instance([2, 2], [[2], [2]], { capacities: [3], lags: [{ from: 0, to: 1, lag: 1 }] })

  test.each([
    [[0, 2], undefined],
    [[0, 1], /at 1 4 of R1/],
    [[2, 0], /starts less than 1 after/],
    [[-1, 4], /before time 0/],
    [[0], /1 starts for 2/],
  ])('says of %j what is wrong', (starts, expected) => {
    const breach = findResourceBreach(project, Int32Array.from(starts))
    if (expected === undefined) expect(breach).toBeUndefined()
    else expect(breach).toMatch(expected)
  })
})
