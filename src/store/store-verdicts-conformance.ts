import { expect, it } from 'vitest'
import type { Store } from './store.ts'
import { sampleVerdict } from './store-samples.ts'

/** The part of the contract about verdicts and what they were made from; run by `describeStoreConformance`. */
export function describeVerdictConformance(store: () => Store): void {
  const at = (second: number) => `2031-03-01T09:00:0${second}.000Z`
  const within = { from: at(0), to: at(9) }

  it('gives back verdicts as they were kept, oldest first, page by page', async () => {
    const kept = [3, 1, 2].map(second =>
      sampleVerdict(`verdict_${second}`, {
        at: at(second),
        session_id: 'ses_verdicts',
        ...(second === 1 ? { run_id: 'run_1', gate_id: 'gate_1', purpose: 'consumption' as const } : {}),
        input: '{"text":"a \\u0000 ż"}',
      }),
    )
    await store().transact(async tx => {
      for (const verdict of kept) await tx.insertVerdict(verdict)
    })
    const first = await store().listVerdicts(within, { limit: 2 })
    expect(first.items).toStrictEqual([kept[1], kept[2]])
    const cursor = first.next_cursor ?? ''
    expect(await store().listVerdicts(within, { limit: 2, cursor })).toStrictEqual({ items: [kept[0]] })
    expect(await store().countVerdicts({ from: at(2), to: at(3) })).toBe(1)
  })

  it('keeps one verdict of a moment apart from the next when a page ends between them', async () => {
    const same = ['verdict_a', 'verdict_b', 'verdict_c'].map(id =>
      sampleVerdict(id, { at: '2032-03-01T09:00:00.000Z', session_id: 'ses_moment' }),
    )
    await store().transact(async tx => {
      for (const verdict of same) await tx.insertVerdict(verdict)
    })
    const filter = { from: '2032-01-01T00:00:00.000Z' }
    const first = await store().listVerdicts(filter, { limit: 1 })
    const second = await store().listVerdicts(filter, { limit: 1, cursor: first.next_cursor ?? '' })
    expect([...first.items, ...second.items].map(({ verdict_id: id }) => id)).toEqual([
      'verdict_a',
      'verdict_b',
    ])
  })

  it('deletes the verdicts of a session, and those of before a time', async () => {
    const deleted = await store().transact(tx => tx.deleteVerdicts({ session_id: 'ses_moment' }))
    expect(deleted).toBe(3)
    expect(await store().countVerdicts({ from: '2032-01-01T00:00:00.000Z' })).toBe(0)
    expect(await store().transact(tx => tx.deleteVerdicts({ before: at(2) }))).toBe(1)
    expect(await store().countVerdicts(within)).toBe(2)
  })
}
