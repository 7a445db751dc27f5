import { z } from 'zod'
import { Attention } from '../../../contracts/attention.ts'
import { FeedbackRequest, Insights, InsightsQuery } from '../../../contracts/insight.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { json, type Route, route } from '../route.ts'

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Measures, and the one tap by which people say whether something helped. */
export const insightRoutes: readonly Route[] = [
  route({
    id: 'getInsights',
    tag: 'insight',
    method: 'GET',
    path: '/api/insights',
    action: 'insight.read',
    summary: 'read measures over a window of time, with their targets and sample sizes',
    query: InsightsQuery,
    answers: { status: 200, schema: Insights },
    handle: async ({ soulgate, who, query: { window } }) => {
      const insights = await soulgate.insights.read(who, toMs(window))
      return isRefusal(insights) ? insights : json(insights)
    },
  }),
  route({
    id: 'getAttention',
    tag: 'insight',
    method: 'GET',
    path: '/api/insights/attention',
    action: 'attention.read',
    summary: 'read how one’s own cards were read and answered; admins also the sum over at least five people',
    query: InsightsQuery,
    answers: { status: 200, schema: Attention },
    handle: async ({ soulgate, who, query: { window } }) => {
      const attention = await soulgate.insights.attention(who, toMs(window))
      return isRefusal(attention) ? attention : json(attention)
    },
  }),
  route({
    id: 'giveFeedback',
    tag: 'insight',
    method: 'POST',
    path: '/api/feedback',
    action: 'feedback.give',
    summary: 'say whether a clarification or a finished run helped',
    body: FeedbackRequest,
    answers: { status: 201, schema: z.object({ about: z.string(), helpful: z.boolean() }) },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.insights.giveFeedback(who, body)
      return isRefusal(answer) ? answer : json({ about: body.about, helpful: body.helpful }, 201)
    },
  }),
]

/** `90m`, `24h`, `7d` in milliseconds. */
function toMs(window: string): number {
  return Number(window.slice(0, -1)) * (UNIT_MS[window.slice(-1)] ?? 0)
}
