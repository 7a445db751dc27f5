import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Store } from '../../store/store.ts'
import type { OwnSecrets } from '../secrets/secrets.ts'
import type { LinkTo } from './notice.ts'

/** One request or letter, ready to leave. */
export type Outgoing =
  | {
      readonly kind: 'request'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  | { readonly kind: 'letter'; readonly to: string; readonly subject: string; readonly text: string }

/** What became of one attempt; `gone` when the other side wants nothing more (410). */
export interface SendOutcome {
  readonly ok: boolean
  readonly http_status?: number
  readonly detail: string
  readonly gone?: boolean
}

/** How a notice leaves this machine. Never rejects; ends by itself in well under a minute. */
export interface NoticeSender {
  send(outgoing: Outgoing): Promise<SendOutcome>
  /** Why an address cannot be used, as far as it can be told without sending; undefined when it can. */
  objection(url: URL): Promise<string | undefined>
}

export interface WebhookPorts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly own: OwnSecrets
  readonly newBytes: (count: number) => Uint8Array
  /** 0–1, for spreading attempts. */
  readonly jitter: () => number
  readonly sender: NoticeSender
  readonly linkTo: LinkTo
  readonly report: (error: unknown, about: JsonObject) => void
}
