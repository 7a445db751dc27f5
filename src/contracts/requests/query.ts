import { z } from 'zod'

/** A list is read in pages: `cursor` is what the page before answered as `next_cursor`. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().min(1).max(500).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

/** `since_seq` is exclusive; 0 means from the beginning. */
export const EventsQuery = z.object({
  since_seq: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
})
export type EventsQuery = z.infer<typeof EventsQuery>

/** Of the feed over everything, and of that of a session, a caller may also ask for what comes from now on. */
export const FeedQuery = EventsQuery.extend({
  since_seq: z.literal('latest').or(EventsQuery.shape.since_seq),
})
export type FeedQuery = z.infer<typeof FeedQuery>
