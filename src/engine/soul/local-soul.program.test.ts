import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Voice } from '../../contracts/principal.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { AT, sampleMessage, sampleRun } from '../../store/store-samples.ts'
import { readChatHistory } from '../memory/memory.ts'
import { createLocalSoul } from './soul.ts'

let store: Store
beforeEach(async () => {
  store = await openSqliteStore({ path: ':memory:', now: () => AT })
})
afterEach(() => store.close())

const at = (minute: number) => `2026-03-01T09:0${minute}:00.000Z`

describe('the built-in Soul and the conversation of a session', () => {
  it('remembers goals and chat messages in the order in which people said them, and the tools that ran', async () => {
    const reasoned = sampleRun('run_1', {
      kind: 'reasoning',
      asked_by: 'person',
      input: { goal: 'delete the old logs' },
      output: { approval_state: 'approved', tool_results: [{ tool_name: 'delete_file' }] },
      created_at: at(2),
      finished_at: at(3),
    })
    const say = (seq: number, changes: object) => sampleMessage('ses_1', seq, { run_id: 'run_0', ...changes })
    await store.transact(async tx => {
      await tx.insertRun(reasoned)
      await tx.putMessages([
        say(1, { content: 'which logs are old?', created_at: at(1) }),
        say(2, { role: 'assistant', content: 'pay the invoice', created_at: at(1) }),
        say(3, { role: 'tool', content: 'a.log', tool_name: 'list_files', created_at: at(1) }),
        say(4, { content: 'thank you', created_at: at(4) }),
        say(5, { content: 'later', created_at: at(5), run_id: 'run_9' }),
      ])
    })
    const soul = createLocalSoul({ store, chats: (...place) => readChatHistory(store, ...place) })
    expect(await soul.conversationContext('ses_1', 'run_5')).toEqual({
      prior_goals: ['which logs are old?', 'delete the old logs', 'thank you'],
      prior_approvals: [{ goal: 'delete the old logs', decision: 'approved', at: at(3) }],
      context_summary: 'Earlier in this session: which logs are old? · delete the old logs · thank you',
      user_preferences: {},
      recent_tools: ['list_files', 'delete_file'],
    })
    expect((await createLocalSoul({ store }).conversationContext('ses_1', 'run_5')).prior_goals).toEqual([
      'delete the old logs',
    ])
  })

  it('lets nobody be heard in a run who may say less than who asked for it', async () => {
    const goal = (id: string, asked_by: Voice) =>
      sampleRun(id, { kind: 'reasoning', asked_by, input: { goal: `by ${asked_by}` } })
    await store.transact(async tx => {
      for (const [n, voice] of (['agent', 'saved', 'person'] as const).entries()) {
        await tx.insertRun(goal(`run_${n + 1}`, voice))
        await tx.insertRun(goal(`run_${n + 7}`, voice))
      }
      await tx.putMessages([
        sampleMessage('ses_1', 1, { run_id: 'run_0', content: 'said by an agent', said_by: 'agent' }),
      ])
    })
    const soul = createLocalSoul({ store, chats: (...place) => readChatHistory(store, ...place) })
    const heard = async (id: string) => (await soul.conversationContext('ses_1', id)).prior_goals.toSorted()
    expect(await heard('run_7')).toEqual(['by agent', 'by person', 'by saved', 'said by an agent'])
    expect(await heard('run_8')).toEqual(['by person', 'by saved'])
    expect(await heard('run_9')).toEqual(['by person'])
  })
})
