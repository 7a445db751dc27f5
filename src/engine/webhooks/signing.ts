import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import type { WebhookSigning } from '../../contracts/webhook.ts'

const SECRET_BYTES = 32
/** What stands before the 32 bytes of an ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A new secret of a webhook, as Standard Webhooks writes it: `whsec_…` or `whsk_…`. */
export function newSigningSecret(
  signing: WebhookSigning,
  newBytes: (count: number) => Uint8Array,
): { readonly secret: string; readonly publicKey?: string } {
  const bytes = Buffer.from(newBytes(SECRET_BYTES))
  if (signing === 'hmac-sha256') return { secret: `whsec_${bytes.toString('base64')}` }
  const raw = createPublicKey(privateKeyOf(bytes)).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { secret: `whsk_${bytes.toString('base64')}`, publicKey: `whpk_${raw.toString('base64')}` }
}

/** The three headers of Standard Webhooks for a body. `atMs` is epoch milliseconds. */
export function signatureHeaders(
  secret: string,
  { id, atMs, body }: { readonly id: string; readonly atMs: number; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(atMs / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secret.startsWith('whsk_')
      ? signAsymmetric(secret.slice('whsk_'.length), `${id}.${timestamp}.${body}`)
      : new StandardWebhook(secret).sign(id, new Date(atMs), body),
  }
}

function signAsymmetric(secret: string, content: string): string {
  const key = privateKeyOf(Buffer.from(secret, 'base64'))
  return `v1a,${sign(null, Buffer.from(content), key).toString('base64')}`
}

function privateKeyOf(bytes: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_START, bytes]), format: 'der', type: 'pkcs8' })
}
