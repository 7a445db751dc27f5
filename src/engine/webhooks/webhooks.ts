import type { Webhook } from '../../contracts/webhook.ts'
import { watch } from '../../store/store.ts'
import { collect } from './collect.ts'
import { deliverDue } from './deliver.ts'
import { createManagement } from './manage.ts'
import type { WebhookPorts } from './ports.ts'
import { WEBHOOK, webhookOf } from './records.ts'
import type { WebhookService } from './webhook-service.ts'

export type { LinkTo } from './notice.ts'
export type { NoticeSender, Outgoing, SendOutcome, WebhookPorts } from './ports.ts'
export type { WebhookService } from './webhook-service.ts'

const MAX_AGE_MS = 1_000

/** Webhooks are documents; what is on its way to one is a document each, so that a crash loses none. */
export function createWebhooks(ports: WebhookPorts): WebhookService {
  const { store, clock } = ports
  const standing = watch({
    store,
    clock,
    topics: [`document:${WEBHOOK}`],
    maxAgeMs: MAX_AGE_MS,
    read: async () => (await store.listDocuments(WEBHOOK)).map(webhookOf),
  })
  const underWay = new Map<string, Promise<void>>()
  const begin = (webhook: Webhook): void => {
    const work = collect(ports, webhook)
      .then(() => deliverDue(ports, webhook))
      .then(() => undefined)
      .catch(error => ports.report(error, { during: 'webhooks', webhook_id: webhook.webhook_id }))
      .finally(() => underWay.delete(webhook.webhook_id))
    underWay.set(webhook.webhook_id, work)
  }
  return {
    ...createManagement(ports),
    pass: async () => {
      for (const webhook of await standing.get()) {
        if (webhook.status === 'active' && !underWay.has(webhook.webhook_id)) begin(webhook)
      }
    },
    settled: async () => {
      await Promise.all(underWay.values())
    },
  }
}
