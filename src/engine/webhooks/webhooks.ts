import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type {
  CreateWebhookRequest,
  DeliveryAttempt,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
} from '../../contracts/webhook.ts'
import { watch } from '../../store/store.ts'
import { collect } from './collect.ts'
import { deliverDue } from './deliver.ts'
import { createManagement } from './manage.ts'
import type { WebhookPorts } from './ports.ts'
import { WEBHOOK, webhookOf } from './records.ts'

export type { LinkTo } from './notice.ts'
export type { NoticeSender, Outgoing, SendOutcome, WebhookPorts } from './ports.ts'

const MAX_AGE_MS = 1_000

/** Notices to the outside: who is told what, and what became of each notice. For admins. */
export interface WebhookService {
  list(who: Principal): Promise<{ readonly refused?: false; readonly webhooks: readonly Webhook[] } | Refusal>
  get(
    who: Principal,
    webhookId: string,
  ): Promise<{ readonly refused?: false; readonly webhook: Webhook } | Refusal>
  /** The secret is answered here and never again. */
  create(
    who: Principal,
    body: CreateWebhookRequest,
  ): Promise<{ readonly refused?: false; readonly webhook: Webhook; readonly secret?: string } | Refusal>
  /** Switching it on again begins with what happens from then on. */
  update(
    who: Principal,
    webhookId: string,
    body: UpdateWebhookRequest,
  ): Promise<{ readonly refused?: false; readonly webhook: Webhook } | Refusal>
  remove(who: Principal, webhookId: string): Promise<{ readonly refused?: false } | Refusal>
  /** Sends a test notice now, once. */
  test(
    who: Principal,
    webhookId: string,
  ): Promise<{ readonly refused?: false; readonly attempt: DeliveryAttempt } | Refusal>
  /** Newest first: those on their way, then the last fifty that ended. */
  deliveries(
    who: Principal,
    webhookId: string,
  ): Promise<{ readonly refused?: false; readonly deliveries: readonly WebhookDelivery[] } | Refusal>
  /** Sends one that ended again, under the same id. */
  redeliver(
    who: Principal,
    webhookId: string,
    deliveryId: string,
  ): Promise<{ readonly refused?: false; readonly delivery: WebhookDelivery } | Refusal>
  /** Reads what happened and begins every attempt that is due. A slow address holds up no other. */
  pass(): Promise<void>
  /** Resolves when no attempt of this process is under way. */
  settled(): Promise<void>
}

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
