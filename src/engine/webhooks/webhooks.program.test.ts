import { createPublicKey, verify } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeClock } from '../../base/clock.ts'
import { createIds } from '../../base/ids.ts'
import { createSeededRandom } from '../../base/random.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal } from '../../contracts/refusal.ts'
import type { CreateWebhookRequest } from '../../contracts/webhook.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { EventDraft, Store } from '../../store/store.ts'
import { sampleGate } from '../../store/store-samples.ts'
import { createSecrets, type SecretService } from '../secrets/secrets.ts'
import { BACKOFF_SCHEDULE } from './backoff-schedule.ts'
import { createWebhooks, type Outgoing, type SendOutcome, type WebhookService } from './webhooks.ts'

const admin: Principal = { kind: 'person', id: 'person_ada', name: 'Ada', role: 'admin' }
const START = Date.parse('2026-03-01T12:00:00Z')
const HOSTILE = '<script>alert(1)</script> *secret* 4111-1111'

let store: Store
let clock: ReturnType<typeof fakeClock>
let secrets: SecretService
let sent: Outgoing[]
let answers: SendOutcome[]
let hooks: WebhookService

beforeEach(async () => {
  clock = fakeClock(START)
  store = await openSqliteStore({ path: ':memory:', now: () => new Date(clock.now()).toISOString() })
  sent = []
  answers = []
  const held: { text: string | undefined } = { text: undefined }
  const keyFile = {
    place: 'keys.json',
    load: async () => held.text,
    create: async (text: string) => {
      held.text = text
      return true
    },
    replace: async (text: string) => {
      held.text = text
    },
  }
  secrets = createSecrets({ store, clock, ids: idsOf(1), keyFile, newBytes: bytesOf(3) })
  hooks = serviceOf(2)
})
afterEach(() => store.close())

function idsOf(seed: number) {
  return createIds({ clock, random: createSeededRandom(seed) })
}

function bytesOf(seed: number) {
  const random = createSeededRandom(seed)
  return (count: number) => Uint8Array.from({ length: count }, () => random.uint32() & 255)
}

/** The service of one process; all of them share the store, and what they send is seen in one place. */
function serviceOf(seed: number, send?: (outgoing: Outgoing) => Promise<SendOutcome>): WebhookService {
  return createWebhooks({
    store,
    clock,
    ids: idsOf(seed),
    own: secrets.own,
    newBytes: bytesOf(seed),
    jitter: () => 0,
    sender: {
      objection: async url => (url.protocol === 'http:' ? 'must begin with https:' : undefined),
      send:
        send ??
        (async outgoing => {
          sent.push(outgoing)
          return answers.shift() ?? { ok: true, http_status: 200, detail: 'answered 200' }
        }),
    },
    linkTo: ({ gate_id }) => (gate_id === undefined ? undefined : `https://gate.example/inbox/${gate_id}`),
    report: error => {
      throw error
    },
  })
}

function must<Answer extends object>(answer: Answer | Refusal): Answer {
  if (isRefusal(answer)) throw new Error(answer.detail)
  return answer
}

async function make(body: Partial<CreateWebhookRequest> = {}) {
  return must(await hooks.create(admin, { url: 'https://example.com/hook?key=1', ...body }))
}

async function happen(type: EventDraft['type'], extra: Partial<EventDraft> = {}): Promise<void> {
  const payload = { summary: HOSTILE, status: 'pending', gate_type: 'tool_approval', ...extra.payload }
  const at = new Date(clock.now()).toISOString()
  const actor = { kind: 'agent', id: 'agent:mail' } as const
  await store.transact(tx =>
    tx.appendEvents([{ stream: 'system', type, at, gate_id: 'gate_1', actor, ...extra, payload }]),
  )
}

async function pass(service = hooks): Promise<void> {
  await service.pass()
  await service.settled()
}

function requests() {
  return sent.flatMap(outgoing => (outgoing.kind === 'request' ? [outgoing] : []))
}

async function stateOf(id: string) {
  const { deliveries } = must(await hooks.deliveries(admin, id))
  return deliveries.map(delivery => [delivery.notice.type, delivery.status, delivery.attempts.length])
}

