import type { Random } from '../../../../base/random.ts'
import { createOrderByKeys } from '../order-by-keys.ts'
import { createProfile, type Need, type Profile } from './profile.ts'
import { type Lag, lagLists, makespanOf, type ResourceInstance } from './resource-instance.ts'
import { type StrongParts, strongParts } from './strong-parts.ts'

/** What came of placing a large project with maximal lags part by part. */
export type PlacedParts =
  | { readonly kind: 'placed'; readonly starts: Int32Array }
  /** A part of it has no schedule even alone. */
  | { readonly kind: 'contradictory' }
  | { readonly kind: 'open' }

export interface PartSearch {
  readonly tails: Int32Array
  readonly random: Random
  readonly isOver: () => boolean
  /** A schedule of a smaller project, or the proof that there is none; undefined when time is over. */
  readonly solve: (part: ResourceInstance) => Int32Array | 'contradictory' | undefined
}

const RESTARTS = 30

/**
 * Activities that bound each other from both sides are scheduled together, alone; then each such part is placed as a
 * whole, in an order in which it waits only for parts placed before (after Neumann and Zhan, 1995). Once every part has
 * a schedule of its own, so has the project.
 */
export function placeParts(instance: ResourceInstance, search: PartSearch): PlacedParts {
  const parts = strongParts(instance.count, instance.lags)
  const offsets = new Int32Array(instance.count)
  for (const members of parts.members) {
    if (members.length === 1) continue
    const found = search.solve(subProject(instance, members))
    if (found === 'contradictory') return { kind: 'contradictory' }
    if (found === undefined) return { kind: 'open' }
    for (const [at, activity] of members.entries()) offsets[activity] = found[at] ?? 0
  }
  const links = instance.lags.flatMap(({ from, to }) => {
    const [before, after] = [parts.partOf[from] ?? 0, parts.partOf[to] ?? 0]
    return before === after ? [] : [{ from: before, to: after }]
  })
  const orderBy = createOrderByKeys(parts.members.length, links)
  const keys = Float64Array.from(parts.members, members =>
    members.reduce((least, activity) => Math.min(least, -(search.tails[activity] ?? 0)), 0),
  )
  const place = createPlacing(instance, parts, offsets)
  let best = place(orderBy(keys))
  for (let restart = 0; restart < RESTARTS && !search.isOver(); restart += 1) {
    const spread = keys.reduce((most, key) => Math.max(most, -key), 1) * 0.1
    const found = place(orderBy(keys.map(key => key + (search.random.float() - 0.5) * spread)))
    if (makespanOf(instance, found) < makespanOf(instance, best)) best = found
  }
  return { kind: 'placed', starts: best }
}

function subProject(instance: ResourceInstance, members: readonly number[]): ResourceInstance {
  const { durations, demands, resources, names } = instance
  const width = resources.length
  const indexOf = new Map(members.map((activity, at) => [activity, at] as const))
  const lags = instance.lags.flatMap(({ from, to, lag }): readonly Lag[] => {
    const [before, after] = [indexOf.get(from), indexOf.get(to)]
    return before === undefined || after === undefined ? [] : [{ from: before, to: after, lag }]
  })
  return {
    ...{ count: members.length, lags, resources },
    names: members.map(activity => names[activity] ?? ''),
    durations: Int32Array.from(members, activity => durations[activity] ?? 0),
    demands: Int32Array.from(
      members.flatMap(activity => [...demands.subarray(activity * width, (activity + 1) * width)]),
    ),
  }
}

function createPlacing(
  instance: ResourceInstance,
  { partOf, members }: StrongParts,
  offsets: Int32Array,
): (order: Int32Array) => Int32Array {
  const { incoming } = lagLists(instance)
  const width = instance.resources.length
  const profile = createProfile(Int32Array.from(instance.resources, ({ capacity }) => capacity))
  const needs = Array.from(
    instance.durations,
    (duration, activity): Need => ({
      ...{ duration, demands: instance.demands, offset: activity * width },
    }),
  )
  const given = instance.demands.map(demand => -demand)
  const back = needs.map(need => ({ ...need, demands: given }))
  return order => {
    profile.reset()
    const starts = new Int32Array(instance.count)
    for (const part of order) {
      const own = members[part] ?? []
      let base = 0
      for (const activity of own)
        for (const { from, lag } of incoming[activity] ?? [])
          if (partOf[from] !== part)
            base = Math.max(base, (starts[from] ?? 0) + lag - (offsets[activity] ?? 0))
      base = firstBase(profile, { own, offsets, needs, back }, base)
      for (const activity of own) starts[activity] = base + (offsets[activity] ?? 0)
    }
    return starts
  }
}

interface RigidPart {
  readonly own: readonly number[]
  readonly offsets: Int32Array
  readonly needs: readonly Need[]
  readonly back: readonly Need[]
}

/** The first moment from which the whole part fits; it is taken there. Beyond all that is taken every part fits. */
function firstBase(profile: Profile, { own, offsets, needs, back }: RigidPart, from: number): number {
  let base = from
  for (;;) {
    const taken: number[] = []
    let later = 0
    for (const activity of own) {
      const need = needs[activity]
      if (need === undefined) continue
      const start = base + (offsets[activity] ?? 0)
      later = profile.firstFit(start, need) - start
      if (later > 0) break
      profile.take(start, need)
      taken.push(activity)
    }
    if (later <= 0) return base
    for (const activity of taken) {
      const need = back[activity]
      if (need !== undefined) profile.take(base + (offsets[activity] ?? 0), need)
    }
    base += later
  }
}
