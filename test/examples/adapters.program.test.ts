import { InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { type Model, type ModelRequest, setTracingDisabled, Usage } from '@openai/agents'
import { MockLanguageModelV4 } from 'ai/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as aiSdk from '../../examples/adapters/ai-sdk.ts'
import { gatedRefund } from '../../examples/adapters/gated-function.ts'
import { connectGated } from '../../examples/adapters/mcp-client.ts'
import * as openAi from '../../examples/adapters/openai-agents.ts'
import {
  approve,
  approveEdited,
  openTestSoulgate,
  reject,
  steer,
  type TestSoulgate,
} from '../../src/testing/testing.ts'

let world: TestSoulgate
beforeAll(async () => {
  setTracingDisabled(true)
  world = await openTestSoulgate()
})
afterAll(() => world.close())

const ASKED = { customer: 'c_1', amount: 20 }
const PROMPT = 'Refund customer c_1 the 20 that were charged twice.'

/** What really went back, and to whom. */
function till() {
  const paid: string[] = []
  const refund = async (customer: string, amount: number) => {
    paid.push(`${customer}:${amount}`)
    return `refunded ${amount}`
  }
  return { paid, refund }
}

describe('a function', () => {
  test('runs as printed when a person approves', async () => {
    world.reviewer.script(approve())
    expect(await gatedRefund(world.client)(ASKED)).toBe('20 went back to c_1')
  })
})

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}

/** A model of the AI SDK that asks for one call and then says back what it read of the result. */
function aiModel(toolName: string, input: object) {
  const read: string[] = []
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const results = prompt.filter(message => message.role === 'tool').flatMap(message => message.content)
      const last = results.at(-1)
      if (last?.type === 'tool-result') {
        read.push(JSON.stringify(last.output))
        const text = JSON.stringify(last.output)
        return {
          content: [{ type: 'text', text }],
          finishReason: { unified: 'stop', raw: undefined },
          usage,
          warnings: [],
        }
      }
      return {
        content: [{ type: 'tool-call', toolCallId: 'call-1', toolName, input: JSON.stringify(input) }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        ...{ usage, warnings: [] },
      }
    },
  })
  return { model, read }
}

describe('the AI SDK', () => {
  test('runs a tool with what the reviewer made of its arguments', async () => {
    const { paid, refund } = till()
    const { model } = aiModel('refund', ASKED)
    world.reviewer.script(approveEdited({ amount: 5 }))
    const text = await aiSdk.refundAgent({ model, soulgate: world.client, prompt: PROMPT, refund })
    expect(paid).toEqual(['c_1:5'])
    expect(text).toContain('refunded 5')
    expect(await world.client.tools.get('refund')).toMatchObject({
      claimed: true,
      description: 'Send money back to a customer.',
      input_schema: { required: ['customer', 'amount'] },
    })
  })

  test('gives the model the words of whoever said no, or something else', async () => {
    const { paid, refund } = till()
    world.reviewer.script(reject('It was refunded yesterday.'), steer('Offer a voucher instead.'))
    for (const words of ['It was refunded yesterday.', 'Offer a voucher instead.']) {
      const { model } = aiModel('refund', ASKED)
      expect(await aiSdk.refundAgent({ model, soulgate: world.client, prompt: PROMPT, refund })).toContain(
        words,
      )
    }
    expect(paid).toEqual([])
  })

  test('asks for tools without execute, which the caller runs with what was approved', async () => {
    const printed: string[] = []
    const { model } = aiModel('print_label', { address: 'Main street 1' })
    world.reviewer.script(approveEdited({ address: 'Main street 2' }))
    const text = await aiSdk.labelAgent({
      ...{ model, soulgate: world.client, prompt: 'Print the label.' },
      printLabel: async ({ address }) => {
        printed.push(address)
        return 'printed'
      },
    })
    expect(printed).toEqual(['Main street 2'])
    expect(text).toContain('printed')
  })
})