describe('a webhook', () => {
  test('is told once of what happens after it was made, in the least words', async () => {
    await happen('gate_opened')
    const { webhook } = await make()
    await happen('gate_opened', { gate_id: 'gate_2' })
    await happen('gate_decided')
    await pass()
    await pass()
    expect(requests()).toHaveLength(1)
    const body: JsonObject = JSON.parse(requests()[0]?.body ?? '')
    expect(body).toEqual({
      type: 'gate_opened',
      timestamp: '2026-03-01T12:00:00.000Z',
      data: { gate_id: 'gate_2', status: 'pending', url: 'https://gate.example/inbox/gate_2' },
    })
    expect(await stateOf(webhook.webhook_id)).toEqual([['gate_opened', 'delivered', 1]])
  })

  test('says what calls do only where it was asked for, and keeps nothing of it with the delivery', async () => {
    const gate = sampleGate('gate_9')
    const act = { parts: [{ kind: 'words' as const, text: 'Refund "zoe"' }] }
    const briefing = { ...gate.briefing, heading: 'Refund "zoe"', act }
    await store.transact(async tx => tx.insertGate({ ...gate, briefing }))
    await make()
    const { webhook } = await make({ url: 'https://other.example.com/hook', tells_act: true })
    await happen('gate_opened', { gate_id: 'gate_9' })
    await pass()
    const acts = requests().flatMap(({ body }) => JSON.parse(body).data.act ?? [])
    expect([requests().length, acts]).toEqual([2, ['Refund "zoe"']])
    const kept = must(await hooks.deliveries(admin, webhook.webhook_id))
    expect(kept.deliveries).toMatchObject([{ status: 'delivered' }])
    expect(JSON.stringify(kept)).not.toContain('zoe')
  })

  test('signs as Standard Webhooks says, with a secret that is shown once and lies sealed', async () => {
    const { webhook, secret } = await make()
    await happen('gate_opened')
    await pass()
    const [request] = requests()
    expect(isSigned(secret, request?.body, request)).toBe(true)
    expect(isSigned(secret, `${request?.body} `, request)).toBe(false)
    const kept = JSON.stringify([
      ...(await store.listDocuments('webhook')),
      ...(await store.listDocuments('own_secret')),
      must(await hooks.get(admin, webhook.webhook_id)),
    ])
    expect(kept).not.toContain(secret?.slice(6, 20))
    expect(kept).not.toContain('key=1')
  })

  test('signs with a key pair when asked to, and answers only the public half', async () => {
    const made = await make({ signing: 'ed25519' })
    expect(made.secret).toBeUndefined()
    await happen('gate_opened')
    await pass()
    const [request] = requests()
    const {
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': signature,
    } = request?.headers ?? {}
    const raw = Buffer.from(made.webhook.public_key?.replace('whpk_', '') ?? '', 'base64')
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    const content = Buffer.from(`${id}.${time}.${request?.body}`)
    expect(signature).toMatch(/^v1a,/)
    expect(verify(null, content, key, Buffer.from(String(signature).slice(4), 'base64'))).toBe(true)
  })

  test('still goes out after the keys were rotated and the old ones forgotten', async () => {
    const { secret } = await make()
    must(await secrets.rotate(admin, true))
    await happen('gate_opened')
    await pass()
    const [request] = requests()
    expect(isSigned(secret, request?.body, request)).toBe(true)
  })

  test('made for a person is told only what is that person’s', async () => {
    await store.transact(tx =>
      tx.putDocument({ kind: 'person', id: 'person_bo', body: {}, at: new Date(START).toISOString() }),
    )
    await make({ person_id: 'person_bo' })
    await happen('gate_opened')
    await happen('gate_assigned', { payload: { assignee: 'person_cy' } })
    await happen('gate_escalated', { payload: { to: 'person_bo', notify: true } })
    await happen('gate_escalated', { payload: { to: 'person_bo', notify: false } })
    await happen('gate_assigned', { payload: { assignee: 'person_bo' } })
    await pass()
    const told = requests().map(({ body }) => JSON.parse(body))
    expect(told.map(({ type, data }) => [type, data.assignee ?? data.escalated_to])).toEqual([
      ['gate_escalated', 'person_bo'],
      ['gate_assigned', 'person_bo'],
    ])
  })
})

