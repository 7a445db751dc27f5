import { expect, it } from 'vitest'
import type { Message } from '../contracts/message.ts'
import type { Store, StoredDocPatch } from './store.ts'
import { AT, sampleMessage, sampleSession } from './store-samples.ts'

type Current = () => Store

const ANY_SIZE = 1_000_000_000

/** The part of the contract about conversations and product docs; run by `describeStoreConformance`. */
export function describeConversationConformance(store: Current): void {
  describeMessages(store)
  describePatches(store)
}

function describeMessages(store: Current): void {
  const put = (messages: readonly Message[]) => store().transact(tx => tx.putMessages(messages))
  const seqs = (messages: readonly Message[]) => messages.map(message => message.seq)

  it('gives back a message as it was put, absent fields absent', async () => {
    const whole = sampleMessage('ses_whole', 1, {
      run_id: 'run_1',
      role: 'assistant',
      content: 'a \u0000 b \ud800 ż 🦔',
      images: [{ media_type: 'image/png', data: 'AAAA' }],
      tool_calls: [
        { id: 'c1', name: 'read_file', arguments: { path: 'x' } },
        { id: 'c2', name: '?', raw: '{' },
      ],
      hidden: true,
      model: 'p/m',
    })
    const bare = sampleMessage('ses_whole', 2)
    await put([whole, bare])
    expect(await store().getMessage('ses_whole', whole.message_id)).toStrictEqual(whole)
    expect(await store().listMessages('ses_whole', { limit: 9, maxBytes: ANY_SIZE })).toStrictEqual([
      whole,
      bare,
    ])
    expect(await store().getMessage('ses_whole', 'msg_none')).toBeUndefined()
    expect(await store().getMessage('ses_other', whole.message_id)).toBeUndefined()
  })

  it('lists a stretch of a conversation from either end, and says where it ends', async () => {
    await put(Array.from({ length: 12 }, (_, n) => sampleMessage('ses_range', n + 1)))
    await put([sampleMessage('ses_range_2', 1)])
    const list = async (range: object) =>
      seqs(await store().listMessages('ses_range', { limit: 100, maxBytes: ANY_SIZE, ...range }))
    expect(await list({})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(await list({ limit: 3 })).toEqual([1, 2, 3])
    expect(await list({ limit: 3, newestFirst: true })).toEqual([12, 11, 10])
    expect(await list({ limit: 3, newestFirst: true, before: 10 })).toEqual([9, 8, 7])
    expect(await list({ after: 4, before: 8 })).toEqual([5, 6, 7])
    expect(await list({ after: 12 })).toEqual([])
    expect(await store().getLastMessageSeq('ses_range')).toBe(12)
    expect(await store().getLastMessageSeq('ses_unspoken')).toBe(0)
  })

  it('stops a list before it grows too large, but never before its first message', async () => {
    const large = 'x'.repeat(5000)
    await put([1, 2, 3].map(seq => sampleMessage('ses_large', seq, { content: large })))
    const list = async (maxBytes: number, newestFirst: boolean) =>
      seqs(await store().listMessages('ses_large', { limit: 10, maxBytes, newestFirst }))
    expect(await list(1, false)).toEqual([1])
    expect(await list(1, true)).toEqual([3])
    expect(await list(12_000, true)).toEqual([3, 2])
    expect(await list(20_000, false)).toEqual([1, 2, 3])
  })

  it('finds what people said, and what the system did, among everything else', async () => {
    const roles = ['user', 'assistant', 'tool', 'user', 'system', 'user'] as const
    await put(
      roles.map((role, n) =>
        sampleMessage('ses_people', n + 1, { role, ...(n === 3 ? { hidden: true } : {}) }),
      ),
    )
    const range = { limit: 10, maxBytes: ANY_SIZE, newestFirst: true }
    const only = async (of: 'people' | 'system') =>
      seqs(await store().listMessages('ses_people', { ...range, only: of }))
    expect(await only('people')).toEqual([6, 1])
    expect(await only('system')).toEqual([5])
  })

  it('replaces a message under its number, and refuses its id under another number', async () => {
    await put([sampleMessage('ses_again', 1, { content: 'first' }), sampleMessage('ses_again', 2)])
    await put([sampleMessage('ses_again', 1, { content: 'second', role: 'assistant' })])
    const [first] = await store().listMessages('ses_again', { limit: 1, maxBytes: ANY_SIZE })
    expect(first).toMatchObject({ content: 'second', role: 'assistant' })
    const twice = sampleMessage('ses_again', 3, { message_id: first?.message_id ?? '' })
    await expect(put([twice])).rejects.toThrow()
    expect(await store().getLastMessageSeq('ses_again')).toBe(2)
  })

  it('gives sixteen that lock the same session sixteen places, and knows no session that is not there', async () => {
    await store().transact(tx => tx.putSession(sampleSession('ses_race')))
    await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        store().transact(async tx => {
          await tx.lockSession('ses_race')
          const seq = (await tx.getLastMessageSeq('ses_race')) + 1
          await tx.putMessages([sampleMessage('ses_race', seq, { message_id: `msg_race_${n}` })])
        }),
      ),
    )
    expect(await store().getLastMessageSeq('ses_race')).toBe(16)
    expect(await store().transact(tx => tx.lockSession('ses_nowhere'))).toBeUndefined()
  })
}

