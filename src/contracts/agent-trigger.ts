import { z } from 'zod'
import { ScheduleName } from './agent-schedule.ts'
import { AgentName } from './run.ts'

/** How the principals begin as which triggers start runs; agent and name of the trigger stand behind it. */
export const TRIGGER_PRINCIPAL = 'system:trigger:'

/** Names a trigger within its agent. */
export const TriggerName = ScheduleName

/** How whoever calls a webhook proves who it is: Standard Webhooks, or the headers of GitHub or Stripe. */
export const WebhookSignature = z.enum(['standard', 'github', 'stripe'])
export type WebhookSignature = z.infer<typeof WebhookSignature>

/** Events of the program that may start an agent. */
export const TRIGGER_EVENTS = [
  'run_completed',
  'run_failed',
  'run_cancelled',
  'gate_opened',
  'gate_decided',
  'gate_expired',
  'call_undone',
  'stop_engaged',
  'stop_lifted',
] as const

/** Events that can start an agent. */
export const TriggerEvent = z.enum(TRIGGER_EVENTS)
export type TriggerEvent = z.infer<typeof TriggerEvent>

/** What starts an agent of one's own beside the clock, as its configuration says, and how that goes. */
export const AgentTrigger = z.object({
  agent: AgentName,
  name: TriggerName,
  source: z.discriminatedUnion('type', [
    z.object({ type: z.literal('webhook'), signature: WebhookSignature }),
    /** `agent`: only events of runs of this agent. */
    z.object({ type: z.literal('event'), event: TriggerEvent, agent: AgentName.optional() }),
  ]),
  status: z.enum(['active', 'paused']),
  /** Of a webhook: whether a signing secret is stored; without one nothing is taken. */
  has_secret: z.boolean().optional(),
  /** Of a webhook: where it is called, below the address of the server. */
  path: z.string().optional(),
  last_at: z.string().optional(),
  last_run_id: z.string().optional(),
  /** Why the last delivery or event started nothing. */
  last_error: z.string().optional(),
  last_error_at: z.string().optional(),
})
export type AgentTrigger = z.infer<typeof AgentTrigger>

/** Pauses or resumes a trigger. */
export const UpdateTriggerRequest = z.strictObject({ status: AgentTrigger.shape.status })
export type UpdateTriggerRequest = z.infer<typeof UpdateTriggerRequest>

/** `secret`: the one that the sender gave; absent: a new one is made. */
export const PutTriggerSecretRequest = z.strictObject({ secret: z.string().min(16).max(1000).optional() })
export type PutTriggerSecretRequest = z.infer<typeof PutTriggerSecretRequest>

/** `secret` only where it was made here; it is answered once. */
export const TriggerSecret = z.object({ trigger: AgentTrigger, secret: z.string().optional() })
export type TriggerSecret = z.infer<typeof TriggerSecret>

/** What became of a delivery that was signed as it has to be. */
export const WebhookReceipt = z.object({
  /** `duplicate`: the run that the first delivery of this id started. `ignored`: the configuration starts nothing for it. */
  status: z.enum(['started', 'duplicate', 'ignored']),
  run_id: z.string().optional(),
})
export type WebhookReceipt = z.infer<typeof WebhookReceipt>
