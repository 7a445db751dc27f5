import { toIso } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { Event } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Notice, Webhook } from '../../contracts/webhook.ts'
import { concerns, noticeOf } from './notice.ts'
import type { WebhookPorts } from './ports.ts'
import { cursorDocument, listPending, pendingDocument, readCursor } from './records.ts'

const PAGE = 200
/** Above this nothing more is read of the feed until some have arrived; nothing is lost, it waits in the feed. */
const MAX_PENDING = 1_000
/** The mark is written at the latest after so many events that concern nobody. */
const STRIDE = 500

/** Makes a delivery of each event since the last time that a webhook is to be told. Each event is read once. */
export async function collect(ports: WebhookPorts, webhook: Webhook): Promise<number> {
  const { store } = ports
  const cursor = await readCursor(store, webhook.webhook_id)
  if (cursor === undefined) return 0
  const upTo = await store.lastFeedPosition()
  if (upTo <= cursor.noun) return 0
  if ((await listPending(store, webhook.webhook_id)).length >= MAX_PENDING) return 0
  const events = await store.listFeed({ types: webhook.events }, cursor.noun, PAGE)
  const last = events.at(-1)?.position ?? 0
  const position = events.length === PAGE ? last : Math.max(upTo, last)
  const notices = await noticesOf(ports, webhook, events)
  if (notices.length === 0 && position - cursor.noun < STRIDE) return 0
  const now = ports.clock.now()
  const at = toIso(now)
  const documents = notices.map(notice =>
    pendingDocument(
      {
        delivery_id: ports.ids.newId('msg'),
        webhook_id: webhook.webhook_id,
        notice,
        status: 'pending',
        attempts: [],
        created_at: at,
        due_ms: now,
      },
      at,
    ),
  )
  try {
    await store.transact(async tx => {
      const mark = cursorDocument(webhook.webhook_id, position, at)
      await tx.putDocument({ ...mark, expectedVersion: cursor.version })
      for (const document of documents) await tx.putDocument(document)
    })
    return documents.length
  } catch (error) {
    // Another process read the same stretch of the feed first.
    if (isSoulgateError(error, 'version_conflict')) return 0
    throw error
  }
}

async function noticesOf(
  { store, linkTo }: Pick<WebhookPorts, 'store' | 'linkTo'>,
  webhook: Webhook,
  events: readonly Event[],
): Promise<readonly Notice[]> {
  const ids = [...new Set(events.flatMap(event => event.gate_id ?? []))]
  const gates = new Map<string, Gate>((await store.getGates(ids)).map(gate => [gate.gate_id, gate]))
  return events.flatMap(event => {
    const gate = event.gate_id === undefined ? undefined : gates.get(event.gate_id)
    if (!concerns(webhook, event, gate)) return []
    return noticeOf(event, { gate, linkTo, tellsAct: webhook.tells_act === true }) ?? []
  })
}
