import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, Runner, RunState, setTracingDisabled, tool, Usage } from '@openai/agents'
import { z } from 'zod'
import { pay, phase } from './payment.mjs'

setTracingDisabled(true)
const refund = tool({
  name: 'refund',
  description: 'Send money back.',
  parameters: z.object({ customer: z.string(), amount: z.number() }),
  needsApproval: true,
  execute: async ({ customer, amount }) => pay(customer, amount),
})

/** Calls the tool once, then says that it is done. */
const model = {
  async getResponse({ input }) {
    const isDone = Array.isArray(input) && input.some(({ type }) => type === 'function_call_result')
    const said = {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Refunded.' }],
    }
    const call = {
      type: 'function_call',
      callId: 'call-1',
      name: 'refund',
      status: 'completed',
      arguments: '{"customer":"c7","amount":12}',
    }
    return { usage: new Usage(), output: [isDone ? said : call] }
  },
  async *getStreamedResponse() {},
}
const agent = new Agent({ name: 'refunds', instructions: '', model, tools: [refund] })
const runner = new Runner({ tracingDisabled: true })

if (phase === 'start') {
  const result = await runner.run(agent, 'Refund c7.')
  writeFileSync('openai-agents.json', result.state.toString())
  console.log(phase, result.interruptions.length)
} else {
  const state = await RunState.fromString(agent, readFileSync('openai-agents.json', 'utf8'))
  for (const item of state.getInterruptions()) state.approve(item)
  console.log(phase, (await runner.run(agent, state)).finalOutput)
}
