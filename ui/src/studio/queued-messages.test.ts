import type { Run } from 'soulgate/contracts/run'
import { describe, expect, it } from 'vitest'
import { stillQueued } from './queued-messages.ts'
import { groupTalks } from './use-talk.ts'

const run = (facts: Partial<Run>): Run => ({
  ...{ run_id: 'run_1', session_id: 'ses_1', kind: 'chat', definition_version: '1', status: 'completed' },
  ...{ input: {}, waiting_gate_ids: [], steps: 1, cost_usd: 0, trigger_source: 'chat' },
  ...{ requested_by: 'agent:chat', conditions: [], created_at: '2026-01-01T00:00:00Z' },
  ...facts,
})

describe('messages that wait for their turn', () => {
  const queued = ['kept_1', 'kept_2', 'kept_3'].map(keptId => ({ keptId, text: keptId }))

  it('are those that no run began with and that nobody has heard', () => {
    const heard = { kind: 'person', id: 'kept_2', text: 'x', images: 0, runId: 'run_1' } as const
    const left = stillQueued(queued, [run({ idempotency_key: 'kept_1' })], [heard])
    expect(left.map(({ keptId }) => keptId)).toEqual(['kept_3'])
  })
})

describe('the list of talks', () => {
  it('has one line for each session, by its last run, under its first words; sub-agents are no talks', () => {
    const runs = [
      run({ run_id: 'run_4', session_id: 'ses_2' }),
      run({ run_id: 'run_3', parent_run_id: 'run_2' }),
      run({ run_id: 'run_2' }),
      run({ run_id: 'run_1' }),
    ]
    expect(
      groupTalks(runs).map(talk => [talk.sessionId, talk.first.run_id, talk.last.run_id, talk.runs]),
    ).toEqual([
      ['ses_2', 'run_4', 'run_4', 1],
      ['ses_1', 'run_1', 'run_2', 2],
    ])
  })
})
