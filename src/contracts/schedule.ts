import { z } from 'zod'
import { DependencyType, ResourceSchedule } from './resource-project.ts'

const Id = z.string().min(1).max(200)
const Title = z.string().max(500)
const Minutes = z.int().min(0).max(5_256_000)

/** A day of the week, in English, lower case. */
export const Weekday = z.enum([
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
])
export type Weekday = z.infer<typeof Weekday>

/** A wall-clock time of a day, `24:00` included. */
export const LocalTime = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'a time such as 09:30, up to 24:00')

/**
 * A moment: ISO 8601 with an offset or `Z`; or without one, meant in the project's time zone; or only a date, which as
 * a start means its first moment and as an end or deadline its last.
 */
export const Moment = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?(\[[^\]]+\])?)?$/,
    'a date such as 2026-05-15, or a date and time such as 2026-05-15T18:00 with or without an offset',
  )

/** Time at which work is possible every week. An end at or before the start lies on the next day. */
export const WeeklyWindow = z.object({ day: Weekday, start: LocalTime, end: LocalTime })
export type WeeklyWindow = z.infer<typeof WeeklyWindow>

/** When somebody or something is available. An exception replaces the weekly windows of its date; without windows it is a day off. */
export const WorkCalendar = z.object({
  timezone: z.string().min(1).max(100).default('UTC'),
  weekly: z.array(WeeklyWindow).max(200).default([]),
  exceptions: z
    .array(
      z.object({
        date: z.iso.date(),
        windows: z.array(z.object({ start: LocalTime, end: LocalTime })).default([]),
        reason: Title.optional(),
      }),
    )
    .max(5_000)
    .default([]),
})
export type WorkCalendar = z.infer<typeof WorkCalendar>

/** A stretch of time in which nothing can be planned: a holiday, or what another plan has taken. */
export const TakenTime = z.object({
  start: Moment,
  end: Moment,
  reason: Title.optional(),
  plan_id: Id.optional(),
})
export type TakenTime = z.infer<typeof TakenTime>

/**
 * What one person does at most. Busy time of other plans counts as work of its day and week. After `consecutive_minutes`
 * of work there is a pause; between two blocks of work there are at least `break_minutes`.
 */
export const WorkCapacity = z.object({
  minutes_per_day: z.int().min(1).max(1_440).default(480),
  minutes_per_week: z.int().min(1).max(10_080).default(2_400),
  tasks_per_day: z.int().min(1).max(1_000).default(10),
  /** On so many days of a week (Monday to Sunday) there is work of this project at most. */
  days_per_week: z.int().min(1).max(7).default(7),
  break_minutes: z.int().min(0).max(720).default(15),
  consecutive_minutes: z.int().min(5).max(1_440).default(240),
})
export type WorkCapacity = z.infer<typeof WorkCapacity>

/** What a task waits for, with lag or lead. */
export const TaskDependency = z.object({
  /** The task that this one waits for. */
  node_id: Id,
  type: DependencyType.default('FS'),
  /** Elapsed minutes between the two points; negative for a lead. */
  lag_lead_minutes: z.int().min(-5_256_000).max(5_256_000).default(0),
})
export type TaskDependency = z.infer<typeof TaskDependency>

