import { toIso } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { DeliveryAttempt, Notice, Webhook } from '../../contracts/webhook.ts'
import type { StoreTransaction } from '../../store/store.ts'
import { waitAfter } from './backoff-schedule.ts'
import { toOutgoing } from './outgoing.ts'
import type { SendOutcome, WebhookPorts } from './ports.ts'
import {
  type Kept,
  listPending,
  pendingDocument,
  putEnded,
  type StoredDelivery,
  WEBHOOK,
  webhookDocument,
  webhookOf,
} from './records.ts'

/** Longer than any attempt takes: who claimed a delivery and is silent after that died with it. */
const CLAIM_MS = 60_000
const MAX_AT_ONCE = 10

/** Makes every attempt that is due for a webhook. Another process may do the same; each delivery is claimed first. */
export async function deliverDue(ports: WebhookPorts, webhook: Webhook): Promise<number> {
  const now = ports.clock.now()
  const due = (await listPending(ports.store, webhook.webhook_id)).filter(
    ({ noun }) => noun.due_ms <= now && (noun.claimed_until_ms ?? 0) <= now,
  )
  const made = await Promise.all(due.slice(0, MAX_AT_ONCE).map(kept => attempt(ports, webhook, kept)))
  return made.filter(Boolean).length
}

/** Sends a notice once and says what came of it. */
export async function sendOnce(
  ports: WebhookPorts,
  webhook: Webhook,
  message: { readonly id: string; readonly notice: Notice },
): Promise<{ readonly attempt: DeliveryAttempt; readonly gone: boolean }> {
  const startedMs = ports.clock.now()
  const outgoing = await toOutgoing(ports, webhook, message)
  const outcome: SendOutcome =
    outgoing === undefined
      ? { ok: false, detail: 'Its sealed address cannot be opened: the key file is another. Make it anew.' }
      : await ports.sender.send(outgoing)
  const attempt: DeliveryAttempt = {
    at: toIso(startedMs),
    duration_ms: Math.max(0, Math.round(ports.clock.now() - startedMs)),
    ok: outcome.ok,
    ...(outcome.http_status === undefined ? {} : { http_status: outcome.http_status }),
    detail: outcome.detail.slice(0, 300),
  }
  return { attempt, gone: outcome.gone === true }
}

async function attempt(ports: WebhookPorts, webhook: Webhook, kept: Kept<StoredDelivery>): Promise<boolean> {
  const claimed = await claim(ports, kept)
  if (claimed === undefined) return false
  const { delivery_id, notice } = claimed
  const sent = await sendOnce(ports, webhook, { id: delivery_id, notice })
  await ports.store.transact(tx => record(ports, tx, { delivery: claimed, ...sent }))
  return true
}

async function claim(ports: WebhookPorts, kept: Kept<StoredDelivery>): Promise<StoredDelivery | undefined> {
  const now = ports.clock.now()
  const claimed: StoredDelivery = { ...kept.noun, claimed_until_ms: now + CLAIM_MS }
  const document = { ...pendingDocument(claimed, toIso(now)), expectedVersion: kept.version }
  try {
    await ports.store.transact(tx => tx.putDocument(document))
    return claimed
  } catch (error) {
    if (isSoulgateError(error, 'version_conflict')) return undefined
    throw error
  }
}

interface Sent {
  readonly delivery: StoredDelivery
  readonly attempt: DeliveryAttempt
  readonly gone: boolean
}

async function record(ports: WebhookPorts, tx: StoreTransaction, sent: Sent): Promise<void> {
  const now = ports.clock.now()
  const at = toIso(now)
  const { claimed_until_ms: _over, ...delivery } = sent.delivery
  const attempts = [...delivery.attempts, sent.attempt]
  if (sent.attempt.ok) return putEnded(tx, { ...delivery, attempts, status: 'delivered' }, at)
  const wait = sent.gone ? undefined : waitAfter(attempts.length, ports.jitter())
  if (wait !== undefined) {
    await tx.putDocument(pendingDocument({ ...delivery, attempts, due_ms: now + wait }, at))
    return
  }
  await putEnded(tx, { ...delivery, attempts, status: 'given_up' }, at)
  const because = sent.gone
    ? 'Its address answered 410: it wants no more notices.'
    : `${attempts.length} attempts over about three days failed; the last: ${sent.attempt.detail}`
  await disable(tx, { webhookId: delivery.webhook_id, because, at })
}

async function disable(
  tx: StoreTransaction,
  { webhookId, because, at }: { readonly webhookId: string; readonly because: string; readonly at: string },
): Promise<void> {
  const document = await tx.getDocument(WEBHOOK, webhookId)
  if (document === undefined) return
  const webhook = webhookOf(document)
  if (webhook.status === 'disabled') return
  await tx.putDocument(webhookDocument({ ...webhook, status: 'disabled', disabled_because: because }, at))
  await tx.appendEvents([
    {
      stream: 'system',
      type: 'webhook_disabled',
      at,
      actor: { kind: 'system', id: 'system:webhooks' },
      payload: { webhook_id: webhookId, name: webhook.name, because },
    },
  ])
}
