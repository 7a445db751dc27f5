import { SoulgateError } from '../../base/errors.ts'
import { RUN_MOVES } from '../../contracts/run.ts'
import type { Session } from '../../contracts/session.ts'
import type { Step } from '../../contracts/step.ts'
import type { LedgerCall, RunPatch, StoredJob, StoredRun } from '../store.ts'
import { rowToRun, runToRow, stepToRow } from './rows.ts'
import { slots } from './slots.ts'
import { prepare, slot } from './statements.ts'
import type { RunRow, StepRow, Tables } from './tables.ts'
import type { TransactionScope } from './transaction-scope.ts'

const RUN_COLUMNS = [
  'run_id',
  'session_id',
  'parent_run_id',
  'kind',
  'definition_version',
  'status',
  'waiting_reason',
  'input',
  'output',
  'error',
  'waiting_gate_ids',
  'steps',
  'cost_usd',
  'trigger_source',
  'requested_by',
  'on_behalf_of',
  'conditions',
  'idempotency_key',
  'cancelled_because',
  'created_at',
  'started_at',
  'finished_at',
  'lease_owner',
  'lease_token',
  'cancel_requested',
  'depth',
] as const satisfies readonly (keyof RunRow)[]
const STEP_COLUMNS = [
  'run_id',
  'seq',
  'name',
  'kind',
  'status',
  'input_digest',
  'output',
  'error',
  'settled',
  'started_at',
  'ended_at',
  'duration_ms',
  'tokens',
  'cost_usd',
  'confidence',
] as const satisfies readonly (keyof StepRow)[]

const insertRun = prepare(db => db.insertInto('runs').values(slots<RunRow>(RUN_COLUMNS)))
const updateRun = prepare(db =>
  db
    .updateTable('runs')
    .set(slots<RunRow>(RUN_COLUMNS))
    .where('run_id', '=', slot('run_id'))
    .where('lease_token', '<=', slot<number>('lease_token'))
    .where('status', '=', slot('status_before')),
)
const lockRun = prepare((db, dialect) => {
  const query = db.selectFrom('runs').selectAll().where('run_id', '=', slot('run_id'))
  return dialect === 'postgres' ? query.forUpdate() : query
})
const putStep = prepare(db => {
  const row = slots<StepRow>(STEP_COLUMNS)
  return db
    .insertInto('steps')
    .values(row)
    .onConflict(conflict => conflict.columns(['run_id', 'seq']).doUpdateSet(row))
})
const deleteSteps = prepare(db =>
  db.deleteFrom('steps').where('run_id', '=', slot('run_id')).where('seq', '>=', slot<number>('from_seq')),
)
const putCall = prepare(db =>
  db
    .insertInto('calls')
    .values(slots<Tables['calls']>(['call_id', 'run_id', 'status', 'body']))
    .onConflict(conflict =>
      conflict.column('call_id').doUpdateSet({ status: slot('status'), body: slot('body') }),
    ),
)
const putSession = prepare(db => {
  const row = slots<Tables['sessions']>([
    'session_id',
    'status',
    'owner',
    'title',
    'created_at',
    'last_active_at',
  ])
  return db
    .insertInto('sessions')
    .values(row)
    .onConflict(conflict =>
      conflict.column('session_id').doUpdateSet({
        status: slot('status'),
        title: slot('title'),
        last_active_at: slot('last_active_at'),
      }),
    )
})
const putJob = prepare(db =>
  db
    .insertInto('jobs')
    .values(slots<Tables['jobs']>(['queue', 'key', 'due_at', 'payload', 'attempts']))
    .onConflict(conflict =>
      conflict.columns(['queue', 'key']).doUpdateSet(eb => ({
        due_at: eb
          .case()
          .when('jobs.due_at', '<', eb.ref('excluded.due_at'))
          .then(eb.ref('jobs.due_at'))
          .else(eb.ref('excluded.due_at'))
          .end(),
        payload: eb.ref('excluded.payload'),
        attempts: eb.ref('excluded.attempts'),
      })),
    ),
)
const deleteJob = prepare(db =>
  db.deleteFrom('jobs').where('queue', '=', slot('queue')).where('key', '=', slot('key')),
)

/** Runs, their journal, their calls, sessions and jobs. */
export function createRunWriter({ connection, notify }: TransactionScope) {
  return {
    lockRun: async (runId: string) => {
      const row = await lockRun.first(connection, { run_id: runId })
      return row && rowToRun(row)
    },
    insertRun: async (run: StoredRun) => {
      await insertRun.change(connection, { ...runToRow(run) })
      notify(`run:${run.run_id}`)
    },
    updateRun: async (before: StoredRun, patch: RunPatch) => {
      const after = withPatch(before, patch)
      requireLegalMove(before, after)
      const changed = await updateRun.change(connection, { ...runToRow(after), status_before: before.status })
      if (changed !== 1) throw staleRun(before)
      notify(`run:${before.run_id}`)
      return after
    },
    putSteps: async (steps: readonly Step[]) => {
      await Promise.all(steps.map(step => putStep.change(connection, { ...stepToRow(step) })))
    },
    deleteSteps: async (runId: string, fromSeq: number) => {
      await deleteSteps.change(connection, { run_id: runId, from_seq: fromSeq })
    },
    putCall: async (call: LedgerCall) => {
      const row = { call_id: call.call_id, run_id: call.run_id ?? null, status: call.status }
      await putCall.change(connection, { ...row, body: JSON.stringify(call) })
    },
    putSession: async (session: Session) => {
      await putSession.change(connection, { ...session, title: session.title ?? null })
      notify(`session:${session.session_id}`)
    },
    putJob: async (job: StoredJob) => {
      await putJob.change(connection, { ...job, payload: JSON.stringify(job.payload) })
    },
    deleteJob: async (queue: string, key: string) => {
      await deleteJob.change(connection, { queue, key })
    },
  }
}

function withPatch(before: StoredRun, patch: RunPatch): StoredRun {
  const after = { ...before, ...patch }
  for (const key of Object.keys(patch) as (keyof StoredRun)[]) {
    if (after[key] === undefined) delete after[key]
  }
  return after as StoredRun
}

function requireLegalMove(before: StoredRun, after: StoredRun): void {
  if (before.status === after.status) return
  if (RUN_MOVES[before.status].includes(after.status)) return
  throw new SoulgateError(
    'illegal_run_move',
    `Run ${before.run_id} is ${before.status} and cannot become ${after.status}.`,
    { data: { run_id: before.run_id, from: before.status, to: after.status } },
  )
}

function staleRun(run: StoredRun): SoulgateError {
  return new SoulgateError(
    'lease_lost',
    `Run ${run.run_id} is executed by another worker now; this one's writes are refused.`,
    { retry: 'never', data: { run_id: run.run_id, lease_token: run.lease_token } },
  )
}
