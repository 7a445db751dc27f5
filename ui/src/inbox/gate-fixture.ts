import type { Gate } from 'soulgate/contracts/gate'

/** A gate for tests; what matters to a test is given by it. */
export function gateWith(facts: Partial<Gate> & Pick<Gate, 'gate_id'>): Gate {
  return {
    ...{ type: 'tool_approval', threshold: 'mandatory', status: 'pending', requested_by: 'agent:reasoning' },
    ...{
      separate_approver: false,
      subject_digest: 'd',
      view_digest: 'v',
      why_held: [],
      risks: [],
      alternatives: [],
    },
    ...{ artifacts: [], options: [], decisions: [], call_decisions: {}, approvals: { have: 0, need: 1 } },
    briefing: {
      ...{
        gate_type: 'tool_approval',
        summary: 'Move files',
        details: '',
        artifacts: [],
        agent: 'reasoning',
      },
      truncated: false,
    },
    subject: {
      questions: [{ id: 'q', question: 'Which?', type: 'text', allow_other: false, required: true }],
    },
    quorum: { approvals_required: 1, roles: ['reviewer'], veto: true },
    created_at: '2026-01-01T00:00:00.000Z',
    ...facts,
  }
}
