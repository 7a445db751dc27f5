import { describe, expect, it } from 'vitest'
import { gateWith } from '../inbox/gate-fixture.ts'
import { mergeQueue, neighbourOf, type QueueEntry } from './queue-order.ts'

const gate = (id: string) => gateWith({ gate_id: id })
const away = { isPointerInside: false, openGateId: undefined }
const under = { isPointerInside: true, openGateId: undefined }
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

  it('lets go of what is decided once nobody looks, except the open card', () => {
    const before = mergeQueue([], [gate('a'), gate('b')], away)
    expect(places(mergeQueue(before, [], { isPointerInside: false, openGateId: 'b' }))).toEqual(['(b)'])
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
