import { afterEach, describe, expect, it } from 'vitest'
import { faultsOfOrder } from '../../../test/engine/memory-conversations.ts'
import { openMemory, SESSION, type TestMemory } from '../../../test/engine/memory-fixture.ts'
import { scriptedLlm } from '../../../test/engine/memory-llm.ts'
import { type BuiltContext, type ContextRequest, type NewMessage, readChatHistory } from './memory.ts'

const { signal } = new AbortController()
const REQUEST: ContextRequest = {
  session_id: SESSION,
  tier: 'STANDARD',
  mode: 'workspace',
  prompt: () => 'Work.',
}
const TURNS = 500

let test: TestMemory
afterEach(() => test.close())

/** A turn as agents have it; every fiftieth brings a result far larger than any window. */
function turnOf(n: number): readonly NewMessage[] {
  const result = n % 50 === 7 ? `row ${n}, `.repeat(100_000) : `seen ${n} `.repeat(20)
  return [
    { message_id: `u${n}`, role: 'user', content: `Do number ${n}, please.` },
    {
      message_id: `c${n}`,
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'call', name: 'look', arguments: { n } }],
    },
    { message_id: `r${n}`, role: 'tool', content: result, tool_call_id: 'call', tool_name: 'look' },
    { message_id: `a${n}`, role: 'assistant', content: `Number ${n} is done.` },
  ]
}

async function converse(each: (context: BuiltContext, turn: number) => void, every = 1): Promise<void> {
  const { conversation, maybeCompact, buildMessages } = test.memory
  for (let n = 1; n <= TURNS; n += 1) {
    await conversation.append(SESSION, turnOf(n))
    await maybeCompact({ session_id: SESSION, tier: 'STANDARD', signal })
    if (n % every === 0) each(await buildMessages(REQUEST), n)
  }
}

function expectSound(context: BuiltContext, turn: number): void {
  const text = JSON.stringify(context.messages)
  expect(context.tokens).toBeLessThanOrEqual(context.limit)
  expect(faultsOfOrder(context.messages)).toEqual([])
  expect(text).toContain(`Do number ${turn}, please.`)
  expect(text).toContain(`Number ${turn} is done.`)
  expect(text).toContain('Do number 1, please.')
}

describe('a conversation of 500 turns', () => {
  it('stays within its window, every message summarised or shown, and reads no more rows at its end', async () => {
    const llm = scriptedLlm(
      [request => JSON.stringify({ goal: 'all numbers', progress: `call ${request.purpose}` })],
      {
        window: 16_000,
      },
    )
    test = await openMemory(llm)
    const rows: number[] = []
    await converse((context, turn) => {
      expectSound(context, turn)
      expect(context.left_out).toBe(0)
      rows.push(context.rows_read)
    })
    expect(Math.max(...rows.slice(-100))).toBeLessThanOrEqual(Math.max(...rows.slice(0, 100)))
    expect(Math.max(...rows)).toBeLessThanOrEqual(30)
    for (const request of llm.requests) expect(countAll(request.messages)).toBeLessThan(16_000 * 0.75)
    expect(await test.memory.conversation.lastSeq(SESSION)).toBe(TURNS * 4)
  }, 60_000)

  it('stays within its window when no summary ever comes, and says how much is left out', async () => {
    test = await openMemory(scriptedLlm([new Error('down')], { window: 16_000 }))
    const rows: number[] = []
    await converse((context, turn) => {
      expectSound(context, turn)
      rows.push(context.rows_read)
      if (turn >= 100) {
        expect(context.left_out).toBeGreaterThan(0)
        expect(JSON.stringify(context.messages)).toContain(
          `[${context.left_out} earlier messages are left out`,
        )
      }
    }, 20)
    expect(Math.max(...rows)).toBeLessThanOrEqual(220)
    expect(await test.memory.conversation.lastSeq(SESSION)).toBe(TURNS * 4)
  }, 60_000)

  it('that was never summarised is caught up with in a few calls, each within the window of the model', async () => {
    const llm = scriptedLlm([JSON.stringify({ goal: 'all numbers' })], { window: 16_000 })
    test = await openMemory(llm)
    const { conversation, maybeCompact, buildMessages } = test.memory
    for (let n = 1; n <= TURNS; n += 1) await conversation.append(SESSION, turnOf(n))
    let calls = 0
    while ((await maybeCompact({ session_id: SESSION, tier: 'STANDARD', signal })).because === 'done')
      calls += 1
    expect(calls).toBeLessThanOrEqual(25)
    for (const request of llm.requests) expect(countAll(request.messages)).toBeLessThan(16_000 * 0.75)
    const context = await buildMessages(REQUEST)
    expectSound(context, TURNS)
    expect(context.left_out).toBe(0)
  }, 60_000)
})

describe('the history of a chat', () => {
  it('gives the last words of people and the tools that worked, before a run, of any length', async () => {
    test = await openMemory(scriptedLlm([]))
    const { conversation } = test.memory
    const chatHistory = (session: string, run?: string) => readChatHistory(test.store, session, run)
    expect(await chatHistory(SESSION)).toEqual({ goals: [], recent_tools: [] })
    for (let n = 1; n <= 40; n += 1) {
      const run = { run_id: `run_${String(n).padStart(3, '0')}` }
      await conversation.append(SESSION, [
        { message_id: `u${n}`, role: 'user', content: `goal ${n}`, ...run },
        { message_id: `h${n}`, role: 'user', content: 'hidden answers', hidden: true, ...run },
        { message_id: `c${n}`, role: 'assistant', content: 'goal of a model', ...run },
        {
          message_id: `t${n}`,
          role: 'tool',
          content: '',
          tool_name: `tool_${n % 3}`,
          tool_call_id: 'x',
          ...run,
        },
        {
          message_id: `f${n}`,
          role: 'tool',
          content: '',
          tool_name: 'broken',
          is_error: true,
          tool_call_id: 'y',
          ...run,
        },
      ])
    }
    const history = await chatHistory(SESSION, 'run_040')
    expect(history.goals.map(goal => goal.text)).toEqual(
      [31, 32, 33, 34, 35, 36, 37, 38, 39].map(n => `goal ${n}`),
    )
    expect(history.recent_tools).toEqual(['tool_1', 'tool_2', 'tool_0'])
    expect((await chatHistory(SESSION)).goals.at(-1)?.text).toBe('goal 40')
  })
})

function countAll(messages: readonly { readonly content: string }[]): number {
  return messages.reduce((sum, message) => sum + Math.ceil(message.content.length / 3), 0)
}
