import type { Event } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import { sectionOf } from '../../contracts/queue-section.ts'
import type { Session } from '../../contracts/session.ts'
import type { Step } from '../../contracts/step.ts'
import type { StoreSealing } from '../sealing.ts'
import type { StoredRun } from '../store.ts'
import { gateSearchText } from './gate-search.ts'
import type { EventRow, GateRow, RunRow, StepRow, Tables } from './tables.ts'

/** Rows were written by this file from checked values, so reading them back proves nothing twice. */
function parse<Value>(text: string): Value {
  return JSON.parse(text) as Value
}

/** `{ [key]: value }`, or nothing where the column is null: absent fields stay absent. */
function optional<Key extends string, Value>(key: Key, value: Value | null): { [K in Key]: Value } | object {
  return value === null ? {} : { [key]: value }
}

function optionalJson(key: string, text: string | null): object {
  return text === null ? {} : { [key]: parse(text) }
}

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** How each column of a run is written; an update writes only those that changed. */
export const RUN_VALUES: { readonly [Column in keyof RunRow]: (run: StoredRun) => RunRow[Column] } = {
  run_id: run => run.run_id,
  session_id: run => run.session_id,
  parent_run_id: run => run.parent_run_id ?? null,
  kind: run => run.kind,
  definition_version: run => run.definition_version,
  status: run => run.status,
  waiting_reason: run => run.waiting_reason ?? null,
  input: run => JSON.stringify(run.input),
  output: run => json(run.output),
  error: run => json(run.error),
  waiting_gate_ids: run => JSON.stringify(run.waiting_gate_ids),
  steps: run => run.steps,
  cost_usd: run => run.cost_usd,
  trigger_source: run => run.trigger_source,
  requested_by: run => run.requested_by,
  on_behalf_of: run => run.on_behalf_of ?? null,
  asked_by: run => run.asked_by ?? null,
  agent: run => run.agent ?? null,
  conditions: run => JSON.stringify(run.conditions),
  idempotency_key: run => run.idempotency_key ?? null,
  cancelled_because: run => run.cancelled_because ?? null,
  created_at: run => run.created_at,
  started_at: run => run.started_at ?? null,
  finished_at: run => run.finished_at ?? null,
  lease_owner: run => run.lease_owner ?? null,
  lease_token: run => run.lease_token,
  cancel_requested: run => (run.cancel_requested ? 1 : 0),
  depth: run => run.depth,
}

export function rowToRun(row: RunRow): StoredRun {
  return {
    run_id: row.run_id,
    session_id: row.session_id,
    ...optional('parent_run_id', row.parent_run_id),
    kind: row.kind as StoredRun['kind'],
    definition_version: row.definition_version,
    status: row.status as StoredRun['status'],
    ...optional('waiting_reason', row.waiting_reason),
    input: parse(row.input),
    ...optionalJson('output', row.output),
    ...optionalJson('error', row.error),
    waiting_gate_ids: parse(row.waiting_gate_ids),
    steps: row.steps,
    cost_usd: row.cost_usd,
    trigger_source: row.trigger_source as StoredRun['trigger_source'],
    requested_by: row.requested_by,
    ...optional('on_behalf_of', row.on_behalf_of),
    ...optional('asked_by', row.asked_by as StoredRun['asked_by'] | null),
    ...optional('agent', row.agent),
    conditions: parse(row.conditions),
    ...optional('idempotency_key', row.idempotency_key),
    ...optional('cancelled_because', row.cancelled_because),
    created_at: row.created_at,
    ...optional('started_at', row.started_at),
    ...optional('finished_at', row.finished_at),
    ...optional('lease_owner', row.lease_owner),
    lease_token: row.lease_token,
    cancel_requested: row.cancel_requested === 1,
    depth: row.depth,
  }
}

export function stepToRow(step: Step): StepRow {
  return {
    run_id: step.run_id,
    seq: step.seq,
    name: step.name,
    kind: step.kind,
    status: step.status,
    input_digest: step.input_digest,
    output: json(step.output),
    error: json(step.error),
    settled: step.settled ?? null,
    started_at: step.started_at,
    ended_at: step.ended_at ?? null,
    duration_ms: step.duration_ms ?? null,
    tokens: step.tokens ?? null,
    cost_usd: step.cost_usd ?? null,
    confidence: step.confidence ?? null,
    model: step.model ?? null,
    model_tier: step.model_tier ?? null,
  }
}

export function rowToStep(row: StepRow): Step {
  return {
    run_id: row.run_id,
    seq: row.seq,
    name: row.name,
    kind: row.kind as Step['kind'],
    status: row.status as Step['status'],
    input_digest: row.input_digest,
    ...optionalJson('output', row.output),
    ...optionalJson('error', row.error),
    ...optional('settled', row.settled),
    started_at: row.started_at,
    ...optional('ended_at', row.ended_at),
    ...optional('duration_ms', row.duration_ms),
    ...optional('tokens', row.tokens),
    ...optional('cost_usd', row.cost_usd),
    ...optional('confidence', row.confidence),
    ...optional('model', row.model),
    ...optional('model_tier', row.model_tier as Step['model_tier'] | null),
  }
}

export function gateToRow(gate: Gate, sealing?: StoreSealing): GateRow {
  return {
    gate_id: gate.gate_id,
    type: gate.type,
    status: gate.status,
    run_id: gate.run_id ?? null,
    session_id: gate.session_id ?? null,
    requested_by: gate.requested_by,
    on_behalf_of: gate.on_behalf_of ?? null,
    expires_at: gate.expires_at ?? null,
    search: gateSearchText(gate, sealing),
    body: JSON.stringify(gate),
    section: sectionOf(gate),
  }
}

export function rowToGate(row: Pick<GateRow, 'body'>): Gate {
  return parse(row.body)
}

export function rowToSession(row: Tables['sessions']): Session {
  return {
    session_id: row.session_id,
    status: row.status as Session['status'],
    owner: row.owner,
    ...optional('title', row.title),
    created_at: row.created_at,
    last_active_at: row.last_active_at,
  }
}

type SelectedEvent = Omit<EventRow, 'position'> & { position: number }

export function rowToEvent(row: SelectedEvent): Event {
  return {
    position: row.position,
    stream: row.stream,
    seq: row.seq,
    type: row.type as Event['type'],
    at: row.at,
    ...optional('run_id', row.run_id),
    ...optional('session_id', row.session_id),
    ...optional('gate_id', row.gate_id),
    actor: { kind: row.actor_kind as Event['actor']['kind'], id: row.actor_id },
    payload: row.payload === null ? null : parse(row.payload),
    payload_digest: row.payload_digest,
    prev_hash: row.prev_hash,
    hash: row.hash,
  }
}
