import type { Attention } from '../contracts/attention.ts'
import type { AnswerCanary, CanaryOffer, CanaryResult, ChangeCanary } from '../contracts/canary.ts'
import type { FeedbackRequest, Insights } from '../contracts/insight.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

/** Measures over a window of time (`90m`, `24h`, `7d`), and whether something helped. */
export interface InsightsClient {
  read(window?: string, options?: Pick<RequestOptions, 'signal'>): Promise<Insights>
  /** How one’s own cards were read; for admins also the sum over all, where at least five people decided. */
  attention(window?: string, options?: Pick<RequestOptions, 'signal'>): Promise<Attention>
  /** The card that tests one’s attention, or sometimes a new one, where an admin has switched them on. It can never run. */
  canary(): Promise<CanaryOffer | Refused>
  /** Puts it off, gives it more time, or says whose it is; on one's own card alone. */
  changeCanary(canaryId: string, change: ChangeCanary): Promise<CanaryOffer | Refused>
  /** Answers it and tells what it was; nothing runs. */
  answerCanary(canaryId: string, answer: AnswerCanary): Promise<CanaryResult | Refused>
  /** `about` is a run or a gate; a later word of the same person replaces an earlier one. */
  giveFeedback(feedback: FeedbackRequest): Promise<Refused | undefined>
}

/** Measures over HTTP, as part of a client. */
export function createInsightsClient(transport: Transport): InsightsClient {
  return {
    read: (window = '7d', options = {}) => transport.read('/api/insights', { query: { window }, ...options }),
    attention: (window = '7d', options = {}) =>
      transport.read('/api/insights/attention', { query: { window }, ...options }),
    canary: () => transport.command('POST', '/api/canaries', { body: {} }),
    answerCanary: (id, answer) =>
      transport.command('POST', `/api/canaries/${encodeURIComponent(id)}`, { body: answer }),
    changeCanary: (id, change) =>
      transport.command('PATCH', `/api/canaries/${encodeURIComponent(id)}`, { body: change }),
    async giveFeedback(feedback) {
      const answer = await transport.command<object>('POST', '/api/feedback', { body: feedback })
      return 'refused' in answer ? answer : undefined
    },
  }
}