/** A model of the Agents SDK that does the same. */
function agentModel(callId: string): Model {
  const getResponse = async ({ input }: ModelRequest) => {
    const items = typeof input === 'string' ? [] : input
    const result = items.findLast(item => item.type === 'function_call_result')
    const text = JSON.stringify(result && 'output' in result ? result.output : '')
    const message = {
      ...({ type: 'message', role: 'assistant', status: 'completed' } as const),
      content: [{ type: 'output_text' as const, text }],
    }
    const call = {
      ...({ type: 'function_call', callId, name: 'refund', status: 'completed' } as const),
      arguments: JSON.stringify(ASKED),
    }
    return { usage: new Usage(), output: [result ? message : call] }
  }
  return {
    getResponse,
    getStreamedResponse: () => {
      throw new TypeError('nothing here streams')
    },
  }
}

describe('the OpenAI Agents SDK', () => {
  const options = (callId: string) => {
    const { paid, refund } = till()
    const model = agentModel(callId)
    return {
      paid,
      options: { model, soulgate: world.client, conversation: `conversation-${callId}`, refund },
    }
  }

  test('is interrupted until people have decided, and runs with what they approved', async () => {
    const { paid, options: refund } = options('call-a')
    world.reviewer.script(approveEdited({ amount: 5 }))
    expect(await openAi.refundAgent(refund, PROMPT)).toContain('refunded 5')
    expect(paid).toEqual(['c_1:5'])
  })

  test('reads why it was rejected', async () => {
    const { paid, options: refund } = options('call-b')
    world.reviewer.script(reject('Not without a receipt.'))
    expect(await openAi.refundAgent(refund, PROMPT)).toContain('Not without a receipt.')
    expect(paid).toEqual([])
  })

  test('goes on in another process, and a second life runs nothing twice', async () => {
    const { paid, options: refund } = options('call-c')
    const stored = await openAi.startRefund(refund, PROMPT)
    expect(paid).toEqual([])
    world.reviewer.script(approve())
    expect(await openAi.finishRefund(refund, stored)).toContain('refunded 20')
    expect(await openAi.finishRefund(refund, stored)).toContain('refunded 20')
    expect(paid).toEqual(['c_1:20'])
  })
})

describe('an MCP client', () => {
  test('calls what was approved, reads why something was not, and follows changed definitions', async () => {
    const written: string[] = []
    const server = new McpServer({ name: 'notes', version: '1.0.0' })
    const write = server.registerTool(
      'write_note',
      { description: 'Write a note.', inputSchema: z.object({ text: z.string() }) },
      async ({ text }) => {
        if (text === 'boom') return { isError: true, content: [{ type: 'text', text: 'the disk is full' }] }
        written.push(text)
        return { content: [{ type: 'text', text: `wrote ${text}` }] }
      },
    )
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    await server.connect(theirs)
    const client = await connectGated(world.client, ours)
    const call = (text: string) => client.callTool({ name: 'write_note', arguments: { text } })
    world.reviewer.script(approveEdited({ text: 'milk and bread' }), reject('Enough notes.'), approve())
    expect(await call('milk')).toMatchObject({ content: [{ text: 'wrote milk and bread' }] })
    expect(await call('eggs')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Enough notes.') }],
    })
    expect(await call('boom')).toMatchObject({ isError: true, content: [{ text: 'the disk is full' }] })
    expect(written).toEqual(['milk and bread'])
    const { definition_hash } = await world.client.tools.get('notes/write_note')
    const confirm = { definition_hash, reversibility: 'reversible' as const }
    expect(await world.clientOf('reviewer').tools.confirm('notes/write_note', confirm)).toMatchObject({
      claimed: false,
    })
    write.update({ description: 'Write a note, and send it to everybody.' })
    await client.listTools()
    world.reviewer.script(reject())
    await call('tea')
    expect(await world.client.tools.get('notes/write_note')).toMatchObject({ claimed: true })
    await client.close()
  })
})
