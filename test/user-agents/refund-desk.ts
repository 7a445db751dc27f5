import { z } from 'zod'
import type { JsonObject, JsonValue } from '../../src/contracts/json-value.ts'
import {
  type AgentDefinition,
  callOf,
  defineAgent,
  defineTool,
  type ToolDefinition,
} from '../../src/soulgate.ts'

/** One touch of the world, seen from outside of the program. */
export interface DeskEffect {
  readonly tool: string
  readonly key: string
  readonly arguments: JsonObject
}

/** Agents and tools as a user of the package writes them. */
export interface RefundDesk {
  readonly agents: readonly AgentDefinition[]
  readonly tools: readonly ToolDefinition[]
}

export const DESK_INPUT = { order: 'o1', customer: 'c7' }

/** What the desk answers when nothing disturbs it. */
export const DESK_OUTPUT: JsonValue = {
  charged: 12,
  method: 'card',
  checked: 'pass',
  refunded: 'succeeded',
  booked: ['succeeded', 'succeeded'],
  told: 'succeeded',
  tries: 2,
}

/** Every effect of one whole run, sorted. */
export const DESK_EFFECTS: readonly string[] = [
  'notify {"text":"c7 gets a call"}',
  'notify {"text":"o1 is booked"}',
  'refund {"amount":1,"customer":"fees"}',
  'refund {"amount":12,"customer":"c7"}',
]

export const IDEMPOTENT: readonly string[] = ['notify', 'find_order']

/** Uses every operation that frees a run or touches the world. `touch` is told of each effect before it is answered. */
export function createRefundDesk(touch: (effect: DeskEffect) => Promise<void> | void): RefundDesk {
  const refund = defineTool({
    name: 'refund',
    description: 'Sends money back to a customer.',
    input: z.object({ customer: z.string(), amount: z.number() }),
    effect: 'irreversible',
    execute: async (input, { idempotencyKey: key }) => {
      await touch({ tool: 'refund', key, arguments: input })
      return { receipt: `r-${input.amount}` }
    },
  })
  const notify = defineTool({
    name: 'notify',
    description: 'Tells a customer.',
    input: z.object({ text: z.string() }),
    effect: 'external',
    idempotent: true,
    execute: async (input, { idempotencyKey: key }) => {
      await touch({ tool: 'notify', key, arguments: input })
      return { told: input.text }
    },
  })
  const findOrder = defineTool({
    name: 'find_order',
    description: 'Reads an order.',
    input: z.object({ order: z.string() }),
    ...{ effect: 'read', world: 'closed' },
    execute: ({ order }) => ({ order, amount: 12 }),
  })
  const teller = defineAgent({
    name: 'teller',
    input: z.object({ customer: z.string() }),
    run: async (context, { customer }) =>
      (await context.call(notify, { text: `${customer} gets a call` })).status,
  })
  const refunds = defineAgent({
    name: 'refunds',
    input: z.object({ order: z.string(), customer: z.string() }),
    run: async (context, { order, customer }) => {
      const [found, tries] = await context.all([
        context.call(findOrder, { order }),
        context.step('count the tries', () => 2),
      ])
      const charged = found.status === 'succeeded' ? found.output.amount : 0
      const asked = await context.ask('how', {
        method: { question: 'How does the money go back?', options: { card: 'Card', cash: 'Cash' } },
      })
      const [told, checked] = await context.all([
        context.child(teller, { customer }),
        context.gate('check', {
          title: `Refund ${order}?`,
          card: { order, charged },
          choices: {
            pass: { label: 'Pass', outcome: 'approve' },
            stop: { label: 'Stop', outcome: 'reject' },
          },
        }),
      ])
      await context.sleep({ seconds: 3 })
      const refunded = await context.call(
        refund,
        { customer, amount: charged },
        { reason: 'It came broken.' },
      )
      context.emit({ refunded: charged })
      const booked = await context.calls([
        callOf(refund, { customer: 'fees', amount: 1 }),
        callOf(notify, { text: `${order} is booked` }),
      ])
      return {
        ...{ charged, tries, refunded: refunded.status, booked: booked.map(({ status }) => status) },
        method: asked.status === 'answered' ? asked.answers.method : asked.status,
        checked: checked.status === 'decided' ? checked.choice : checked.status,
        told: told.status === 'completed' ? told.output : told.status,
      }
    },
  })
  return { agents: [refunds, teller], tools: [refund, notify, findOrder] }
}
