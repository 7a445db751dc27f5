import type { StoreSealing } from '../sealing.ts'
import type { SqlConnection, SqlValue } from './statements.ts'
import { CONTENT_COLUMNS } from './tables.ts'

const CONTENTS = [...CONTENT_COLUMNS]

/** The same connection, over which contents are written sealed and read opened. */
export function sealConnection(connection: SqlConnection, sealing: StoreSealing | undefined): SqlConnection {
  if (sealing === undefined) return connection
  return {
    ...connection,
    sealing,
    rows: async <Row>(text: string, values: readonly SqlValue[]) => {
      const rows = await connection.rows<Row>(text, values)
      for (const row of rows) openRow(row as Record<string, unknown>, sealing)
      return rows
    },
  }
}

/** Rows are made by the driver for this one answer, so they are filled in place. */
function openRow(row: Record<string, unknown>, sealing: StoreSealing): void {
  for (const column of CONTENTS) {
    const kept = row[column]
    if (typeof kept !== 'string') continue
    const opened = sealing.open(kept)
    if (opened !== kept) row[column] = opened
  }
}
