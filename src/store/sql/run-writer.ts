import { SoulgateError } from '../../base/errors.ts'
import { RUN_MOVES } from '../../contracts/run.ts'
import type { Session } from '../../contracts/session.ts'
import type { Step } from '../../contracts/step.ts'
import type { LedgerCall, RunPatch, StoredJob, StoredRun } from '../store.ts'
import { RUN_COLUMNS, STEP_COLUMNS } from './columns.ts'
import { newHead } from './event-writer.ts'
import { RUN_VALUES, rowToRun, stepToRow } from './rows.ts'
import { slots } from './slots.ts'
import { type Arguments, prepare, prepareRows, type Statement, slot } from './statements.ts'
import type { RunRow, StepRow, Tables } from './tables.ts'
import type { TransactionScope } from './transaction-scope.ts'

const insertRun = prepare(db => db.insertInto('runs').values(slots<RunRow>(RUN_COLUMNS)))
/** One statement for each set of columns that some change writes: the others, and their indexes, stay untouched. */
const updates = new Map<string, Statement<unknown>>()
function updateOf(columns: readonly (keyof RunRow)[]): Statement<unknown> {
  const key = columns.join()
  const known = updates.get(key)
  if (known) return known
  const fresh = prepare(db =>
    db
      .updateTable('runs')
      .set(slots<RunRow>(columns))
      .where('run_id', '=', slot('run_id'))
      .where('lease_token', '<=', slot<number>('lease_token'))
      .where('status', '=', slot('status_before')),
  )
  updates.set(key, fresh)
  return fresh
}
const lockRun = prepare((db, dialect) => {
  const query = db.selectFrom('runs').select(RUN_COLUMNS).where('run_id', '=', slot('run_id'))
  return dialect === 'postgres' ? query.forUpdate() : query
})
const lockRunOfGate = prepare((db, dialect) => {
  const query = db
    .selectFrom('runs')
    .select(RUN_COLUMNS)
    .where('run_id', '=', eb =>
      eb.selectFrom('gates').select('run_id').where('gate_id', '=', slot('gate_id')),
    )
  return dialect === 'postgres' ? query.forUpdate() : query
})
const putSteps = prepareRows<StepRow>(STEP_COLUMNS, (db, rows) =>
  db
    .insertInto('steps')
    .values([...rows])
    .onConflict(conflict =>
      conflict
        .columns(['run_id', 'seq'])
        .doUpdateSet(eb =>
          Object.fromEntries(STEP_COLUMNS.map(column => [column, eb.ref(`excluded.${column}`)])),
        ),
    ),
)
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
export function createRunWriter({ connection, notify, heads }: TransactionScope) {
  return {
    lockRun: async (runId: string) => {
      const row = await lockRun.first(connection, { run_id: runId })
      return row && rowToRun(row)
    },
    lockRunOfGate: async (gateId: string) => {
      const row = await lockRunOfGate.first(connection, { gate_id: gateId })
      return row && rowToRun(row)
    },
    insertRun: async (run: StoredRun) => {
      await insertRun.write(connection, valuesOf(run, RUN_COLUMNS))
      const stream = `run:${run.run_id}`
      heads.set(stream, newHead(stream))
      notify(`run:${run.run_id}`)
    },
    updateRun: async (before: StoredRun, patch: RunPatch) => {
      const after = withPatch(before, patch)
      requireLegalMove(before, after)
      const columns = RUN_COLUMNS.filter(column => column in patch || column === 'status')
      const args = {
        ...valuesOf(after, [...columns, 'run_id', 'lease_token']),
        status_before: before.status,
      }
      await updateOf(columns).write(connection, args, changed => {
        if (changed !== 1) throw staleRun(before)
      })
      notify(`run:${before.run_id}`)
      return after
    },
    putSteps: async (steps: readonly Step[]) => {
      // A statement may not write one row twice.
      const latest = new Map(steps.map(step => [`${step.run_id} ${step.seq}`, step]))
      await putSteps.write(
        connection,
        [...latest.values()].map(step => ({ ...stepToRow(step) })),
      )
    },
    deleteSteps: async (runId: string, fromSeq: number) => {
      await deleteSteps.write(connection, { run_id: runId, from_seq: fromSeq })
    },
    putCall: async (call: LedgerCall) => {
      const row = { call_id: call.call_id, run_id: call.run_id ?? null, status: call.status }
      await putCall.write(connection, { ...row, body: JSON.stringify(call) })
    },
    putSession: async (session: Session) => {
      await putSession.write(connection, { ...session, title: session.title ?? null })
      notify(`session:${session.session_id}`)
    },
    putJob: async (job: StoredJob) => {
      await putJob.write(connection, { ...job, payload: JSON.stringify(job.payload) })
    },
    deleteJob: async (queue: string, key: string) => {
      await deleteJob.write(connection, { queue, key })
    },
  }
}

function valuesOf(run: StoredRun, columns: readonly (keyof RunRow)[]): Arguments {
  return Object.fromEntries(columns.map(column => [column, RUN_VALUES[column](run)]))
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
