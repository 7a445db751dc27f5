import { expect, it } from 'vitest'
import type { Page, Paged, Store } from './store.ts'
import { AT, sampleCall, sampleGate, sampleGrant, sampleToolCall } from './store-samples.ts'

/** The part of the contract about searching gates and listing them by sections; run by `describeStoreConformance`. */
export function describeGateLists(store: () => Store): void {
  it('finds gates by their arguments, by what was asked for, and by another name of a word', async () => {
    const agent = 'agent:arguments'
    const gate = sampleGate('gate_arguments', { requested_by: agent, assignee: 'person_ann' })
    await store().transact(tx =>
      tx.insertGate({
        ...gate,
        briefing: { ...gate.briefing, asked_for: 'Refund the customers of incident 7' },
        subject: {
          tool_calls: [
            { ...sampleToolCall('call_listed'), arguments: { to: 'ada@example.org', cc: ['T-77'] } },
          ],
        },
      }),
    )
    const found = async (q: string, also: Readonly<Record<string, readonly string[]>> = {}) =>
      (await store().listGates({ agent, q, also }, { limit: 9 })).items.length
    for (const words of ['Ada@Example.org', 't-77', 'INCIDENT 7', 'person_ann'])
      expect(await found(words)).toBe(1)
    expect(await found('ada somebody-else')).toBe(0)
    expect(await found('ann refund')).toBe(1)
    expect(await found('anna refund')).toBe(0)
    expect(await found('anna refund', { anna: ['person_ann'] })).toBe(1)
  })

  it('lists gates by the sections of the inbox, in pages that time does not move', async () => {
    const agent = 'agent:sections'
    const call = sampleToolCall('call_listed')
    const of = (reversibility: 'irreversible' | 'reversible') => ({
      tool_calls: [{ ...call, reversibility }],
    })
    const question = {
      id: 'q',
      question: 'Which?',
      type: 'text',
      allow_other: false,
      required: true,
    } as const
    const [high, routine, questions] = [of('irreversible'), of('reversible'), { questions: [question] }]
    const late = { expires_at: '2026-03-09T09:00:00.000Z' }
    const gates = [
      ...[{ subject: routine }, { subject: questions, ...late }, { subject: high }, { subject: routine }],
      ...[{ subject: routine, expires_at: '2026-03-01T09:30:00.000Z' }, { subject: questions }],
      { subject: high, expires_at: '2026-03-01T09:10:00.000Z' },
    ]
    await store().transact(async tx => {
      for (const [n, facts] of gates.entries())
        await tx.insertGate(sampleGate(`gate_section_${n}`, { requested_by: agent, ...facts }))
    })
    const filter = { agent, sort: 'section', expiring_by: '2026-03-01T10:00:00.000Z' } as const
    const first = await store().listGates(filter, { limit: 2 })
    const later = { ...filter, expiring_by: '2026-12-01T00:00:00.000Z' }
    const rest = await store().listGates(later, { limit: 9, cursor: first.next_cursor ?? '' })
    expect([...first.items, ...rest.items].map(({ gate_id }) => Number(gate_id.slice(-1)))).toEqual([
      ...[6, 4, 2, 1, 5, 0, 3],
    ])
    const listed = await everyPage(page => store().listGates(filter, page), 2)
    expect(listed).toHaveLength(gates.length)
  })

  it('lists what failed after it was approved, until somebody looked at it', async () => {
    const agent = 'agent:failed'
    await store().transact(async tx => {
      for (const [n, status] of (['failed', 'unknown', 'succeeded'] as const).entries()) {
        const [gate_id, call_id] = [`gate_ended_${n}`, `call_ended_${n}`]
        await tx.insertGate(sampleGate(gate_id, { requested_by: agent, status: 'approved' }))
        await tx.insertGrants([sampleGrant(`grant_ended_${n}`, { gate_id, call_id })])
        await tx.putCall({ ...sampleCall(call_id), status })
      }
    })
    const failed = async () =>
      (await store().listGates({ agent, after_approval: true }, { limit: 9 })).items.map(gate => gate.gate_id)
    expect(await failed()).toEqual(['gate_ended_0', 'gate_ended_1'])
    await store().transact(async tx => {
      // Whoever read it before deciding has not seen what came of it.
      await tx.putDocument({ kind: 'viewed', id: 'gate_ended_0:person_a', body: {}, at: AT })
      const lookup = 'outcome:gate_ended_1'
      await tx.putDocument({ kind: 'viewed', id: 'gate_ended_1:person_a', lookup, body: {}, at: AT })
    })
    expect(await failed()).toEqual(['gate_ended_0'])
    expect(await store().countGates({ agent, after_approval: true })).toBe(1)
  })
}

export async function everyPage<Item>(
  read: (page: Page) => Promise<Paged<Item>>,
  limit: number,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page: Paged<Item> = await read({ limit, ...(cursor === undefined ? {} : { cursor }) })
    expect(page.items.length).toBeLessThanOrEqual(limit)
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return items
}
