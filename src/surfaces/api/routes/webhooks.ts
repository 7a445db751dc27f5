import { z } from 'zod'
import { isRefusal } from '../../../contracts/refusal.ts'
import {
  CreatedWebhook,
  CreateWebhookRequest,
  DeliveryAttempt,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
} from '../../../contracts/webhook.ts'
import { present } from '../present.ts'
import { json, noContent, pathValue, type Route, route } from '../route.ts'

/** Notices to the outside: webhooks, Slack and letters. */
export const webhookRoutes: readonly Route[] = [
  route({
    id: 'listWebhooks',
    tag: 'webhooks',
    method: 'GET',
    path: '/api/webhooks',
    action: 'webhook.manage',
    summary: 'list who outside is told of what',
    answers: { status: 200, schema: z.object({ webhooks: z.array(Webhook) }) },
    handle: async ({ soulgate, who }) => {
      const answer = await soulgate.webhooks.list(who)
      return isRefusal(answer) ? answer : json({ webhooks: answer.webhooks })
    },
  }),
  route({
    id: 'createWebhook',
    tag: 'webhooks',
    method: 'POST',
    path: '/api/webhooks',
    action: 'webhook.manage',
    summary: 'tell an address from now on; its signing secret is answered once',
    body: CreateWebhookRequest,
    hides: ['url'],
    answers: { status: 201, schema: CreatedWebhook },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.webhooks.create(who, present(body))
      if (isRefusal(answer)) return answer
      const secret = answer.secret === undefined ? {} : { secret: answer.secret }
      return json({ webhook: answer.webhook, ...secret }, 201)
    },
  }),
  route({
    id: 'getWebhook',
    tag: 'webhooks',
    method: 'GET',
    path: '/api/webhooks/{webhook_id}',
    action: 'webhook.manage',
    summary: 'see one webhook',
    answers: { status: 200, schema: Webhook },
    handle: async call => {
      const answer = await call.soulgate.webhooks.get(call.who, pathValue(call, 'webhook_id'))
      return isRefusal(answer) ? answer : json(answer.webhook)
    },
  }),
  route({
    id: 'updateWebhook',
    tag: 'webhooks',
    method: 'PATCH',
    path: '/api/webhooks/{webhook_id}',
    action: 'webhook.manage',
    summary: 'rename it, choose what it is told, switch it off or on',
    body: UpdateWebhookRequest,
    answers: { status: 200, schema: Webhook },
    handle: async call => {
      const id = pathValue(call, 'webhook_id')
      const answer = await call.soulgate.webhooks.update(call.who, id, present(call.body))
      return isRefusal(answer) ? answer : json(answer.webhook)
    },
  }),
  route({
    id: 'removeWebhook',
    tag: 'webhooks',
    method: 'DELETE',
    path: '/api/webhooks/{webhook_id}',
    action: 'webhook.manage',
    summary: 'forget a webhook with what was on its way',
    answers: { status: 204 },
    handle: async call => {
      const answer = await call.soulgate.webhooks.remove(call.who, pathValue(call, 'webhook_id'))
      return isRefusal(answer) ? answer : noContent()
    },
  }),
  route({
    id: 'testWebhook',
    tag: 'webhooks',
    method: 'POST',
    path: '/api/webhooks/{webhook_id}/test',
    action: 'webhook.manage',
    summary: 'send a test notice now and see what came of it',
    body: z.strictObject({}),
    answers: { status: 200, schema: z.object({ attempt: DeliveryAttempt }) },
    handle: async call => {
      const answer = await call.soulgate.webhooks.test(call.who, pathValue(call, 'webhook_id'))
      return isRefusal(answer) ? answer : json({ attempt: answer.attempt })
    },
  }),
  route({
    id: 'listWebhookDeliveries',
    tag: 'webhooks',
    method: 'GET',
    path: '/api/webhooks/{webhook_id}/deliveries',
    action: 'webhook.manage',
    summary: 'see what is on its way and what became of the last fifty',
    answers: { status: 200, schema: z.object({ deliveries: z.array(WebhookDelivery) }) },
    handle: async call => {
      const answer = await call.soulgate.webhooks.deliveries(call.who, pathValue(call, 'webhook_id'))
      return isRefusal(answer) ? answer : json({ deliveries: answer.deliveries })
    },
  }),
  route({
    id: 'redeliverWebhook',
    tag: 'webhooks',
    method: 'POST',
    path: '/api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    action: 'webhook.manage',
    summary: 'send one that ended again, under the same id',
    body: z.strictObject({}),
    answers: { status: 202, schema: WebhookDelivery },
    handle: async call => {
      const [id, delivery] = [pathValue(call, 'webhook_id'), pathValue(call, 'delivery_id')]
      const answer = await call.soulgate.webhooks.redeliver(call.who, id, delivery)
      return isRefusal(answer) ? answer : json(answer.delivery, 202)
    },
  }),
]
