import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import {
  type CreateWebhookRequest,
  DEFAULT_NOTICES,
  type UpdateWebhookRequest,
  type Webhook,
  type WebhookFormat,
} from '../../contracts/webhook.ts'
import type { EventDraft, StoreReader, StoreTransaction } from '../../store/store.ts'
import { may } from '../access/access.ts'
import { sendOnce } from './deliver.ts'
import { sealedId } from './outgoing.ts'
import type { WebhookPorts } from './ports.ts'
import {
  cursorDocument,
  deleteWebhook,
  deliveryOf,
  dropPending,
  listEnded,
  listPending,
  pendingDocument,
  takeEnded,
  WEBHOOK,
  webhookDocument,
  webhookOf,
} from './records.ts'
import { newSigningSecret } from './signing.ts'
import type { WebhookService } from './webhook-service.ts'

const MAX_WEBHOOKS = 50

/** What admins do with webhooks. */
export function createManagement(ports: WebhookPorts): Omit<WebhookService, 'pass' | 'settled'> {
  const { store } = ports
  return {
    list: async who => {
      if (!isAdmin(who)) return notAllowed()
      return { webhooks: (await store.listDocuments(WEBHOOK)).map(webhookOf) }
    },
    get: async (who, id) => (isAdmin(who) ? find(store, id) : notAllowed()),
    create: async (who, body) => (isAdmin(who) ? create(ports, who, body) : notAllowed()),
    update: async (who, id, body) => (isAdmin(who) ? update(ports, who, { id, body }) : notAllowed()),
    remove: async (who, id) => {
      if (!isAdmin(who)) return notAllowed()
      return store.transact(async tx => {
        if (!(await deleteWebhook(tx, id))) return unknown(id)
        await ports.own.remove(tx, sealedId(id))
        await tx.appendEvents([event(ports, who, 'webhook_removed', { webhook_id: id })])
        return {}
      })
    },
    test: async (who, id) => {
      const found = isAdmin(who) ? await find(store, id) : notAllowed()
      if (isRefusal(found)) return found
      const notice = { type: 'test' as const, timestamp: toIso(ports.clock.now()), data: {} }
      return {
        attempt: (await sendOnce(ports, found.webhook, { id: ports.ids.newId('msg'), notice })).attempt,
      }
    },
    deliveries: async (who, id) => {
      const found = isAdmin(who) ? await find(store, id) : notAllowed()
      if (isRefusal(found)) return found
      const all = [...(await listPending(store, id)).toReversed(), ...(await listEnded(store, id))]
      return { deliveries: all.map(({ noun }) => deliveryOf(noun)) }
    },
    redeliver: async (who, id, deliveryId) => {
      if (!isAdmin(who)) return notAllowed()
      return store.transact(tx => redeliver(ports, tx, { id, deliveryId }))
    },
  }
}

function isAdmin(who: Principal): boolean {
  return may(who.role, 'webhook.manage')
}

function notAllowed(): Refusal {
  return refuse('forbidden', 'Webhooks are managed by admins.')
}

function unknown(id: string): Refusal {
  return refuse('not_found', `There is no webhook ${id}. \`soulgate notify list\` names those there are.`)
}

async function find(
  store: StoreReader,
  id: string,
): Promise<{ readonly refused?: false; readonly webhook: Webhook } | Refusal> {
  const document = await store.getDocument(WEBHOOK, id)
  return document === undefined ? unknown(id) : { webhook: webhookOf(document) }
}

async function create(ports: WebhookPorts, who: Principal, body: CreateWebhookRequest) {
  const read = await readRequest(ports, body)
  if (isRefusal(read)) return read
  const { url, format } = read
  const at = toIso(ports.clock.now())
  const signing = format === 'standard' ? (body.signing ?? 'hmac-sha256') : undefined
  const signed = signing === undefined ? undefined : newSigningSecret(signing, ports.newBytes)
  const webhook: Webhook = {
    webhook_id: ports.ids.newId('webhook'),
    name: body.name ?? (url.protocol === 'mailto:' ? url.pathname : url.host),
    url: shownUrl(url, format),
    format,
    ...(signing === undefined ? {} : { signing }),
    ...(signed?.publicKey === undefined ? {} : { public_key: signed.publicKey }),
    events: body.events ?? [
      ...DEFAULT_NOTICES,
      ...(body.person_id === undefined ? [] : ['gate_assigned' as const]),
    ],
    ...(body.person_id === undefined ? {} : { person_id: body.person_id }),
    ...(body.tells_act === true ? { tells_act: true } : {}),
    status: 'active',
    version: 1,
    created_at: at,
    created_by: who.id,
  }
  const sealed = { url: url.href, ...(signed === undefined ? {} : { secret: signed.secret }) }
  await ports.own.put(sealedId(webhook.webhook_id), JSON.stringify(sealed))
  const position = await ports.store.lastFeedPosition()
  await ports.store.transact(async tx => {
    await tx.putDocument(webhookDocument(webhook, at))
    await tx.putDocument(cursorDocument(webhook.webhook_id, position, at))
    await tx.appendEvents([event(ports, who, 'webhook_created', factsOf(webhook))])
  })
  const isShown = signing === 'hmac-sha256' && signed !== undefined
  return { webhook, ...(isShown ? { secret: signed.secret } : {}) }
}

