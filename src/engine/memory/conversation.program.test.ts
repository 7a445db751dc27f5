import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeClock } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { createConversation, type NewMessage } from './conversation.ts'

const START = Date.parse('2026-03-01T09:00:00.000Z')
const clock = fakeClock(START)
let store: Store

beforeEach(async () => {
  store = await openSqliteStore({ path: ':memory:', now: () => '2026-03-01T09:00:00.000Z' })
  await store.transact(tx =>
    tx.putSession({
      session_id: 'ses_1',
      status: 'active',
      owner: 'person_1',
      created_at: '2026-03-01T09:00:00.000Z',
      last_active_at: '2026-03-01T09:00:00.000Z',
    }),
  )
})
afterEach(() => store.close())

const said = (id: string, content = id): NewMessage => ({ message_id: id, role: 'user', content })

async function failure(action: Promise<unknown>): Promise<string> {
  const error: unknown = await action.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return isSoulgateError(error) ? error.code : String(error)
}

describe('a conversation', () => {
  it('numbers its messages densely in the order in which they were appended', async () => {
    const conversation = createConversation({ store, clock })
    await conversation.append('ses_1', [said('a'), said('b')])
    clock.advance(1000)
    const [c] = await conversation.append('ses_1', [said('c')])
    expect(c).toEqual({
      ...said('c'),
      session_id: 'ses_1',
      seq: 3,
      created_at: '2026-03-01T09:00:01.000Z',
    })
    expect((await conversation.list('ses_1', { limit: 10 })).map(message => message.message_id)).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(await conversation.lastSeq('ses_1')).toBe(3)
  })

  it('holds a message once that a repeated step appends again, with the time of the first', async () => {
    const conversation = createConversation({ store, clock })
    const batch: NewMessage[] = [
      {
        message_id: 'call',
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c1', name: 'read_file', arguments: { path: 'a', deep: { b: [1] } } }],
      },
      {
        message_id: 'result',
        role: 'tool',
        content: 'half \ud800',
        tool_call_id: 'c1',
        tool_name: 'read_file',
      },
    ]
    const first = await conversation.append('ses_1', batch)
    clock.advance(5000)
    const again = await conversation.append('ses_1', batch)
    const partly = await conversation.append('ses_1', [...batch, said('next')])
    expect(again).toEqual(first)
    expect(partly.map(message => message.seq)).toEqual([1, 2, 3])
    expect(await conversation.list('ses_1', { limit: 10 })).toEqual(partly)
  })

  it('lets a step that ran again put other words in the place of the last, and not of an earlier one', async () => {
    const conversation = createConversation({ store, clock })
    await conversation.append('ses_1', [said('a'), said('b'), said('c')])
    await conversation.append('ses_1', [said('b', 'B'), said('c', 'C')])
    expect((await conversation.list('ses_1', { limit: 10 })).map(message => message.content)).toEqual([
      'a',
      'B',
      'C',
    ])
    expect(await failure(conversation.append('ses_1', [said('a', 'A')]))).toBe('message_conflict')
    expect(await failure(conversation.append('ses_1', [said('b', 'X'), said('d')]))).toBe('message_conflict')
    expect(await conversation.lastSeq('ses_1')).toBe(3)
  })

  it('refuses a session that does not exist and an id that stands twice in one append', async () => {
    const conversation = createConversation({ store, clock })
    expect(await failure(conversation.append('ses_2', [said('a')]))).toBe('unknown_session')
    expect(await failure(conversation.append('ses_1', [said('a'), said('a')]))).toBe('message_conflict')
    expect(await conversation.lastSeq('ses_1')).toBe(0)
  })

  it('gives fifty appends at once fifty places, and each id one however often it is sent', async () => {
    const conversation = createConversation({ store, clock })
    const ids = Array.from({ length: 50 }, (_, n) => `m${n}`)
    await Promise.all([...ids, ...ids].map(id => conversation.append('ses_1', [said(id)])))
    const listed = await conversation.list('ses_1', { limit: 500 })
    expect(listed.map(message => message.seq)).toEqual(ids.map((_, n) => n + 1))
    expect(new Set(listed.map(message => message.message_id))).toEqual(new Set(ids))
  })
})
