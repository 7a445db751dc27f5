import { RUN_VALUES } from './rows.ts'
import type { EventRow, PlanRow, RunRow, StepRow, Tables, VerdictRow } from './tables.ts'

// The columns of every table that is read row by row. A statement names them and never says `*`: PostgreSQL refuses a
// prepared `*` as soon as a later version has added a column, while this one is still at work. The type of each row asks
// for all of them, so a column that is new in tables.ts does not compile until it is named here.

type Every<Row> = { readonly [Column in keyof Row & string]: true }

function columnsOf<Row>(named: Every<Row>): readonly (keyof Row & string)[] {
  return Object.keys(named) as (keyof Row & string)[]
}

export const RUN_COLUMNS = columnsOf<RunRow>(
  Object.fromEntries(Object.keys(RUN_VALUES).map(column => [column, true])) as Every<RunRow>,
)

export const VERDICT_COLUMNS = columnsOf<VerdictRow>({
  verdict_id: true,
  at: true,
  purpose: true,
  session_id: true,
  run_id: true,
  gate_id: true,
  agent: true,
  tool: true,
  outcome: true,
  digest: true,
  policy: true,
  input: true,
  output: true,
})

export const STEP_COLUMNS = columnsOf<StepRow>({
  run_id: true,
  seq: true,
  name: true,
  kind: true,
  status: true,
  input_digest: true,
  output: true,
  error: true,
  settled: true,
  started_at: true,
  ended_at: true,
  duration_ms: true,
  tokens: true,
  cost_usd: true,
  confidence: true,
  model: true,
  model_tier: true,
})

export const SESSION_COLUMNS = columnsOf<Tables['sessions']>({
  session_id: true,
  status: true,
  owner: true,
  title: true,
  created_at: true,
  last_active_at: true,
})

/** What is written of an event; the database gives it its position. */
export const WRITTEN_EVENT_COLUMNS = columnsOf<Omit<EventRow, 'position'>>({
  stream: true,
  seq: true,
  type: true,
  at: true,
  run_id: true,
  session_id: true,
  gate_id: true,
  actor_kind: true,
  actor_id: true,
  payload: true,
  payload_digest: true,
  prev_hash: true,
  hash: true,
})

export const EVENT_COLUMNS = ['position', ...WRITTEN_EVENT_COLUMNS] as const

export const STREAM_COLUMNS = columnsOf<Tables['streams']>({
  stream: true,
  seq: true,
  hash: true,
  sealed_seq: true,
})

export const DOCUMENT_COLUMNS = columnsOf<Tables['documents']>({
  kind: true,
  id: true,
  lookup: true,
  version: true,
  body: true,
  created_at: true,
  updated_at: true,
})

export const JOB_COLUMNS = columnsOf<Tables['jobs']>({
  queue: true,
  key: true,
  due_at: true,
  payload: true,
  attempts: true,
})

export const PLAN_COLUMNS = columnsOf<PlanRow>({
  plan_id: true,
  run_id: true,
  session_id: true,
  owner: true,
  pattern_type: true,
  pattern_subtype: true,
  pattern_variant: true,
  state: true,
  planning_status: true,
  revision: true,
  created_at: true,
  updated_at: true,
  body: true,
})
