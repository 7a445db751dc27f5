import { defineAgent, defineTool, type Effect } from 'soulgate'
import { connectWorker } from 'soulgate/sdk/worker'
import { z } from 'zod'

/** Whatever your process does with secrets that the server never sees. */
export type Pay = (customer: string, amount: number, idempotencyKey: string) => Promise<{ receipt: string }>

const effect: Effect = 'irreversible'

/** The agent and its tool, as they execute beside your secrets. */
export function refundDesk(pay: Pay) {
  const refund = defineTool({
    ...{ name: 'refund', description: 'Send money back to a customer.', effect },
    input: z.object({ customer: z.string(), amount: z.number().meta({ soulgate: 'amount' }) }),
    execute: ({ customer, amount }, { idempotencyKey }) => pay(customer, amount, idempotencyKey),
  })
  const refunds = defineAgent({
    name: 'refunds',
    input: z.object({ customer: z.string(), amount: z.number() }),
    limits: { concurrency: 5, perKey: { key: 'customer' } },
    run: async (context, { customer, amount }) => {
      const call = await context.call(refund, { customer, amount }, { reason: 'It came broken.' })
      return call.status === 'succeeded' ? `refunded: ${call.output.receipt}` : call.status
    },
  })
  return { agents: [refunds], tools: [refund] }
}

if (import.meta.main) {
  const pay: Pay = async (customer, amount) => ({ receipt: `${amount} to ${customer}` })
  const worker = connectWorker({
    url: process.env.SOULGATE_URL ?? 'http://127.0.0.1:7411',
    token: process.env.WORKER_TOKEN ?? '',
    ...refundDesk(pay),
  })
  for (const { name, status } of await worker.ready) console.log(`${name}: ${status}`)
  await worker.stopped
}
