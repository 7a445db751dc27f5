import type { Unsettled } from '../store.ts'
import { prepare, type SqlConnection, slot } from './statements.ts'

/** One statement for four questions, of which the answer is nearly always no. */
const unsettledOfRun = prepare(db =>
  db.selectNoFrom(({ exists, selectFrom, lit }) => {
    const of = <Table extends 'gates' | 'calls' | 'grants'>(table: Table) =>
      selectFrom<'gates' | 'calls' | 'grants'>(table)
        .select(lit(1).as('one'))
        .where('run_id', '=', slot('run_id'))
    return [
      exists(of('gates').where('status', '=', 'pending')).as('pending_gates'),
      exists(of('calls').where('status', '=', 'started')).as('started_calls'),
      exists(of('grants').where('status', '=', 'issued')).as('issued_grants'),
      exists(
        selectFrom('runs')
          .select(lit(1).as('one'))
          .where('parent_run_id', '=', slot('run_id'))
          .where('status', 'in', ['queued', 'running', 'waiting_input']),
      ).as('open_children'),
    ]
  }),
)

export function createUnsettledReader(connection: SqlConnection) {
  return {
    findUnsettled: async (runId: string): Promise<Unsettled> => {
      const row = await unsettledOfRun.first(connection, { run_id: runId })
      return {
        pending_gates: Boolean(row?.pending_gates),
        started_calls: Boolean(row?.started_calls),
        open_children: Boolean(row?.open_children),
        issued_grants: Boolean(row?.issued_grants),
      }
    },
  }
}
