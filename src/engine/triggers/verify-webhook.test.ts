import { createHash, createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { signingKey, verifyWebhook } from './verify-webhook.ts'

const NOW = Date.parse('2026-03-01T10:00:00.000Z')
const SECONDS = NOW / 1000
const STANDARD = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const TEXT = 'a secret that both sides know'
const body = Buffer.from('{"id":"evt_1","amount":7}')

/** By the library of Standard Webhooks. */
function signatureHeaders(
  secret: string,
  { id, atMs, body: text }: { readonly id: string; readonly atMs: number; readonly body: string },
): Readonly<Record<string, string>> {
  const signature = new Webhook(secret).sign(id, new Date(atMs), text)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(atMs / 1000)),
    'webhook-signature': signature,
  }
}

function delivery(headers: Readonly<Record<string, string>>, bytes: Uint8Array = body) {
  return { delivery: { headers: new Headers(headers), body: bytes }, nowMs: NOW }
}

function hex(text: string): string {
  return createHmac('sha256', TEXT).update(text).digest('hex')
}

function standard(atMs = NOW, id = 'msg_1') {
  return signatureHeaders(STANDARD, { id, atMs, body: String(body) })
}

it('takes the id of a delivery that Standard Webhooks signs, also beside signatures of other versions and keys', () => {
  expect(verifyWebhook('standard', STANDARD, delivery(standard()))).toBe('msg_1')
  const right = standard()['webhook-signature'] ?? ''
  const several = {
    ...standard(),
    'webhook-signature': `v1a,AAAA v1,${Buffer.alloc(32).toString('base64')} ${right}`,
  }
  expect(verifyWebhook('standard', STANDARD, delivery(several))).toBe('msg_1')
})

it.each([
  ['another body', standard(), Buffer.from('{"id":"evt_1","amount":70}')],
  ['another id', { ...standard(), 'webhook-id': 'msg_2' }, body],
  ['another time', { ...standard(), 'webhook-timestamp': String(SECONDS - 1) }, body],
  ['a time of more than five minutes ago', standard(NOW - 301_000), body],
  ['a time in more than five minutes', standard(NOW + 301_000), body],
  ['no time', { ...standard(), 'webhook-timestamp': '' }, body],
  ['no id', standard(NOW, ''), body],
  ['no signature', { ...standard(), 'webhook-signature': '' }, body],
  ['an empty signature', { ...standard(), 'webhook-signature': 'v1,' }, body],
  [
    'half a signature',
    { ...standard(), 'webhook-signature': standard()['webhook-signature']?.slice(0, 20) ?? '' },
    body,
  ],
  ['nothing at all', {}, body],
])('takes nothing with %s', (_what, headers, bytes) => {
  expect(verifyWebhook('standard', STANDARD, delivery(headers, bytes))).toBeUndefined()
})

it('takes a time of five minutes ago', () => {
  expect(verifyWebhook('standard', STANDARD, delivery(standard(NOW - 300_000)))).toBe('msg_1')
})

it('takes what GitHub signs; the signed body is the id, because its delivery id is not signed', () => {
  const signed = { 'x-hub-signature-256': `sha256=${hex(String(body))}`, 'x-github-delivery': 'one' }
  const id = `sha256:${createHash('sha256').update(body).digest('hex')}`
  expect(verifyWebhook('github', TEXT, delivery(signed))).toBe(id)
  expect(verifyWebhook('github', TEXT, delivery({ ...signed, 'x-github-delivery': 'two' }))).toBe(id)
  expect(verifyWebhook('github', 'another secret of that length', delivery(signed))).toBeUndefined()
  expect(verifyWebhook('github', TEXT, delivery({ 'x-hub-signature-256': 'sha256=' }))).toBeUndefined()
  expect(verifyWebhook('github', TEXT, delivery(standard()))).toBeUndefined()
})

it('takes what Stripe signs within five minutes, under the id of the event', () => {
  const at = (seconds: number) => ({
    'stripe-signature': `t=${seconds},v0=00,v1=${'0'.repeat(64)},v1=${hex(`${seconds}.${body}`)}`,
  })
  expect(verifyWebhook('stripe', TEXT, delivery(at(SECONDS)))).toBe('evt_1')
  expect(verifyWebhook('stripe', TEXT, delivery(at(SECONDS - 301)))).toBeUndefined()
  const moved = { 'stripe-signature': `t=${SECONDS},v1=${hex(`${SECONDS - 400}.${body}`)}` }
  expect(verifyWebhook('stripe', TEXT, delivery(moved))).toBeUndefined()
})

it('knows how many bytes sign, so that a secret whose base64 is none is not taken for one', () => {
  expect(signingKey('standard', STANDARD)).toHaveLength(32)
  expect(signingKey('standard', 'whsec_!!!!!!!!!!!!!!!!!!!!')).toHaveLength(0)
  expect(signingKey('stripe', 'whsec_!!!!!!!!!!!!!!!!!!!!')).toHaveLength(26)
})
