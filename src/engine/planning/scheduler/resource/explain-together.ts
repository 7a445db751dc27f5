import { type ConflictSearch, smallestConflict } from '../smallest-conflict.ts'
import type { Lag, ResourceInstance } from './resource-instance.ts'
import { type Distances, longestDistances } from './select-orders.ts'

/** Few activities and resources that already contradict each other, with the distances that all lags leave them. */
export interface SmallContradiction {
  readonly activities: readonly number[]
  readonly resources: readonly number[]
  /** `to` starts at least `least` after `from`, and at most `most`, where something bounds it. */
  readonly distances: readonly {
    readonly from: number
    readonly to: number
    readonly least: number
    readonly most: number
  }[]
}

interface Explaining {
  /** Whether a smaller project is proven to have no schedule. */
  readonly isContradictory: (part: ResourceInstance) => boolean
  readonly isOver: () => boolean
}

/** Larger projects would need too long for all distances. */
const MAX_ACTIVITIES = 400

/**
 * A smallest set of activities that has no schedule, of a project that has none: what lies between two of them counts
 * as the distance that it leaves. Undefined when time is over before the set is settled.
 */
export function explainTogether(
  instance: ResourceInstance,
  { isContradictory, isOver }: Explaining,
): SmallContradiction | undefined {
  const { count, resources } = instance
  if (count > MAX_ACTIVITIES || isOver()) return undefined
  const distances = longestDistances(instance)
  const every = resources.map((_, resource) => resource)
  const ofActivities: ConflictSearch<number> = {
    isConflict: kept => isContradictory(partOf(instance, distances, { activities: kept, resources: every })),
    ...{ isOver, isCut: false },
  }
  const all = Array.from({ length: count }, (_, activity) => activity)
  const activities = [...smallestConflict(ofActivities, [], all)].sort((left, right) => left - right)
  if (ofActivities.isCut || activities.length === 0) return undefined
  const ofResources: ConflictSearch<number> = {
    isConflict: kept => isContradictory(partOf(instance, distances, { activities, resources: kept })),
    ...{ isOver, isCut: false },
  }
  const needed = smallestConflict(ofResources, [], every)
  return {
    activities,
    resources: [...needed].sort((left, right) => left - right),
    distances: boundsBetween(distances, count, activities),
  }
}

interface Chosen {
  readonly activities: readonly number[]
  readonly resources: readonly number[]
}

/** The project of some activities and resources, with the distances between them that no other of them explains. */
function partOf(
  instance: ResourceInstance,
  distances: Distances,
  { activities, resources }: Chosen,
): ResourceInstance {
  const { count, durations, demands, names } = instance
  const width = instance.resources.length
  const between = (from: number, to: number): number => distances[from * count + to] ?? 0
  const isExplained = (from: number, to: number): boolean =>
    activities.some(
      over => over !== from && over !== to && between(from, over) + between(over, to) >= between(from, to),
    )
  const lags: Lag[] = []
  for (const [at, from] of activities.entries())
    for (const [other, to] of activities.entries()) {
      const lag = between(from, to)
      if (at === other || lag === Number.NEGATIVE_INFINITY || isExplained(from, to)) continue
      lags.push({ from: at, to: other, lag })
    }
  return {
    ...{ count: activities.length, lags },
    names: activities.map(activity => names[activity] ?? ''),
    durations: Int32Array.from(activities, activity => durations[activity] ?? 0),
    resources: resources.flatMap(resource => instance.resources[resource] ?? []),
    demands: Int32Array.from(
      activities.flatMap(activity => resources.map(resource => demands[activity * width + resource] ?? 0)),
    ),
  }
}

/** Between each of the activities and the next ones, the distances that are bounded from above. */
function boundsBetween(
  distances: Distances,
  count: number,
  activities: readonly number[],
): SmallContradiction['distances'] {
  return activities.flatMap((from, at) =>
    activities.slice(at + 1).flatMap(to => {
      const least = distances[from * count + to] ?? 0
      const most = -(distances[to * count + from] ?? 0)
      return most === Number.POSITIVE_INFINITY && least === Number.NEGATIVE_INFINITY
        ? []
        : [{ from, to, least, most }]
    }),
  )
}
