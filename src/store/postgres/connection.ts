import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { SqlConnection, SqlValue } from '../sql/statements.ts'
import { explainFailure, isStalePlan } from './failure.ts'

/** More different texts than these are sent without a name: a prepared statement stays in the server's memory. */
const MAX_PREPARED_STATEMENTS = 500
const INT8 = 20
const NUMERIC = 1700

const names = new Map<string, string>()
/** Counts how often names were given anew; it is part of each of them. */
let naming = 0

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_PREPARED_STATEMENTS) return known
  const fresh = `s${naming}_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, fresh)
  return fresh
}

/**
 * After a statement was refused because a table has changed since it was prepared: every statement is prepared anew, on
 * every connection, under a name that none of them knows.
 */
export function prepareAnew(): void {
  naming += 1
  names.clear()
}

/** A query under the name of its text, so that each connection parses it once. */
export function toQuery(text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = nameOf(text)
  return { text, values: [...values], ...(name === undefined ? {} : { name }) }
}

/** Counts, positions and tokens stay below 2^53, so that bigint and numeric columns can be numbers. */
export function numbersAsNumbers(parsers: typeof pg.types): pg.CustomTypesConfig {
  return {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? Number : parsers.getTypeParser(oid, format as 'text'),
  }
}

/**
 * Statements over a client or a pool, prepared by name. `explain` false is for statements of a transaction: it leaves errors
 * as PostgreSQL gave them, and repeats none.
 */
export function connectTo(
  client: Pick<pg.ClientBase, 'query'>,
  options: { readonly explain: boolean },
): SqlConnection {
  const run = async (text: string, values: readonly SqlValue[]) => {
    try {
      return await client.query(toQuery(text, values))
    } catch (error) {
      if (!options.explain) throw error
      if (!isStalePlan(error)) throw explainFailure(error)
    }
    prepareAnew()
    try {
      return await client.query(toQuery(text, values))
    } catch (error) {
      throw explainFailure(error)
    }
  }
  return {
    dialect: 'postgres',
    rows: async <Row>(text: string, values: readonly SqlValue[]) => (await run(text, values)).rows as Row[],
    change: async (text, values) => (await run(text, values)).rowCount ?? 0,
    write: async (text, values, check) => {
      const { rowCount } = await run(text, values)
      check?.(rowCount ?? 0)
    },
  }
}
