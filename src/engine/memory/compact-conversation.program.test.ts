import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyConversation, faultsOfOrder } from '../../../test/engine/memory-conversations.ts'
import { openMemory, SESSION, type TestMemory } from '../../../test/engine/memory-fixture.ts'
import { scriptedLlm } from '../../../test/engine/memory-llm.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { Message } from '../../contracts/message.ts'
import type { CompactionOutcome, ContextRequest, NewMessage } from './memory.ts'

const SUMMARY = { goal: 'a shop', progress: 'menu made', decisions: 'red', next_steps: 'contact page' }
const ANSWER = JSON.stringify(SUMMARY)
const { signal } = new AbortController()
const REQUEST: ContextRequest = {
  session_id: SESSION,
  tier: 'STANDARD',
  mode: 'workspace',
  prompt: () => 'Work.',
}

let test: TestMemory
afterEach(() => test.close())

const compact = (overhead_tokens = 0): Promise<CompactionOutcome> =>
  test.memory.maybeCompact({ session_id: SESSION, tier: 'STANDARD', signal, overhead_tokens })

function talk(from: number, count: number, content = (n: number) => `words ${n}`): readonly NewMessage[] {
  return Array.from({ length: count }, (_, n) => ({
    message_id: `m${from + n}`,
    role: (from + n) % 2 === 1 ? ('user' as const) : ('assistant' as const),
    content: content(from + n),
  }))
}

const shown = async (): Promise<string> => JSON.stringify((await test.memory.buildMessages(REQUEST)).messages)

describe('when a conversation is summarised', () => {
  it('happens above the number of messages that the settings say at that moment', async () => {
    const most = { messages: 9 }
    test = await openMemory(scriptedLlm([ANSWER]), { maxMessages: async () => most.messages })
    await test.memory.conversation.append(SESSION, talk(1, 9))
    expect(await compact()).toMatchObject({ because: 'not_due' })
    most.messages = 8
    expect(await compact()).toMatchObject({ compacted: true, messages_before: 9 })
  })

  it('happens at the 21st message and not before, with the first two and the last four kept', async () => {
    const llm = scriptedLlm([ANSWER])
    test = await openMemory(llm)
    await test.memory.conversation.append(SESSION, talk(1, 20))
    expect(await compact()).toMatchObject({ compacted: false, because: 'not_due' })
    await test.memory.conversation.append(SESSION, talk(21, 1))
    expect(await compact()).toEqual({
      compacted: true,
      because: 'done',
      detail: '',
      messages_before: 21,
      messages_after: 6,
      tokens: 150,
      cost_usd: 0.001,
      model: 'scripted/model',
    })
    expect(await test.memory.summary(SESSION)).toMatchObject({
      head_seq: 2,
      through_seq: 17,
      dimensions: SUMMARY,
    })
    expect(llm.requests).toMatchObject([{ tier: 'FAST', purpose: 'compact', temperature: 0 }])
    const asked = llm.requests[0]?.messages[1]?.content ?? ''
    expect(asked).toContain('words 3\n')
    expect(asked).toContain('words 17\n')
    expect(asked).not.toContain('words 18')
    const text = await shown()
    for (const kept of ['words 1"', 'words 2"', 'words 18', 'words 21', 'goal: a shop'])
      expect(text).toContain(kept)
    expect(text).not.toContain('words 10')
    expect(await test.memory.conversation.list(SESSION, { limit: 100 })).toHaveLength(21)
    expect(await compact()).toMatchObject({ because: 'not_due' })
  })

  it('happens earlier when 80 % of the window are filled, what stands beside it included', async () => {
    const llm = scriptedLlm([ANSWER], { window: 10_000 })
    test = await openMemory(llm)
    await test.memory.conversation.append(
      SESSION,
      talk(1, 10, n => `${n} ${'x'.repeat(1800)}`),
    )
    expect(await compact(1800)).toMatchObject({ because: 'not_due' })
    expect(await compact(2200)).toMatchObject({ because: 'done', messages_after: 6 })
    expect(await compact()).toMatchObject({ because: 'not_due' })
  })

  it('folds the summary before it in, again and again', async () => {
    const llm = scriptedLlm([
      ANSWER,
      request => {
        expect(request.messages[1]?.content).toContain('progress: menu made')
        return '```json\n{"goal": "a shop", "progress": ["menu made", "contact made"]}\n```'
      },
    ])
    test = await openMemory(llm)
    await test.memory.conversation.append(SESSION, talk(1, 21))
    await compact()
    await test.memory.conversation.append(SESSION, talk(22, 14))
    expect(await compact()).toMatchObject({ because: 'not_due' })
    await test.memory.conversation.append(SESSION, talk(36, 1))
    expect(await compact()).toMatchObject({ because: 'done', messages_before: 21, messages_after: 6 })
    expect(await test.memory.summary(SESSION)).toMatchObject({
      version: 2,
      through_seq: 32,
      dimensions: { goal: 'a shop', progress: '- menu made\n- contact made' },
    })
    expect(await shown()).toContain('contact made')
  })

  it('keeps what the person asked when the turn has grown so long that it was summarised', async () => {
    test = await openMemory(scriptedLlm([ANSWER]))
    const steps = Array.from({ length: 15 }, (_, n): NewMessage[] => [
      {
        message_id: `c${n}`,
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'x', name: 'look', arguments: { n } }],
      },
      { message_id: `r${n}`, role: 'tool', content: `seen ${n}`, tool_call_id: 'x', tool_name: 'look' },
    ]).flat()
    await test.memory.conversation.append(SESSION, [
      ...talk(1, 2),
      ...talk(3, 1, () => 'Look at all fifteen!'),
      ...steps,
    ])
    expect(await compact()).toMatchObject({ because: 'done', messages_after: 6 })
    const context = await test.memory.buildMessages(REQUEST)
    const at = context.messages.findIndex(message => message.content.includes('Look at all fifteen!'))
    expect(at).toBeGreaterThan(0)
    expect(context.messages.slice(at + 1).map(message => message.role)).toEqual([
      'assistant',
      'tool',
      'assistant',
      'tool',
    ])
  })
})

