import type { Generated } from 'kysely'

type Text = string
type OptionalText = string | null

/** Rows as both databases hold them: JSON as text, times as ISO text, truth as 0 or 1. */
export interface Tables {
  sessions: {
    session_id: Text
    status: Text
    owner: Text
    title: OptionalText
    created_at: Text
    last_active_at: Text
  }
  runs: RunRow
  steps: StepRow
  gates: GateRow
  grants: {
    grant_id: Text
    call_id: Text
    gate_id: OptionalText
    run_id: OptionalText
    status: Text
    body: Text
  }
  calls: { call_id: Text; run_id: OptionalText; status: Text; body: Text }
  events: EventRow
  streams: { stream: Text; seq: number; hash: Text; sealed_seq: Generated<number> }
  documents: {
    kind: Text
    id: Text
    lookup: OptionalText
    version: number
    body: Text
    created_at: Text
    updated_at: Text
  }
  messages: MessageRow
  product_doc_patches: DocPatchRow
  pages: PageRow
  page_versions: PageVersionRow
  page_snapshots: PageSnapshotRow
  design_systems: { session_id: Text; version: number; change_id: Text; body: Text }
  plans: PlanRow
  plan_nodes: PlanNodeRow
  scheduled_tasks: ScheduledTaskRow
  blobs: { digest: Text; bytes: Uint8Array; at: Text }
  verdicts: VerdictRow
  checkpoints: { checkpoint_id: Text; event_count: number; body: Text }
  idempotency: { scope: Text; key: Text; digest: Text; answer: Text; at: Text }
  jobs: { queue: Text; key: Text; due_at: number; payload: Text; attempts: number }
}

/** `body` is the message as JSON without its images; `size` is the length of both. */
export interface MessageRow {
  session_id: Text
  seq: number
  message_id: Text
  role: Text
  hidden: number
  size: number
  body: Text
  images: OptionalText
}

export interface DocPatchRow {
  session_id: Text
  version: number
  position: number
  change_id: Text
  section: Text
  body: Text
}

export interface PageRow {
  page_id: Text
  session_id: Text
  slug: Text
  order_index: number
  body: Text
}

/** `html` is JSON text, null once the version was released. */
export interface PageVersionRow {
  page_id: Text
  version: number
  version_id: Text
  session_id: Text
  change_id: Text
  body: Text
  html: OptionalText
}

/** `content` is what a step back needs: product doc, design system and the HTML of each page. */
export interface PageSnapshotRow {
  session_id: Text
  number: number
  snapshot_id: Text
  change_id: Text
  body: Text
  content: OptionalText
}

/** The pattern's columns are for looking plans up; the whole of it is in the body. */
export interface PlanRow {
  plan_id: Text
  run_id: Text
  session_id: Text
  owner: Text
  pattern_type: OptionalText
  pattern_subtype: OptionalText
  pattern_variant: OptionalText
  state: Text
  planning_status: OptionalText
  revision: number
  created_at: Text
  updated_at: Text
  body: Text
}

export interface PlanNodeRow {
  plan_id: Text
  stage: Text
  node_id: Text
  order_index: number
  parent_id: OptionalText
  node_type: Text
  level: number
  status: Text
  progress: number
  body: Text
}

/** Times are in UTC, so that they are in order as text. */
export interface ScheduledTaskRow {
  plan_id: Text
  block_id: Text
  plan_node_id: Text
  owner: Text
  start_at: Text
  end_at: Text
  status: Text
  body: Text
}

/** `input` and `output` are JSON text: what the release rule was given, and what it said. */
export interface VerdictRow {
  verdict_id: Text
  at: Text
  purpose: Text
  session_id: Text
  run_id: OptionalText
  gate_id: OptionalText
  agent: Text
  tool: Text
  outcome: Text
  digest: Text
  policy: Text
  input: Text
  output: Text
}

export interface RunRow {
  run_id: Text
  session_id: Text
  parent_run_id: OptionalText
  kind: Text
  definition_version: Text
  status: Text
  waiting_reason: OptionalText
  input: Text
  output: OptionalText
  error: OptionalText
  waiting_gate_ids: Text
  steps: number
  cost_usd: number
  trigger_source: Text
  requested_by: Text
  on_behalf_of: OptionalText
  asked_by: OptionalText
  agent: OptionalText
  conditions: Text
  idempotency_key: OptionalText
  cancelled_because: OptionalText
  created_at: Text
  started_at: OptionalText
  finished_at: OptionalText
  lease_owner: OptionalText
  lease_token: number
  cancel_requested: number
  depth: number
}

export interface StepRow {
  run_id: Text
  seq: number
  name: Text
  kind: Text
  status: Text
  input_digest: Text
  output: OptionalText
  error: OptionalText
  settled: number | null
  started_at: Text
  ended_at: OptionalText
  duration_ms: number | null
  tokens: number | null
  cost_usd: number | null
  confidence: number | null
  model: OptionalText
  model_tier: OptionalText
}

export interface GateRow {
  gate_id: Text
  type: Text
  status: Text
  run_id: OptionalText
  session_id: OptionalText
  requested_by: Text
  on_behalf_of: OptionalText
  expires_at: OptionalText
  search: Text
  body: Text
  section: OptionalText
}

export interface EventRow {
  position: Generated<number>
  stream: Text
  seq: number
  type: Text
  at: Text
  run_id: OptionalText
  session_id: OptionalText
  gate_id: OptionalText
  actor_kind: Text
  actor_id: Text
  payload: OptionalText
  payload_digest: Text
  prev_hash: Text
  hash: Text
}

/**
 * Columns that hold what people, agents and tools wrote, whatever their table. Ids, names and times are not among them;
 * nor is the payload of an event, out of which secrets were taken before it was chained.
 */
export const CONTENT_COLUMNS: ReadonlySet<string> = new Set([
  ...(['title', 'input', 'output', 'error', 'conditions', 'cancelled_because'] as const),
  ...(['search', 'body', 'images', 'html', 'content', 'answer'] as const),
] satisfies readonly AnyColumn[])

type AnyColumn = { [Table in keyof Tables]: keyof Tables[Table] }[keyof Tables]