describe('an attempt that fails', () => {
  test('is made again up the ladder under the same id, and given up at its end', async () => {
    const { webhook } = await make()
    await happen('gate_opened')
    answers = Array.from({ length: 20 }, () => ({ ok: false, http_status: 500, detail: 'answered 500' }))
    await pass()
    for (const wait of BACKOFF_SCHEDULE) {
      clock.advance(wait - 1)
      await pass()
      const before = sent.length
      clock.advance(1)
      await pass()
      expect(sent.length).toBe(before + 1)
    }
    expect(new Set(requests().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await stateOf(webhook.webhook_id)).toEqual([['gate_opened', 'given_up', 10]])
    expect(must(await hooks.get(admin, webhook.webhook_id)).webhook).toMatchObject({
      status: 'disabled',
      disabled_because: expect.stringContaining('answered 500'),
    })
    const { items } = await store.searchEvents({ types: ['webhook_disabled'] }, { limit: 5 })
    expect(items).toHaveLength(1)
  })

  test('with 410 switches it off at once; switched on again it begins anew', async () => {
    const { webhook } = await make()
    answers = [{ ok: false, http_status: 410, detail: 'answered 410', gone: true }]
    await happen('gate_opened')
    await pass()
    await happen('gate_opened', { gate_id: 'gate_missed' })
    await pass()
    expect(sent).toHaveLength(1)
    const { version, ...on } = must(
      await hooks.update(admin, webhook.webhook_id, { status: 'active' }),
    ).webhook
    expect([on.status, on.disabled_because, version > 1]).toEqual(['active', undefined, true])
    clock.advance(2000)
    await happen('gate_opened', { gate_id: 'gate_later' })
    await pass()
    expect(requests().map(({ body }) => JSON.parse(body).data.gate_id)).toEqual(['gate_1', 'gate_later'])
  })

  test('that a process died in is made by another one, a minute later', async () => {
    const { webhook } = await make()
    await happen('gate_opened')
    const dying = serviceOf(9, () => new Promise(() => {}))
    await dying.pass()
    await expect
      .poll(async () => (await store.listDocuments('webhook_pending')).map(({ version }) => version))
      .toEqual([2])
    await pass()
    expect(sent).toHaveLength(0)
    clock.advance(60_001)
    await pass()
    expect(await stateOf(webhook.webhook_id)).toEqual([['gate_opened', 'delivered', 1]])
  })
})

test('two processes tell each thing once between them', async () => {
  await make()
  const other = serviceOf(11)
  for (let index = 0; index < 25; index += 1) await happen('gate_opened', { gate_id: `gate_${index}` })
  for (let round = 0; round < 6; round += 1) await Promise.all([pass(), pass(other)])
  const told = requests().map(({ body }) => JSON.parse(body).data.gate_id)
  expect([told.length, new Set(told).size]).toEqual([25, 25])
})

test('an ended delivery is sent again under its id, when a person asks', async () => {
  const { webhook } = await make()
  await happen('gate_opened')
  await pass()
  const [delivery] = must(await hooks.deliveries(admin, webhook.webhook_id)).deliveries
  must(await hooks.redeliver(admin, webhook.webhook_id, delivery?.delivery_id ?? ''))
  await pass()
  expect(new Set(requests().map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([delivery?.delivery_id]),
  )
  expect(sent).toHaveLength(2)
})

describe('what leaves in other forms', () => {
  test('a Slack message is escaped, has nothing to press, and its address is not shown', async () => {
    const { webhook } = await make({ url: 'https://hooks.slack.example/T1/B2/very-secret', format: 'slack' })
    expect(JSON.stringify(webhook)).not.toContain('very-secret')
    await happen('gate_opened', { gate_id: 'gate_<x>' })
    await pass()
    const [request] = requests()
    expect(request?.url).toBe('https://hooks.slack.example/T1/B2/very-secret')
    expect(request?.body).toContain('gate_&lt;x&gt;')
    expect(request?.body).not.toMatch(/actions|button|<script|4111/)
    expect(request?.headers['webhook-signature']).toBeUndefined()
  })

  test('a letter is plain text to one mailbox', async () => {
    await make({ url: 'mailto:ana@example.com' })
    await happen('gate_warned')
    await pass()
    expect(sent).toEqual([
      {
        kind: 'letter',
        to: 'ana@example.com',
        subject: expect.stringContaining('still awaited'),
        text: expect.stringContaining('https://gate.example/inbox/gate_1'),
      },
    ])
    expect(JSON.stringify(sent)).not.toContain('4111')
  })
})

test('only admins manage webhooks, and what does not fit is refused by name', async () => {
  for (const role of ['reviewer', 'member', 'viewer', 'agent'] as const) {
    const who: Principal = { ...admin, role, kind: role === 'agent' ? 'agent' : 'person' }
    const refused = await hooks.create(who, { url: 'https://example.com' })
    expect(isRefusal(refused) && refused.code).toBe('forbidden')
  }
  const bad: readonly (readonly [Partial<CreateWebhookRequest>, string])[] = [
    [{ url: 'nowhere' }, 'url'],
    [{ url: 'http://example.com' }, 'url'],
    [{ url: 'mailto:a@example.com', format: 'slack' }, 'format'],
    [{ url: 'https://example.com', format: 'slack', signing: 'ed25519' }, 'signing'],
    [{ person_id: 'person_nobody' }, 'person_id'],
  ]
  for (const [body, field] of bad) {
    const refused = await hooks.create(admin, { url: 'https://example.com', ...body })
    expect(isRefusal(refused) && refused.errors?.[0]?.field).toBe(field)
  }
  expect(must(await hooks.list(admin)).webhooks).toEqual([])
})

/** Whether a receiver with the reference library, at the time of sending, takes the body for what was signed. */
function isSigned(
  secret: string | undefined,
  body: string | undefined,
  request: { readonly headers: Readonly<Record<string, string>> } | undefined,
): boolean {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
  try {
    new StandardWebhook(secret ?? '').verify(body ?? '', request?.headers ?? {})
    return true
  } catch {
    return false
  } finally {
    vi.useRealTimers()
  }
}
