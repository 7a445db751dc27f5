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
import type { StoreSealing } from '../sealing.ts'
import { CONTENT_COLUMNS, type Tables } from './tables.ts'

export type Dialect = 'sqlite' | 'postgres'
export type SqlValue = string | number | null | Uint8Array

/** Runs compiled statements on one connection. */
export interface SqlConnection {
  readonly dialect: Dialect
  /** How contents are kept, for statements that write them. */
  readonly sealing?: StoreSealing
  rows<Row>(text: string, values: readonly SqlValue[]): Promise<readonly Row[]>
  /** Answers how many rows were changed. */
  change(text: string, values: readonly SqlValue[]): Promise<number>
  /** A change that nothing of its transaction waits for. It fails here or at the end of the transaction, which fails. */
  write(text: string, values: readonly SqlValue[], check?: RowCheck): Promise<void>
}

/** Throws where a number of changed rows means that the transaction must fail. */
export type RowCheck = (changed: number) => void

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

/** A place in a statement that is filled at each execution, from the nth row of its arguments. */
class Slot {
  readonly name: string
  readonly row: number
  readonly isContent: boolean
  constructor(name: string, row: number) {
    this.name = name
    this.row = row
    this.isContent = CONTENT_COLUMNS.has(name)
  }
}

/** Stands for the named argument; Kysely passes it through as a parameter, so its type is the column's. */
export function slot<Value = string>(name: string, row = 0): Value {
  return new Slot(name, row) as unknown as Value
}

export type Arguments = Readonly<Record<string, SqlValue>>

/** A statement compiled once per dialect and then only bound. */
export interface Statement<Row> {
  rows(connection: SqlConnection, args: Arguments): Promise<readonly Row[]>
  first(connection: SqlConnection, args: Arguments): Promise<Row | undefined>
  change(connection: SqlConnection, args: Arguments): Promise<number>
  write(connection: SqlConnection, args: Arguments, check?: RowCheck): Promise<void>
}

export function prepare<Row>(
  build: (db: Kysely<Tables>, dialect: Dialect) => Compilable<Row>,
): Statement<Row> {
  const compile = compileOnce(build)
  return {
    rows: (connection, args) => {
      const query = compile(connection.dialect)
      return connection.rows<Row>(query.sql, bind(query.parameters, [args], connection))
    },
    first: async (connection, args) => {
      const query = compile(connection.dialect)
      return (await connection.rows<Row>(query.sql, bind(query.parameters, [args], connection)))[0]
    },
    change: (connection, args) => {
      const query = compile(connection.dialect)
      return connection.change(query.sql, bind(query.parameters, [args], connection))
    },
    write: (connection, args, check) => {
      const query = compile(connection.dialect)
      return connection.write(query.sql, bind(query.parameters, [args], connection), check)
    },
  }
}

function compileOnce<Row>(
  build: (db: Kysely<Tables>, dialect: Dialect) => Compilable<Row>,
): (dialect: Dialect) => CompiledQuery<Row> {
  const compiled: Partial<Record<Dialect, CompiledQuery<Row>>> = {}
  return dialect => {
    compiled[dialect] ??= build(BUILDERS[dialect], dialect).compile()
    return compiled[dialect]
  }
}

/** More rows than these go in several statements, so that few shapes are ever prepared. */
export const MAX_ROWS = 16

/** A write of several rows in as few statements as possible, each compiled once per dialect and number of rows. */
interface RowsStatement {
  write(connection: SqlConnection, rows: readonly Arguments[]): Promise<void>
}

/** `build` is given the rows as slots, in order. */
export function prepareRows<Row extends object>(
  columns: readonly (keyof Row & string)[],
  build: (db: Kysely<Tables>, rows: readonly Row[]) => Compilable<unknown>,
): RowsStatement {
  const slotsOf = (row: number) =>
    Object.fromEntries(columns.map(column => [column, slot(column, row)])) as Row
  const compilers = Array.from({ length: MAX_ROWS }, (_, last) =>
    compileOnce(db =>
      build(
        db,
        Array.from({ length: last + 1 }, (_, row) => slotsOf(row)),
      ),
    ),
  )
  return {
    write: async (connection, rows) => {
      for (let first = 0; first < rows.length; first += MAX_ROWS) {
        const some = rows.slice(first, first + MAX_ROWS)
        const query = compilers[some.length - 1]?.(connection.dialect)
        if (query) await connection.write(query.sql, bind(query.parameters, some, connection))
      }
    },
  }
}

/** Runs a query that was built for this one occasion. */
export function runQuery<Row>(connection: SqlConnection, query: Compilable<Row>): Promise<readonly Row[]> {
  const { sql, parameters } = query.compile()
  return connection.rows<Row>(sql, parameters as readonly SqlValue[])
}

function bind(
  parameters: readonly unknown[],
  rows: readonly Arguments[],
  { sealing }: SqlConnection,
): readonly SqlValue[] {
  return parameters.map(parameter => {
    if (!(parameter instanceof Slot)) return parameter as SqlValue
    const value = rows[parameter.row]?.[parameter.name]
    if (value === undefined) throw new TypeError(`no value for the slot ${parameter.name}`)
    return parameter.isContent && typeof value === 'string' && sealing ? sealing.seal(value) : value
  })
}
