import type { Dialect } from '../sql/statements.ts'

/** One step of the schema, forward only. */
export interface Migration {
  /** Dense from 1; a released one never changes. */
  readonly version: number
  readonly name: string
  statements(dialect: Dialect): readonly string[]
}
