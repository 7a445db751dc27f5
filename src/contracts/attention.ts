import { z } from 'zod'

const Counted = {
  /** Cards over calls that were decided. */
  answers: z.int(),
  /** Approvals that were given faster than the arguments and reasons of the card can be read. */
  too_fast: z.int(),
  edited: z.int(),
  /** Rejected or steered. */
  rejected: z.int(),
}

/** How cards over calls were read and answered. */
export const Reviewed = z.object({
  ...Counted,
  /** Median of the time taken over the time that reading the card needs at least; null without answers. */
  reading_ratio: z.number().nullable(),
  /** By hours of a session, from 0; a session ends after half an hour without an answer. The last counts all later ones. */
  by_hour: z.array(z.object({ hour: z.int(), ...Counted })),
  /** Decisions on cards that somebody else decided too, and how many of these said the same. */
  second_looks: z.int(),
  agreed: z.int(),
})
export type Reviewed = z.infer<typeof Reviewed>

/** Cards that test attention, and how many of them were not approved; with the 95 % interval of that share. */
export const Checks = z.object({
  answered: z.int(),
  caught: z.int(),
  low: z.number(),
  high: z.number(),
})
export type Checks = z.infer<typeof Checks>

/** How cards are read: one’s own, and for admins the sum over all, where at least five people decided. */
export const Attention = z.object({
  from: z.string(),
  to: z.string(),
  /** `checks`: where cards that test attention were answered. */
  own: Reviewed.extend({ checks: Checks.optional() }),
  everybody: Reviewed.extend({ people: z.int(), checks: Checks.optional() }).optional(),
  /** Why there is no sum, for those who may see it. */
  why_no_sum: z.string().optional(),
  /** True when the time held more gates than are counted. */
  truncated: z.boolean(),
})
export type Attention = z.infer<typeof Attention>
