import { z } from 'zod'
import type { Notice, Webhook } from '../../contracts/webhook.ts'
import type { Outgoing, WebhookPorts } from './ports.ts'
import { toLetter, toSlackBody, toStandardBody } from './render.ts'
import { signatureHeaders } from './signing.ts'

/** What is kept sealed of a webhook: where it goes, and what signs it. */
const Kept = z.object({ url: z.string(), secret: z.string().optional() })

export function sealedId(webhookId: string): string {
  return `webhook:${webhookId}`
}

/** The request or letter that carries a notice; undefined when its sealed part cannot be opened any more. */
export async function toOutgoing(
  { own, clock }: Pick<WebhookPorts, 'own' | 'clock'>,
  webhook: Webhook,
  { id, notice }: { readonly id: string; readonly notice: Notice },
): Promise<Outgoing | undefined> {
  const opened = await own.get(sealedId(webhook.webhook_id))
  if (opened === undefined) return undefined
  const { url, secret } = Kept.parse(JSON.parse(opened))
  if (webhook.format === 'email')
    return { kind: 'letter', to: url.slice('mailto:'.length), ...toLetter(notice) }
  const headers = { 'content-type': 'application/json', 'user-agent': 'soulgate' }
  if (webhook.format === 'slack') return { kind: 'request', url, headers, body: toSlackBody(notice) }
  if (secret === undefined) return undefined
  const body = toStandardBody(notice)
  const signed = signatureHeaders(secret, { id, atMs: clock.now(), body })
  return { kind: 'request', url, headers: { ...headers, ...signed }, body }
}
