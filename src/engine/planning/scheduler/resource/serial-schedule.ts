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
  const { incoming, outgoing } = lagLists(instance)
  const profile = createProfile(Int32Array.from(instance.resources, resource => resource.capacity))
  const needs = Array.from(durations, (duration, activity) => ({
    duration,
    demands,
    offset: activity * instance.resources.length,
  }))
  const open = new Int32Array(count)
  const heap = new Int32Array(count)

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
    orderBy: keys => {
      const order = new Int32Array(count)
      const ready = { heap, size: 0, keys }
      for (let activity = 0; activity < count; activity += 1) {
        open[activity] = incoming[activity]?.length ?? 0
        if (open[activity] === 0) push(ready, activity)
      }
      for (let at = 0; at < count; at += 1) {
        const activity = pop(ready)
        order[at] = activity
        for (const { to } of outgoing[activity] ?? []) {
          const left = (open[to] ?? 0) - 1
          open[to] = left
          if (left === 0) push(ready, to)
        }
      }
      return order
    },
  }
}

interface Ready {
  readonly heap: Int32Array
  size: number
  readonly keys: ArrayLike<number>
}

function isBefore({ keys }: Ready, left: number, right: number): boolean {
  const difference = (keys[left] ?? 0) - (keys[right] ?? 0)
  return difference < 0 || (difference === 0 && left < right)
}

function push(ready: Ready, activity: number): void {
  const { heap } = ready
  let at = ready.size++
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent] ?? 0
    if (!isBefore(ready, activity, above)) break
    heap[at] = above
    at = parent
  }
  heap[at] = activity
}

function pop(ready: Ready): number {
  const { heap } = ready
  const first = heap[0] ?? 0
  const last = heap[--ready.size] ?? 0
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= ready.size) break
    if (child + 1 < ready.size && isBefore(ready, heap[child + 1] ?? 0, heap[child] ?? 0)) child += 1
    if (!isBefore(ready, heap[child] ?? 0, last)) break
    heap[at] = heap[child] ?? 0
    at = child
  }
  heap[at] = last
  return first
}