async function readRequest(
  { store, sender }: Pick<WebhookPorts, 'store' | 'sender'>,
  body: CreateWebhookRequest,
): Promise<{ readonly url: URL; readonly format: WebhookFormat } | Refusal> {
  const url = URL.canParse(body.url) ? new URL(body.url) : undefined
  if (url === undefined) return invalid('url', 'is no address; give https://… or mailto:…')
  const format = body.format ?? (url.protocol === 'mailto:' ? 'email' : 'standard')
  if ((format === 'email') !== (url.protocol === 'mailto:'))
    return invalid('format', 'email goes with mailto:, the others with https:')
  if (format !== 'standard' && body.signing !== undefined)
    return invalid('signing', 'only the format standard is signed')
  const objection = await sender.objection(url)
  if (objection !== undefined) return invalid('url', objection)
  if (body.person_id !== undefined && (await store.getDocument('person', body.person_id)) === undefined)
    return invalid('person_id', 'is nobody here')
  if ((await store.listDocuments(WEBHOOK)).length >= MAX_WEBHOOKS)
    return invalid('url', `there are ${MAX_WEBHOOKS} webhooks already; remove one first`)
  return { url, format }
}

function invalid(field: string, message: string): Refusal {
  return refuse('invalid', `The webhook was not made: ${field} ${message}.`, { errors: [{ field, message }] })
}

/** Paths of Slack and queries of any address are as good as passwords. */
function shownUrl(url: URL, format: WebhookFormat): string {
  if (format === 'email') return url.href
  return format === 'slack'
    ? `${url.origin}/…`
    : `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`
}

async function update(
  ports: WebhookPorts,
  who: Principal,
  { id, body }: { readonly id: string; readonly body: UpdateWebhookRequest },
) {
  const at = toIso(ports.clock.now())
  return ports.store.transact(async tx => {
    const found = await find(tx, id)
    if (isRefusal(found)) return found
    const { disabled_because, ...standing } = found.webhook
    const changed: Webhook = {
      ...standing,
      name: body.name ?? standing.name,
      events: body.events ?? standing.events,
      status: body.status ?? standing.status,
    }
    const why =
      changed.status === 'active' ? {} : { disabled_because: disabled_because ?? `switched off by ${who.id}` }
    if (standing.status === 'disabled' && changed.status === 'active') {
      await dropPending(tx, id)
      await tx.putDocument(cursorDocument(id, await tx.lastFeedPosition(), at))
    }
    const version = await tx.putDocument(webhookDocument({ ...changed, ...why }, at))
    const webhook = { ...changed, ...why, version }
    await tx.appendEvents([event(ports, who, 'webhook_changed', factsOf(webhook))])
    return { webhook }
  })
}

async function redeliver(
  ports: WebhookPorts,
  tx: StoreTransaction,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
) {
  const ended = (await listEnded(tx, id)).find(({ noun }) => noun.delivery_id === deliveryId)
  if (ended === undefined) return refuse('not_found', `Webhook ${id} has no ended delivery ${deliveryId}.`)
  const now = ports.clock.now()
  const delivery = { ...ended.noun, status: 'pending' as const, due_ms: now, attempts: [] }
  await takeEnded(tx, deliveryId)
  await tx.putDocument(pendingDocument(delivery, toIso(now)))
  return { delivery: deliveryOf(delivery) }
}

function factsOf({ webhook_id, name, url, format, events, status, tells_act }: Webhook): JsonObject {
  const told = tells_act === undefined ? {} : { tells_act }
  return { webhook_id, name, url, format, events, status, ...told }
}

function event(
  { clock }: Pick<WebhookPorts, 'clock'>,
  who: Principal,
  type: 'webhook_created' | 'webhook_changed' | 'webhook_removed',
  payload: JsonObject,
): EventDraft {
  return { stream: 'system', type, at: toIso(clock.now()), actor: { kind: who.kind, id: who.id }, payload }
}
