import { randomBytes } from 'node:crypto'
import { systemRandom } from '../base/random.ts'
import { createWebhooks, type LinkTo, type WebhookService } from '../engine/webhooks/webhooks.ts'
import { createNoticeSender } from '../notices/notices.ts'
import type { Engine } from './engine.ts'

/** Webhooks as surfaces see them. */
export type WebhooksPart = Omit<WebhookService, 'pass' | 'settled'>

/** How notices leave, and where their links lead. */
export interface NoticeOptions {
  /** The address people use; without it notices carry no link. */
  readonly publicUrl?: string
  /** The mail server of letters and their sender. */
  readonly mail?: { readonly url: string; readonly from: string }
}

/** Webhooks over the store, the sealed secrets and the network. */
export function assembleWebhooks(
  engine: Pick<Engine, 'store' | 'clock' | 'ids' | 'secrets' | 'settings' | 'report'>,
  { publicUrl, mail }: NoticeOptions,
): WebhookService {
  return createWebhooks({
    ...engine,
    own: engine.secrets.own,
    newBytes: randomBytes,
    jitter: systemRandom.float,
    sender: createNoticeSender({
      privateHosts: async () => (await engine.settings.get()).webhook_hosts,
      ...(mail === undefined ? {} : { mail }),
    }),
    linkTo: linksUnder(publicUrl),
  })
}

function linksUnder(publicUrl: string | undefined): LinkTo {
  if (publicUrl === undefined) return () => undefined
  const base = publicUrl.replace(/\/+$/, '')
  return ({ gate_id, run_id }) => {
    if (gate_id !== undefined) return `${base}/inbox/${encodeURIComponent(gate_id)}`
    return run_id === undefined ? base : `${base}/runs?run=${encodeURIComponent(run_id)}`
  }
}
