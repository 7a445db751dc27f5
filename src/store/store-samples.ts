import type { Gate } from '../contracts/gate.ts'
import type { Grant } from '../contracts/grant.ts'
import type { Message } from '../contracts/message.ts'
import type { Session } from '../contracts/session.ts'
import type { Step } from '../contracts/step.ts'
import type { ToolCall } from '../contracts/tool-call.ts'
import type { EventDraft, LedgerCall, StoredRun, StoredVerdict } from './store.ts'

/** Whole nouns for tests of the store, each with only what a test names changed. */
export const AT = '2026-03-01T09:00:00.000Z'

export function sampleRun(run_id: string, changes: Partial<StoredRun> = {}): StoredRun {
  return {
    run_id,
    session_id: 'ses_1',
    kind: 'chat',
    definition_version: '1',
    status: 'queued',
    input: { message: 'hello' },
    waiting_gate_ids: [],
    steps: 0,
    cost_usd: 0,
    trigger_source: 'api',
    requested_by: 'agent:ada',
    conditions: [],
    created_at: AT,
    lease_token: 0,
    cancel_requested: false,
    depth: 0,
    ...changes,
  }
}

export function sampleVerdict(verdict_id: string, changes: Partial<StoredVerdict> = {}): StoredVerdict {
  return {
    verdict_id,
    at: AT,
    purpose: 'proposal',
    session_id: 'ses_1',
    agent: 'ada',
    tool: 'delete_invoices',
    outcome: 'held',
    digest: 'digest',
    policy: 'policy',
    input: '{"calls":[]}',
    output: '{"verdict":{"outcome":"held"}}',
    ...changes,
  }
}

export function sampleStep(run_id: string, seq: number, changes: Partial<Step> = {}): Step {
  return {
    run_id,
    seq,
    name: `step ${seq}`,
    kind: 'tool',
    status: 'succeeded',
    input_digest: 'digest',
    output: { seq },
    settled: seq,
    started_at: AT,
    ended_at: AT,
    duration_ms: 12.5,
    tokens: 3_000_000_000,
    cost_usd: 0.0125,
    confidence: 0.875,
    ...changes,
  }
}

export function sampleToolCall(call_id: string): ToolCall {
  return {
    call_id,
    tool: 'delete_invoices',
    arguments: { older_than: '2020-01-01' },
    digest: 'digest',
    description: 'Deletes invoices',
    annotations: { read_only: false, idempotent: true, destructive: true, open_world: false },
    reversibility: 'irreversible',
    claimed: false,
    definition_hash: 'definition',
  }
}

export function sampleGate(gate_id: string, changes: Partial<Gate> = {}): Gate {
  return {
    gate_id,
    type: 'tool_approval',
    threshold: 'mandatory',
    status: 'pending',
    run_id: 'run_1',
    session_id: 'ses_1',
    requested_by: 'agent:ada',
    separate_approver: false,
    briefing: {
      gate_type: 'tool_approval',
      summary: 'Delete 100% of the old invoices',
      details: '',
      artifacts: [],
      agent: 'ada',
      truncated: false,
    },
    subject: { tool_calls: [sampleToolCall(`call_of_${gate_id}`)] },
    subject_digest: 'subject',
    view_digest: 'view',
    why_held: [],
    risks: [],
    alternatives: [],
    artifacts: [],
    options: [],
    quorum: { approvals_required: 1, roles: [], veto: false },
    created_at: AT,
    decisions: [],
    call_decisions: {},
    approvals: { have: 0, need: 1 },
    ...changes,
  }
}

export function sampleGrant(grant_id: string, changes: Partial<Grant> = {}): Grant {
  return {
    grant_id,
    call_id: `call_of_${grant_id}`,
    tool: 'delete_invoices',
    arguments: { older_than: '2020-01-01' },
    digest: 'digest',
    status: 'issued',
    gate_id: 'gate_1',
    run_id: 'run_1',
    holder: 'run_1',
    issued_by: 'person:grace',
    issued_at: AT,
    guardrails_version: 1,
    ...changes,
  }
}

export function sampleCall(call_id: string, changes: Partial<LedgerCall> = {}): LedgerCall {
  return {
    call_id,
    run_id: 'run_1',
    grant_id: 'grant_1',
    tool: 'delete_invoices',
    digest: 'digest',
    arguments: {},
    idempotency_key: `key_of_${call_id}`,
    status: 'started',
    started_at: AT,
    ...changes,
  }
}

export function sampleMessage(session_id: string, seq: number, changes: Partial<Message> = {}): Message {
  return {
    message_id: `msg_${session_id}_${seq}`,
    session_id,
    seq,
    role: 'user',
    content: `message ${seq}`,
    created_at: AT,
    ...changes,
  }
}

export function sampleSession(session_id: string, changes: Partial<Session> = {}): Session {
  return {
    session_id,
    status: 'active',
    owner: 'person:grace',
    created_at: AT,
    last_active_at: AT,
    ...changes,
  }
}

export function sampleDraft(stream: string, changes: Partial<EventDraft> = {}): EventDraft {
  return {
    stream,
    type: 'tool_call',
    at: AT,
    actor: { kind: 'agent', id: 'agent:ada' },
    payload: { text: 'zażółć \u0000 \u2028 😀', amount: 1.5 },
    ...changes,
  }
}
