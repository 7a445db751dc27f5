import type { ResourceInstance } from './resource-instance.ts'

/**
 * What is wrong with a schedule, in words, or undefined when it holds every lag and every capacity. Written apart from
 * what makes schedules: it looks at each moment at which something starts.
 */
export function findResourceBreach(instance: ResourceInstance, starts: Int32Array): string | undefined {
  const { count, names, durations, resources, demands, lags } = instance
  if (starts.length !== count) return `there are ${starts.length} starts for ${count} activities`
  const early = starts.findIndex(start => start < 0)
  if (early >= 0) return `activity ${names[early]} starts at ${starts[early]}, before time 0`
  for (const { from, to, lag } of lags)
    if ((starts[to] ?? 0) - (starts[from] ?? 0) < lag)
      return `activity ${names[to]} starts less than ${lag} after activity ${names[from]}`
  for (const [resource, { name, capacity }] of resources.entries()) {
    const changes: { readonly at: number; readonly by: number }[] = []
    for (let activity = 0; activity < count; activity += 1) {
      const by = demands[activity * resources.length + resource] ?? 0
      const duration = durations[activity] ?? 0
      const at = starts[activity] ?? 0
      if (duration > 0 && by > 0) changes.push({ at, by }, { at: at + duration, by: -by })
    }
    changes.sort((left, right) => left.at - right.at || left.by - right.by)
    let used = 0
    for (const { at, by } of changes) {
      used += by
      if (used > capacity) return `at ${at} ${used} of ${name} are used, and there are only ${capacity}`
    }
  }
  return undefined
}
