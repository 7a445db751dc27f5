import { Agent, type Model, RunState, run, tool } from '@openai/agents'
import type { SoulgateClient } from 'soulgate/sdk'
import { gateAgents } from 'soulgate/sdk/openai-agents'
import { z } from 'zod'

interface RefundOptions {
  readonly model: Model
  readonly soulgate: SoulgateClient
  /** Names the conversation, so that it can go on in another process. */
  readonly conversation: string
  readonly refund: (customer: string, amount: number) => Promise<string>
}

/** An agent of the OpenAI Agents SDK whose tool interrupts the run until people have decided. */
export async function refundAgent(options: RefundOptions, prompt: string): Promise<string> {
  const { agent, gates } = assemble(options)
  let result = await run(agent, prompt)
  while (result.interruptions.length > 0) result = await run(agent, await gates.settle(result))
  return result.finalOutput ?? ''
}

/** The first half: run until people are needed, and give back what can be stored while they think. */
export async function startRefund(options: RefundOptions, prompt: string): Promise<string> {
  const result = await run(assemble(options).agent, prompt)
  return result.state.toString()
}

/** The second half, in whatever process: ask, wait, go on. */
export async function finishRefund(options: RefundOptions, stored: string): Promise<string> {
  const { agent, gates } = assemble(options)
  const state = await RunState.fromString(agent, stored)
  const settled = await gates.settle({ interruptions: state.getInterruptions(), state })
  const result = await run(agent, settled)
  return result.finalOutput ?? ''
}

function assemble({ model, soulgate, conversation, refund }: RefundOptions) {
  const gates = gateAgents({ soulgate, conversation })
  const agent = new Agent({
    name: 'Refunds',
    instructions: 'Refund customers.',
    model,
    tools: [
      gates.tool(
        tool({
          name: 'refund',
          description: 'Send money back to a customer.',
          parameters: z.object({ customer: z.string(), amount: z.number() }),
          execute: ({ customer, amount }) => refund(customer, amount),
        }),
      ),
    ],
  })
  return { agent, gates }
}