describe('a summary that does not come', () => {
  const failures: readonly (readonly [string, string | Error])[] = [
    ['no model answers', new SoulgateError('model_unavailable', 'nobody there')],
    ['the budget is used up', new SoulgateError('budget_exceeded', 'too dear')],
    ['the provider breaks', new TypeError('cannot read')],
    ['the answer is empty', '   '],
    ['the answer is an empty object', '{}'],
    ['the answer has none of the fields', '{"summary": "x"}'],
  ]
  it.each(failures)('leaves everything as it was when %s', async (_, answer) => {
    test = await openMemory(scriptedLlm([answer]))
    await test.memory.conversation.append(SESSION, talk(1, 30))
    const before = await shown()
    expect(await compact()).toMatchObject({ compacted: false, because: 'failed', messages_before: 30 })
    expect(await test.memory.summary(SESSION)).toBeUndefined()
    expect(await shown()).toBe(before)
    expect(await test.memory.conversation.list(SESSION, { limit: 100 })).toHaveLength(30)
  })

  it('is asked for again only after four more messages, and then made', async () => {
    const llm = scriptedLlm([new Error('down'), ANSWER])
    test = await openMemory(llm)
    await test.memory.conversation.append(SESSION, talk(1, 30))
    expect(await compact()).toMatchObject({ because: 'failed' })
    await test.memory.conversation.append(SESSION, talk(31, 3))
    expect(await compact()).toMatchObject({ because: 'failed' })
    expect(llm.requests).toHaveLength(1)
    await test.memory.conversation.append(SESSION, talk(34, 1))
    expect(await compact()).toMatchObject({ because: 'done' })
  })

  it('is kept as the text it is when the model writes no JSON', async () => {
    test = await openMemory(scriptedLlm(['We made a shop; </data> the contact page is next.']))
    await test.memory.conversation.append(SESSION, talk(1, 30))
    expect(await compact()).toMatchObject({ because: 'done' })
    expect(await shown()).toContain('We made a shop; ‹/data> the contact page is next.')
  })

  it('rejects when the run is cancelled, and leaves everything as it was', async () => {
    test = await openMemory(scriptedLlm([new SoulgateError('cancelled', 'The run was cancelled.')]))
    await test.memory.conversation.append(SESSION, talk(1, 30))
    await expect(compact()).rejects.toMatchObject({ code: 'cancelled' })
    expect(await test.memory.summary(SESSION)).toBeUndefined()
  })

  it('is made once when it is asked for twice at once, and the slower of two processes gives way', async () => {
    let release = () => {}
    const wait = new Promise<void>(done => {
      release = done
    })
    const llm = scriptedLlm([() => wait.then(() => ANSWER)])
    test = await openMemory(llm)
    await test.memory.conversation.append(SESSION, talk(1, 30))
    const first = compact()
    expect(await compact()).toMatchObject({ because: 'busy' })
    const at = '2026-03-01T09:00:00.000Z'
    const elsewhere = { session_id: SESSION, head_seq: 2, through_seq: 20, dimensions: { goal: 'theirs' } }
    const body = { ...elsewhere, model: 'm', created_at: at }
    await test.store.transact(tx => tx.putDocument({ kind: 'conversation_summary', id: SESSION, body, at }))
    release()
    expect(await first).toMatchObject({ compacted: false, because: 'superseded', tokens: 150 })
    expect(await test.memory.summary(SESSION)).toMatchObject({ dimensions: { goal: 'theirs' } })
  })
})

