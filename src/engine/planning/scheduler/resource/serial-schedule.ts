import { createOrderByKeys } from '../order-by-keys.ts'
import { createProfile } from './profile.ts'
import { lagLists, makespanOf, mirrored, type ResourceInstance } from './resource-instance.ts'

/** Builds schedules of one project whose lags run in no circle. */
export interface SerialScheduler {
  /** Each activity in turn at its first possible start. The order must hold the lags (`orderBy` makes one). */
  schedule(order: Int32Array): Int32Array
  /** An order that holds the lags and otherwise goes by the smallest key. */
  orderBy(keys: ArrayLike<number>): Int32Array
  /** Moves everything as late as it goes and back, in order of ends and starts; never longer than before. */
  justify(starts: Int32Array): Int32Array
}

/** Forward and backward schedule generation over one instance. */
export function createSerialScheduler(instance: ResourceInstance): SerialScheduler {
  const forward = createDirection(instance)
  const backward = createDirection(mirrored(instance))
  const keys = new Float64Array(instance.count)

  return {
    schedule: forward.schedule,
    orderBy: forward.orderBy,
    justify: starts => {
      const { count, durations } = instance
      const before = makespanOf(instance, starts)
      for (let at = 0; at < count; at += 1) keys[at] = -((starts[at] ?? 0) + (durations[at] ?? 0))
      const late = backward.schedule(backward.orderBy(keys))
      for (let at = 0; at < count; at += 1) keys[at] = -((late[at] ?? 0) + (durations[at] ?? 0))
      const early = forward.schedule(forward.orderBy(keys))
      return makespanOf(instance, early) <= before ? early : starts
    },
  }
}

function createDirection(instance: ResourceInstance): Omit<SerialScheduler, 'justify'> {
  const { count, durations, demands } = instance
  const { incoming } = lagLists(instance)
  const profile = createProfile(Int32Array.from(instance.resources, resource => resource.capacity))
  const needs = Array.from(durations, (duration, activity) => ({
    duration,
    demands,
    offset: activity * instance.resources.length,
  }))

  return {
    schedule: order => {
      profile.reset()
      const starts = new Int32Array(count)
      for (const activity of order) {
        let earliest = 0
        for (const { from, lag } of incoming[activity] ?? [])
          earliest = Math.max(earliest, (starts[from] ?? 0) + lag)
        const need = needs[activity]
        if (need === undefined) continue
        const start = profile.firstFit(earliest, need)
        profile.take(start, need)
        starts[activity] = start
      }
      return starts
    },
    orderBy: createOrderByKeys(count, instance.lags),
  }
}
