import type { SqlConnection } from '../sql/statements.ts'
import type { TakenOnce } from '../store.ts'

/**
 * One statement and no wait for the disk: whatever is written because something was taken commits after it in the same
 * log, so no crash keeps the effect and loses the memory.
 */
const TAKE = `with soon as materialized (select set_config('synchronous_commit', 'off', true))
  insert into taken_once (key, until) select $1::text, $2::bigint from soon on conflict (key) do nothing`

/** Shared by every process of the database. */
export function createTakenOnce(connection: SqlConnection): TakenOnce {
  return {
    takeOnce: async (key, { until }) => (await connection.change(TAKE, [key, until])) > 0,
    forgetTaken: async now => {
      await connection.change('delete from taken_once where until <= $1::bigint', [now])
    },
  }
}
