import type { Event } from 'soulgate/contracts/event'
import { describe, expect, it } from 'vitest'
import { queriesTouchedBy } from './live-queries.ts'

const event = (facts: Partial<Event> & Pick<Event, 'type'>): Event => ({
  ...{
    stream: 'system',
    seq: 1,
    at: '2026-01-01T00:00:00Z',
    payload: {},
    payload_digest: '',
    prev_hash: '',
    hash: '',
  },
  actor: { kind: 'system', id: 'system:test' },
  ...facts,
})

describe('what an event makes stale', () => {
  it('is the run behind a gate that was decided; the gate itself is read alone', () => {
    const keys = queriesTouchedBy(event({ type: 'gate_decided', gate_id: 'gate_1', run_id: 'run_1' }))
    expect(keys).toEqual([['audit'], ['similar'], ['run', 'run_1'], ['work'], ['plans']])
  })

  it('is the list of runs when one moved', () => {
    expect(queriesTouchedBy(event({ type: 'run_completed', run_id: 'run_1' }))).toContainEqual(['runs'])
  })

  it('is the stop switch when someone pulled it', () => {
    expect(queriesTouchedBy(event({ type: 'stop_engaged' }))).toContainEqual(['stop'])
  })
})