function describePatches(store: Current): void {
  const patch = (
    session_id: string,
    version: number,
    changes: Partial<StoredDocPatch> = {},
  ): StoredDocPatch => ({
    patch_id: `patch_${session_id}_${version}_${changes.position ?? 0}`,
    session_id,
    version,
    position: 0,
    change_id: `change_${version}`,
    section: 'overview',
    change_summary: 'a change',
    changed_by: 'person:grace',
    at: AT,
    ...changes,
  })

  it('keeps every change of a product doc, newest first, in pages', async () => {
    const patches = [1, 2, 3, 10].flatMap(version => [
      patch('ses_doc', version),
      patch('ses_doc', version, { position: 1, section: 'pages' }),
    ])
    await store().transact(tx => tx.insertDocPatches(patches))
    const expected = patches.toReversed()
    const first = await store().listDocPatches('ses_doc', {}, { limit: 3 })
    expect(first.items).toStrictEqual(expected.slice(0, 3))
    const rest = await store().listDocPatches('ses_doc', {}, { limit: 9, cursor: first.next_cursor ?? '' })
    expect(rest).toStrictEqual({ items: expected.slice(3) })
    const pages = await store().listDocPatches('ses_doc', { section: 'pages' }, { limit: 9 })
    expect(pages.items.map(item => item.version)).toEqual([10, 3, 2, 1])
    const one = await store().listDocPatches('ses_doc', { change_id: 'change_2' }, { limit: 9 })
    expect(one.items.map(item => item.section)).toEqual(['pages', 'overview'])
    expect(await store().listDocPatches('ses_doc', {}, { limit: 9, cursor: 'bm9ucw' })).toEqual({
      items: expected,
    })
  })

  it('forgets the messages and patches of one session and keeps those of others', async () => {
    await store().transact(async tx => {
      await tx.putMessages([sampleMessage('ses_gone', 1), sampleMessage('ses_gone', 2)])
      await tx.putMessages([sampleMessage('ses_stays', 1)])
      await tx.insertDocPatches([patch('ses_gone', 1), patch('ses_stays', 1)])
    })
    expect(await store().transact(tx => tx.deleteConversation('ses_gone'))).toBe(3)
    expect(await store().getLastMessageSeq('ses_gone')).toBe(0)
    expect((await store().listDocPatches('ses_gone', {}, { limit: 9 })).items).toEqual([])
    expect(await store().getLastMessageSeq('ses_stays')).toBe(1)
    expect((await store().listDocPatches('ses_stays', {}, { limit: 9 })).items).toHaveLength(1)
  })
}