/** How often a task comes back: so many times in each period, each on another day; or by an RFC 5545 rule, one on each of its dates. */
export const TaskRecurrence = z.object({
  frequency: z.enum(['none', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly']).default('none'),
  interval: z.int().min(1).max(1_000).default(1),
  times: z.int().min(1).max(31).default(1),
  /** At most so many times in all. */
  count: z.int().min(1).max(5_000).optional(),
  until: Moment.optional(),
  /** Such as `FREQ=WEEKLY;BYDAY=TU,TH;COUNT=10`; then the fields above are not read. */
  rule: z.string().max(500).optional(),
})
export type TaskRecurrence = z.infer<typeof TaskRecurrence>

/** Tasks of one group lie on days with at least so many whole days between them; the most that one of them asks counts. */
export const TaskSpacing = z.object({ group: Id, days: z.int().min(0).max(60) })

/** A task to be placed. Longer than one block may be, it is split over several; otherwise it is kept whole unless `splittable`. */
export const ProjectTask = z.object({
  id: Id,
  title: Title.optional(),
  /** 0 for a milestone, which takes no time. */
  estimated_minutes: Minutes,
  dependencies: z.array(TaskDependency).max(1_000).default([]),
  earliest_start: Moment.optional(),
  deadline: Moment.optional(),
  /** Higher comes first where nothing else decides. */
  priority: z.number().min(0).max(100).default(50),
  splittable: z.boolean().optional(),
  min_block_minutes: z.int().min(1).max(1_440).default(30),
  max_block_minutes: z.int().min(1).max(1_440).optional(),
  /** Only within these times of the week, besides the calendar. */
  windows: z.array(WeeklyWindow).max(200).optional(),
  /** False for what takes nobody's time (a delivery, a drying wall): it runs around the clock, on its resources' calendars. */
  attended: z.boolean().default(true),
  resources: z
    .array(z.object({ resource_id: Id, units: z.int().min(1).max(1_000_000).default(1) }))
    .max(50)
    .default([]),
  recurrence: TaskRecurrence.optional(),
  /** Rest between this and what is like it. */
  apart: TaskSpacing.optional(),
  /** Already settled: these blocks stay where they are. */
  fixed_blocks: z
    .array(z.object({ start: Moment, end: Moment }))
    .max(1_000)
    .optional(),
  tags: z.array(z.string().max(100)).max(50).default([]),
  notes: z.string().max(10_000).optional(),
})
export type ProjectTask = z.infer<typeof ProjectTask>

/** A project on real calendars: what `soulgate schedule` reads and the planning agent hands over. */
export const CalendarProject = z.object({
  title: Title.optional(),
  /** Nothing is planned before. */
  start: Moment,
  deadline: Moment.optional(),
  calendar: WorkCalendar,
  blackouts: z.array(TakenTime).max(10_000).default([]),
  /** What other plans of the person have taken. */
  busy: z.array(TakenTime).max(50_000).default([]),
  capacity: WorkCapacity.default(WorkCapacity.parse({})),
  resources: z
    .array(
      z.object({
        id: Id,
        title: Title.optional(),
        units: z.int().min(0).max(1_000_000).default(1),
        calendar: WorkCalendar.optional(),
      }),
    )
    .max(1_000)
    .default([]),
  tasks: z.array(ProjectTask).max(20_000),
  /** How far ahead is looked at most. */
  horizon_days: z.int().min(1).max(36_525).default(3_660),
})
export type CalendarProject = z.infer<typeof CalendarProject>

/** One stretch of work in a calendar. Both ends carry the offset of the project's time zone at that moment. */
export const ScheduledBlock = z.object({
  plan_node_id: z.string(),
  title: z.string(),
  start: z.iso.datetime({ offset: true }),
  end: z.iso.datetime({ offset: true }),
  estimated_minutes: z.int().optional(),
  tags: z.array(z.string()),
  notes: z.string().optional(),
})
export type ScheduledBlock = z.infer<typeof ScheduledBlock>

/** Blocks of work in time. */
export const Schedule = z.object({ blocks: z.array(ScheduledBlock) })
export type Schedule = z.infer<typeof Schedule>

/** One constraint that takes part in a conflict, in words; `kind` and the ids say which one it is. */
export const ScheduleConstraint = z.object({
  kind: z.enum([
    ...([
      'task',
      'dependency',
      'deadline',
      'project_deadline',
      'earliest_start',
      'windows',
      'apart',
    ] as const),
    ...(['weekly_availability', 'exception', 'blackout', 'busy', 'fixed_blocks'] as const),
    ...([
      'minutes_per_day',
      'minutes_per_week',
      'tasks_per_day',
      'days_per_week',
      'break_minutes',
      'consecutive_minutes',
    ] as const),
    ...(['resource', 'resource_calendar', 'horizon'] as const),
  ]),
  task_id: z.string().optional(),
  /** The other task of a dependency, or the resource. */
  other_id: z.string().optional(),
  message: z.string(),
})
export type ScheduleConstraint = z.infer<typeof ScheduleConstraint>

/** What is wrong with a project as it was given. `path` is where in the JSON. */
export const ProjectProblem = z.object({
  code: z.enum([
    ...(['invalid', 'unknown_task', 'unknown_resource', 'duplicate_id', 'dependency_cycle'] as const),
    ...(['unknown_timezone', 'impossible_calendar', 'deadline_in_the_past', 'impossible_time'] as const),
    ...(['impossible_recurrence', 'too_many', 'unreadable'] as const),
  ]),
  path: z.string().optional(),
  line: z.int().optional(),
  message: z.string(),
})
export type ProjectProblem = z.infer<typeof ProjectProblem>

/**
 * The outcome of scheduling. `infeasible` is proven, and its constraints conflict: leaving out any one of them lifts
 * this conflict, unless `minimal` is false. `late` is the best that was found in time, with what it misses; nothing
 * proves that there is no better one.
 */
export const ScheduleResult = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('scheduled'),
    schedule: Schedule,
    milestones: z.array(
      z.object({ plan_node_id: z.string(), title: z.string(), at: z.iso.datetime({ offset: true }) }),
    ),
    finish: z.iso.datetime({ offset: true }).nullable(),
    notes: z.array(z.string()),
  }),
  z.object({
    status: z.literal('late'),
    schedule: Schedule,
    milestones: z.array(
      z.object({ plan_node_id: z.string(), title: z.string(), at: z.iso.datetime({ offset: true }) }),
    ),
    finish: z.iso.datetime({ offset: true }).nullable(),
    missed: z.array(ScheduleConstraint.extend({ late_by_minutes: z.int() })),
    notes: z.array(z.string()),
  }),
  z.object({
    status: z.literal('infeasible'),
    conflict: z.array(ScheduleConstraint),
    minimal: z.boolean(),
    message: z.string(),
    notes: z.array(z.string()),
  }),
  z.object({ status: z.literal('invalid'), problems: z.array(ProjectProblem) }),
])
export type ScheduleResult = z.infer<typeof ScheduleResult>

/** The outcome for a file of any format that can be scheduled. */
export const ScheduleFileResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('calendar'), result: ScheduleResult, ics: z.string().optional() }),
  z.object({ kind: z.literal('resource'), schedule: ResourceSchedule }),
  z.object({ kind: z.literal('contradictory'), message: z.string() }),
  /** Neither a schedule nor a proof that there is none was found in time. */
  z.object({ kind: z.literal('undecided'), message: z.string() }),
  z.object({ kind: z.literal('unreadable'), problems: z.array(ProjectProblem) }),
])
export type ScheduleFileResult = z.infer<typeof ScheduleFileResult>
