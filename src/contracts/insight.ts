import { z } from 'zod'

/** What a measure is held against: `at_least` or `at_most` the target; a band is where it may lie. */
export const Measure = z.object({
  id: z.string(),
  label: z.string(),
  unit: z.enum(['share', 'ms', 'score', 'count']),
  /** Null while there is nothing to measure it by. */
  value: z.number().nullable(),
  samples: z.int(),
  target: z.object({ at_least: z.number().optional(), at_most: z.number().optional() }).optional(),
  band: z.object({ from: z.number(), to: z.number() }).optional(),
  /** `few`: too few samples to say. */
  state: z.enum(['good', 'watch', 'bad', 'few', 'none']),
  meaning: z.string(),
})
export type Measure = z.infer<typeof Measure>

/** How many values fall into [from, to). */
export const InsightBucket = z.object({ from: z.number(), to: z.number(), count: z.int() })
export type InsightBucket = z.infer<typeof InsightBucket>

const InsightCounts = z.object({
  asked: z.int(),
  waiting: z.int(),
  /** Answered by people in time, in whatever way. */
  decided: z.int(),
  /** Of these rejected, or steered another way. */
  rejected: z.int(),
  expired: z.int(),
  /** Half of the decided ones were decided within this time. */
  p50_seconds: z.number().nullable(),
})

/** The decisions of one agent, one tool or one person. A gate over calls of two tools counts for both. */
export const InsightGroup = InsightCounts.extend({ id: z.string(), name: z.string() })
export type InsightGroup = z.infer<typeof InsightGroup>

/** What happened in a window of time, counted. Charts and tables show the same numbers. */
export const Insights = z.object({
  from: z.string(),
  to: z.string(),
  measures: z.array(Measure),
  /** Graded confidence of runs, in ten steps from 0 to 1. */
  confidence: z.array(InsightBucket),
  /** How far proposals came: asked, answered in time, approved, executed. */
  funnel: z.array(z.object({ stage: z.string(), count: z.int() })),
  /** Seconds from the opening of a gate to its decision. */
  time_to_decision: z.object({
    p50_seconds: z.number().nullable(),
    p95_seconds: z.number().nullable(),
    samples: z.int(),
    buckets: z.array(z.object({ label: z.string(), up_to_seconds: z.number().nullable(), count: z.int() })),
  }),
  /** For each step of confidence: how often people approved what was held at it. */
  reliability: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      samples: z.int(),
      confidence: z.number().nullable(),
      approved: z.number().nullable(),
    }),
  ),
  /** Where decisions came from and who answered them, the busiest first, at most twelve of a kind. */
  groups: z.object({
    agents: z.array(InsightGroup),
    tools: z.array(InsightGroup),
    people: z.array(InsightGroup),
  }),
  /** Gates by the UTC day on which they opened, the oldest first. */
  days: z.array(InsightCounts.extend({ day: z.string() })),
  /** True when the window held more than is counted. */
  truncated: z.boolean(),
})
export type Insights = z.infer<typeof Insights>

/** How far back is counted. */
export const InsightsQuery = z.object({
  /** How far back: `90m`, `24h`, `7d`; at most 90 days. */
  window: z
    .string()
    .regex(/^[1-9]\d{0,4}[mhd]$/, 'is a number with m, h or d behind it, such as 24h')
    .default('7d'),
})
export type InsightsQuery = z.infer<typeof InsightsQuery>

/** Body of `POST /api/feedback`: whether a clarification or a finished run helped. */
export const FeedbackRequest = z.strictObject({
  about: z.string().regex(/^(run|gate)_[A-Za-z0-9_-]{1,90}$/, 'is the id of a run or of a gate'),
  helpful: z.boolean(),
  text: z.string().max(2000).optional(),
})
export type FeedbackRequest = z.infer<typeof FeedbackRequest>
