import type {
  CreateWebhookRequest,
  DeliveryAttempt,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
} from '../contracts/webhook.ts'
import { isRefused, type Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

type Signal = Pick<RequestOptions, 'signal'>

/** Who outside is told that a decision is awaited; for admins. */
export interface WebhooksClient {
  list(options?: Signal): Promise<readonly Webhook[]>
  /** The signing secret is answered here and never again. */
  create(
    body: CreateWebhookRequest,
  ): Promise<{ readonly webhook: Webhook; readonly secret?: string } | Refused>
  update(webhookId: string, body: UpdateWebhookRequest): Promise<Webhook | Refused>
  remove(webhookId: string): Promise<Refused | undefined>
  /** Sends a test notice now and answers what came of it. */
  test(webhookId: string): Promise<{ readonly attempt: DeliveryAttempt } | Refused>
  /** Newest first. */
  deliveries(webhookId: string, options?: Signal): Promise<readonly WebhookDelivery[]>
  /** Sends one that ended again, under the same id. */
  redeliver(webhookId: string, deliveryId: string): Promise<WebhookDelivery | Refused>
}

export function createWebhooksClient(transport: Transport): WebhooksClient {
  const at = (webhookId: string, rest = '') => `/api/webhooks/${encodeURIComponent(webhookId)}${rest}`
  return {
    list: async options =>
      (await transport.read<{ readonly webhooks: readonly Webhook[] }>('/api/webhooks', options)).webhooks,
    create: body => transport.command('POST', '/api/webhooks', { body }),
    update: (webhookId, body) => transport.command('PATCH', at(webhookId), { body }),
    remove: async webhookId => {
      const answer = await transport.command<object>('DELETE', at(webhookId))
      return isRefused(answer) ? answer : undefined
    },
    test: webhookId => transport.command('POST', at(webhookId, '/test'), { body: {} }),
    deliveries: async (webhookId, options) => {
      const path = at(webhookId, '/deliveries')
      const answer = await transport.read<{ readonly deliveries: readonly WebhookDelivery[] }>(path, options)
      return answer.deliveries
    },
    redeliver: (webhookId, deliveryId) =>
      transport.command('POST', at(webhookId, `/deliveries/${encodeURIComponent(deliveryId)}/redeliver`), {
        body: {},
      }),
  }
}
