import { slot } from './statements.ts'

/** A row whose every column is a slot of the same name. */
export function slots<Row extends object>(columns: readonly (keyof Row & string)[]): Row {
  return Object.fromEntries(columns.map(column => [column, slot(column)])) as Row
}
