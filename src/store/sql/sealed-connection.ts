import type { StoreSealing } from '../sealing.ts'
import type { SqlConnection, SqlValue } from './statements.ts'

/** The same connection, over which what looks like a secret is written sealed and read opened. */
export function sealConnection(connection: SqlConnection, sealing: StoreSealing | undefined): SqlConnection {
  if (sealing === undefined) return connection
  const sealed = (values: readonly SqlValue[]): readonly SqlValue[] =>
    values.map(value => (typeof value === 'string' ? sealing.seal(value) : value))
  return {
    dialect: connection.dialect,
    rows: async <Row>(text: string, values: readonly SqlValue[]) => {
      const rows = await connection.rows<Row>(text, sealed(values))
      return rows.map(row => openRow(row, sealing))
    },
    // Not async: statements must leave in the order in which they were asked for.
    change: (text, values) => connection.change(text, sealed(values)),
    write: (text, values, check) => connection.write(text, sealed(values), check),
  }
}

function openRow<Row>(row: Row, sealing: StoreSealing): Row {
  for (const [column, value] of Object.entries(row as Record<string, unknown>)) {
    if (typeof value !== 'string') continue
    const opened = sealing.open(value)
    // Rows are made by the driver for this one answer, so they are filled in place.
    if (opened !== value) Object.assign(row as object, { [column]: opened })
  }
  return row
}
