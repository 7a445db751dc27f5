import { expect, test } from 'vitest'
import type { Event } from '../../contracts/event.ts'
import type { IterationState } from '../../contracts/iteration.ts'
import { iterationCard, iterationLine } from './iteration-cards.ts'
import { colorsFor } from './terminal-text.ts'

const colors = colorsFor(false, {})
const ids = { session_id: 'ses_1', run_id: 'run_1', plan_id: 'plan_1' }
const shown = (state: IterationState) => iterationCard(state, colors).join('\n')

test('a proposal and a checkpoint are shown with the commands that answer them, hidden characters escaped', () => {
  const asking = {
    ...ids,
    status: 'awaiting_approval' as const,
    approval_id: 'gate_1',
    timestamp: '',
    next_action: 'POST /api/gates/gate_1/reopen',
    view_digest: '',
  }
  const proposal = {
    ...asking,
    approval_type: 'proposal' as const,
    proposal: 'Six steps \u202e\u001b[31m',
    goal: 'x',
    estimated_iterations: 6,
    checkpoint_interval: 3,
    estimated_minutes: 5,
    estimated_cost_usd: 0.4,
  }
  expect(shown(proposal)).toContain('soulgate iterations approve gate_1')
  expect(shown(proposal)).toContain('$0.40')
  for (const hidden of ['\u202e', '\u001b']) expect(shown(proposal)).not.toContain(hidden)
  expect(shown({ ...proposal, expired: true })).not.toContain('iterations approve')
  const paused = { ...ids, status: 'cancelled' as const, reason: 'x', message: 'Planning is cancelled.' }
  expect(shown(paused)).toContain('✗ Planning is cancelled.')
})

test('events are told as progress a person can follow', () => {
  const told = (type: Event['type'], payload: Event['payload']) =>
    iterationLine(
      {
        type,
        payload,
        stream: '',
        seq: 1,
        at: '',
        actor: { kind: 'system', id: '' },
        payload_digest: '',
        prev_hash: '',
        hash: '',
      },
      colors,
    )
  expect(told('iteration_started', { iteration: 2, total_iterations: 6 })).toBe('Iteration 2 of 6 …')
  expect(told('iteration_completed', { iteration: 2, total_iterations: 6, title: 'Money' })).toBe(
    '✓ Iteration 2 of 6: Money',
  )
  expect(told('iteration_failed', { iteration: 2, because: 'it fell' })).toContain('it fell')
  expect(told('run_started', {})).toBeUndefined()
})
