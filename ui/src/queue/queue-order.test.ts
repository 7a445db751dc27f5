import { describe, expect, it } from 'vitest'
import { gateWith } from '../inbox/gate-fixture.ts'
import { mergeQueue, neighbourOf, type QueueEntry } from './queue-order.ts'

const gate = (id: string) => gateWith({ gate_id: id })
const away = { isPointerInside: false, openGateId: undefined, now: 0 }
const under = { isPointerInside: true, openGateId: undefined, now: 0 }
const places = (queue: readonly QueueEntry[]) =>
  queue.map(entry => (entry.isGone ? `(${entry.gate.gate_id})` : entry.gate.gate_id))

describe('the queue', () => {
  it('stands in the order of the server', () => {
    expect(places(mergeQueue([], [gate('a'), gate('c'), gate('b')], away))).toEqual(['a', 'c', 'b'])
  })

  it('never moves what is shown when something comes or goes under the pointer', () => {
    const before = mergeQueue([], [gate('b'), gate('c')], away)
    expect(places(mergeQueue(before, [gate('a'), gate('c')], under))).toEqual(['(b)', 'c', 'a'])
  })

  it('moves nothing to another section, and puts what is new last, as long as the pointer is over it', () => {
    const expires_at = '2026-01-01T02:00:00.000Z'
    const now = Date.parse(expires_at) - 1000
    const before = mergeQueue([], [gateWith({ gate_id: 'a', expires_at })], away)
    const gates = [gateWith({ gate_id: 'a', expires_at }), gate('b')]
    const sections = (queue: readonly QueueEntry[]) => queue.map(entry => entry.section)
    expect(sections(before)).toEqual(['questions'])
    const held = mergeQueue(before, gates, { ...under, now })
    expect(sections(held)).toEqual(['questions', 'new'])
    expect(sections(mergeQueue(held, gates, { ...away, now }))).toEqual(['expiring', 'questions'])
  })

  it('lets go of what is decided once nobody looks, except the open card', () => {
    const before = mergeQueue([], [gate('a'), gate('b')], away)
    expect(places(mergeQueue(before, [], { ...away, openGateId: 'b' }))).toEqual(['(b)'])
  })

  it('keeps an entry that did not change, so that its row is not drawn again', () => {
    const [a, b] = [gate('a'), gate('b')]
    const before = mergeQueue([], [a, b], away)
    const after = mergeQueue(before, [a, { ...b, assignee: 'person_1' }], away)
    expect(after[0]).toBe(before[0])
    expect(after[1]).not.toBe(before[1])
  })

  it('leads past what is gone or just decided, and nowhere from its end', () => {
    const before = mergeQueue([], [gate('a'), gate('b'), gate('c'), gate('d')], away)
    const deciding = { decision: { decision: 'approve' }, effective_at: '' } as never
    const queue = mergeQueue(before, [gate('a'), { ...gate('c'), deciding }, gate('d')], under)
    expect(neighbourOf(queue, 'a', 1)).toBe('d')
    expect(neighbourOf(queue, 'd', -1)).toBe('a')
    expect(neighbourOf(queue, 'd', 1)).toBeUndefined()
    expect(neighbourOf(queue, undefined, 1)).toBe('a')
  })
})
