import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { type AgentTrigger, defineAgent, defineTool, onEvent, webhook } from '../../src/soulgate.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
export const ORDERS = { agent: 'refunds', name: 'orders' }

const Order = z.object({ order: z.string(), to: z.string() })

/** An agent that a webhook starts, whose call names a recipient that only the webhook named. */
export function refunds(
  triggers: Readonly<Record<string, AgentTrigger<{ order: string; to: string }>>> = TRIGGERS,
) {
  const send = defineTool({
    name: 'send',
    description: 'Send money back.',
    input: z.object({ to: z.string().meta({ soulgate: 'recipient' }) }),
    effect: 'irreversible',
    execute: () => 'sent',
  })
  const agent = defineAgent({
    name: 'refunds',
    input: Order,
    triggers,
    run: async (context, { to }) => (await context.call(send, { to })).status,
  })
  return { agents: [agent], tools: [send] }
}

const TRIGGERS = {
  orders: webhook({
    payload: z.object({ type: z.string(), order: z.string(), to: z.string() }),
    input: ({ type, order, to }) => (type === 'refund' ? { order, to } : undefined),
  }),
}

/** An agent that does nothing but end, and one that is started when it has. */
export function watched() {
  const first = defineAgent({
    name: 'first',
    input: z.object({ n: z.number() }),
    run: async (_context, { n }) => ({ n }),
  })
  const second = defineAgent({
    name: 'second',
    input: z.object({ after: z.string(), output: z.unknown() }),
    triggers: {
      ended: onEvent('run_completed', {
        agent: 'first',
        input: ({ run }) => ({ after: run?.run_id ?? '', output: run?.output }),
      }),
    },
    run: async (_context, { after }) => after,
  })
  return [first, second] as const
}

/** The headers of Standard Webhooks, by its own library. */
export function signatureHeaders(
  secret: string,
  { id, atMs, body }: { readonly id: string; readonly atMs: number; readonly body: string },
): Readonly<Record<string, string>> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(atMs / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(atMs), body),
  }
}

/** A delivery as the sender makes it. */
export function signed(
  body: unknown,
  {
    id = 'msg_1',
    atMs,
    secret = SECRET,
  }: { readonly id?: string; readonly atMs: number; readonly secret?: string },
): { readonly headers: Headers; readonly body: Uint8Array<ArrayBuffer> } {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    headers: new Headers(signatureHeaders(secret, { id, atMs, body: text })),
    body: new TextEncoder().encode(text),
  }
}

export const REFUND = { type: 'refund', order: 'o1', to: 'ana@example.com' }