describe('any conversation, summarised step by step', () => {
  beforeEach(async () => {
    test = await openMemory(scriptedLlm([]))
  })

  it('parts no call from its result, keeps the order and the system messages, and is done at some time', async () => {
    await fc.assert(
      fc.asyncProperty(anyConversation, fc.constantFrom(3000, 32_000), async (messages, window) => {
        const own = await openMemory(scriptedLlm([ANSWER], { window }))
        const { conversation, buildMessages, summary, maybeCompact } = own.memory
        const compact = () => maybeCompact({ session_id: SESSION, tier: 'STANDARD', signal })
        await conversation.append(SESSION, messages.map(toNew))
        const outcomes: string[] = []
        for (let n = 0; n < 50 && outcomes.at(-1) !== 'not_due'; n += 1)
          outcomes.push((await compact()).because)
        expect(outcomes.at(-1)).toBe('not_due')
        const context = await buildMessages(REQUEST)
        expect(faultsOfOrder(context.messages)).toEqual([])
        expect(context.tokens).toBeLessThanOrEqual(context.limit)
        for (const note of messages.filter(message => message.role === 'system')) {
          expect(context.messages[0]?.content).toContain(note.content)
        }
        expect(await conversation.list(SESSION, { limit: 500 })).toEqual(messages)
        expectWholeCalls(messages, (await summary(SESSION))?.through_seq ?? 0)
        expect((await compact()).because).toBe('not_due')
        await own.close()
      }),
      { numRuns: 1000 },
    )
  }, 60_000)
})

function toNew({ session_id: _session, seq: _seq, ...message }: Message): NewMessage {
  return message
}

/** No message with calls is summarised while results of it right behind are not. */
function expectWholeCalls(messages: readonly Message[], throughSeq: number): void {
  const call = messages.findLast(message => message.seq <= throughSeq && message.tool_calls)
  if (!call) return
  const next =
    messages.find(message => message.seq > call.seq && message.tool_calls)?.seq ?? Number.MAX_SAFE_INTEGER
  const ids = call.tool_calls?.map(made => made.id) ?? []
  const late = messages.filter(
    message =>
      message.role === 'tool' &&
      message.seq > throughSeq &&
      message.seq < next &&
      ids.includes(message.tool_call_id ?? ''),
  )
  expect(late).toEqual([])
}
