import { SoulgateError } from '../../base/errors.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import { RUN_MOVES } from '../../contracts/run.ts'
import type { Session } from '../../contracts/session.ts'
import type { Step } from '../../contracts/step.ts'
import type { DocumentWrite, LedgerCall, RunPatch, StoredJob, StoredRun, StoreTransaction } from '../store.ts'
import { createConversationWriter } from './conversation-writer.ts'
import { createEventWriter } from './event-writer.ts'
import { createReader } from './reader.ts'
import { gateToRow, rowToGate, rowToRun, runToRow, stepToRow } from './rows.ts'
import { type Arguments, prepare, type SqlConnection, slot } from './statements.ts'
import type { GateRow, RunRow, StepRow, Tables } from './tables.ts'
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
const GATE_COLUMNS = [
  'gate_id',
  'type',
  'status',
  'run_id',
  'session_id',
  'requested_by',
  'on_behalf_of',
  'expires_at',
  'search',
  'body',
] as const satisfies readonly (keyof GateRow)[]

/** A row whose every column is a slot of the same name. */
function slots<Row extends object>(columns: readonly (keyof Row & string)[]): Row {
  return Object.fromEntries(columns.map(column => [column, slot(column)])) as Row
}

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
const insertGate = prepare(db => db.insertInto('gates').values(slots<GateRow>(GATE_COLUMNS)))
const updateGate = prepare(db =>
  db.updateTable('gates').set(slots<GateRow>(GATE_COLUMNS)).where('gate_id', '=', slot('gate_id')),
)
const lockGate = prepare((db, dialect) => {
  const query = db.selectFrom('gates').select('body').where('gate_id', '=', slot('gate_id'))
  return dialect === 'postgres' ? query.forUpdate() : query
})
const GRANT_COLUMNS = ['grant_id', 'call_id', 'gate_id', 'run_id', 'status', 'body'] as const
const insertGrant = prepare(db => db.insertInto('grants').values(slots<Tables['grants']>(GRANT_COLUMNS)))
const updateGrant = prepare(db =>
  db
    .updateTable('grants')
    .set({ status: slot('status'), body: slot('body') })
    .where('grant_id', '=', slot('grant_id')),
)
const lockGrant = prepare((db, dialect) => {
  const query = db.selectFrom('grants').select('body').where('grant_id', '=', slot('grant_id'))
  return dialect === 'postgres' ? query.forUpdate() : query
})
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
const insertDocument = prepare(db =>
  db
    .insertInto('documents')
    .values(
      slots<Tables['documents']>(['kind', 'id', 'lookup', 'version', 'body', 'created_at', 'updated_at']),
    )
    .onConflict(conflict => conflict.columns(['kind', 'id']).doNothing()),
)
const lockDocument = prepare((db, dialect) => {
  const query = db
    .selectFrom('documents')
    .select('version')
    .where('kind', '=', slot('kind'))
    .where('id', '=', slot('id'))
  return dialect === 'postgres' ? query.forUpdate() : query
})
const updateDocument = prepare(db =>
  db
    .updateTable('documents')
    .set({
      lookup: slot('lookup'),
      version: slot<number>('version'),
      body: slot('body'),
      updated_at: slot('updated_at'),
    })
    .where('kind', '=', slot('kind'))
    .where('id', '=', slot('id'))
    .where('version', '=', slot<number>('expected')),
)
const deleteDocument = prepare(db =>
  db.deleteFrom('documents').where('kind', '=', slot('kind')).where('id', '=', slot('id')),
)
const putBlob = prepare(db =>
  db
    .insertInto('blobs')
    .values({ digest: slot<string>('digest'), bytes: slot<Uint8Array>('bytes'), at: slot<string>('at') })
    .onConflict(conflict => conflict.column('digest').doNothing()),
)
const deleteBlob = prepare(db => db.deleteFrom('blobs').where('digest', '=', slot('digest')))
const putIdempotent = prepare(db =>
  db
    .insertInto('idempotency')
    .values(slots<Tables['idempotency']>(['scope', 'key', 'digest', 'answer', 'at']))
    .onConflict(conflict =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet({ digest: slot('digest'), answer: slot('answer'), at: slot<string>('at') }),
    ),
)
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

