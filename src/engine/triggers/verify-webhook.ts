import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookSignature } from '../../contracts/agent-trigger.ts'

/** One request to a webhook, before anything of it is believed. */
export interface Delivery {
  readonly headers: Pick<Headers, 'get'>
  readonly body: Uint8Array
}

/** How far the time that the sender signed may lie from ours, in seconds. */
const MAX_AGE_SECONDS = 300

/**
 * The id of a delivery whose signature is right, the same in every repetition of it; undefined for every other one. What is
 * not signed counts for nothing: GitHub signs the body alone, so there the body is the id.
 */
export function verifyWebhook(
  signature: WebhookSignature,
  secret: string,
  { delivery, nowMs }: { readonly delivery: Delivery; readonly nowMs: number },
): string | undefined {
  if (signature === 'standard') return verifyStandard(secret, delivery, nowMs)
  return signature === 'github' ? verifyGithub(secret, delivery) : verifyStripe(secret, delivery, nowMs)
}

/** Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`, in base64, of any of several signatures. */
function verifyStandard(secret: string, { headers, body }: Delivery, nowMs: number): string | undefined {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  const expected = mac(signingKey('standard', secret), `${id}.${timestamp}.`, body)
  const given = (headers.get('webhook-signature') ?? '')
    .split(' ')
    .flatMap(part => (part.startsWith('v1,') ? [Buffer.from(part.slice(3), 'base64')] : []))
  const isSigned = anyEqual(given, expected)
  return isSigned && isFresh(timestamp, nowMs) && isId(id) ? id : undefined
}

/** `X-Hub-Signature-256: sha256=HEX` over the body. */
function verifyGithub(secret: string, { headers, body }: Delivery): string | undefined {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(headers.get('x-hub-signature-256') ?? '')?.[1] ?? ''
  const isSigned = anyEqual([Buffer.from(given, 'hex')], mac(Buffer.from(secret), '', body))
  return isSigned ? digestOf(body) : undefined
}

/** `Stripe-Signature: t=SECONDS,v1=HEX,…` over `t.body`; the id is that of the event. */
function verifyStripe(secret: string, { headers, body }: Delivery, nowMs: number): string | undefined {
  const parts = (headers.get('stripe-signature') ?? '').split(',').map(part => part.trim().split('=', 2))
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  const given = parts.flatMap(([name, value = '']) => (name === 'v1' ? [Buffer.from(value, 'hex')] : []))
  const isSigned = anyEqual(given, mac(Buffer.from(secret), `${timestamp}.`, body))
  return isSigned && isFresh(timestamp, nowMs) ? (eventId(body) ?? digestOf(body)) : undefined
}

/** The bytes that sign: of Standard Webhooks what stands in base64 behind `whsec_`, else the text itself. */
export function signingKey(signature: WebhookSignature, secret: string): Uint8Array {
  const isEncoded = signature === 'standard' && secret.startsWith('whsec_')
  return isEncoded ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)
}

function mac(key: Uint8Array, prefix: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(prefix).update(body).digest()
}

function anyEqual(given: readonly Buffer[], expected: Buffer): boolean {
  return given.some(one => one.length === expected.length && timingSafeEqual(one, expected))
}

function isFresh(timestamp: string, nowMs: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= MAX_AGE_SECONDS
}

function isId(id: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(id)
}

function digestOf(body: Uint8Array): string {
  return `sha256:${createHash('sha256').update(body).digest('hex')}`
}

function eventId(body: Uint8Array): string | undefined {
  try {
    const { id } = Object(JSON.parse(Buffer.from(body).toString()))
    return typeof id === 'string' && isId(id) ? id : undefined
  } catch {
    return undefined
  }
}
