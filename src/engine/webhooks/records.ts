import { z } from 'zod'
import type { JsonValue } from '../../contracts/json-value.ts'
import { Webhook, WebhookDelivery } from '../../contracts/webhook.ts'
import type { DocumentWrite, StoreDocument, StoreReader, StoreTransaction } from '../../store/store.ts'

export const WEBHOOK = 'webhook'
const CURSOR = 'webhook_cursor'
const PENDING = 'webhook_pending'
const ENDED = 'webhook_ended'
/** Ended deliveries that are kept for people to look at, per webhook. */
const MAX_ENDED = 50

const StoredWebhook = Webhook.omit({ version: true })
const StoredDelivery = WebhookDelivery.extend({ due_ms: z.number(), claimed_until_ms: z.number().optional() })
export type StoredDelivery = z.infer<typeof StoredDelivery>

export interface Kept<Noun> {
  readonly noun: Noun
  readonly version: number
}

export function webhookOf({ body, version }: StoreDocument): Webhook {
  return { ...StoredWebhook.parse(body), version }
}

/** What `putDocument` is given for a webhook. */
export function webhookDocument({ version: _counted, ...body }: Webhook, at: string): DocumentWrite {
  return { kind: WEBHOOK, id: body.webhook_id, body: toBody(body), at }
}

/** The position of the feed up to which a webhook has been told, and the version of that mark. */
export async function readCursor(store: StoreReader, webhookId: string): Promise<Kept<number> | undefined> {
  const document = await store.getDocument(CURSOR, webhookId)
  if (document === undefined) return undefined
  return { noun: z.object({ position: z.number() }).parse(document.body).position, version: document.version }
}

export function cursorDocument(webhookId: string, position: number, at: string): DocumentWrite {
  return { kind: CURSOR, id: webhookId, body: { position }, at }
}

/** Oldest first. */
export async function listPending(
  store: StoreReader,
  webhookId: string,
): Promise<readonly Kept<StoredDelivery>[]> {
  const documents = await store.listDocuments(PENDING, { lookup: webhookId })
  return documents.map(({ body, version }) => ({ noun: StoredDelivery.parse(body), version }))
}

export function pendingDocument(delivery: StoredDelivery, at: string): DocumentWrite {
  return { ...documentOf(delivery, at), kind: PENDING }
}

/** Newest first. */
export async function listEnded(
  store: StoreReader,
  webhookId: string,
): Promise<readonly Kept<StoredDelivery>[]> {
  const documents = await store.listDocuments(ENDED, { lookup: webhookId })
  return documents.map(({ body, version }) => ({ noun: StoredDelivery.parse(body), version })).toReversed()
}

/** Takes a delivery off the way and keeps it among those that ended, the oldest of which are forgotten. */
export async function putEnded(tx: StoreTransaction, delivery: StoredDelivery, at: string): Promise<void> {
  await tx.deleteDocument(PENDING, delivery.delivery_id)
  const ended = await tx.listDocuments(ENDED, { lookup: delivery.webhook_id })
  for (const { id } of ended.slice(0, Math.max(0, ended.length + 1 - MAX_ENDED))) {
    await tx.deleteDocument(ENDED, id)
  }
  await tx.putDocument({ ...documentOf(withoutAct(delivery), at), kind: ENDED })
}

/** Arguments are not kept beside the gate, where an erasure of its session would not find them. */
function withoutAct(delivery: StoredDelivery): StoredDelivery {
  const { act: _act, ...data } = delivery.notice.data
  return { ...delivery, notice: { ...delivery.notice, data } }
}

export async function takeEnded(tx: StoreTransaction, deliveryId: string): Promise<void> {
  await tx.deleteDocument(ENDED, deliveryId)
}

/** Forgets what is on its way to a webhook. */
export async function dropPending(tx: StoreTransaction, webhookId: string): Promise<void> {
  for (const { id } of await tx.listDocuments(PENDING, { lookup: webhookId })) {
    await tx.deleteDocument(PENDING, id)
  }
}

/** Forgets a webhook with everything of it. */
export async function deleteWebhook(tx: StoreTransaction, webhookId: string): Promise<boolean> {
  await dropPending(tx, webhookId)
  for (const { id } of await tx.listDocuments(ENDED, { lookup: webhookId })) {
    await tx.deleteDocument(ENDED, id)
  }
  await tx.deleteDocument(CURSOR, webhookId)
  return tx.deleteDocument(WEBHOOK, webhookId)
}

/** As people see it. */
export function deliveryOf({
  due_ms,
  claimed_until_ms: _claim,
  ...delivery
}: StoredDelivery): WebhookDelivery {
  if (delivery.status !== 'pending') return delivery
  return { ...delivery, next_attempt_at: new Date(due_ms).toISOString() }
}

function documentOf(delivery: StoredDelivery, at: string) {
  return { id: delivery.delivery_id, lookup: delivery.webhook_id, body: toBody(delivery), at }
}

/** Undefined fields have no place in JSON. */
function toBody(noun: object): JsonValue {
  return JSON.parse(JSON.stringify(noun))
}