export function createTransaction(scope: TransactionScope): StoreTransaction {
  return {
    ...createReader(scope.connection),
    ...createRunWriter(scope),
    ...createGateWriter(scope),
    ...createDocumentWriter(scope),
    ...createEventWriter(scope),
    ...createConversationWriter(scope),
    notify: scope.notify,
    ...(scope.executeSql ? { executeSql: scope.executeSql } : {}),
  }
}

function createRunWriter({ connection, notify }: TransactionScope) {
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

function createGateWriter({ connection, notify }: TransactionScope) {
  return {
    lockGate: async (gateId: string) => {
      const row = await lockGate.first(connection, { gate_id: gateId })
      return row && rowToGate(row)
    },
    lockGrant: async (grantId: string) => {
      const row = await lockGrant.first(connection, { grant_id: grantId })
      return row && (JSON.parse(row.body) as Grant)
    },
    insertGate: async (gate: Gate) => {
      await insertGate.change(connection, { ...gateToRow(gate) })
      notify(`gate:${gate.gate_id}`)
    },
    updateGate: async (gate: Gate) => {
      await updateGate.change(connection, { ...gateToRow(gate) })
      notify(`gate:${gate.gate_id}`)
    },
    insertGrants: async (grants: readonly Grant[]) => {
      await Promise.all(grants.map(grant => insertGrant.change(connection, grantToRow(grant))))
    },
    updateGrant: async (grant: Grant) => {
      await updateGrant.change(connection, grantToRow(grant))
    },
  }
}

function grantToRow(grant: Grant): Arguments {
  return {
    grant_id: grant.grant_id,
    call_id: grant.call_id,
    gate_id: grant.gate_id ?? null,
    run_id: grant.run_id ?? null,
    status: grant.status,
    body: JSON.stringify(grant),
  }
}

function createDocumentWriter({ connection, notify }: TransactionScope) {
  return {
    putDocument: async (write: DocumentWrite) => {
      const version = await writeDocument(connection, write)
      notify(`document:${write.kind}`)
      return version
    },
    deleteDocument: async (kind: string, id: string) => {
      notify(`document:${kind}`)
      return (await deleteDocument.change(connection, { kind, id })) === 1
    },
    putBlob: async (digest: string, bytes: Uint8Array, at: string) => {
      await putBlob.change(connection, { digest, bytes, at })
    },
    deleteBlob: async (digest: string) => {
      await deleteBlob.change(connection, { digest })
    },
    putIdempotent: async (
      scope: string,
      key: string,
      entry: { digest: string; answer: DocumentWrite['body']; at: string },
    ) => {
      await putIdempotent.change(connection, { scope, key, ...entry, answer: JSON.stringify(entry.answer) })
    },
  }
}

/** Without an expected version the last writer wins, also over one who inserted the document a moment ago. */
async function writeDocument(connection: SqlConnection, write: DocumentWrite): Promise<number> {
  const key = { kind: write.kind, id: write.id }
  for (;;) {
    const expected = write.expectedVersion ?? (await readVersion(connection, key))
    const row = {
      ...key,
      lookup: write.lookup ?? null,
      version: expected + 1,
      body: JSON.stringify(write.body),
      created_at: write.at,
      updated_at: write.at,
    }
    const changed =
      expected === 0
        ? await insertDocument.change(connection, row)
        : await updateDocument.change(connection, { ...row, expected })
    if (changed === 1) return row.version
    if (write.expectedVersion !== undefined) {
      throw versionConflict(write, expected, await readVersion(connection, key))
    }
  }
}

async function readVersion(connection: SqlConnection, key: { kind: string; id: string }): Promise<number> {
  return (await lockDocument.first(connection, key))?.version ?? 0
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

function versionConflict(write: DocumentWrite, expected: number, actual: number): SoulgateError {
  return new SoulgateError(
    'version_conflict',
    `${write.kind} ${write.id} is at version ${actual}, not ${expected}. Read it again and repeat the change.`,
    { data: { kind: write.kind, id: write.id, expected, actual } },
  )
}
