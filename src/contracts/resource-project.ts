import { z } from 'zod'

const Id = z.string().min(1).max(200)
const Units = z.int().min(0).max(1_000_000_000)

/** How one activity or task waits for another: finish to start, start to start, finish to finish, start to finish. */
export const DependencyType = z.enum(['FS', 'SS', 'FF', 'SF'])
export type DependencyType = z.infer<typeof DependencyType>

/** One activity of a resource project: it runs once, without a break, and holds its demands meanwhile. */
export const ResourceActivity = z.object({
  id: Id,
  title: z.string().max(500).optional(),
  duration: Units,
  /** Units by resource id. */
  demands: z.record(z.string(), Units).default({}),
  dependencies: z
    .array(
      z.object({
        /** The activity that this one waits for. */
        activity_id: Id,
        type: DependencyType.default('FS'),
        /** At least so long between the two points; negative for a lead. */
        lag: z.int().min(-1_000_000_000).max(1_000_000_000).default(0),
        /** At most so long between the two points. */
        max_lag: z.int().min(-1_000_000_000).max(1_000_000_000).optional(),
      }),
    )
    .default([]),
})
export type ResourceActivity = z.infer<typeof ResourceActivity>

/** A resource-constrained project in whole units of time; the shortest schedule is sought. */
export const ResourceProject = z.object({
  title: z.string().max(500).optional(),
  resources: z.array(z.object({ id: Id, capacity: Units })).default([]),
  activities: z.array(ResourceActivity).min(1).max(100_000),
})
export type ResourceProject = z.infer<typeof ResourceProject>

/** A schedule of a resource project. `optimal` says that no shorter one exists, which was proven. */
export const ResourceSchedule = z.object({
  makespan: z.int(),
  lower_bound: z.int(),
  optimal: z.boolean(),
  activities: z.array(
    z.object({ id: z.string(), title: z.string().optional(), start: z.int(), end: z.int() }),
  ),
})
export type ResourceSchedule = z.infer<typeof ResourceSchedule>
