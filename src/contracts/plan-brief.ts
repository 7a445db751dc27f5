import { z } from 'zod'
import { PlanConstraints } from './plan-parts.ts'
import { LocalTime, Weekday, WeeklyWindow } from './schedule.ts'

const Title = z.string().trim().min(1).max(200)
const Id = z.string().min(1).max(60)

/** Where an entry comes from. With neither field a person wrote it into the brief. */
const Source = {
  /** The person's own words, as they stand in the goal or in a correction. */
  quote: z.string().min(1).max(4_000).optional(),
  /** Proposed by Soulgate; nobody said it. */
  suggested: z.literal(true).optional(),
}

/** Another entry of the brief, by its id or its title, and how many days lie between at least. */
export const BriefReference = z.strictObject({
  id: z.string().min(1).max(200),
  days: z.int().min(0).max(730).optional(),
})

/** Something on a fixed date. Without `start_time` it takes the whole day, through `end_date` where that is given. */
export const BriefEvent = z.strictObject({
  id: Id,
  title: Title,
  date: z.iso.date(),
  end_date: z.iso.date().optional(),
  start_time: LocalTime.optional(),
  /** Assumed where only the start is known. */
  end_time: LocalTime.optional(),
  place: z.string().max(200).optional(),
  ...Source,
})
export type BriefEvent = z.infer<typeof BriefEvent>

/** A piece of work in the person's own phrase. `minutes` in all; absent where nobody said it. */
export const BriefWork = z.strictObject({
  id: Id,
  title: Title,
  minutes: z.int().min(1).max(525_600).optional(),
  /** Nothing of it is done before. */
  not_before: z.iso.date().optional(),
  done_by: z.iso.date().optional(),
  /** False keeps it in one block. */
  splittable: z.boolean().optional(),
  before: z.array(BriefReference).max(50).default([]),
  after: z.array(BriefReference).max(50).default([]),
  ...Source,
})
export type BriefWork = z.infer<typeof BriefWork>

/** What comes back: so many times a day, week or month. `minutes` of one time. */
export const BriefRhythm = z.strictObject({
  id: Id,
  title: Title,
  times: z.int().min(1).max(31),
  per: z.enum(['day', 'week', 'month']),
  minutes: z.int().min(1).max(1_440).optional(),
  days: z.array(Weekday).max(7).optional(),
  /** Where each begins at the same time of day. */
  start_time: LocalTime.optional(),
  until: z.iso.date().optional(),
  /** Whole days between two times of it, and of every rhythm that is `alike`, at least. */
  rest_days: z.int().min(1).max(27).optional(),
  /** Rhythms of one name keep their rest between each other, such as “hard training”. */
  alike: z.string().trim().min(1).max(60).optional(),
  /** The length of the last time: each week or month is longer, or shorter, than the one before, from `minutes` on. */
  to_minutes: z.int().min(1).max(1_440).optional(),
  ...Source,
})
export type BriefRhythm = z.infer<typeof BriefRhythm>

/** When there is no work, and how much at most. */
export const BriefLimits = PlanConstraints.pick({
  start: true,
  minutes_per_week: true,
  minutes_per_day: true,
  sessions_per_week: true,
  tasks_per_day: true,
  break_minutes: true,
  not_on_weekdays: true,
  only_on_weekdays: true,
  times_of_day: true,
  blackouts: true,
}).extend({
  /** The hours of the week in which there is time, instead of the usual ones. */
  weekly: z.array(WeeklyWindow).max(200).optional(),
  quotes: z.array(z.string().max(4_000)).max(100).default([]),
})
export type BriefLimits = z.infer<typeof BriefLimits>

/**
 * The fact sheet between a person's words and a plan. Outline, roadmap and schedule are made of it alone; every
 * statement of the goal is the quote of an entry or stands under `not_placed`.
 */
export const PlanBrief = z.strictObject({
  title: Title,
  events: z.array(BriefEvent).max(100).default([]),
  work: z.array(BriefWork).max(300).default([]),
  rhythms: z.array(BriefRhythm).max(50).default([]),
  limits: BriefLimits.prefault({}),
  deadline: z.strictObject({ date: z.iso.date(), ...Source }).optional(),
  budget: z
    .strictObject({ amount: z.number().min(0).max(1e12), currency: z.string().min(1).max(10), ...Source })
    .optional(),
  people: z
    .array(z.strictObject({ name: Title, ...Source }))
    .max(100)
    .default([]),
  exclusions: z
    .array(z.strictObject({ text: Title, ...Source }))
    .max(100)
    .default([]),
  /** Adds the steps that such undertakings usually have, each marked as a suggestion. */
  with_suggestions: z.boolean().default(false),
  /** What was said and has no field here: in no part of the plan until a person places it. */
  not_placed: z
    .array(z.strictObject({ quote: z.string().min(1).max(4_000) }))
    .max(200)
    .default([]),
})
export type PlanBrief = z.infer<typeof PlanBrief>
