import { z } from 'zod'

/** What may be told to the outside; the names are those of the events. */
export const NOTICE_TYPES = [
  'gate_opened',
  'gate_warned',
  'gate_expired',
  'gate_decided',
  'gate_assigned',
  'gate_escalated',
  'run_completed',
  'run_failed',
  'run_cancelled',
  'rollback_applied',
  'stop_engaged',
  'stop_lifted',
] as const

/** What people outside can be told about. */
export const NoticeType = z.enum(NOTICE_TYPES)
export type NoticeType = z.infer<typeof NoticeType>

/** What is told when nothing was chosen: somebody is waited for, or something went wrong. */
export const DEFAULT_NOTICES: readonly NoticeType[] = [
  'gate_opened',
  'gate_warned',
  'gate_expired',
  'gate_escalated',
  'run_failed',
  'rollback_applied',
  'stop_engaged',
]

/**
 * Least data: ids, kinds and times. Arguments leave only as the quoted values of `act`, where an admin opted in for this
 * address; what an agent wrote besides and results never do. Whoever follows `url` signs in first.
 */
export const Notice = z.object({
  type: z.union([NoticeType, z.literal('test')]),
  timestamp: z.string(),
  data: z.object({
    gate_id: z.string().optional(),
    gate_type: z.string().optional(),
    /** What the calls of the gate do; only to addresses that opted in. */
    act: z.string().optional(),
    status: z.string().optional(),
    run_id: z.string().optional(),
    session_id: z.string().optional(),
    requested_by: z.string().optional(),
    assignee: z.string().optional(),
    escalated_to: z.string().optional(),
    expires_at: z.string().optional(),
    url: z.string().optional(),
  }),
})
export type Notice = z.infer<typeof Notice>

/** `standard`: Standard Webhooks, signed. `slack`: the message of an incoming webhook. `email`: a plain letter. */
export const WebhookFormat = z.enum(['standard', 'slack', 'email'])
export type WebhookFormat = z.infer<typeof WebhookFormat>
/** `hmac-sha256` (v1, `whsec_…`) or `ed25519` (v1a, `whpk_…`), as Standard Webhooks names them. */
export const WebhookSigning = z.enum(['hmac-sha256', 'ed25519'])
export type WebhookSigning = z.infer<typeof WebhookSigning>

/** An address that is told when a decision is awaited or something went wrong. It carries no authority. */
export const Webhook = z.object({
  webhook_id: z.string(),
  name: z.string(),
  /** `https://…`, or `mailto:` one address. A Slack address is itself the secret: only its host is answered. */
  url: z.string(),
  format: WebhookFormat,
  signing: WebhookSigning.optional(),
  /** `whpk_…` with ed25519. */
  public_key: z.string().optional(),
  events: z.array(NoticeType),
  /** Only what is assigned or escalated to this person. */
  person_id: z.string().optional(),
  /** It is told what the calls of a gate do. Default false: arguments do not leave. */
  tells_act: z.boolean().optional(),
  status: z.enum(['active', 'disabled']),
  disabled_because: z.string().optional(),
  version: z.int().min(1),
  created_at: z.string(),
  created_by: z.string(),
})
export type Webhook = z.infer<typeof Webhook>

const events = z
  .array(NoticeType)
  .min(1)
  .max(NOTICE_TYPES.length)
  .transform(named => NOTICE_TYPES.filter(type => named.includes(type)))
const name = z.string().trim().min(1).max(100)

/** A new webhook. */
export const CreateWebhookRequest = z.strictObject({
  url: z.string().min(1).max(2000),
  name: name.optional(),
  /** Default: `email` for `mailto:`, else `standard`. */
  format: WebhookFormat.optional(),
  signing: WebhookSigning.optional(),
  events: events.optional(),
  person_id: z.string().min(1).max(100).optional(),
  tells_act: z.boolean().optional(),
})
export type CreateWebhookRequest = z.infer<typeof CreateWebhookRequest>

/** What changes of a webhook; absent fields stay. */
export const UpdateWebhookRequest = z.strictObject({
  name: name.optional(),
  events: events.optional(),
  status: z.enum(['active', 'disabled']).optional(),
})
export type UpdateWebhookRequest = z.infer<typeof UpdateWebhookRequest>

/** The secret is answered once; of ed25519 there is only a public key. */
export const CreatedWebhook = z.object({ webhook: Webhook, secret: z.string().optional() })

/** One attempt to deliver a notice. */
export const DeliveryAttempt = z.object({
  at: z.string(),
  duration_ms: z.int().min(0),
  ok: z.boolean(),
  /** Of the answer, when there was one. */
  http_status: z.int().optional(),
  detail: z.string(),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

/** One notice on its way to one address, told again until it was taken or the ladder ends. */
export const WebhookDelivery = z.object({
  /** Also the `webhook-id` of the request: the same in every attempt. */
  delivery_id: z.string(),
  webhook_id: z.string(),
  notice: Notice,
  status: z.enum(['pending', 'delivered', 'given_up']),
  attempts: z.array(DeliveryAttempt),
  next_attempt_at: z.string().optional(),
  created_at: z.string(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
