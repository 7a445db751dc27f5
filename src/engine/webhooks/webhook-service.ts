import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type {
  CreateWebhookRequest,
  DeliveryAttempt,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
} from '../../contracts/webhook.ts'

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
