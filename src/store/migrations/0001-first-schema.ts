import type { Dialect } from '../sql/statements.ts'
import type { Migration } from './migration.ts'

export const firstSchema: Migration = { version: 1, name: 'first schema', statements: statementsFor }

/** Text sorts by its bytes on both databases, whatever the locale of the server. */
function statementsFor(dialect: Dialect): readonly string[] {
  if (dialect === 'sqlite') return statements(dialect)
  return statements(dialect).map(statement => statement.replaceAll(/ text\b/g, ' text collate "C"'))
}

function statements(dialect: Dialect): readonly string[] {
  const sqlite = dialect === 'sqlite'
  const big = sqlite ? 'integer' : 'bigint'
  const real = sqlite ? 'real' : 'double precision'
  const bytes = sqlite ? 'blob' : 'bytea'
  const clustered = sqlite ? ' without rowid' : ''
  const position = sqlite ? 'integer primary key autoincrement' : 'bigserial primary key'
  const xid = sqlite ? '' : ', xid xid8 not null default pg_current_xact_id()'
  return [
    `create table sessions (session_id text primary key, status text not null, owner text not null, title text,
      created_at text not null, last_active_at text not null)${clustered}`,
    'create index sessions_by_activity on sessions (last_active_at)',
    `create table runs (run_id text primary key, session_id text not null, parent_run_id text, kind text not null,
      definition_version text not null, status text not null, waiting_reason text, input text not null, output text,
      error text, waiting_gate_ids text not null, steps integer not null, cost_usd ${real} not null,
      trigger_source text not null, requested_by text not null, on_behalf_of text, conditions text not null,
      idempotency_key text, cancelled_because text, created_at text not null, started_at text, finished_at text,
      lease_owner text, lease_token ${big} not null, cancel_requested integer not null, depth integer not null)`,
    'create index runs_by_status on runs (status, run_id)',
    'create index runs_by_session on runs (session_id, run_id)',
    'create index runs_by_parent on runs (parent_run_id) where parent_run_id is not null',
    `create table steps (run_id text not null, seq integer not null, name text not null, kind text not null,
      status text not null, input_digest text not null, output text, error text, settled integer,
      started_at text not null, ended_at text, duration_ms ${real}, tokens ${big}, cost_usd ${real},
      confidence ${real}, primary key (run_id, seq))${clustered}`,
    `create table gates (gate_id text primary key, type text not null, status text not null, run_id text,
      session_id text, requested_by text not null, on_behalf_of text, expires_at text, search text not null,
      body text not null)`,
    'create index gates_by_status on gates (status, gate_id)',
    'create index gates_by_run on gates (run_id, status, gate_id) where run_id is not null',
    'create index gates_by_session on gates (session_id, status) where session_id is not null',
    `create table grants (grant_id text primary key, call_id text not null, gate_id text, run_id text,
      status text not null, body text not null)`,
    'create index grants_by_call on grants (call_id)',
    'create index grants_by_gate on grants (gate_id) where gate_id is not null',
    'create index grants_by_run on grants (run_id) where run_id is not null',
    'create table calls (call_id text primary key, run_id text, status text not null, body text not null)',
    'create index calls_by_run on calls (run_id) where run_id is not null',
    "create index calls_started on calls (call_id) where status = 'started'",
    `create table events (position ${position}, stream text not null, seq ${big} not null, type text not null,
      at text not null, run_id text, session_id text, gate_id text, actor_kind text not null, actor_id text not null,
      payload text, payload_digest text not null, prev_hash text not null, hash text not null${xid})`,
    'create unique index events_by_stream on events (stream, seq)',
    'create index events_by_session on events (session_id, position) where session_id is not null',
    ...(sqlite ? [] : ['create index events_by_transaction on events (xid, position)']),
    `create table streams (stream text primary key, seq ${big} not null, hash text not null,
      sealed_seq ${big} not null default 0)${clustered}`,
    `create table documents (kind text not null, id text not null, lookup text, version integer not null,
      body text not null, created_at text not null, updated_at text not null, primary key (kind, id))`,
    'create index documents_by_lookup on documents (kind, lookup) where lookup is not null',
    `create table blobs (digest text primary key, bytes ${bytes} not null, at text not null)`,
    'create table checkpoints (checkpoint_id text primary key, event_count integer not null, body text not null)',
    `create table idempotency (scope text not null, key text not null, digest text not null, answer text not null,
      at text not null, primary key (scope, key))`,
    `create table jobs (queue text not null, key text not null, due_at ${big} not null, payload text not null,
      attempts integer not null, primary key (queue, key))${clustered}`,
    'create index jobs_by_time on jobs (due_at)',
  ]
}
