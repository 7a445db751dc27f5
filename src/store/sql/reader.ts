import { sql } from 'kysely'
import type { Grant } from '../../contracts/grant.ts'
import type { RunStatus } from '../../contracts/run.ts'
import type {
  Checkpoint,
  LedgerCall,
  LedgerCallsBy,
  StoreDocument,
  StoredJob,
  StoreReader,
} from '../store.ts'
import { DOCUMENT_COLUMNS, JOB_COLUMNS, RUN_COLUMNS, SESSION_COLUMNS, STEP_COLUMNS } from './columns.ts'
import { createConversationReader } from './conversation-reader.ts'
import { createCostReader } from './cost-reader.ts'
import { createEventReader } from './event-reader.ts'
import { createListReader } from './list-reader.ts'
import { createPageReader } from './page-reader.ts'
import { createPlanReader } from './plan-reader.ts'
import { rowToGate, rowToRun, rowToSession, rowToStep } from './rows.ts'
import { BUILDERS, prepare, runQuery, type SqlConnection, slot } from './statements.ts'
import type { Tables } from './tables.ts'
import { createUnsettledReader } from './unsettled.ts'
import { createVerdictReader } from './verdict-rows.ts'

const runById = prepare(db => db.selectFrom('runs').select(RUN_COLUMNS).where('run_id', '=', slot('run_id')))
const stepsOfRun = prepare(db =>
  db.selectFrom('steps').select(STEP_COLUMNS).where('run_id', '=', slot('run_id')).orderBy('seq'),
)
const stepBySeq = prepare(db =>
  db
    .selectFrom('steps')
    .select(STEP_COLUMNS)
    .where('run_id', '=', slot('run_id'))
    .where('seq', '=', slot<number>('seq')),
)
const gateById = prepare(db => db.selectFrom('gates').select('body').where('gate_id', '=', slot('gate_id')))
const grantById = prepare(db =>
  db.selectFrom('grants').select('body').where('grant_id', '=', slot('grant_id')),
)
const grantsOf = (column: 'gate_id' | 'run_id' | 'call_id') =>
  prepare(db => db.selectFrom('grants').select('body').where(column, '=', slot('id')).orderBy('grant_id'))
