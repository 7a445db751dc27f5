import { readFileSync, writeFileSync } from 'node:fs'
import { generateText, stepCountIs, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'
import { pay, phase } from './payment.mjs'

const refund = tool({
  description: 'Send money back.',
  inputSchema: z.object({ customer: z.string(), amount: z.number() }),
  needsApproval: true,
  execute: async ({ customer, amount }) => {
    pay(customer, amount)
    return 'done'
  },
})

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}
/** Calls the tool once, then says that it is done. */
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const isDone = prompt.some(({ role }) => role === 'tool')
    const call = {
      type: 'tool-call',
      toolCallId: 'call-1',
      toolName: 'refund',
      input: '{"customer":"c7","amount":12}',
    }
    const content = [isDone ? { type: 'text', text: 'Refunded.' } : call]
    return {
      usage,
      warnings: [],
      finishReason: { unified: isDone ? 'stop' : 'tool-calls', raw: '' },
      content,
    }
  },
})

const messages =
  phase === 'start'
    ? [{ role: 'user', content: 'Refund c7.' }]
    : JSON.parse(readFileSync('ai-sdk.json', 'utf8'))
if (phase !== 'start') {
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  const { approvalId } = parts.find(({ type }) => type === 'tool-approval-request')
  messages.push({ role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved: true }] })
}
const result = await generateText({ model, tools: { refund }, messages, stopWhen: stepCountIs(3) })
if (phase === 'start')
  writeFileSync('ai-sdk.json', JSON.stringify([...messages, ...result.response.messages]))
console.log(phase, result.text)
