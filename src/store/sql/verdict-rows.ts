import { type SelectQueryBuilder, sql } from 'kysely'
import type { Page, StoredVerdict, VerdictFilter, VerdictReader, VerdictWriter } from '../store.ts'
import { VERDICT_COLUMNS } from './columns.ts'
import { pageOf, readCursor } from './list-reader.ts'
import { slots } from './slots.ts'
import { BUILDERS, prepare, runQuery, type SqlConnection, slot } from './statements.ts'
import type { Tables, VerdictRow } from './tables.ts'
import type { TransactionScope } from './transaction-scope.ts'

const insertVerdict = prepare(db => db.insertInto('verdicts').values(slots<VerdictRow>(VERDICT_COLUMNS)))
const deleteOfSession = prepare(db => db.deleteFrom('verdicts').where('session_id', '=', slot('session_id')))
const deleteBefore = prepare(db => db.deleteFrom('verdicts').where('at', '<', slot('before')))

export function createVerdictReader(connection: SqlConnection): VerdictReader {
  const db = BUILDERS[connection.dialect]
  return {
    listVerdicts: async (filter: VerdictFilter, page: Page) => {
      const [at, id] = readCursor(page)
      let query = filtered(db.selectFrom('verdicts'), filter)
        .select(VERDICT_COLUMNS)
        .orderBy('at')
        .orderBy('verdict_id')
        .limit(page.limit + 1)
      if (at !== undefined && id !== undefined)
        query = query.where(sql<boolean>`(at, verdict_id) > (${at}, ${id})`)
      const rows = await runQuery(connection, query)
      return pageOf(rows.map(toVerdict), page.limit, verdict => [verdict.at, verdict.verdict_id])
    },
    countVerdicts: async (filter: VerdictFilter) => {
      const query = filtered(db.selectFrom('verdicts'), filter).select(eb =>
        eb.fn.countAll<number>().as('count'),
      )
      return Number((await runQuery(connection, query))[0]?.count ?? 0)
    },
  }
}

type Selecting = SelectQueryBuilder<Tables, 'verdicts', object>

function filtered(query: Selecting, { from = '', to, agent, tool }: VerdictFilter): Selecting {
  let narrowed = query.where('at', '>=', from)
  if (to !== undefined) narrowed = narrowed.where('at', '<', to)
  if (agent !== undefined) narrowed = narrowed.where('agent', '=', agent)
  return tool === undefined ? narrowed : narrowed.where('tool', '=', tool)
}

export function createVerdictWriter({ connection }: TransactionScope): VerdictWriter {
  return {
    insertVerdict: async (verdict: StoredVerdict) => {
      const { run_id = null, gate_id = null } = verdict
      await insertVerdict.write(connection, { ...verdict, run_id, gate_id })
    },
    deleteVerdicts: by =>
      'session_id' in by ? deleteOfSession.change(connection, by) : deleteBefore.change(connection, by),
  }
}

function toVerdict({ run_id, gate_id, ...row }: VerdictRow): StoredVerdict {
  const { purpose, outcome, ...rest } = row
  return {
    ...rest,
    purpose: purpose as StoredVerdict['purpose'],
    outcome: outcome as StoredVerdict['outcome'],
    ...(run_id === null ? {} : { run_id }),
    ...(gate_id === null ? {} : { gate_id }),
  }
}
