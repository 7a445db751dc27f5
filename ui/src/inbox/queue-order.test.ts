import { describe, expect, it } from 'vitest'
import { gateWith } from './gate-fixture.ts'
import { filterQueue, mergeQueue, neighbourOf, type QueueEntry } from './queue-order.ts'

const gate = (id: string, minute = 0) =>
  gateWith({ gate_id: id, created_at: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z` })
const away = { isPointerInside: false, openGateId: undefined }
const places = (queue: readonly QueueEntry[]) =>
  queue.map(entry => (entry.isGone ? `(${entry.gate.gate_id})` : entry.gate.gate_id))

describe('the queue', () => {
  it('begins with the oldest', () => {
    expect(places(mergeQueue([], [gate('c', 3), gate('a', 1), gate('b', 2)], away))).toEqual(['a', 'b', 'c'])
  })

  it('never moves what is shown when something comes or goes under the pointer', () => {
    const before = mergeQueue([], [gate('b', 2), gate('c', 3)], away)
    const after = mergeQueue(before, [gate('c', 3), gate('a', 1)], {
      isPointerInside: true,
      openGateId: undefined,
    })
    expect(places(after)).toEqual(['(b)', 'c', 'a'])
  })

  it('lets go of what is decided once nobody looks, except the open card', () => {
    const before = mergeQueue([], [gate('a', 1), gate('b', 2)], away)
    expect(places(mergeQueue(before, [], { isPointerInside: false, openGateId: 'b' }))).toEqual(['(b)'])
  })

  it('leads past what is gone, and nowhere from its end', () => {
    const queue = mergeQueue(
      mergeQueue([], [gate('a', 1), gate('b', 2), gate('c', 3)], away),
      [gate('a', 1), gate('c', 3)],
      {
        ...{ isPointerInside: true, openGateId: undefined },
      },
    )
    expect(neighbourOf(queue, 'a', 1)).toBe('c')
    expect(neighbourOf(queue, 'c', -1)).toBe('a')
    expect(neighbourOf(queue, 'c', 1)).toBeUndefined()
    expect(neighbourOf(queue, undefined, 1)).toBe('a')
  })

  it('is searched by every word', () => {
    const queue = mergeQueue([], [gate('a'), { ...gate('b'), requested_by: 'agent:planner' }], away)
    expect(places(filterQueue(queue, 'move PLANNER'))).toEqual(['b'])
    expect(filterQueue(queue, ' ')).toHaveLength(2)
  })
})