const grantsBy = { gate_id: grantsOf('gate_id'), run_id: grantsOf('run_id'), call_id: grantsOf('call_id') }
const callById = prepare(db => db.selectFrom('calls').select('body').where('call_id', '=', slot('call_id')))
const callsOfRun = prepare(db =>
  db.selectFrom('calls').select('body').where('run_id', '=', slot('run_id')).orderBy('call_id'),
)
const callsStarted = prepare(db =>
  db
    .selectFrom('calls')
    .select('body')
    .where('status', '=', sql.lit('started'))
    .orderBy('call_id')
    .limit(slot<number>('limit')),
)
const sessionById = prepare(db =>
  db.selectFrom('sessions').select(SESSION_COLUMNS).where('session_id', '=', slot('session_id')),
)
const documentById = prepare(db =>
  db
    .selectFrom('documents')
    .select(DOCUMENT_COLUMNS)
    .where('kind', '=', slot('kind'))
    .where('id', '=', slot('id')),
)
const documentByLookup = prepare(db =>
  db
    .selectFrom('documents')
    .select(DOCUMENT_COLUMNS)
    .where('kind', '=', slot('kind'))
    .where('lookup', '=', slot('lookup'))
    .orderBy('created_at')
    .orderBy('id'),
)
const firstByLookup = prepare(db =>
  db
    .selectFrom('documents')
    .selectAll()
    .where('kind', '=', slot('kind'))
    .where('lookup', '=', slot('lookup'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(slot<number>('limit')),
)
const documentsOfKind = prepare(db =>
  db
    .selectFrom('documents')
    .select(DOCUMENT_COLUMNS)
    .where('kind', '=', slot('kind'))
    .orderBy('created_at')
    .orderBy('id'),
)
const blobByDigest = prepare(db =>
  db.selectFrom('blobs').select('bytes').where('digest', '=', slot('digest')),
)
const idempotentByKey = prepare(db =>
  db
    .selectFrom('idempotency')
    .select(['digest', 'answer'])
    .where('scope', '=', slot('scope'))
    .where('key', '=', slot('key')),
)
const runCounts = prepare(db =>
  db
    .selectFrom('runs')
    .select(['status', eb => eb.fn.countAll<number>().as('count')])
    .groupBy('status'),
)
const runCountsOfSession = prepare(db =>
  db
    .selectFrom('runs')
    .where('session_id', '=', slot('session_id'))
    .select(['status', eb => eb.fn.countAll<number>().as('count')])
    .groupBy('status'),
)
const dueJobs = prepare(db =>
  db
    .selectFrom('jobs')
    .select(JOB_COLUMNS)
    .where('due_at', '<=', slot<number>('now'))
    .orderBy('due_at')
    .limit(slot<number>('limit')),
)
const dueJobsOfQueue = prepare(db =>
  db
    .selectFrom('jobs')
    .select(JOB_COLUMNS)
    .where('queue', '=', slot('queue'))
    .where('due_at', '<=', slot<number>('now'))
    .orderBy('due_at')
    .limit(slot<number>('limit')),
)
const earliestJob = prepare(db => db.selectFrom('jobs').select(eb => eb.fn.min('due_at').as('due_at')))
const checkpointsAll = prepare(db => db.selectFrom('checkpoints').select('body').orderBy('checkpoint_id'))
const checkpointsPage = prepare(db =>
  db
    .selectFrom('checkpoints')
    .select('body')
    .where('checkpoint_id', '>', slot('after'))
    .orderBy('checkpoint_id')
    .limit(slot<number>('limit')),
)
const checkpointLast = prepare(db =>
  db.selectFrom('checkpoints').select('body').orderBy('checkpoint_id', 'desc').limit(1),
)

const parse = <Value>(text: string): Value => JSON.parse(text) as Value

function rowToDocument(row: Tables['documents']): StoreDocument {
  return {
    kind: row.kind,
    id: row.id,
    ...(row.lookup === null ? {} : { lookup: row.lookup }),
    version: row.version,
    body: parse(row.body),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Every read of the store over one connection. */
export function createReader(connection: SqlConnection): StoreReader {
  return {
    ...createRowReader(connection),
    ...createCostReader(connection),
    ...createUnsettledReader(connection),
    ...createDocumentReader(connection),
    ...createListReader(connection),
    ...createEventReader(connection),
    ...createConversationReader(connection),
    ...createPageReader(connection),
    ...createPlanReader(connection),
    ...createVerdictReader(connection),
  }
}

function createRowReader(connection: SqlConnection) {
  return {
    getRun: async (runId: string) => {
      const row = await runById.first(connection, { run_id: runId })
      return row && rowToRun(row)
    },
    countRuns: async (by: { session_id?: string } = {}) => {
      const { session_id } = by
      const rows =
        session_id === undefined
          ? await runCounts.rows(connection, {})
          : await runCountsOfSession.rows(connection, { session_id })
      return Object.fromEntries(rows.map(row => [row.status, Number(row.count)])) as Partial<
        Record<RunStatus, number>
      >
    },
    getStep: async (runId: string, seq: number) => {
      const row = await stepBySeq.first(connection, { run_id: runId, seq })
      return row && rowToStep(row)
    },
    listSteps: async (runId: string) => (await stepsOfRun.rows(connection, { run_id: runId })).map(rowToStep),
    getGate: async (gateId: string) => {
      const row = await gateById.first(connection, { gate_id: gateId })
      return row && rowToGate(row)
    },
    getGates: async (gateIds: readonly string[]) => {
      if (gateIds.length === 0) return []
      const query = BUILDERS[connection.dialect]
        .selectFrom('gates')
        .select('body')
        .where('gate_id', 'in', gateIds)
      return (await runQuery(connection, query)).map(rowToGate)
    },
    getGrant: async (grantId: string) => {
      const row = await grantById.first(connection, { grant_id: grantId })
      return row && parse<Grant>(row.body)
    },
    listGrants: async (by: { gate_id?: string; run_id?: string; call_id?: string }) => {
      const [key, id] = Object.entries(by).find(([, value]) => value !== undefined) ?? []
      if (key === undefined || id === undefined) return []
      const rows = await grantsBy[key as keyof typeof grantsBy].rows(connection, { id })
      return rows
        .map(row => parse<Grant>(row.body))
        .filter(grant => Object.entries(by).every(([field, value]) => grant[field as keyof Grant] === value))
    },
    getCall: async (callId: string) => {
      const row = await callById.first(connection, { call_id: callId })
      return row && parse<LedgerCall>(row.body)
    },
    listCalls: async (runId: string) =>
      (await callsOfRun.rows(connection, { run_id: runId })).map(row => parse<LedgerCall>(row.body)),
    listCallsOf: async (by: LedgerCallsBy) => {
      const [column, ids] =
        'run_ids' in by ? (['run_id', by.run_ids] as const) : (['call_id', by.call_ids] as const)
      if (ids.length === 0) return []
      const query = BUILDERS[connection.dialect]
        .selectFrom('calls')
        .select('body')
        .where(column, 'in', ids)
        .orderBy('call_id')
      return (await runQuery(connection, query)).map(row => parse<LedgerCall>(row.body))
    },
    listStartedCalls: async (limit: number) =>
      (await callsStarted.rows(connection, { limit })).map(row => parse<LedgerCall>(row.body)),
    getSession: async (sessionId: string) => {
      const row = await sessionById.first(connection, { session_id: sessionId })
      return row && rowToSession(row)
    },
  }
}

function createDocumentReader(connection: SqlConnection) {
  return {
    getDocument: async (kind: string, id: string) => {
      const row = await documentById.first(connection, { kind, id })
      return row && rowToDocument(row)
    },
    findDocument: async (kind: string, lookup: string) => {
      const row = await documentByLookup.first(connection, { kind, lookup })
      return row && rowToDocument(row)
    },
    listDocuments: async (kind: string, by: { lookup?: string; limit?: number } = {}) => {
      const { lookup, limit } = by
      if (lookup === undefined) return (await documentsOfKind.rows(connection, { kind })).map(rowToDocument)
      const rows =
        limit === undefined
          ? await documentByLookup.rows(connection, { kind, lookup })
          : await firstByLookup.rows(connection, { kind, lookup, limit })
      return rows.map(rowToDocument)
    },
    getBlob: async (digest: string) => {
      const row = await blobByDigest.first(connection, { digest })
      return row && new Uint8Array(row.bytes)
    },
    getIdempotent: async (scope: string, key: string) => {
      const row = await idempotentByKey.first(connection, { scope, key })
      return row && { digest: row.digest, answer: parse<StoreDocument['body']>(row.answer) }
    },
    listDueJobs: async (now: number, limit: number, queue?: string): Promise<readonly StoredJob[]> => {
      const rows =
        queue === undefined
          ? await dueJobs.rows(connection, { now, limit })
          : await dueJobsOfQueue.rows(connection, { now, limit, queue })
      return rows.map(row => ({
        ...row,
        due_at: Number(row.due_at),
        payload: parse<StoredJob['payload']>(row.payload),
      }))
    },
    nextJobDueAt: async () => {
      const due = (await earliestJob.first(connection, {}))?.due_at
      return due === null || due === undefined ? undefined : Number(due)
    },
    listCheckpoints: async () =>
      (await checkpointsAll.rows(connection, {})).map(row => parse<Checkpoint>(row.body)),
    listCheckpointsAfter: async (after: string | undefined, limit: number) =>
      (await checkpointsPage.rows(connection, { after: after ?? '', limit })).map(row =>
        parse<Checkpoint>(row.body),
      ),
    getLastCheckpoint: async () => {
      const row = await checkpointLast.first(connection, {})
      return row && parse<Checkpoint>(row.body)
    },
  }
}
