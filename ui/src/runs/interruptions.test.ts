import type { Event } from 'soulgate/contracts/event'
import type { Step } from 'soulgate/contracts/step'
import { describe, expect, it } from 'vitest'
import { interruptionsIn, placesOf, undoneCallIds } from './interruptions.ts'

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`
const event = (seq: number, type: Event['type'], payload: Event['payload'] = {}): Event => ({
  ...{ stream: 'run:r', seq, type, at: at(seq), payload, payload_digest: '', prev_hash: '', hash: '' },
  actor: { kind: 'system', id: 'system:engine' },
})
const step = (seq: number, second: number): Step => ({
  ...{ run_id: 'r', seq, name: 's', kind: 'compute', status: 'succeeded', input_digest: '' },
  started_at: at(second),
})

describe('an interruption', () => {
  it('is where work was taken up that had not begun to wait', () => {
    const events = [
      event(1, 'run_created'),
      event(2, 'run_started', { worker: 'one' }),
      event(3, 'run_waiting_input'),
      event(4, 'run_resumed', { worker: 'one' }),
      event(5, 'soul_step_start'),
      event(9, 'run_resumed', { worker: 'two' }),
      event(10, 'run_completed'),
    ]
    expect(interruptionsIn(events)).toEqual([{ lastAt: at(5), resumedAt: at(9), isOtherWorker: true }])
  })

  it('stands before the first step that came after it', () => {
    const [interruption] = interruptionsIn([event(2, 'run_started'), event(6, 'run_resumed')])
    if (!interruption) throw new Error('nothing was found')
    expect([...placesOf([interruption], [step(1, 2), step(2, 7)]).keys()]).toEqual([1])
    expect([...placesOf([interruption], [step(1, 2)]).keys()]).toEqual([1])
  })

  it('is not what was taken back', () => {
    expect(undoneCallIds([event(1, 'call_undone', { call_id: 'c' }), event(2, 'run_completed')])).toEqual(
      new Set(['c']),
    )
  })
})
