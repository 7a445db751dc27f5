import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from './tables.ts'

export type Dialect = 'sqlite' | 'postgres'
export type SqlValue = string | number | null | Uint8Array

/** Runs compiled statements on one connection. */
export interface SqlConnection {
  readonly dialect: Dialect
  rows<Row>(text: string, values: readonly SqlValue[]): Promise<readonly Row[]>
  /** Answers how many rows were changed. */
  change(text: string, values: readonly SqlValue[]): Promise<number>
}

/** A query builder that only compiles: execution is each adapter's own. */
function createBuilder(dialect: Dialect): Kysely<Tables> {
  return dialect === 'sqlite'
    ? new Kysely<Tables>({
        dialect: {
          createAdapter: () => new SqliteAdapter(),
          createDriver: () => new DummyDriver(),
          createIntrospector: db => new SqliteIntrospector(db),
          createQueryCompiler: () => new SqliteQueryCompiler(),
        },
      })
    : new Kysely<Tables>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => new DummyDriver(),
          createIntrospector: db => new PostgresIntrospector(db),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        },
      })
}

export const BUILDERS: Readonly<Record<Dialect, Kysely<Tables>>> = {
  sqlite: createBuilder('sqlite'),
  postgres: createBuilder('postgres'),
}

/** A place in a statement that is filled at each execution. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Stands for the named argument; Kysely passes it through as a parameter, so its type is the column's. */
export function slot<Value = string>(name: string): Value {
  return new Slot(name) as unknown as Value
}

export type Arguments = Readonly<Record<string, SqlValue>>

/** A statement compiled once per dialect and then only bound. */
export interface Statement<Row> {
  rows(connection: SqlConnection, args: Arguments): Promise<readonly Row[]>
  first(connection: SqlConnection, args: Arguments): Promise<Row | undefined>
  change(connection: SqlConnection, args: Arguments): Promise<number>
}

export function prepare<Row>(
  build: (db: Kysely<Tables>, dialect: Dialect) => Compilable<Row>,
): Statement<Row> {
  const compiled: Partial<Record<Dialect, CompiledQuery<Row>>> = {}
  const compile = (dialect: Dialect): CompiledQuery<Row> => {
    const known = compiled[dialect]
    if (known) return known
    const fresh = build(BUILDERS[dialect], dialect).compile()
    compiled[dialect] = fresh
    return fresh
  }
  return {
    rows: (connection, args) => {
      const query = compile(connection.dialect)
      return connection.rows<Row>(query.sql, bind(query.parameters, args))
    },
    first: async (connection, args) => {
      const query = compile(connection.dialect)
      return (await connection.rows<Row>(query.sql, bind(query.parameters, args)))[0]
    },
    change: (connection, args) => {
      const query = compile(connection.dialect)
      return connection.change(query.sql, bind(query.parameters, args))
    },
  }
}

/** Runs a query that was built for this one occasion. */
export function runQuery<Row>(connection: SqlConnection, query: Compilable<Row>): Promise<readonly Row[]> {
  const { sql, parameters } = query.compile()
  return connection.rows<Row>(sql, parameters as readonly SqlValue[])
}

function bind(parameters: readonly unknown[], args: Arguments): readonly SqlValue[] {
  return parameters.map(parameter => {
    if (!(parameter instanceof Slot)) return parameter as SqlValue
    const value = args[parameter.name]
    if (value === undefined) throw new TypeError(`no value for the slot ${parameter.name}`)
    return value
  })
}
